import type { Trajectory } from './trajectory.js';

/** Two runs of the same task in the same world, one of which is better. */
export interface PreferencePair {
  readonly taskId: string;
  readonly chosen: Trajectory;
  readonly rejected: Trajectory;
  /**
   * What it is better by: its checked `outcome`; the `score` of an evaluator, where outcomes are alike; or a `branch`, where both
   * went on from the same state, and the world proved one of them better.
   */
  readonly by: 'outcome' | 'score' | 'branch';
  /** How much better: 1 where one passes and the other fails, else the difference of the scores. */
  readonly margin: number;
}
