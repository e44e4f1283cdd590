import { describe, expect, it } from 'vitest';
import { unless } from '../testing/unless.fixture.js';
import { chooseEngine } from './choose-engine.js';
import type { EngineName } from './contract.js';
import { createSandbox, loadSandbox } from './create-sandbox.js';
import type { Engine } from './engine.js';
import { resolveEngine } from './engines.js';

/** Engines that are ready or not, and the names of those that were asked. */
function engines(readiness: Readonly<Partial<Record<EngineName, boolean>>>): {
  readonly candidates: readonly Engine[];
  readonly asked: string[];
} {
  const asked: string[] = [];
  const candidates = Object.entries(readiness).map(
    ([name, available]): Engine => ({
      name: name as EngineName,
      async probe() {
        asked.push(name);
        const reason = available ? 'ready' : `${name} is missing`;
        const isolation = { files: null, network: null, processes: null, memory: null, time: null };
        return {
          available,
          reason,
          suspend: false,
          dumpNamespace: false,
          isolation,
          modules: [],
          missing: [],
        };
      },
      openSession: () => Promise.reject(new Error('not opened here')),
      close: async () => {},
    }),
  );
  return { candidates, asked };
}

describe('chooseEngine', () => {
  it.each<[EngineName, Parameters<typeof engines>[0], readonly string[]]>([
    ['cpython', { cpython: true, docker: true, monty: true }, ['cpython']],
    ['docker', { cpython: false, docker: true, monty: true }, ['cpython', 'docker']],
    ['monty', { cpython: false, docker: false, monty: true }, ['cpython', 'docker', 'monty']],
  ])('chooses %s of %j, and asks no further', async (expected, readiness, wasAsked) => {
    const { candidates, asked } = engines(readiness);
    expect((await chooseEngine(candidates)).name).toBe(expected);
    expect(asked).toEqual(wasAsked);
  });

  it.each<[NodeJS.Platform, RegExp, RegExp]>([
    ['linux', /apt-get install python3 bubblewrap.*mettle install monty/, /Start Docker/],
    ['darwin', /Start Docker.*mettle install monty/, /bubblewrap/],
    ['win32', /Start Docker.*mettle install monty/, /bubblewrap/],
  ])('says on %s what to install when none is ready', async (platform, wanted, unwanted) => {
    const { candidates } = engines({ cpython: false, docker: false, monty: false });
    const thrown: unknown = await chooseEngine(candidates, platform).catch((error: unknown) => error);
    expect(thrown).toMatchObject({
      code: 'sandbox/no_engine',
      message: expect.stringMatching(wanted),
      details: {
        lacks: ['cpython: cpython is missing', 'docker: docker is missing', 'monty: monty is missing'],
      },
    });
    expect((thrown as Error).message).not.toMatch(unwanted);
  });
});

const auto = await resolveEngine('auto').catch(() => null);

unless(auto === null ? 'no engine runs here' : null).describe('a sandbox of engine auto', () => {
  it('is of one real engine, which results, capabilities and dumps name', async () => {
    const name = auto?.name;
    await using sandbox = await createSandbox();
    expect(await sandbox.run('x = 20\nx + 1')).toMatchObject({ value: 21, engine: name });
    expect((await sandbox.capabilities()).engine).toBe(name);
    expect(await resolveEngine('auto')).toBe(auto);
    await using copy = await loadSandbox(await sandbox.dump());
    expect(await copy.run('x')).toMatchObject({ value: 20, engine: name });
    await using fork = await sandbox.fork({ copyNamespace: true });
    expect(await fork.run('x + 2')).toMatchObject({ value: 22, engine: name });
  });
});
