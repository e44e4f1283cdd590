import { expect, it } from 'vitest';
import { dumpStatements } from '../../sql/dump/dump-statements.js';
import { dumpStep } from './dump-step.js';

const stepsOf = (text: string): readonly ReturnType<typeof dumpStep>[] =>
  [...dumpStatements(text, 'postgres')].map((statement) => dumpStep(statement));

it.each([
  ['CREATE TABLE public.pet (id integer)', 'run'],
  ['CREATE TABLE pet_1 PARTITION OF pet FOR VALUES IN (1)', 'run'],
  ['ALTER TABLE ONLY pet ADD CONSTRAINT pet_pkey PRIMARY KEY (id)', 'run'],
  ["CREATE TYPE mood AS ENUM ('glad', 'sad')", 'run'],
  ["SELECT pg_catalog.setval('public.pet_id_seq', 7, true)", 'run'],
  ["SELECT pg_catalog.set_config('search_path', '', false)", 'run'],
  ['SET search_path = zoo, pg_catalog', 'run'],
  ['SET default_tablespace = zoo', 'aside'],
  ["SET client_encoding = 'LATIN1'", 'aside'],
  ['SET ROLE postgres', 'aside'],
  ['ALTER TABLE pet OWNER TO zoo', 'aside'],
  ['ALTER TABLE pet DISABLE TRIGGER ALL', 'aside'],
  ['ALTER TABLE pet ENABLE ROW LEVEL SECURITY', 'aside'],
  ['ALTER ROLE loader SUPERUSER', 'aside'],
  ['ALTER DATABASE zoo SET work_mem = 1', 'aside'],
  ["COMMENT ON TABLE pet IS 'x'", 'aside'],
  ['DROP SCHEMA public CASCADE', 'aside'],
  ['CREATE EXTENSION IF NOT EXISTS plpgsql WITH SCHEMA pg_catalog', 'aside'],
  ['INSERT INTO pet VALUES (1), (2 + (SELECT 1))', 'rows'],
  ['DELETE FROM pet', 'rows'],
  ['COPY pet (id) FROM stdin;\n1\n\\.\n', 'copy'],
  ["COPY pet FROM '/etc/passwd'", 'left_out'],
  ["COPY pet FROM PROGRAM 'id'", 'left_out'],
  ['INSERT INTO pet SELECT generate_series(1, 1000000000)', 'left_out'],
  ['CREATE TABLE pet AS SELECT generate_series(1, 1000000000)', 'left_out'],
  ['DO $$ BEGIN LOOP END LOOP; END $$', 'left_out'],
  ["CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'", 'left_out'],
  ['CREATE OR REPLACE FUNCTION f() RETURNS trigger AS $$ BEGIN; END; $$ LANGUAGE plpgsql', 'left_out'],
  ['CREATE TRIGGER t BEFORE UPDATE ON pet EXECUTE FUNCTION f()', 'left_out'],
  ['CREATE EXTENSION postgis', 'left_out'],
  ['SELECT pg_sleep(1000)', 'aside'],
  ["SELECT setval('s', (SELECT pg_sleep(1000)::int))", 'aside'],
  ['WITH x AS (SELECT 1) INSERT INTO pet SELECT * FROM x', 'left_out'],
])('takes %s as %s', (text, kind) => {
  expect(stepsOf(text).map((step) => step.kind)).toEqual([kind]);
});

it("calls PostgreSQL's own function for new values of uuid-ossp", () => {
  const text = `CREATE TABLE pet (id uuid DEFAULT public.uuid_generate_v1() NOT NULL, chip uuid DEFAULT uuid_generate_v4(), note text DEFAULT 'uuid_generate_v4()')`;
  const own = 'pg_catalog.gen_random_uuid()';
  expect(stepsOf(text)).toMatchObject([
    {
      sql: `CREATE TABLE pet (id uuid DEFAULT ${own} NOT NULL, chip uuid DEFAULT ${own}, note text DEFAULT 'uuid_generate_v4()')`,
    },
  ]);
});

it('makes a view of a materialized one, which would be stale after the first write', () => {
  const text = 'CREATE MATERIALIZED VIEW public.old AS\n SELECT 1 AS one\n  WITH NO DATA';
  expect(stepsOf(text)).toMatchObject([
    { kind: 'run', name: 'view old', sql: 'CREATE VIEW public.old AS\n SELECT 1 AS one' },
  ]);
});

it('gives the rows of COPY with the name of their table', () => {
  expect(stepsOf('COPY zoo.pet (id, name) FROM stdin;\n1\tRex\n2\t\\N\n\\.\n')).toMatchObject([
    { kind: 'copy', name: 'rows of pet', rows: ['1\tRex', '2\t\\N'] },
  ]);
});
