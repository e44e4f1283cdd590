import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Environment, World } from '../environment.js';
import { shopContent } from '../shop.fixture.js';
import { worldStateDigest } from '../world-state.js';
import { createSqlEnvironment } from './sql-environment.js';

let environment: Environment;
const worlds: World[] = [];

async function open(): Promise<World> {
  const world = await environment.open({ seed: 0 });
  worlds.push(world);
  return world;
}

beforeAll(async () => {
  environment = await createSqlEnvironment({ content: shopContent });
});
afterAll(async () => {
  for (const world of worlds) await world.close();
});

describe('an SQL world', () => {
  it('answers a query with exact data and readable lines', async () => {
    const world = await open();
    const { observation, changes } = await world.call('sql_query', {
      sql: 'SELECT name, born FROM author ORDER BY id',
    });
    expect(observation.status).toBe('ok');
    expect(observation.data).toEqual({
      columns: ['name', 'born'],
      rows: [
        ['Ursula', 1929],
        ['Stanisław', 1921],
        ["O'Brian", null],
      ],
      truncated: false,
      changed_rows: 0,
    });
    expect(observation.content.split('\n')[1]).toBe('["Ursula",1929]');
    expect(changes).toEqual([]);
  });

  it('keeps 64-bit integers and blobs exact', async () => {
    const { observation } = await (await open()).call('sql_query', {
      sql: "SELECT 9007199254740993, x'00ff', 0.1",
    });
    expect(observation.data).toMatchObject({ rows: [['9007199254740993', { hex: '00ff' }, 0.1]] });
  });

  it('tells infinities as text, which JSON has no number for', async () => {
    const { observation } = await (await open()).call('sql_query', { sql: 'SELECT 9e999, -9e999' });
    expect(observation.data).toMatchObject({ rows: [['Infinity', '-Infinity']] });
  });

  it('counts rows in words, each write for itself', async () => {
    const world = await open();
    const say = async (tool: string, sql: string) =>
      (await world.call(tool, { sql })).observation.content.split('\n').at(-1);
    expect(await say('sql_execute', 'UPDATE book SET price = price + 1 WHERE author = 1')).toBe(
      '2 rows changed',
    );
    expect(await say('sql_execute', 'DELETE FROM book WHERE author = 2')).toBe('1 row changed');
    expect(await say('sql_execute', 'DELETE FROM book WHERE author = 2')).toBe('0 rows changed');
    expect(await say('sql_query', 'SELECT title FROM book')).toBe('(2 rows)');
    expect(await say('sql_query', "SELECT title FROM book WHERE title = 'Tehanu'")).toBe('(1 row)');
  });

  it('names a row by its key in the order of the key', async () => {
    const columns = 'a INTEGER, b INTEGER, c INTEGER, PRIMARY KEY (c, a)';
    const { open: openWorld } = await createSqlEnvironment({
      content: { tables: [{ name: 't', columns, rows: [[1, 2, 3]] }] },
    });
    await using world = await openWorld({ seed: 0 });
    expect([...world.state().keys()]).toEqual(['t/3,1']);
  });

  it('only reads where it is asked to', async () => {
    const readable = await createSqlEnvironment({ content: shopContent, writable: false });
    expect(readable.tools.map(({ name }) => name)).toEqual(['sql_query']);
    expect(readable.fingerprint).not.toBe(environment.fingerprint);
    await using world = await readable.open({ seed: 0 });
    const { observation } = await world.call('sql_execute', { sql: 'DELETE FROM book' });
    expect(observation.error).toMatchObject({
      type: 'unknown_tool',
      message: expect.stringContaining('sql_query'),
    });
  });

  it('says what each tool is for, and which tool changes rows', async () => {
    const [query, execute] = environment.tools;
    expect(query?.description).toContain(
      'Runs one SELECT on a SQLite database and answers with its rows. The schema:\nCREATE TABLE',
    );
    expect(execute).toMatchObject({
      name: 'sql_execute',
      description: expect.stringContaining('Runs one INSERT, UPDATE or DELETE'),
    });
    await using world = await environment.open({ seed: 0 });
    const { observation } = await world.call('sql_query', { sql: 'DELETE FROM book' });
    expect(observation.error).toEqual({
      type: 'not_allowed',
      message: 'this tool only reads; use sql_execute to change rows',
    });
  });

  it('takes a statement, and gives a result, of exactly the greatest size', async () => {
    const limits = { maxStatementBytes: 20, maxResultChars: 10 };
    const small = await createSqlEnvironment({ content: shopContent, limits });
    await using world = await small.open({ seed: 0 });
    const type = async (sql: string) => (await world.call('sql_query', { sql })).observation.error?.type;
    expect(await type("SELECT '0123456789'".padEnd(20))).toBeUndefined();
    expect(await type("SELECT '0123456789'".padEnd(21))).toBe('limit');
    expect(await type("SELECT 'ééééé'".padEnd(15))).toBeUndefined();
    expect(await type("SELECT 'ééééé'".padEnd(16))).toBe('limit');
    expect(await type("SELECT '0123456789x'")).toBe('limit');
    expect(await type("SELECT 1, '12'")).toBeUndefined();
    expect(await type("SELECT 1, '123'")).toBe('limit');
    expect(await type('SELECT 1, NULL')).toBe('limit');
  });

  it('grows to its limit and no further', async () => {
    const small = await createSqlEnvironment({ content: shopContent, limits: { maxDatabaseBytes: 40_000 } });
    await using world = await small.open({ seed: 0 });
    const insert = (id: number) =>
      world.call('sql_execute', { sql: `INSERT INTO author VALUES (${id}, hex(zeroblob(4000)), 1)` });
    expect((await insert(10)).observation.status).toBe('ok');
    const answers = [];
    for (let id = 11; id < 20; id++) answers.push((await insert(id)).observation);
    expect(answers.at(-1)?.error).toMatchObject({
      type: 'sql_error',
      message: expect.stringContaining('full'),
    });
  });

  it('reports what a write changed, row by row, and gives the state a new digest', async () => {
    const world = await open();
    const before = world.stateDigest();
    const result = await world.call('sql_execute', {
      sql: "UPDATE book SET price = 10 WHERE title = 'Solaris'",
    });
    expect(result.observation.content).toBe('1 row changed');
    expect(result.changes).toEqual([
      {
        name: 'book/2,Solaris',
        before: { author: 2, title: 'Solaris', price: 8 },
        after: { author: 2, title: 'Solaris', price: 10 },
      },
    ]);
    expect(result.stateDigest).not.toBe(before);
    expect(worldStateDigest(world.state())).toBe(result.stateDigest);
    const undo = await world.call('sql_execute', {
      sql: "UPDATE book SET price = 8 WHERE title = 'Solaris'",
    });
    expect(undo.stateDigest).toBe(before);
  });

  it('proposes statements on the tables that a prompt names', async () => {
    const sample = (tool: string, prompt: string) => environment.sampleArguments(tool, { prompt, seed: 3 });
    expect(sample('sql_query', 'How many books are there?')).toEqual({ sql: 'SELECT count(*) FROM "book"' });
    expect(sample('sql_query', 'The name of each author')).toEqual({
      sql: 'SELECT "name" FROM "author" LIMIT 10',
    });
    expect(sample('sql_execute', 'Change a book')?.sql).toMatch(/^UPDATE "book" SET ("\w+") = \1$/);
  });

  it('is fresh each time and never sees another world', async () => {
    const [left, right] = [await open(), await open()];
    await left.call('sql_execute', { sql: 'DELETE FROM book' });
    const { observation } = await right.call('sql_query', { sql: 'SELECT count(*) FROM book' });
    expect(observation.data).toMatchObject({ rows: [[3]] });
    expect((await open()).stateDigest()).toBe(right.stateDigest());
  });

  it('keeps more branches than SQLite has memory for at a time', async () => {
    const root = await open();
    const branches: World[] = [];
    for (let count = 0; count < 450; count++) branches.push(await root.fork());
    for (const [count, branch] of branches.entries()) {
      const sql = `UPDATE book SET price = ${count} WHERE title = 'Tehanu'`;
      expect((await branch.call('sql_execute', { sql })).observation.error).toBeNull();
    }
    for (const [count, branch] of branches.entries()) {
      const sql = "SELECT price FROM book WHERE title = 'Tehanu'";
      expect((await branch.call('sql_query', { sql })).observation.data).toMatchObject({ rows: [[count]] });
      await branch.close();
    }
  });

  it('undoes the whole of a write that fails half way', async () => {
    const world = await open();
    const { observation, changes } = await world.call('sql_execute', {
      sql: "INSERT INTO book SELECT 3, 'New', 1 UNION ALL SELECT 1, 'Tehanu', 1",
    });
    expect(observation.error).toEqual({
      type: 'sql_error',
      message: 'UNIQUE constraint failed: book.author, book.title',
    });
    expect(changes).toEqual([]);
  });

  it('reports what the actions of foreign keys change, and what a failing OR FAIL leaves', async () => {
    const family = await createSqlEnvironment({
      content: {
        tables: [
          { name: 'parent', columns: 'id INTEGER PRIMARY KEY', rows: [[1], [2]] },
          {
            name: 'Child',
            columns:
              'id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parent (id) ON DELETE CASCADE ON UPDATE SET NULL',
            rows: [
              [1, 1],
              [2, 2],
            ],
          },
          { name: 'other', columns: 'id INTEGER PRIMARY KEY', rows: [[7]] },
        ],
      },
    });
    const world = await family.open({ seed: 0 });
    const names = async (sql: string) =>
      (await world.call('sql_execute', { sql })).changes.map(({ name }) => name);
    expect(await names('DELETE FROM parent WHERE id = 1')).toEqual(['Child/1', 'parent/1']);
    expect(await names('UPDATE parent SET id = 5 WHERE id = 2')).toEqual(['Child/2', 'parent/2', 'parent/5']);
    expect(await names('INSERT OR FAIL INTO other SELECT 6 UNION ALL SELECT 7')).toEqual(['other/6']);
    expect(await names('DELETE FROM OTHER')).toEqual(['other/6', 'other/7']);
    expect(worldStateDigest(world.state())).toBe(world.stateDigest());
    expect([...world.state().keys()].sort()).toEqual(['Child/2', 'parent/5']);
    await world.close();
  });

  it('answers wrong calls with errors that the agent can read', async () => {
    const world = await open();
    const type = async (tool: string, argumentValues: Record<string, string | number>) =>
      (await world.call(tool, argumentValues)).observation.error?.type;
    expect(await type('sql_query', { sql: 'SELEC 1' })).toBe('sql_error');
    expect(await type('sql_query', { sql: 'SELECT nothing FROM author' })).toBe('sql_error');
    expect(await type('sql_query', { sql: '  -- nothing' })).toBe('sql_error');
    expect(await type('sql_query', { query: 'SELECT 1' })).toBe('invalid_arguments');
    expect(await type('sql_query', { sql: 1 })).toBe('invalid_arguments');
    expect(await type('python', { code: '1' })).toBe('unknown_tool');
    expect(await type('sql_execute', { sql: "INSERT INTO book VALUES (99, 'x', 1)" })).toBe('sql_error');
  });

  it('cuts rows off at the limit and says so', async () => {
    const small = await createSqlEnvironment({ content: shopContent, limits: { maxRows: 2 } });
    const world = await small.open({ seed: 0 });
    const { observation } = await world.call('sql_query', { sql: 'SELECT id FROM author' });
    expect(observation.data).toMatchObject({ rows: [[1], [2]], truncated: true });
    await world.close();
    expect(small.fingerprint).not.toBe(environment.fingerprint);
  });

  it('refuses to be used after closing', async () => {
    const world = await environment.open({ seed: 0 });
    await world.close();
    await world.close();
    await expect(world.call('sql_query', { sql: 'SELECT 1' })).rejects.toMatchObject({
      code: 'environments/world_closed',
    });
  });
});

describe('createSqlEnvironment', () => {
  it('refuses content that SQLite refuses, and limits that make no sense', async () => {
    const table = { name: 't', columns: 'a INTEGER PRIMARY KEY', rows: [['x']] };
    await expect(createSqlEnvironment({ content: { tables: [table] } })).rejects.toMatchObject({
      code: 'environments/invalid_sql_content',
    });
    await expect(
      createSqlEnvironment({ content: { tables: [{ ...table, name: 't; --' }] } }),
    ).rejects.toMatchObject({ code: 'environments/invalid_sql_content' });
    const orphan = {
      name: 'orphan',
      columns: 'id INTEGER PRIMARY KEY, author INTEGER REFERENCES author (id)',
      rows: [[1, 99]],
    };
    await expect(
      createSqlEnvironment({ content: { tables: [...shopContent.tables, orphan] } }),
    ).rejects.toMatchObject({ code: 'environments/invalid_sql_content' });
    await expect(
      createSqlEnvironment({ content: shopContent, limits: { maxRows: 0 } }),
    ).rejects.toMatchObject({ code: 'environments/invalid_limit' });
  });
});
