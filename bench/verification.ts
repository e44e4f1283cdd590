/** Verifying records by replay: what it adds to playing the episodes, in the SQL world. */
import { createSqlEnvironment, type Environment, playEpisode } from 'mettle/environments';
import { scoreOutcome, verifyTrajectory } from 'mettle/evaluation';
import { decodeTrajectories, encodeTrajectories, type Task, type Trajectory } from 'mettle/records';
import type { BenchSuite } from './harness.js';

const RECORDS = 200;

const task: Task = {
  id: 'raise',
  category: 'update',
  prompt: 'Raise the price of item 7 by 1 and say the sum of all prices.',
  expected: {
    answer: { value: 5051, comparison: 'number' },
    stateDigest: null,
    goals: [{ kind: 'fact', name: 'item/7', value: { id: 7, cents: 8 } }],
    invariants: [{ kind: 'unchanged', except: ['item/7'] }],
  },
  metadata: {},
};

async function play(environment: Environment, seed: number): Promise<Trajectory> {
  const played = await playEpisode({
    environment,
    task,
    seed,
    policy: {
      name: 'raising',
      version: '1',
      play: async (_, actor) => {
        actor.plan('Look, raise, sum.');
        await actor.call('sql_query', { sql: 'SELECT cents FROM item WHERE id = 7' });
        await actor.call('sql_execute', { sql: 'UPDATE item SET cents = cents + 1 WHERE id = 7' });
        const { data } = await actor.call('sql_query', { sql: 'SELECT sum(cents) FROM item' });
        actor.answer((data as { rows: number[][] }).rows[0]?.[0] ?? null);
      },
    },
  });
  return { ...played.trajectory, outcome: scoreOutcome(played.trajectory, played) };
}

export const suite: BenchSuite = {
  name: 'verification',
  async comparisons() {
    const rows = Array.from({ length: 100 }, (_, index) => [index + 1, index + 1]);
    const environment = await createSqlEnvironment({
      content: { tables: [{ name: 'item', columns: 'id INTEGER PRIMARY KEY, cents INTEGER', rows }] },
    });
    const records: Trajectory[] = [];
    for (let seed = 0; seed < RECORDS; seed++) records.push(await play(environment, seed));
    const text = encodeTrajectories(records);
    return [
      {
        name: `${RECORDS} records of three calls, read from text and verified`,
        subject: {
          name: 'verifyTrajectory',
          run: async () => {
            for (const record of (await decodeTrajectories(text)).trajectories) {
              const { verdict, reason } = await verifyTrajectory(record, environment);
              if (verdict !== 'pass') throw new Error(reason);
            }
            return RECORDS;
          },
        },
        baseline: {
          name: 'playing and scoring them',
          run: async () => {
            for (let seed = 0; seed < RECORDS; seed++) await play(environment, seed);
            return RECORDS;
          },
        },
        rounds: 10,
        claim: { medianSeconds: 1 / 200 },
      },
    ];
  },
};
