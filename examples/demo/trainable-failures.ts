import type { Trajectory } from 'mettle/records';

/** The failed runs of round 1, and how many of them training can reach. */
export interface TrainableFailures {
  /** All failed runs. */
  readonly failed: number;
  /** Those on tasks that need a skill: a script can mend them. The others are wrong SQL, which training never touches. */
  readonly trainable: number;
  /** Those of the trainable ones whose agent passed the same task in round 2. */
  readonly repaired: number;
}

/** Counts what training could mend and what it did mend. */
export function countTrainableFailures(
  first: readonly Trajectory[],
  second: readonly Trajectory[],
): TrainableFailures {
  const failed = first.filter(({ outcome }) => outcome?.verdict !== 'pass');
  const trainable = failed.filter(({ task }) => task.metadata.skill !== undefined);
  const passed = new Set(second.filter(({ outcome }) => outcome?.verdict === 'pass').map(runKey));
  return {
    failed: failed.length,
    trainable: trainable.length,
    repaired: trainable.filter((run) => passed.has(runKey(run))).length,
  };
}

/** The same agent on the same task has the same key in every round. */
export function runKey({ task, policy }: Trajectory): string {
  return JSON.stringify([task.id, policy.name]);
}
