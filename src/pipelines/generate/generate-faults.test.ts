import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createPythonEnvironment, type Environment } from '../../environments/index.js';
import { createMontyEngine } from '../../sandbox/index.js';
import {
  AgentTrajectoryGenerator,
  oraclePolicy,
  readTrajectoryFile,
  type TaskInWorld,
} from '../../trajectories/index.js';
import { type GenerateToFolderOptions, generateToFolder } from './generate-to-folder.js';

const base = await mkdtemp(join(tmpdir(), 'mettle-generate-faults-'));
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

describe.skipIf(!monty.available)(
  `a batch whose worker processes are killed${monty.available ? '' : ` (skipped: ${monty.reason})`}`,
  () => {
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
        const lost = trajectories.filter(({ stopReason }) => stopReason === 'world_error');
        expect(lost.map(({ task }) => task.id)).toContain('double-2');
        // The episode beside it may have stood on a worker that was killed too; those that began later did not.
        expect(lost.length).toBeLessThanOrEqual(2);
        for (const { stopReason, outcome, verification } of trajectories) {
          const isLost = stopReason === 'world_error';
          expect([outcome?.verdict, verification?.verdict === 'pass']).toEqual([
            isLost ? 'error' : 'pass',
            !isLost,
          ]);
        }

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
  },
);
