import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { World } from '../environment.js';
import { describeEnvironment } from '../testing/describe-environment.fixture.js';
import { worldStateDigest } from '../world-state.js';
import { createSqlEnvironment } from './sql-environment.js';
import { sqliteBytes, writeSqliteFile } from './sqlite-file.fixture.js';

const folder = await mkdtemp(join(tmpdir(), 'mettle-sql-file-'));
afterAll(() => rm(folder, { recursive: true }));

const LIBRARY = `
  CREATE TABLE "Lent Out" (id INTEGER PRIMARY KEY AUTOINCREMENT, "order" varchar(20) NOT NULL, reader int,
    since datetime DEFAULT CURRENT_TIMESTAMP, FOREIGN KEY (reader) REFERENCES Reader ("Id"));
  CREATE TABLE Reader ("Id" INTEGER NOT NULL PRIMARY KEY, "select" NVARCHAR(40), guide INTEGER REFERENCES Reader,
    fee NUMERIC(10,2) DEFAULT 2.5, card BLOB);
  CREATE TABLE log (what TEXT);
  CREATE TABLE tag (k PRIMARY KEY) WITHOUT ROWID;
  CREATE VIEW late AS SELECT r."select" AS name, date('now') AS today FROM "Lent Out" l JOIN Reader r ON r."Id" = l.reader;
  CREATE VIEW lost AS SELECT * FROM gone;
  CREATE TRIGGER on_lend AFTER INSERT ON "Lent Out" BEGIN INSERT INTO log VALUES ('lent ' || new."order"); END;
  CREATE TRIGGER through INSTEAD OF INSERT ON late BEGIN INSERT INTO Reader ("Id", "select") VALUES (99, new.name); END;
  CREATE VIRTUAL TABLE words USING fts5(text);
  INSERT INTO Reader VALUES (1, 'Ada', 2, 9.99, x'00ff'), (2, 'Grace', 1, 3, NULL);
  INSERT INTO "Lent Out" ("order", reader) VALUES ('A-1', 1);
  INSERT INTO tag VALUES (1), ('1');
`;
const path = join(folder, 'library.sqlite');
await writeSqliteFile(path, LIBRARY);
const query = (sql: string) => ({ tool: 'sql_query', arguments: { sql } });
const execute = (sql: string) => ({ tool: 'sql_execute', arguments: { sql } });
const rows = async (world: World, sql: string) =>
  (await world.call('sql_query', { sql })).observation.data as { rows: unknown };

describeEnvironment('an SQL world from a file', {
  create: () => createSqlEnvironment({ database: path }),
  reads: [query('SELECT * FROM late'), query('SELECT count(*) FROM "Lent Out"')],
  writes: [
    execute(`INSERT INTO "Lent Out" ("order", reader) VALUES ('A-2', 2)`),
    execute(`INSERT INTO late (name) VALUES ('Mary')`),
    execute('UPDATE Reader SET fee = fee + 1'),
  ],
  failing: execute('UPDATE Reader SET guide = 77'),
  hostProbes: ({ file, folder: place }) => [
    execute(`ATTACH DATABASE '${place}/new.db' AS other`),
    query(`SELECT readfile('${file}')`),
  ],
});

describe('an SQL world from a file', () => {
  it('begins with its tables, whatever their names, types and references, and offers its views', async () => {
    const environment = await createSqlEnvironment({ database: path });
    await using world = await environment.open({ seed: 0 });
    expect(Object.fromEntries(world.state())).toEqual({
      'Lent Out/1': { id: 1, order: 'A-1', reader: 1, since: '2000-01-01 00:00:00' },
      'Reader/1': { Id: 1, select: 'Ada', guide: 2, fee: 9.99, card: { hex: '00ff' } },
      'Reader/2': { Id: 2, select: 'Grace', guide: 1, fee: 3, card: null },
      'log/#1': { what: 'lent A-1' },
      'tag/1': { k: 1 },
      'tag/"1"': { k: '1' },
    });
    expect(await rows(world, 'SELECT * FROM late')).toMatchObject({ rows: [['Ada', '2000-01-01']] });
    expect(environment.tools[0]?.description).toContain('CREATE VIEW late AS');
  });

  it('leaves out by name what it can not follow, and plays with the rest', async () => {
    const { leftOut, tools } = await createSqlEnvironment({ database: path });
    expect(leftOut.map(({ name }) => name)).toEqual([
      'view lost',
      'table words',
      ...['data', 'idx', 'content', 'docsize', 'config'].map((part) => `table words_${part}`),
    ]);
    expect(leftOut[0]?.reason).toContain('gone');
    expect(tools[0]?.description).not.toContain('fts5');
  });

  it('reports what triggers write, also those in place of a write to a view', async () => {
    const { open } = await createSqlEnvironment({ database: path });
    await using world = await open({ seed: 0 });
    const names = async (sql: string) =>
      (await world.call('sql_execute', { sql })).changes.map(({ name }) => name);
    expect(await names(`INSERT INTO "Lent Out" ("order") VALUES ('B')`)).toEqual(['Lent Out/2', 'log/#2']);
    expect(await names(`INSERT INTO late (name) VALUES ('Mary')`)).toEqual(['Reader/99']);
  });

  it('never writes the file, takes one with a write-ahead log, and knows it again by its hash', async () => {
    const before = await readFile(path);
    const environment = await createSqlEnvironment({ database: path });
    await using world = await environment.open({ seed: 0 });
    await world.call('sql_execute', { sql: 'DELETE FROM log' });
    expect((await readFile(path)).equals(before)).toBe(true);
    const logged = join(folder, 'logged.sqlite');
    await writeFile(logged, Uint8Array.from(before).fill(2, 18, 20));
    expect((await createSqlEnvironment({ database: logged })).leftOut).toEqual(environment.leftOut);
    const sha256 = 'a'.repeat(64);
    await expect(createSqlEnvironment({ database: path, sha256 })).rejects.toMatchObject({
      code: 'environments/invalid_sql_content',
      message: expect.stringContaining(`not ${sha256}`),
    });
  });

  it('has the tables of its content beside those of the file', async () => {
    const content = { tables: [{ name: 'rule', columns: 'code TEXT PRIMARY KEY', rows: [['R-1']] }] };
    const { open } = await createSqlEnvironment({ database: path, content });
    await using world = await open({ seed: 0 });
    expect([...world.state().keys()]).toContain('rule/R-1');
    expect([...world.state().keys()]).toContain('Reader/1');
  });

  it('reads values that are longer than an agent may have, and says that they are too long', async () => {
    const long = join(folder, 'long.sqlite');
    await writeSqliteFile(
      long,
      'CREATE TABLE t (id INTEGER PRIMARY KEY, b BLOB); INSERT INTO t VALUES (1, zeroblob(200000))',
    );
    const { open } = await createSqlEnvironment({ database: long });
    await using world = await open({ seed: 0 });
    expect(world.state().get('t/1')).toEqual({ id: 1, b: { hex: '00'.repeat(200_000) } });
    const { observation } = await world.call('sql_query', { sql: 'SELECT b FROM t' });
    expect(observation.error?.message).toContain('too big');
  });
});

it('keeps the state of a large database by what changes in it', async () => {
  const large = join(folder, 'large.sqlite');
  await writeSqliteFile(
    large,
    `CREATE TABLE big (id INTEGER PRIMARY KEY, n INTEGER); CREATE TABLE small (id INTEGER PRIMARY KEY, big REFERENCES big ON DELETE CASCADE);
     WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 12000) INSERT INTO big SELECT i, i % 5 FROM c;
     INSERT INTO small VALUES (1, 7)`,
  );
  const { open } = await createSqlEnvironment({ database: large });
  await using world = await open({ seed: 0 });
  const first = world.stateDigest();
  for (const [sql, count] of [
    ['UPDATE big SET n = 9 WHERE id = 7', 1],
    ['DELETE FROM big WHERE id = 7', 2],
    ['UPDATE big SET n = n + 1 WHERE id <= 1500', 1499],
    ['DELETE FROM big WHERE n = 0', 2100],
    ['INSERT INTO big VALUES (7, 2), (99999, 1)', 2],
  ] as const) {
    const { changes, stateDigest } = await world.call('sql_execute', { sql });
    expect([sql, changes.length]).toEqual([sql, count]);
    expect(stateDigest).toBe(worldStateDigest(new Map(world.state())));
  }
  await world.reset(0);
  expect(world.stateDigest()).toBe(first);
});

describe('rows of a file', () => {
  let files = 0;
  const openSql = async (sql: string, limits = {}) => {
    files++;
    const file = join(folder, `rows-${files}.sqlite`);
    await writeSqliteFile(file, sql);
    return createSqlEnvironment({ database: file, limits });
  };

  it.each(['TEXT', 'BLOB', '', 'INT', 'NUMERIC', 'REAL'])(
    'have another name each with a key of type "%s"',
    async (type) => {
      const values = `1, '1', x'31', 'x''31''', '#1', '\\', 'Infinity', 9e999, '9e999', 9007199254740993, '9007199254740993', 1152921504606846976.0,
      1152921504606847000, 'null', '', CAST(x'ff' AS TEXT), '\\x''ff''', 'x''ff'''`;
      const inserts = values.split(',').map((value) => `INSERT OR IGNORE INTO k VALUES (${value})`);
      const { open } = await openSql(
        `CREATE TABLE k (a ${type} PRIMARY KEY) WITHOUT ROWID; ${inserts.join(';')}`,
      );
      await using world = await open({ seed: 0 });
      expect(await rows(world, 'SELECT count(*) FROM k')).toMatchObject({ rows: [[world.state().size]] });
      const names = [...world.state().keys()].sort();
      const { changes } = await world.call('sql_execute', { sql: 'DELETE FROM k' });
      expect(changes.map(({ name }) => name).sort()).toEqual(names);
    },
  );

  it('are followed by numbers beyond 2^53', async () => {
    const { open } = await openSql(
      'CREATE TABLE t (a); INSERT INTO t (rowid, a) VALUES (9007199254740993, 1), (9007199254740992, 2)',
    );
    await using world = await open({ seed: 0 });
    const { changes } = await world.call('sql_execute', { sql: 'UPDATE t SET a = 3 WHERE a = 1' });
    expect(changes).toEqual([{ name: 't/#9007199254740993', before: { a: 1 }, after: { a: 3 } }]);
  });

  it('are left out where they have no name, or where the next would be random', async () => {
    const { open, leftOut } = await openSql(
      `CREATE TABLE "oid" (rowid, _rowid_); INSERT INTO "oid" VALUES (1, 1), (1, 1); CREATE TABLE lost (rowid, OID, "_ROWID_");
      CREATE TABLE last (a); INSERT INTO last (rowid, a) VALUES (9223372036854775807, 1)`,
    );
    await using world = await open({ seed: 0 });
    expect([...world.state().keys()]).toEqual(['oid/#1', 'oid/#2']);
    expect(leftOut.map(({ name }) => name)).toEqual(['table lost', 'table last']);
  });

  it('get no defaults from what the connection did before', async () => {
    const { open } = await openSql(
      'CREATE TABLE t (a, b DEFAULT (changes()), c DEFAULT (last_insert_rowid()))',
    );
    await using world = await open({ seed: 0 });
    const { observation } = await world.call('sql_execute', { sql: 'INSERT INTO t (a) VALUES (1)' });
    expect(observation.error?.message).toContain('a replay has to give the same');
  });

  it('are left out by table where what they compute or repeat takes more than the limits', async () => {
    const columns = Array.from(
      { length: 1_000 },
      (_, index) => `ALTER TABLE repeated ADD COLUMN c${index} DEFAULT 1`,
    );
    const { open, leftOut } = await openSql(
      `CREATE TABLE long (a, b AS (zeroblob(500000000))); INSERT INTO long VALUES (1); CREATE TABLE repeated (a); CREATE TABLE plain (a);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) INSERT INTO repeated SELECT i FROM n;
      INSERT INTO plain VALUES (1); ${columns.join(';')}`,
      { maxDatabaseBytes: 300_000 },
    );
    await using world = await open({ seed: 0 });
    expect(Object.fromEntries(world.state())).toEqual({ 'plain/#1': { a: 1 } });
    expect(leftOut).toEqual([
      { name: 'table long', reason: expect.stringContaining('too big') },
      { name: 'table repeated', reason: expect.stringContaining('more than 300000 bytes') },
    ]);
  });

  it('may be longer than an agent may have beside checks that look at them, and need not meet these', async () => {
    const { open } = await openSql(
      `CREATE TABLE t (id INTEGER PRIMARY KEY, j TEXT CHECK (json_valid(j) AND length(j) > 5));
      INSERT INTO t VALUES (1, json_array(hex(zeroblob(100000)))); PRAGMA ignore_check_constraints = ON; INSERT INTO t VALUES (2, '')`,
    );
    await using world = await open({ seed: 0 });
    expect(world.state().size).toBe(2);
  });
});

it('shows triggers whatever the case of their table, and knows a long schema by all of it', async () => {
  const file = join(folder, 'triggers.sqlite');
  await writeSqliteFile(
    file,
    'CREATE TABLE Foo (a); CREATE TRIGGER seen AFTER INSERT ON foo BEGIN SELECT 1; END',
  );
  const { tools } = await createSqlEnvironment({ database: file });
  expect(tools[0]?.description).toContain('CREATE TRIGGER seen');
  const columns = (last: number): string =>
    `id INTEGER PRIMARY KEY, n INTEGER CHECK (n > 0 /* ${'x'.repeat(31_000)} */ AND n < ${last})`;
  const of = (last: number) =>
    createSqlEnvironment({ content: { tables: [{ name: 't', columns: columns(last), rows: [] }] } });
  expect((await of(8)).fingerprint).toBe((await of(8)).fingerprint);
  expect((await of(8)).fingerprint).not.toBe((await of(9)).fingerprint);
});

describe('a file that is no database', () => {
  const open = async (name: string, bytes: Uint8Array | string, options = {}) => {
    const file = join(folder, name);
    await writeFile(file, bytes);
    return createSqlEnvironment({ database: file, ...options });
  };
  const code = 'environments/invalid_sql_content';

  it('is refused with its name: missing, a folder, text, cut off, with changes in a log beside it', async () => {
    const whole = await readFile(path);
    await expect(createSqlEnvironment({ database: join(folder, 'none') })).rejects.toMatchObject({ code });
    await expect(createSqlEnvironment({ database: '/dev/null' })).rejects.toThrow(/is no file/);
    await expect(open('text.db', 'hello')).rejects.toThrow(
      /text\.db is no SQLite database, and no SQL dump with a table/,
    );
    await expect(open('cut.db', whole.subarray(0, 9_000))).rejects.toMatchObject({ code });
    await expect(open('head.db', whole.subarray(0, 40))).rejects.toMatchObject({ code });
    await writeFile(join(folder, 'busy.db-wal'), 'x');
    await expect(open('busy.db', whole)).rejects.toThrow(/busy\.db-wal holds changes/);
    await writeFile(join(folder, 'torn.db-journal'), Buffer.from('d9d505f920a163d7', 'hex'));
    await expect(open('torn.db', whole)).rejects.toThrow(/torn\.db-journal takes back changes/);
    await writeFile(join(folder, 'torn.db-journal'), Buffer.alloc(512));
    expect((await open('torn.db', whole)).leftOut.length).toBeGreaterThan(0);
    await expect(open('short.db', whole.subarray(0, 16))).rejects.toThrow(/short\.db ends in its header/);
    await expect(createSqlEnvironment({})).rejects.toMatchObject({ code: 'core/invalid_option' });
  });

  it('is refused if it is larger than a world may grow', async () => {
    const limits = { maxDatabaseBytes: 8_192 };
    await expect(open('large.db', await readFile(path), { limits })).rejects.toMatchObject({
      code: 'environments/too_large',
    });
  });

  it('is refused, or opens as a world that works, whichever of its pages is overwritten', async () => {
    const whole = await sqliteBytes(
      `${LIBRARY} WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
       INSERT INTO Reader ("Id", "select") SELECT i, 'name ' || i FROM n`,
    );
    let refused = 0;
    for (let at = 100; at < whole.length; at += 2003) {
      const broken = Uint8Array.from(whole).fill(0xa5, at, at + 24);
      try {
        const { open: openWorld } = await open('broken.db', broken);
        await using world = await openWorld({ seed: 0 });
        await world.call('sql_execute', { sql: 'UPDATE Reader SET fee = 1' });
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^environments\//) });
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(5);
  });

  it('can not make a statement go on without end by its views and triggers', async () => {
    const sql = `
      CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1);
      CREATE TABLE n (a INTEGER);
      CREATE VIEW endless AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) AS n FROM c;
      CREATE TRIGGER slow AFTER INSERT ON t BEGIN INSERT INTO n SELECT n FROM endless; END;
      CREATE TRIGGER again AFTER DELETE ON t BEGIN INSERT INTO n VALUES (1); END;
      CREATE TRIGGER deep AFTER UPDATE ON t BEGIN UPDATE t SET a = a + 1; END;`;
    const { open: openWorld } = await open(
      'endless.db',
      await sqliteBytes(`${sql} PRAGMA user_version = 1`),
      {
        limits: { maxSteps: 100_000 },
      },
    );
    await using world = await openWorld({ seed: 0 });
    for (const [tool, statement] of [
      ['sql_query', 'SELECT * FROM endless'],
      ['sql_execute', 'INSERT INTO t VALUES (2)'],
    ] as const) {
      const { observation } = await world.call(tool, { sql: statement });
      expect([statement, observation.error?.type]).toEqual([statement, 'limit']);
    }
    expect((await world.call('sql_execute', { sql: 'DELETE FROM t' })).changes).toHaveLength(2);
  });
});
