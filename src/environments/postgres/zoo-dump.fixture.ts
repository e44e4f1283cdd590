/** A dump as pg_dump writes it, of tables of every kind, with what no world takes from one. */
export const ZOO_DUMP: string = `--
-- PostgreSQL database dump
--
\\restrict abc
SET statement_timeout = 0;
SET client_encoding = 'UTF8';
SELECT pg_catalog.set_config('search_path', '', false);
CREATE SCHEMA shop;
CREATE TYPE public.diet AS ENUM ('meat', 'plants', 'both');
CREATE DOMAIN public.year AS integer CONSTRAINT year_check CHECK (VALUE >= 1901);
CREATE FUNCTION public.touch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.seen := now(); RETURN NEW; END; $$;
CREATE TABLE public.keeper (
    id integer NOT NULL,
    name character varying(40) NOT NULL,
    hired date NOT NULL,
    active boolean DEFAULT true NOT NULL
);
ALTER TABLE public.keeper OWNER TO zoo;
CREATE SEQUENCE public.keeper_id_seq AS integer START WITH 1 INCREMENT BY 1 NO MINVALUE NO MAXVALUE CACHE 1;
ALTER SEQUENCE public.keeper_id_seq OWNED BY public.keeper.id;
ALTER TABLE ONLY public.keeper ALTER COLUMN id SET DEFAULT nextval('public.keeper_id_seq'::regclass);
CREATE TABLE public.animal (
    id integer NOT NULL,
    name text NOT NULL,
    diet public.diet NOT NULL,
    born public.year,
    weight numeric(8,2) NOT NULL,
    keeper_id integer NOT NULL,
    facts jsonb,
    seen timestamp with time zone DEFAULT now()
);
CREATE TABLE shop.sale (day date NOT NULL, item text NOT NULL, price numeric NOT NULL, lot uuid DEFAULT gen_random_uuid());
CREATE TABLE public.visit (id integer NOT NULL, at timestamp without time zone NOT NULL, guests integer NOT NULL) PARTITION BY RANGE (at);
CREATE TABLE public.visit_2024 PARTITION OF public.visit FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
CREATE TABLE public.visit_2025 PARTITION OF public.visit FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
CREATE TABLE public.note (id integer NOT NULL, words text NOT NULL, CONSTRAINT note_pkey PRIMARY KEY (id));
CREATE TABLE public.note_old (CONSTRAINT note_old_pkey PRIMARY KEY (id)) INHERITS (public.note);
INSERT INTO public.note_old VALUES (1, 'closed');
CREATE VIEW public.heavy AS SELECT name FROM public.animal WHERE weight > 100;
CREATE MATERIALIZED VIEW public.totals AS SELECT keeper_id, sum(weight) AS total FROM public.animal GROUP BY keeper_id WITH NO DATA;
CREATE VIEW public.strange AS SELECT public.no_such_function(name) FROM public.animal;
COPY public.keeper (id, name, hired, active) FROM stdin;
1	Ada\\tLee	2019-03-01	t
2	Ben	2020-04-02	f
3	Zoë	2021-05-03	t
\\.
${Array.from({ length: 24 }, (_, index) => `INSERT INTO public.animal (id, name, diet, born, weight, keeper_id, facts) VALUES (${index + 1}, 'Animal ${String.fromCharCode(65 + index)}', '${['meat', 'plants', 'both'][index % 3]}', ${2001 + (index % 9)}, ${(index * 37 + 11) % 500}.${index % 10}0, ${1 + (index % 3)}, '{"legs": 4}');`).join('\n')}
INSERT INTO shop.sale (day, item, price) VALUES ('2024-01-05', 'hat', 9.90), ('2024-01-05', 'hat', 9.90), ('2024-02-06', 'cup', 4);
COPY public.visit (id, at, guests) FROM stdin;
${Array.from({ length: 20 }, (_, index) => `${index + 1}\t202${4 + (index % 2)}-0${1 + (index % 9)}-11 10:00:00\t${(index * 7) % 19}`).join('\n')}
\\.
SELECT pg_catalog.setval('public.keeper_id_seq', 3, true);
ALTER TABLE ONLY public.keeper ADD CONSTRAINT keeper_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.animal ADD CONSTRAINT animal_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.visit ADD CONSTRAINT visit_pkey PRIMARY KEY (at, id);
CREATE INDEX animal_name ON public.animal USING gin (name no_such_operators);
CREATE TRIGGER touched BEFORE UPDATE ON public.animal FOR EACH ROW EXECUTE FUNCTION public.touch();
ALTER TABLE ONLY public.animal ADD CONSTRAINT animal_keeper_fkey FOREIGN KEY (keeper_id) REFERENCES public.keeper(id) ON DELETE CASCADE;
GRANT ALL ON TABLE public.animal TO PUBLIC;
\\unrestrict abc
`;
