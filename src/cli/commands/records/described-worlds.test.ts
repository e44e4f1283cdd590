import { expect, it } from 'vitest';
import type { JsonObject } from '../../../core/index.js';
import type { Environment } from '../../../environments/index.js';
import { DescribedWorlds } from './described-worlds.js';

/** Worlds that say which of them were opened and closed. */
function counted() {
  const opened: unknown[] = [];
  const closed: unknown[] = [];
  const worlds = new DescribedWorlds(async ({ name }: JsonObject) => {
    opened.push(name);
    if (name === 'broken') throw new Error('it does not open');
    if (name === 'unknown') return null;
    return { close: async () => void closed.push(name) } as unknown as Environment;
  });
  return { worlds, opened, closed };
}

it('opens one environment for all records that describe it alike, also at once', async () => {
  const { worlds, opened, closed } = counted();
  const [one, other] = await Promise.all([
    worlds.take({ name: 'a', b: 1 }),
    worlds.take({ b: 1, name: 'a' }),
  ]);
  expect(one.environment).toBe(other.environment);
  const apart = await worlds.take({ name: 'a', b: 2 });
  expect(apart.environment).not.toBe(one.environment);
  expect(opened).toEqual(['a', 'a']);
  await Promise.all([one, other, apart].map(({ release }) => release()));
  expect((await worlds.take({ name: 'a', b: 1 })).environment).toBe(one.environment);
  expect(closed).toEqual([]);
});

it('closes those that were used the longest ago, and none that is in use', async () => {
  const { worlds, opened, closed } = counted();
  const inUse = await worlds.take({ name: 'in use' });
  for (let index = 0; index < 18; index++) await (await worlds.take({ name: index })).release();
  expect(closed).toEqual([0, 1]);
  await (await worlds.take({ name: 2 })).release();
  await (await worlds.take({ name: 18 })).release();
  expect(closed).toEqual([0, 1, 3]);
  await (await worlds.take({ name: 0 })).release();
  expect(opened.filter((name) => name === 0)).toHaveLength(2);
  await inUse.release();
  await worlds[Symbol.asyncDispose]();
  expect([...new Set(closed)].sort()).toEqual([...new Set(opened)].sort());
  expect(closed).toHaveLength(opened.length);
});

it('gives what can not be opened to each record that describes it', async () => {
  const { worlds, opened } = counted();
  for (let count = 0; count < 2; count++) {
    await expect(worlds.take({ name: 'broken' })).rejects.toThrow('it does not open');
    const { environment, release } = await worlds.take({ name: 'unknown' });
    expect(environment).toBeNull();
    await release();
  }
  expect(opened).toEqual(['broken', 'unknown']);
  await worlds[Symbol.asyncDispose]();
});
