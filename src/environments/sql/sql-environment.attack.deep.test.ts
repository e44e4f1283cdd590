import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { World } from '../environment.js';
import { shopContent } from '../shop.fixture.js';
import { buildDatabaseImage, openDatabaseImage } from './sql-database.js';
import { createSqlEnvironment } from './sql-environment.js';
import { defaultSqlLimits } from './sql-limits.js';
import { readSqlSchema } from './sql-schema.js';
import { loadSqlite } from './sqlite-library.js';

let world: World;
let digest: string;

beforeAll(async () => {
  const environment = await createSqlEnvironment({
    content: shopContent,
    limits: { maxSteps: 200_000, maxResultChars: 5_000, maxDatabaseBytes: 200_000 },
  });
  world = await environment.open({ seed: 0 });
  digest = world.stateDigest();
});
afterAll(() => world.close());

const forbidden: readonly (readonly [tool: string, sql: string, type: string])[] = [
  ['sql_query', 'DELETE FROM book', 'not_allowed'],
  ['sql_query', 'WITH gone AS (SELECT 1) DELETE FROM book', 'not_allowed'],
  ['sql_query', "INSERT INTO author VALUES (4, 'x', 1) RETURNING id", 'not_allowed'],
  ['sql_query', 'SELECT 1; DELETE FROM book', 'not_allowed'],
  ['sql_query', 'SELECT 1 /* */; SELECT 2', 'not_allowed'],
  ['sql_execute', "ATTACH DATABASE '/tmp/mettle-attack.db' AS other", 'not_allowed'],
  ['sql_execute', 'DROP TABLE book', 'not_allowed'],
  ['sql_execute', 'CREATE VIEW author2 AS SELECT 1', 'not_allowed'],
  ['sql_execute', 'CREATE TEMP TRIGGER t AFTER INSERT ON book BEGIN SELECT 1; END', 'not_allowed'],
  ['sql_execute', 'ALTER TABLE book RENAME TO shelf', 'not_allowed'],
  ['sql_execute', 'PRAGMA foreign_keys = OFF', 'not_allowed'],
  ['sql_query', "SELECT * FROM pragma_table_info('book')", 'not_allowed'],
  ['sql_execute', 'BEGIN', 'not_allowed'],
  ['sql_execute', 'SAVEPOINT s', 'not_allowed'],
  ['sql_execute', "VACUUM INTO '/tmp/mettle-attack.db'", 'not_allowed'],
  ['sql_execute', "UPDATE sqlite_schema SET sql = ''", 'sql_error'],
  ['sql_execute', 'WITH x AS (SELECT 1) DELETE FROM sqlite_schema', 'sql_error'],
  ['sql_execute', 'DROP TABLE book; CREATE VIEW book AS SELECT 1', 'not_allowed'],
  ['sql_execute', "CREATE TEMP VIEW book AS SELECT 1 author, 'x' title, 0 price", 'not_allowed'],
  ['sql_execute', 'CREATE TEMP TABLE book (author, title, price)', 'not_allowed'],
  ['sql_execute', 'CREATE TRIGGER t AFTER INSERT ON book BEGIN DELETE FROM author; END', 'not_allowed'],
  ['sql_execute', 'CREATE INDEX i ON book (price)', 'not_allowed'],
  ['sql_execute', 'CREATE VIRTUAL TABLE v USING fts5(x)', 'not_allowed'],
  ['sql_execute', 'DETACH DATABASE main', 'not_allowed'],
  ['sql_execute', 'REINDEX', 'not_allowed'],
  ['sql_execute', 'ANALYZE', 'not_allowed'],
  ['sql_execute', 'PRAGMA writable_schema = ON', 'not_allowed'],
  ['sql_execute', 'UPDATE sqlite_dbpage SET data = zeroblob(4096)', 'not_allowed'],
  ['sql_query', 'SELECT data FROM sqlite_dbpage', 'not_allowed'],
  ['sql_query', 'SELECT * FROM sqlite_stmt', 'not_allowed'],
  ['sql_query', 'SELECT * FROM dbstat', 'not_allowed'],
  ['sql_query', 'SELECT changes()', 'not_allowed'],
  ['sql_query', 'WITH x AS (SELECT 1) INSERT INTO author SELECT 9, 9, 9', 'not_allowed'],
  ['sql_query', 'REPLACE INTO author VALUES (1, 2, 3)', 'not_allowed'],
  ['sql_query', "SELECT 'a' LIKE replace(hex(zeroblob(1000)), '0', '%a')", 'sql_error'],
  ['sql_query', 'SELECT random()', 'not_allowed'],
  ['sql_query', "SELECT load_extension('x')", 'sql_error'],
  [
    'sql_query',
    'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n',
    'limit',
  ],
  [
    'sql_execute',
    "WITH RECURSIVE n(x) AS (SELECT 10 UNION ALL SELECT x + 1 FROM n) INSERT INTO author SELECT x, 'x', 1 FROM n",
    'limit',
  ],
  ['sql_query', 'SELECT hex(zeroblob(4000))', 'limit'],
  ['sql_query', 'SELECT length(zeroblob(2000000))', 'sql_error'],
  ['sql_query', `SELECT '${'x'.repeat(30_000)}'`, 'limit'],
  ['sql_query', 'SELECT 1\u0000; DELETE FROM book', 'sql_error'],
  ['sql_query', `SELECT ${'1+('.repeat(3_000)}1${')'.repeat(3_000)}`, 'sql_error'],
];

describe('attacks on an SQL world', () => {
  it.each(forbidden.map(([tool, sql, type]) => ({ name: `${tool} ${sql.slice(0, 60)}`, tool, sql, type })))(
    'refuses $name',
    async ({ tool, sql, type }) => {
      const { observation, stateDigest } = await world.call(tool, { sql });
      expect(observation.error?.type).toBe(type);
      expect(stateDigest).toBe(digest);
      const alive = await world.call('sql_query', { sql: 'SELECT count(*) FROM book' });
      expect(alive.observation.data).toMatchObject({ rows: [[3]] });
    },
  );

  it.each([
    'random()',
    'randomblob(1)',
    'sqlite_version()',
    'sqlite_source_id()',
    "sqlite_log(1, 'x')",
    'total_changes()',
    'last_insert_rowid()',
  ])('refuses %s, which a replay could answer otherwise', async (call) => {
    for (const sql of [`SELECT ${call}`, `SELECT title FROM book WHERE price < ${call}`]) {
      const { error } = (await world.call('sql_query', { sql })).observation;
      expect({ sql, type: error?.type }).toEqual({ sql, type: 'not_allowed' });
    }
  });

  it.each([
    'id INTEGER PRIMARY KEY); CREATE TABLE other (id INTEGER',
    'id INTEGER PRIMARY KEY) STRICT; WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n --',
  ])('takes no further statement for columns: %s', async (columns) => {
    const content = { tables: [{ name: 'pot', columns, rows: [] }] };
    const refused = {
      code: 'environments/invalid_sql_content',
      message: expect.stringContaining('columns of pot'),
    };
    await expect(createSqlEnvironment({ content })).rejects.toMatchObject(refused);
    await expect(readSqlSchema({ content })).rejects.toMatchObject(refused);
  });

  it("refuses to write SQLite's own tables, which SQLite itself would let happen", async () => {
    const columns = 'id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT';
    const counting = await createSqlEnvironment({
      content: { tables: [{ name: 'visit', columns, rows: [[5, 'first']] }] },
    });
    await using visits = await counting.open({ seed: 0 });
    for (const sql of [
      'UPDATE sqlite_sequence SET seq = 900',
      'DELETE FROM Sqlite_Sequence',
      "INSERT INTO sqlite_sequence VALUES ('visit', 900)",
    ]) {
      const { observation } = await visits.call('sql_execute', { sql });
      expect(observation.error).toMatchObject({
        type: 'not_allowed',
        message: expect.stringMatching(/belongs to SQLite/),
      });
    }
    await visits.call('sql_execute', { sql: "INSERT INTO visit (name) VALUES ('next')" });
    expect([...visits.state().keys()]).toEqual(['visit/5', 'visit/6']);
  });

  it('ends a statement that does much in few steps', async () => {
    const slow = await createSqlEnvironment({
      content: shopContent,
      limits: { maxSeconds: 0.05, maxSteps: 1_000_000_000 },
    });
    await using busy = await slow.open({ seed: 0 });
    const { observation } = await busy.call('sql_query', {
      sql: 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n',
    });
    expect(observation.error).toEqual({
      type: 'limit',
      message: 'the statement takes more than 0.05 seconds',
    });
    expect((await busy.call('sql_query', { sql: 'SELECT 1' })).observation.status).toBe('ok');
  });

  it('gives rows with odd keys facts of their own', async () => {
    const columns = 'a TEXT, b TEXT, PRIMARY KEY (a, b)';
    const odd = await createSqlEnvironment({
      content: {
        tables: [
          { name: 'pair', columns, rows: [['1,2', '3']] },
          { name: 'loose', columns: 'a TEXT', rows: [['x'], ['x']] },
        ],
      },
    });
    await using pairs = await odd.open({ seed: 0 });
    await pairs.call('sql_execute', {
      sql: "INSERT INTO pair VALUES ('1', '2,3'), ('#', '\\\\')",
    });
    expect([...pairs.state().keys()].sort()).toEqual([
      'loose/#1',
      'loose/#2',
      'pair/1,2\\,3',
      'pair/1\\,2,3',
      'pair/\\#,\\\\\\\\',
    ]);
  });

  it('opens a database that is only read so that SQLite itself writes nothing', async () => {
    const sqlite = await loadSqlite();
    const image = buildDatabaseImage(sqlite, shopContent.tables);
    const database = openDatabaseImage(sqlite, image, defaultSqlLimits, false);
    expect(() => database.exec('DELETE FROM book')).toThrow(/readonly/);
    database.close();
  });

  it('stands a statement that wants all memory', async () => {
    const { observation } = await world.call('sql_query', {
      sql: 'WITH RECURSIVE n(x) AS (SELECT zeroblob(90000) UNION ALL SELECT x FROM n LIMIT 20000) SELECT * FROM n ORDER BY x',
    });
    expect(observation.status).toBe('error');
    expect((await world.call('sql_query', { sql: 'SELECT 1' })).observation.status).toBe('ok');
  });
});
