import { describe, expect, it } from 'vitest';
import { defaultSqlLimits } from '../sql-limits.js';
import { loadSqlite } from '../sqlite-library.js';
import { dumpDialect } from './dump-dialect.js';
import { dumpText, readableText } from './dump-text.js';
import { loadDump } from './load-dump.js';

const sqlite = await loadSqlite();

/** Loads a dump and asks its database. */
function ask(dump: string, ...queries: readonly string[]) {
  const { image, leftOut, tables } = loadDump(sqlite, dump, defaultSqlLimits);
  const database = new sqlite.oo1.DB(':memory:');
  try {
    const bytes = sqlite.wasm.allocFromTypedArray(image);
    const flags = sqlite.capi.SQLITE_DESERIALIZE_FREEONCLOSE;
    sqlite.capi.sqlite3_deserialize(database, 'main', bytes, image.length, image.length, flags);
    return { answers: queries.map((query) => database.selectArrays(query)), leftOut, tables };
  } finally {
    database.close();
  }
}

const schemaOf = (table: string): string => `SELECT sql FROM sqlite_schema WHERE name = '${table}'`;

describe('a dump of MySQL', () => {
  const dump = `-- MySQL dump 10.13
/*!40101 SET NAMES utf8 */;
DROP TABLE IF EXISTS \`pet shop\`;
CREATE TABLE \`pet shop\` (
  \`id\` int(11) unsigned NOT NULL AUTO_INCREMENT,
  \`key\` varchar(20) CHARACTER SET utf8 COLLATE utf8_bin NOT NULL DEFAULT 'it''s \\'x\\'' COMMENT 'a; b',
  \`fee\` decimal(10,2) DEFAULT '0.00',
  \`kind\` enum('cat','dog') NOT NULL DEFAULT 'cat',
  \`seen\` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  \`owner\` int(11) DEFAULT NULL,
  PRIMARY KEY (\`id\`), UNIQUE KEY \`by_key\` (\`key\`(10)), KEY \`by_owner\` (\`owner\`) USING BTREE,
  CONSTRAINT \`fk\` FOREIGN KEY (\`owner\`) REFERENCES \`owner\` (\`id\`) ON DELETE SET NULL ON UPDATE CASCADE
) ENGINE=InnoDB AUTO_INCREMENT=9 DEFAULT CHARSET=utf8;
LOCK TABLES \`pet shop\` WRITE;
INSERT INTO \`pet shop\` VALUES (1,'a\\nb;c',1.50,'dog','2020-01-02 03:04:05',1),(2,"say \\"hi\\"",NULL,'cat','2021-01-01 00:00:00',NULL);
UNLOCK TABLES;
CREATE TABLE owner (id INT NOT NULL, photo BLOB, name TEXT, born YEAR, PRIMARY KEY (id)) ENGINE=MyISAM;
INSERT IGNORE INTO owner (id, photo, name, born) VALUES (1, 0x00FF, _utf8mb4'Ann', 1990);
CREATE ALGORITHM=UNDEFINED DEFINER=\`root\`@\`%\` SQL SECURITY DEFINER VIEW \`owners\` AS select \`owner\`.\`name\` AS \`who\` from \`owner\`;
DELIMITER ;;
CREATE TRIGGER \`tell\` AFTER INSERT ON owner FOR EACH ROW BEGIN SET @a = 1; END ;;
DELIMITER ;
CREATE PROCEDURE nothing() SELECT 1;
`;

  it('becomes tables with their keys, references, defaults and rows', () => {
    const { answers, tables } = ask(
      dump,
      'SELECT * FROM "pet shop"',
      'SELECT * FROM owner',
      'SELECT who FROM owners',
      schemaOf('pet shop'),
    );
    expect(tables).toBe(2);
    expect(answers.slice(0, 3)).toEqual([
      [
        [1, 'a\nb;c', 1.5, 'dog', '2020-01-02 03:04:05', 1],
        [2, 'say "hi"', null, 'cat', '2021-01-01 00:00:00', null],
      ],
      [[1, Uint8Array.of(0, 255), 'Ann', 1990]],
      [['Ann']],
    ]);
    const [[declared]] = answers[3] as [[string]];
    for (const part of [
      `"key" TEXT NOT NULL DEFAULT 'it''s ''x'''`,
      '"seen" TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP',
      'PRIMARY KEY ("id")',
      'UNIQUE ("key")',
      'FOREIGN KEY ("owner") REFERENCES "owner" ("id") ON DELETE SET NULL ON UPDATE CASCADE',
    ]) {
      expect(declared).toContain(part);
    }
  });

  it('leaves out by name what SQLite has nothing for', () => {
    expect(ask(dump).leftOut.map(({ name }) => name)).toEqual([
      'ON UPDATE of seen in table pet shop',
      'trigger tell',
      'procedure nothing',
    ]);
  });
});

describe('a dump of PostgreSQL', () => {
  const dump = `-- PostgreSQL database dump
\\connect shop
SET search_path = public, pg_catalog;
CREATE TYPE public.mood AS ENUM ('good', 'bad');
CREATE DOMAIN year AS integer CHECK (VALUE > 1900);
CREATE FUNCTION public.twice(i integer) RETURNS integer LANGUAGE sql AS $_$ SELECT 2 * $1; $_$;
CREATE TABLE public.item (
    id integer NOT NULL,
    "order" character varying(20) DEFAULT 'x;y'::character varying NOT NULL,
    made timestamp without time zone DEFAULT now() NOT NULL,
    since year, feeling public.mood DEFAULT 'good'::public.mood, tags text[], fulltext tsvector,
    sold boolean DEFAULT false, price numeric(5,2), bytes bytea, shop_id integer, token uuid DEFAULT public.uuid_generate_v4(),
    CONSTRAINT item_price_check CHECK ((price > (0)::numeric)), CHECK (tags = ANY (ARRAY['a'::text]))
);
ALTER TABLE public.item OWNER TO postgres;
CREATE SEQUENCE public.item_id_seq START WITH 1;
ALTER TABLE ONLY public.item ALTER COLUMN id SET DEFAULT nextval('public.item_id_seq'::regclass);
COPY public.item (id, "order", made, since, feeling, tags, fulltext, sold, price, bytes, shop_id, token) FROM stdin;
1\ta\\tb\\\\c\t2020-01-02 03:04:05\t1999\tbad\t{x}\t\\N\tt\t9.50\t\\\\x00ff\t1\tt-1
2\t\t2021-01-01 00:00:00\t\\N\tgood\t\\N\t\\N\tf\t1.00\t\\N\t\\N\tt-2
\\.
CREATE TABLE public.shop (id serial PRIMARY KEY, name text UNIQUE);
INSERT INTO public.shop (name) VALUES (E'it\\'s'), ('two'::text);
CREATE TABLE public.sale (id integer, day date) PARTITION BY RANGE (day);
CREATE TABLE public.sale_2020 PARTITION OF public.sale FOR VALUES FROM ('2020-01-01') TO ('2021-01-01');
COPY public.sale_2020 (id, day) FROM stdin;
7\t2020-05-05
\\.
ALTER TABLE ONLY public.item ADD CONSTRAINT item_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.item
    ADD CONSTRAINT item_shop_fkey FOREIGN KEY (shop_id) REFERENCES public.shop(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.item ADD CONSTRAINT lost FOREIGN KEY (since) REFERENCES public.gone(id);
CREATE INDEX by_order ON public.item USING btree ("order");
CREATE VIEW public.sold AS SELECT item.id, (item.price || ' EUR'::text) AS label FROM public.item WHERE item.sold;
SELECT pg_catalog.setval('public.item_id_seq', 2, true);
`;

  it('becomes tables with what ALTER TABLE adds far below, and with the rows of COPY', () => {
    const { answers } = ask(
      dump,
      'SELECT id, "order", since, feeling, sold, price, bytes FROM item ORDER BY id',
      'SELECT * FROM shop',
      'SELECT * FROM sale',
      'SELECT * FROM sold',
      schemaOf('item'),
    );
    expect(answers.slice(0, 4)).toEqual([
      [
        [1, 'a\tb\\c', 1999, 'bad', 1, 9.5, Uint8Array.of(0, 255)],
        [2, '', null, 'good', 0, 1, null],
      ],
      [
        [1, "it's"],
        [2, 'two'],
      ],
      [[7, '2020-05-05']],
      [[1, '9.5 EUR']],
    ]);
    const [[declared]] = answers[4] as [[string]];
    for (const part of [
      '"made" TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP',
      'PRIMARY KEY ("id")',
      'REFERENCES "shop" ("id") ON DELETE CASCADE',
      'CHECK (( price > ( 0 ) ))',
    ]) {
      expect(declared).toContain(part);
    }
  });

  it('leaves out by name what SQLite has nothing for', () => {
    expect(ask(dump).leftOut.map(({ name }) => name)).toEqual([
      'function twice',
      'default of token in table item',
      'check in table item',
      'reference since in table item',
    ]);
  });
});

it('keeps the bytes of a MySQL dump, its schemas, separators, and keys of an index', () => {
  const dump = Buffer.concat([
    Buffer.from(
      "-- MySQL dump\nUSE `shop`;\nCREATE TABLE t (id int, code varchar(9), b blob, KEY k (id));\nINSERT INTO t VALUES (1,'é','",
    ),
    Buffer.from([0xff, 0x5c, 0x30, 0xc3, 0xa9, 0x01]),
    Buffer.from("'),(2,'M"),
    Buffer.of(0xfc),
    Buffer.from(
      `ller','a\\0');\nCREATE UNIQUE INDEX u ON t (code);
      CREATE TABLE s (code varchar(9), FOREIGN KEY (code) REFERENCES t (code));
      CREATE VIEW v AS SELECT group_concat(id SEPARATOR '+') AS ids FROM shop.t;`,
    ),
  ]);
  const { text = '', leftOut: broken = [] } = dumpText(dump) ?? {};
  const { answers, leftOut } = ask(
    text,
    'SELECT * FROM t',
    'SELECT ids FROM v',
    "SELECT count(*) FROM pragma_foreign_key_list('s')",
  );
  expect(answers).toEqual([
    [
      [1, 'é', Uint8Array.of(0xff, 0, 0xc3, 0xa9, 1)],
      [2, 'Müller', Uint8Array.of(0x61, 0)],
    ],
    [['1+2']],
    [[1]],
  ]);
  expect([leftOut, broken.map(({ name }) => name)]).toEqual([[], ['UTF-8 of line 4']]);
});

it('writes days with slashes as the servers do', () => {
  const { answers, leftOut } = ask(
    `CREATE TABLE t (a DATE, b DATETIME, c TEXT) ENGINE=x; INSERT INTO t VALUES ('1962/2/18', '2009/11/1 10:02:03', '1/2/3'), ('2001-02-03', NULL, '2009/1/1');`,
    'SELECT * FROM t',
  );
  expect(leftOut).toEqual([]);
  expect(answers[0]).toEqual([
    ['1962-02-18', '2009-11-01 10:02:03', '1/2/3'],
    ['2001-02-03', null, '2009/1/1'],
  ]);
});

describe('what a dump changes later on', () => {
  it('is done by DROP, TRUNCATE and ALTER, or named', () => {
    const { answers, leftOut } = ask(
      `-- PostgreSQL database dump
      DROP TABLE IF EXISTS t; CREATE TABLE t (a integer, b text DEFAULT 'x . y'); CREATE TABLE gone (a integer);
      CREATE TABLE part (a integer, b text); CREATE TABLE old (a integer);
      ALTER TABLE ONLY t ATTACH PARTITION part FOR VALUES FROM (1) TO (9);
      INSERT INTO t VALUES (1); TRUNCATE TABLE t; INSERT INTO t (a) VALUES (2); INSERT INTO gone VALUES (1); DROP TABLE gone;
      COPY part (a, b) FROM stdin;\n3\tthree\n\\.\n
      ALTER TABLE t ALTER COLUMN a SET NOT NULL; ALTER TABLE t OWNER TO me; ALTER TABLE old RENAME TO new; ALTER TABLE none ADD b text;`,
      'SELECT * FROM t',
      schemaOf('t'),
      "SELECT name FROM sqlite_schema WHERE type = 'table'",
    );
    expect(answers[0]).toEqual([
      [2, 'x . y'],
      [3, 'three'],
    ]);
    expect(answers[1]?.[0]?.[0]).toContain('"a" INTEGER NOT NULL');
    expect(answers[2]).toEqual([['t'], ['old']]);
    expect(leftOut.map(({ name }) => name)).toEqual([
      'ALTER TABLE old RENAME TO new',
      'ALTER TABLE none ADD b text',
    ]);
  });

  it('is done in a dump of SQLite, too', () => {
    const { answers, leftOut } = ask(
      `PRAGMA foreign_keys=OFF; CREATE TABLE t (a); INSERT INTO t VALUES (1); DROP TABLE t; CREATE TABLE t (a, b); INSERT INTO t VALUES (2, 3);
      DELETE FROM t WHERE a = 9; DROP VIEW IF EXISTS v;`,
      'SELECT * FROM t',
    );
    expect(leftOut).toEqual([]);
    expect(answers).toEqual([[[2, 3]]]);
  });
});

describe('a dump of SQLite', () => {
  it('runs as it is: forward references, triggers, names in brackets, texts in double quotes', () => {
    const { answers, leftOut } = ask(
      `PRAGMA foreign_keys=OFF; BEGIN TRANSACTION;
      CREATE TABLE [Order Details] (id INTEGER PRIMARY KEY, item REFERENCES item, note DEFAULT "none");
      CREATE TRIGGER t AFTER INSERT ON item BEGIN UPDATE item SET n = CASE WHEN n > 1 THEN 1 ELSE 0 END; DELETE FROM gone; END;
      INSERT INTO "Order Details" (id) VALUES (1);
      CREATE TABLE item (id INTEGER PRIMARY KEY, n); CREATE TABLE gone (a);
      INSERT INTO item VALUES (5, 7);
      CREATE VIEW late AS SELECT count(*) AS c FROM item;
      COMMIT;`,
      'SELECT * FROM "Order Details"',
      'SELECT * FROM item',
      'SELECT c FROM late',
      "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'",
    );
    expect(leftOut).toEqual([]);
    expect(answers).toEqual([[[1, null, 'none']], [[5, 7]], [[1]], [[1]]]);
  });

  it('gets no other file, no other schema and no chance', () => {
    const { leftOut, answers } = ask(
      `CREATE TABLE t (a); ATTACH '/tmp/other.db' AS other; CREATE VIRTUAL TABLE v USING fts5(a);
      INSERT INTO t VALUES (random()); INSERT INTO t VALUES (writefile('/tmp/x', 'y'));
      UPDATE sqlite_schema SET sql = 'x'; INSERT INTO t VALUES (1);`,
      'SELECT * FROM t',
    );
    expect(answers).toEqual([[[1]]]);
    expect(leftOut.map(({ name }) => name)).toEqual([
      "ATTACH '/tmp/other.db' AS",
      'table v',
      'rows of t',
      'rows of sqlite_schema',
    ]);
  });

  it('goes on after broken statements, with the line of each', () => {
    const { leftOut, answers } = ask(
      `CREATE TABLE t (a INTEGER NOT NULL);\nINSERT INTO t VALUES (NULL);\nINSERT INTO t VALUES (2);\nCREATE TABEL u (a);\nINSERT INTO t VALUES (3), ('unended`,
      'SELECT * FROM t',
    );
    expect(answers).toEqual([[[2]]]);
    expect(leftOut).toEqual([
      { name: 'CREATE TABEL u', reason: 'Line 4: It is not known what it says.' },
      {
        name: 'rows of t',
        reason: expect.stringContaining('Line 2: NOT NULL constraint failed: t.a (and 1 more'),
      },
    ]);
  });

  it('keeps the other statements where one ends a transaction or takes too much', () => {
    const { leftOut, answers } = ask(
      `CREATE TABLE IF NOT EXISTS t (a INTEGER PRIMARY KEY);\nINSERT INTO t VALUES (1);\nINSERT OR ROLLBACK INTO t VALUES (1);
      INSERT INTO t SELECT length(zeroblob(900000000)); INSERT INTO t SELECT 'a' LIKE '${'%a'.repeat(600)}'; INSERT INTO t VALUES (2);`,
      'SELECT * FROM t',
    );
    expect(answers).toEqual([[[1], [2]]]);
    expect(leftOut).toEqual([
      { name: 'rows of t', reason: expect.stringContaining('(and 2 more statements)') },
    ]);
  });

  it('takes long values, but computes nothing from them', () => {
    const long = 'ab'.repeat(80_000);
    const { leftOut, answers } = ask(
      `CREATE TABLE t (a TEXT CHECK (length(a) > 0)); CREATE TABLE c (a TEXT, b AS (instr(a, substr(a, 2))));
      INSERT INTO t VALUES (replace('${long}\\n','\\n',char(10))); INSERT INTO t VALUES (instr('${long}', 'b'));
      INSERT INTO t VALUES (replace('${long}', '${long}', ''));`,
      'SELECT length(a) FROM t',
    );
    expect(answers).toEqual([[[160_001]]]);
    expect(leftOut[0]?.reason).toContain('(and 1 more statements)');
  });

  it('reads a hostile text in a time that grows with its length', () => {
    const pieces = ["'", '"', '`', "\\'", "''", '(', '$a$', '/* ', '--', "E'\\", '[', "'\\'", '$'];
    for (const piece of pieces) {
      for (const head of ['CREATE TABLE t (a); ', '-- MySQL dump\n', '-- PostgreSQL database dump\n']) {
        expect(loadDump(sqlite, head + piece.repeat(20_000), defaultSqlLimits).tables).toBeLessThan(2);
      }
    }
  });
});

it('tells whose dump a text is by what only one of them writes, outside of texts', () => {
  expect(dumpDialect("INSERT INTO t VALUES ('ENGINE=InnoDB and ::text')")).toBe('sqlite');
  expect(dumpDialect('CREATE TABLE t (id int auto_increment)')).toBe('mysql');
  expect(dumpDialect('CREATE TABLE t (id serial)')).toBe('postgres');
  expect(dumpDialect('ALTER TABLE a ADD CONSTRAINT b PRIMARY KEY (c)')).toBe('postgres');
});

it('knows a dump by its head, or by what comes first in it', () => {
  const django = `PRAGMA foreign_keys=OFF;\nCREATE TABLE IF NOT EXISTS "p" ("n" integer unsigned NOT NULL, "j" jsonb, "s" serial);`;
  expect(dumpDialect(django)).toBe('sqlite');
  expect(
    dumpDialect(
      `CREATE TABLE p (id integer PRIMARY KEY AUTOINCREMENT, n integer unsigned); -- it's ENGINE=x`,
    ),
  ).toBe('sqlite');
  expect(dumpDialect('-- MySQL dump 10\nCREATE TABLE t (a text); PRAGMA x;')).toBe('mysql');
  expect(dumpDialect("-- it's\nCREATE TABLE t (a int) ENGINE=x; INSERT INTO t VALUES ('\nPRAGMA x')")).toBe(
    'mysql',
  );
});

describe('the text of a dump', () => {
  const bytes = (...parts: readonly (string | number)[]) =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));

  it('is UTF-8 but for the bytes that are not, whose lines are named', () => {
    const read = dumpText(bytes('é\n\uFFFD\nb', 0xe9, 0x80, 'ü\nc'));
    expect({ ...read, text: readableText(read?.text ?? '') }).toEqual({
      text: 'é\n\uFFFD\nbé€ü\nc',
      leftOut: [{ name: 'UTF-8 of line 3', reason: expect.stringContaining('Windows-1252') }],
    });
    expect(dumpText(bytes('é\n', 0x80, '\n', 0xff))?.leftOut[0]?.name).toBe('UTF-8 of lines 2, 3');
  });

  it('is Windows-1252 where no part of it is UTF-8, and UTF-16 with a mark', () => {
    expect(dumpText(bytes('Z', 0xfc, 'rich ', 0x80))).toEqual({ text: 'Zürich €', leftOut: [] });
    expect(dumpText(bytes(0xff, 0xfe, 0x61, 0x00))?.text).toBe('a');
    expect(dumpText(bytes(0xfe, 0xff, 0x00, 0x61))?.text).toBe('a');
    expect(dumpText(bytes('a', 0))).toBeNull();
  });
});
