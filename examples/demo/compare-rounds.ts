import type { RandomStream } from 'mettle/core';
import { type MeanInterval, type PairedTest, pairedBootstrap, pairedSignTest } from 'mettle/evaluation';
import type { Task, Trajectory } from 'mettle/records';

/** Two rounds on the tasks that need a skill and that training never saw. */
export interface RoundComparison {
  /** Different unseen tasks. */
  readonly tasks: number;
  /** Mean pass rate over tasks. */
  readonly before: number;
  readonly after: number;
  /** Task by task: better, worse or the same, and how likely that is by luck. */
  readonly test: PairedTest;
  /** The mean difference, with its 95 % interval by bootstrap over tasks. */
  readonly difference: MeanInterval;
}

/**
 * Compares two rounds task by task on the unseen tasks, each task by the share of its runs that passed: runs of one
 * task are not independent, tasks are.
 */
export function compareRounds(
  before: readonly Trajectory[],
  after: readonly Trajectory[],
  stream: RandomStream,
): RoundComparison {
  const first = passShares(before);
  const second = passShares(after);
  const ids = [...first.keys()].filter((id) => second.has(id));
  const differences = ids.map((id) => (second.get(id) ?? 0) - (first.get(id) ?? 0));
  const test = pairedSignTest(differences);
  const mean = (shares: ReadonlyMap<string, number>): number =>
    ids.reduce((sum, id) => sum + (shares.get(id) ?? 0), 0) / Math.max(1, ids.length);
  return {
    tasks: ids.length,
    before: mean(first),
    after: mean(second),
    test,
    difference: pairedBootstrap(differences, stream),
  };
}

/** The share of the runs of each unseen task that passed. */
function passShares(trajectories: readonly Trajectory[]): ReadonlyMap<string, number> {
  const runs = new Map<string, number[]>();
  for (const { task, outcome } of trajectories) {
    if (!isUnseen(task)) continue;
    const passed = outcome?.verdict === 'pass' ? 1 : 0;
    runs.set(task.id, [...(runs.get(task.id) ?? []), passed]);
  }
  return new Map(
    [...runs].map(([id, passes]) => [id, passes.reduce((sum, pass) => sum + pass, 0) / passes.length]),
  );
}

/** Whether a task needs a skill and training never saw it. */
export function isUnseen({ metadata }: Task): boolean {
  return metadata.split === 'unseen';
}
