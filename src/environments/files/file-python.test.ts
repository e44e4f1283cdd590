import { describe, expect } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { sharedEngine } from '../../sandbox/index.js';
import { unless } from '../../testing/unless.fixture.js';
import type { World } from '../environment.js';
import { createFileEnvironment } from './file-environment.js';

const subjects = await Promise.all(
  (['cpython', 'monty'] as const).map(async (engine) => {
    const { available, reason } = await sharedEngine(engine).probe();
    return { engine, skipped: available ? '' : reason };
  }),
);

const COUNT = `
with open('count.txt') as f:
    seen = int(f.read())
with open('count.txt', 'w') as f:
    f.write(str(seen + 1))
history.append(seen)
history
`;

async function python(world: World, code: string) {
  const { observation, changes } = await world.call('run_python_code', { code });
  return { value: (observation.data as JsonObject).value, error: observation.error, changes };
}

describe.each(subjects)('Python in a file world on $engine', ({ engine, skipped }) => {
  const make = () => createFileEnvironment({ files: { 'count.txt': '0' }, python: { engine } });

  unless(skipped).it('reads and writes the files, which tools and state show', async () => {
    await using world = await (await make()).open({ seed: 0 });
    await python(world, 'history = []');
    expect(await python(world, COUNT)).toMatchObject({
      value: [0],
      changes: [{ name: 'files/count.txt', before: { text: '0' }, after: { text: '1' } }],
    });
    await world.call('write_file', { path: 'count.txt', content: '10' });
    expect((await python(world, COUNT)).value).toEqual([0, 10]);
    expect((await python(world, '1 / 0')).error).toEqual({
      type: 'ZeroDivisionError',
      message: expect.any(String),
    });
    const file = await world.call('run_python_file', { path: 'none.py' });
    expect(file.observation.error).toEqual({ type: 'file_error', message: 'file not found: none.py' });
  });

  unless(skipped).it(
    'has exact branches: the namespace as it was, and no effect of a run twice',
    async () => {
      await using world = await (await make()).open({ seed: 0 });
      await python(world, 'import random\nhistory = []\nfirst = random.random()');
      await python(world, COUNT);
      await world.call('write_file', { path: 'count.txt', content: '5' });
      await python(world, COUNT);
      await world.call('write_file', { path: 'count.txt', content: '100' });
      await using branch = await world.fork();
      await python(world, 'history.append("of the world")');
      await world.call('write_file', { path: 'count.txt', content: 'of the world' });
      expect(branch.state()).toEqual(new Map([['files/count.txt', { text: '100' }]]));
      const { value, changes } = await python(branch, COUNT);
      expect(value).toEqual([0, 5, 100]);
      expect(changes).toEqual([{ name: 'files/count.txt', before: { text: '100' }, after: { text: '101' } }]);
      const next = '[first, random.random()]';
      expect((await python(branch, next)).value).toEqual((await python(world, next)).value);
      await using twice = await branch.fork();
      expect((await python(twice, 'history')).value).toEqual([0, 5, 100]);
      expect((await python(world, 'history')).value).toEqual([0, 5, 'of the world']);
    },
  );

  unless(skipped).it('leaves chance to the seed of the world', async () => {
    const environment = await make();
    const draw = async (seed: number) => {
      await using world = await environment.open({ seed });
      return (await python(world, 'import random\nrandom.random()')).value;
    };
    const [one, again, other] = [await draw(1), await draw(1), await draw(2)];
    expect(again).toBe(one);
    expect(other).not.toBe(one);
  });
});
