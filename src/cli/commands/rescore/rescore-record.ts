import {
  type HiddenTests,
  type Rescored,
  rescore,
  scoreOutcomeInSandbox,
} from '../../../evaluation/index.js';
import type { Trajectory } from '../../../records/index.js';
import type { RecordWorld } from '../records/recorded-worlds.js';
import type { ReadChecks } from './read-checks.js';

/** What {@link rescoreRecord} scores with. */
export interface RescoreWith {
  readonly world: RecordWorld;
  readonly tests: HiddenTests;
  /** In place of what the tasks expect. */
  readonly checks: ReadChecks | null;
}

/** Scores one record in its world; with an error where that can't be opened. */
export async function rescoreRecord(
  trajectory: Trajectory,
  { world, tests, checks }: RescoreWith,
): Promise<Rescored> {
  const { rescored } = await rescore([trajectory], {
    environment: () => {
      if ('broken' in world) throw new Error(world.broken);
      return world.environment;
    },
    score: (record, states) => {
      const task = { ...record.task, expected: { ...record.task.expected, ...checks?.of(record) } };
      return scoreOutcomeInSandbox({ ...record, task }, states, tests);
    },
  });
  return rescored[0] as Rescored;
}
