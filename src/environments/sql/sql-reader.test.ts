import { expect, it, vi } from 'vitest';
import { shopContent } from '../shop.fixture.js';
import { createSqlEnvironment } from './sql-environment.js';
import { loadSqlite } from './sqlite-library.js';

it('opens one database for all worlds that only read, and one for each that writes', async () => {
  await using environment = await createSqlEnvironment({ content: shopContent });
  const { capi } = await loadSqlite();
  const opened = vi.spyOn(capi, 'sqlite3_deserialize');
  try {
    const worlds = await Promise.all([0, 1, 2, 3].map((seed) => environment.open({ seed })));
    const read = (index: number, sql: string) => worlds[index]?.call('sql_query', { sql });
    for (const index of worlds.keys()) await read(index, 'SELECT count(*) FROM author');
    expect(opened.mock.calls.length).toBeLessThanOrEqual(1);
    await worlds[1]?.call('sql_execute', { sql: "INSERT INTO author (id, name) VALUES (77, 'New')" });
    const branch = await worlds[1]?.fork();
    const own = await read(1, 'SELECT name FROM author WHERE id = 77');
    const others = await read(2, 'SELECT name FROM author WHERE id = 77');
    const forked = await branch?.call('sql_query', { sql: 'SELECT name FROM author WHERE id = 77' });
    expect([own, others, forked].map((each) => each?.observation.data)).toMatchObject([
      { rows: [['New']] },
      { rows: [] },
      { rows: [['New']] },
    ]);
    expect(opened.mock.calls.length).toBeLessThanOrEqual(3);
    for (const world of [...worlds, branch]) await world?.close();
  } finally {
    opened.mockRestore();
  }
});

it('compiles nothing for a statement', async () => {
  await using environment = await createSqlEnvironment({ content: shopContent });
  await using world = await environment.open({ seed: 0 });
  const run = async (): Promise<void> => {
    await world.call('sql_query', { sql: 'SELECT name FROM author' });
    await world.call('sql_execute', { sql: 'UPDATE author SET born = born + 1' });
  };
  await run();
  const { WebAssembly } = globalThis as unknown as { WebAssembly: { Module: new () => object } };
  const compiled = vi.spyOn(WebAssembly, 'Module');
  try {
    await run();
    expect(compiled).not.toHaveBeenCalled();
  } finally {
    compiled.mockRestore();
  }
});
