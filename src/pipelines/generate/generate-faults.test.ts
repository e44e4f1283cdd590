import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPythonEnvironment, type Environment } from '../../environments/index.js';
import { AgentTrajectoryGenerator, oraclePolicy, type TaskInWorld } from '../../generation/index.js';
import { readTrajectoryFile } from '../../records/index.js';
import { createMontyEngine } from '../../sandbox/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { type GenerateToFolderOptions, generateToFolder } from './generate-to-folder.js';

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'mettle-generate-faults-'));
});
afterAll(() => rm(base, { recursive: true }));
const COUNT = 6;
const monty = await createMontyEngine().probe();

/** Tasks that take two pieces of code each; `between` is called between them. */
function doublings(environment: Environment, between: (index: number) => void) {
  return async (index: number): Promise<TaskInWorld> => ({
    environment,
    seed: index,
    task: {
      id: `double-${index}`,
      category: 'python',
      prompt: `What is twice ${index + 10}?`,
      expected: { answer: { value: 2 * (index + 10), comparison: 'number' }, stateDigest: null },
      metadata: {},
    },
    oracle: {
      name: 'oracle',
      version: '1',
      play: async (_, actor) => {
        await actor.runCode(`x = ${index + 10}`);
        between(index);
        const { data } = await actor.runCode('x * 2');
        actor.answer((data as { value: number } | null)?.value ?? null);
      },
    },
  });
}

function generate(name: string, options: Pick<GenerateToFolderOptions, 'taskAt' | 'worlds' | 'resume'>) {
  return generateToFolder({
    folder: join(base, name),
    count: COUNT,
    generator: new AgentTrajectoryGenerator({
      useMock: true,
      verify: true,
      offlinePolicies: [oraclePolicy()],
    }),
    mode: 'single_agent',
    run: { seed: 0 },
    concurrency: 2,
    ...options,
  });
}

unless(monty.available ? null : monty.reason).describe('a batch whose worker processes are killed', () => {
  it('goes on with the episodes after it, says which it lost, and has them all once it is resumed', async () => {
    const engine = createMontyEngine({ maxWorkers: 2 });
    try {
      await using environment = await createPythonEnvironment({ engine });
      const worlds = [{ environment: { type: 'python' }, fingerprint: environment.fingerprint }];
      let killed = 0;
      const taskAt = doublings(environment, (index) => {
        if (index !== 2 || killed > 0) return;
        for (const pid of engine.workerPids()) {
          process.kill(pid, 'SIGKILL');
          killed += 1;
        }
      });

      const broken = await generate('killed', { taskAt, worlds, resume: false });
      expect(killed).toBeGreaterThan(0);
      expect(broken).toMatchObject({ written: COUNT, failed: [], stopReason: 'complete' });
      const file = join(base, 'killed', 'trajectories.jsonl');
      const { trajectories, skipped } = await readTrajectoryFile(file);
      expect([trajectories.length, skipped]).toEqual([COUNT, []]);
      const verdicts = trajectories.map(({ task, stopReason, outcome, verification }) => ({
        id: task.id,
        played: stopReason === 'world_error' ? 'lost' : outcome?.verdict,
        verified: verification?.verdict,
      }));
      const lost = verdicts.filter(({ played, verified }) => played !== 'pass' || verified !== 'pass');
      expect(lost).toContainEqual({ id: 'double-2', played: 'lost', verified: expect.anything() });
      // The episode beside it, or its verification, may have stood on a worker that was killed too; those that began later
      // did not.
      const [beside, ...others] = lost.filter(({ id }) => id !== 'double-2');
      expect(others).toEqual([]);
      if (beside?.played === 'pass') expect(beside.verified).toBe('error');
      else expect(beside?.played ?? 'lost').toBe('lost');

      const resumed = await generate('killed', { taskAt, worlds, resume: true });
      expect(resumed).toMatchObject({ written: lost.length, skipped: COUNT - lost.length, failed: [] });
      await generate('whole', { taskAt, worlds, resume: false });
      const linesOf = async (name: string) =>
        (await readFile(join(base, name, 'trajectories.jsonl'), 'utf8')).split('\n').sort();
      expect(await linesOf('killed')).toEqual(await linesOf('whole'));
    } finally {
      await engine.close();
    }
  });

  it('plays an episode again that could not be verified', async () => {
    const engine = createMontyEngine({ maxWorkers: 2 });
    try {
      await using environment = await createPythonEnvironment({ engine });
      const worlds = [{ environment: { type: 'python' }, fingerprint: environment.fingerprint }];
      let opened = 0;
      const once: Environment = Object.create(environment, {
        open: {
          value: (options: { readonly seed: number }) => {
            // The second world of an episode is the one that replays it.
            if (options.seed === 3) opened += 1;
            return opened === 2 && options.seed === 3
              ? Promise.reject(new Error('no world is left'))
              : environment.open(options);
          },
        },
      });
      const taskAt = doublings(once, () => undefined);
      const unverified = await generate('unverified', { taskAt, worlds, resume: false });
      expect(unverified).toMatchObject({
        written: COUNT,
        failed: [],
        summary: { refuted: 0, unverified: 1 },
      });
      const { trajectories } = await readTrajectoryFile(join(base, 'unverified', 'trajectories.jsonl'));
      expect(
        trajectories
          .filter(({ verification }) => verification?.verdict === 'error')
          .map(({ task }) => task.id),
      ).toEqual(['double-3']);
      const resumed = await generate('unverified', { taskAt, worlds, resume: true });
      expect(resumed).toMatchObject({ written: 1, skipped: COUNT - 1, failed: [] });
      expect(resumed.summary).toMatchObject({ refuted: 0, unverified: 0, verified: { rate: 1 } });
    } finally {
      await engine.close();
    }
  });
});
