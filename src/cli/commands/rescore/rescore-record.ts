import type { JsonObject } from '../../../core/index.js';
import { type HiddenTests, rescore, scoreOutcomeInSandbox } from '../../../evaluation/index.js';
import type { Trajectory } from '../../../records/index.js';
import type { Verdict } from '../../../requirements/index.js';
import type { RecordWorld } from '../records/recorded-worlds.js';
import type { ReadChecks } from './read-checks.js';

/** What {@link rescoreRecord} scores with. */
export interface RescoreWith {
  readonly world: RecordWorld;
  readonly tests: HiddenTests;
  /** In place of what the tasks expect. */
  readonly checks: ReadChecks | null;
}

/** The new score of a record, as its line says it, and whether the verdict was another before. */
export interface ScoredRecord {
  readonly trajectory_id: string;
  readonly task_id: string;
  readonly verdict: Verdict;
  /** Null if the record had none. */
  readonly before: Verdict | null;
  readonly reward: number | null;
  readonly reason: string;
  readonly checks: readonly JsonObject[];
  readonly changed: boolean;
}

/** Scores one record in its world; with an error where that can't be opened. */
export async function rescoreRecord(
  trajectory: Trajectory,
  { world, tests, checks }: RescoreWith,
): Promise<ScoredRecord> {
  const { rescored, changed } = await rescore([trajectory], {
    environment: () => {
      if ('broken' in world) throw new Error(world.broken);
      return world.environment;
    },
    score: (record, states) => {
      const task = { ...record.task, expected: { ...record.task.expected, ...checks?.of(record) } };
      return scoreOutcomeInSandbox({ ...record, task }, states, tests);
    },
  });
  const [{ outcome, reward }] = rescored as readonly [(typeof rescored)[number]];
  return {
    trajectory_id: trajectory.id,
    task_id: trajectory.task.id,
    verdict: outcome.verdict,
    before: trajectory.outcome?.verdict ?? null,
    reward,
    reason: outcome.reason,
    checks: outcome.checks.map((check) => ({ ...check })),
    changed: changed > 0,
  };
}
