import { describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox, sharedEngine } from '../sandbox/index.js';
import { unless } from '../testing/unless.fixture.js';
import { EpisodePython } from './episode-python.js';
import { reuseSandboxes } from './reuse-sandboxes.js';

const subjects = await Promise.all(
  (['cpython', 'monty'] as const).map(async (engine) => {
    const { available, reason } = await sharedEngine(engine).probe();
    return { engine, skipped: available ? '' : reason };
  }),
);

describe.each(subjects)('the Python of an episode on $engine', ({ engine, skipped }) => {
  const log =
    "with open('log.txt') as f: text = f.read()\nwith open('log.txt', 'w') as f: f.write(text + 'x')";

  unless(skipped).it('has exact branches, in names, chance and files', async () => {
    await using original = await createSandbox({ engine, deterministic: {}, files: { 'log.txt': '' } });
    await using sandboxes = reuseSandboxes(original);
    const episode = new EpisodePython(sandboxes);
    await episode.run(`import random\nfirst = random.random()\n${log}`);
    await episode.run(`calls = 1\n${log}`);
    const branch = await episode.fork();
    await episode.run(`calls = 100\n${log}`);
    const next = "f = open('log.txt').read()\n[calls, f, first, random.random()]";
    const values = (await branch.run(next)).data as { value: unknown[] };
    expect(values.value.slice(0, 2)).toEqual([1, 'xx']);
    const twin = await branch.fork();
    expect((await twin.run('calls')).data).toMatchObject({ value: 1 });
    await Promise.all([episode.close(), branch.close(), twin.close()]);
    const later = new EpisodePython(sandboxes);
    expect((await later.run("open('log.txt').read()")).data).toMatchObject({ value: '' });
    expect((await later.run('calls')).error?.type).toBe('NameError');
    await later.close();
  });
});

unless(subjects[0]?.skipped).describe('a branch that answers otherwise', () => {
  it('is broken, and its sandbox given back', async () => {
    const given: Sandbox[] = [];
    const episode = new EpisodePython({
      openSandbox: () => createSandbox({ engine: 'cpython' }),
      closeSandbox: async (sandbox) => {
        given.push(sandbox);
        await sandbox.close();
      },
    });
    await episode.run('import random\nrandom.random()');
    const branch = await episode.fork();
    await expect(branch.run('1')).rejects.toMatchObject({
      code: 'environments/world_broken',
      message: expect.stringContaining('run 1 gave another answer'),
    });
    await Promise.all([episode.close(), branch.close()]);
    expect(given).toHaveLength(2);
  });
});
