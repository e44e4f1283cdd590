import { describe, expect, it } from 'vitest';
import type { World } from '../environment.js';
import { createSqlEnvironment } from './sql-environment.js';

async function open(columns: string): Promise<World> {
  const environment = await createSqlEnvironment({ content: { tables: [{ name: 't', columns, rows: [] }] } });
  return environment.open({ seed: 0 });
}

const execute = (world: World, sql: string) => world.call('sql_execute', { sql });

describe('what only SQLite keeps', () => {
  it('is in a branch too: numbers used up by rows that were ignored', async () => {
    await using world = await open('id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE');
    await execute(world, "INSERT INTO t (name) VALUES ('fig')");
    await using before = await world.fork();
    for (const each of [world, before]) {
      await execute(each, "INSERT OR IGNORE INTO t (name) VALUES ('fig'), ('fig')");
    }
    await using after = await world.fork();
    const next = async (each: World) =>
      (await execute(each, "INSERT INTO t (name) VALUES ('kiwi')")).stateDigest;
    const digest = await next(world);
    expect(world.state().has('t/4')).toBe(true);
    expect([await next(before), await next(after)]).toEqual([digest, digest]);
  });
});

describe('text that is not plain', () => {
  const texts = [
    "'a'",
    "'a'||char(0)",
    "'a'||char(0)||'b'",
    "char(65279)||'a'",
    'char(65533)',
    "CAST(x'ff' AS TEXT)",
    "CAST(x'fe' AS TEXT)",
    "CAST(x'f09f98' AS TEXT)",
    "'\\x''ff'''",
    "'x''ff'''",
  ];

  it('gives each row a fact, and each value one of its own', async () => {
    await using world = await open('k TEXT PRIMARY KEY, v TEXT');
    const digests = new Set<string>();
    for (const text of texts) {
      await execute(world, `INSERT INTO t VALUES (${text}, NULL)`);
      digests.add((await execute(world, `UPDATE t SET v = ${text} WHERE k = 'a'`)).stateDigest);
    }
    expect(world.state().size).toBe(texts.length);
    expect(digests.size).toBe(texts.length);
    const { observation } = await world.call('sql_query', { sql: 'SELECT DISTINCT k FROM t' });
    expect(new Set(observation.content.split('\n')).size).toBe(texts.length + 2);
    for (const text of texts) await execute(world, `DELETE FROM t WHERE k = ${text}`);
    expect([...world.state()]).toEqual([]);
  });

  it('tells bytes that are none from null', async () => {
    await using world = await open('k BLOB PRIMARY KEY, v BLOB');
    await execute(world, "INSERT INTO t VALUES (x'', NULL), (x'00', x'')");
    expect([...world.state()].sort()).toEqual([
      ["t/x''", { k: { hex: '' }, v: null }],
      ["t/x'00'", { k: { hex: '00' }, v: { hex: '' } }],
    ]);
  });
});

describe('what columns are by default', () => {
  it.each(['(random())', '(hex(randomblob(4)))'])(
    'is never %s, which differs from run to run',
    async (value) => {
      await using world = await open(`id INTEGER PRIMARY KEY, v ANY DEFAULT ${value}`);
      const { observation, changes } = await execute(world, 'INSERT INTO t (id) VALUES (1)');
      expect([observation.error?.message, changes]).toEqual([
        "values that don't follow from the data are not available: a replay has to give the same",
        [],
      ]);
    },
  );

  it.each([
    ['CURRENT_TIMESTAMP', '2000-01-01 00:00:00'],
    ["(datetime('now', 'localtime'))", '2000-01-01 00:00:00'],
    ["(1 + unixepoch('now'))", 946_684_801],
    ["(datetime('2024-07-01 10:00', 'utc'))", '2024-07-01 10:00:00'],
    ["'random()'", 'random()'],
    ['(1 + 1)', 2],
    ['NULL', null],
    ["x'00'", { hex: '00' }],
  ])('can be %s, the same in every world and time zone', async (value, stored) => {
    await using world = await open(`id INTEGER PRIMARY KEY, v ANY DEFAULT ${value}`);
    const { changes } = await execute(world, 'INSERT INTO t (id) VALUES (1)');
    expect(changes[0]?.after).toEqual({ id: 1, v: stored });
  });
});

describe('the last row number, after which SQLite draws numbers by chance', () => {
  const last = '9223372036854775807';
  it.each([
    `INSERT INTO t (id) VALUES (${last})`,
    `INSERT OR FAIL INTO t (id) VALUES (7), (${last}), (1)`,
    `INSERT INTO t (id) VALUES (${last} - 1), (NULL)`,
    `UPDATE t SET id = ${last}`,
    `UPDATE t SET rowid = ${last}`,
  ])('is not to be had by %s', async (sql) => {
    await using world = await open('id INTEGER PRIMARY KEY, v TEXT');
    const { stateDigest } = await execute(world, 'INSERT INTO t (id) VALUES (1)');
    const taken = await execute(world, sql);
    expect([taken.observation.error?.type, taken.stateDigest]).toEqual(['not_allowed', stateDigest]);
    expect((await execute(world, "INSERT INTO t (v) VALUES ('x')")).changes[0]?.name).toBe('t/2');
  });
});
