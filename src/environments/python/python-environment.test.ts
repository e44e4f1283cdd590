import { describe, expect, it } from 'vitest';
import { sharedEngine } from '../../sandbox/index.js';
import { unless } from '../../testing/unless.fixture.js';
import type { World } from '../environment.js';
import { PythonSandbox } from '../index.js';
import { createPythonEnvironment } from './python-environment.js';

const subjects = await Promise.all(
  (['cpython', 'monty'] as const).map(async (engine) => {
    const { available, reason } = await sharedEngine(engine).probe();
    return { engine, skipped: available ? '' : reason };
  }),
);

async function python(world: World, code: string) {
  const { observation } = await world.call('python', { code });
  return observation;
}

describe.each(subjects)('a Python world on $engine', ({ engine, skipped }) => {
  unless(skipped).it('keeps variables and files, and has facts of both', async () => {
    const environment = await createPythonEnvironment({ engine, files: { 'in.txt': 'in' } });
    await using world = await environment.open({ seed: 0 });
    expect([...world.state().keys()]).toEqual(['files/in.txt', 'python/calls']);
    const set = await world.call('python', {
      code: "with open('out.txt', 'w') as f: f.write('out')\nx = 20",
    });
    expect(set.changes).toEqual([
      { name: 'files/out.txt', before: null, after: { text: 'out' } },
      { name: 'python/calls', before: expect.anything(), after: { count: 1, sha256: expect.any(String) } },
    ]);
    expect((await python(world, 'x + 1')).data).toMatchObject({ value: 21 });
    expect(await python(world, 'nothing')).toMatchObject({
      status: 'error',
      error: { type: 'NameError' },
      data: { line: 1 },
    });
    await world.reset(0);
    expect((await python(world, 'x')).error?.type).toBe('NameError');
  });

  unless(skipped).it('has the name that it has in AgentSynth too', async () => {
    const named = await PythonSandbox({ engine });
    expect(named.fingerprint).toBe((await createPythonEnvironment({ engine })).fingerprint);
  });

  unless(skipped).it('has a state that tells two histories apart and two equal ones not', async () => {
    const environment = await createPythonEnvironment({ engine });
    const digestAfter = async (...code: readonly string[]) => {
      await using world = await environment.open({ seed: 3 });
      for (const one of code) await python(world, one);
      return world.stateDigest();
    };
    const digest = await digestAfter('x = 1', 'import random\nprint(random.random())');
    expect(await digestAfter('x = 1', 'import random\nprint(random.random())')).toBe(digest);
    expect(await digestAfter('x = 2', 'import random\nprint(random.random())')).not.toBe(digest);
    expect(await digestAfter('x = 1')).not.toBe(digest);
  });

  unless(skipped).it('has branches with the files and the namespace, side effects once', async () => {
    const environment = await createPythonEnvironment({ engine, files: { 'log.txt': '' } });
    await using world = await environment.open({ seed: 0 });
    const log =
      "with open('log.txt') as f: text = f.read()\nwith open('log.txt', 'w') as f: f.write(text + 'x')";
    await python(world, `calls = 0\n${log}`);
    await python(world, `calls += 1\n${log}`);
    await using kept = await world.snapshot();
    await python(world, log);
    for (const _again of [1, 2]) {
      await world.restore(kept);
      expect(world.stateDigest()).toBe(kept.stateDigest);
      expect(world.state().get('files/log.txt')).toEqual({ text: 'xx' });
      expect((await python(world, '[calls, text]')).data).toMatchObject({ value: [1, 'x'] });
      await python(world, 'calls = 50');
    }
  });

  unless(skipped).it('is broken by code whose answer differs when it runs again, never wrong', async () => {
    if (engine === 'monty') return;
    const environment = await createPythonEnvironment({ engine, limits: { timeoutSeconds: 20 } });
    await using world = await environment.open({ seed: 0 });
    // The kernel's own clock is beyond a stopped clock and seeded chance.
    const made = await python(world, "import os\nopen('a', 'w').close()\nprint(os.stat('a').st_ctime_ns)");
    expect(made.status).toBe('ok');
    await using branch = await world.fork();
    await expect(branch.call('python', { code: '1' })).rejects.toMatchObject({
      code: 'environments/world_broken',
      message: expect.stringContaining('run 1 gave another answer'),
    });
    await branch.reset(0);
    expect((await python(branch, '1')).status).toBe('ok');
  });
});

const [cpython] = subjects;

unless(cpython?.skipped).describe('createPythonEnvironment', () => {
  it('says why worlds with the clock of the machine neither replay nor fork', async () => {
    const free = await createPythonEnvironment({ engine: 'cpython', deterministic: false });
    const why = 'the clock and random numbers of the machine are used (deterministic: false)';
    expect(free.capabilities).toEqual({
      fork: `a branch runs the code of the episode again, and ${why}`,
      replay: why,
    });
    await using world = await free.open({ seed: 0 });
    await expect(world.fork()).rejects.toMatchObject({ code: 'environments/cannot_fork' });
    const settled = await createPythonEnvironment({ engine: 'cpython' });
    expect(settled.capabilities).toEqual({ fork: true, replay: true });
    expect(settled.fingerprint).not.toBe(free.fingerprint);
  });

  it('refuses options that make no sense', async () => {
    for (const [options, code] of [
      [{ limits: { timeoutSeconds: -1 } }, 'core/invalid_option'],
      [{ deterministic: { now: new Date(Number.NaN) } }, 'sandbox/invalid_argument'],
      [{ packages: '/nowhere/at all' }, 'sandbox/invalid_packages'],
      [{ engine: 'pypy' as 'cpython' }, 'sandbox/no_engine'],
      [{ timeout: 3 } as object, 'core/invalid_option'],
    ] as const) {
      await expect(createPythonEnvironment(options)).rejects.toMatchObject({ code });
    }
  });
});
