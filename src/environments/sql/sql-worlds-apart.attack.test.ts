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
