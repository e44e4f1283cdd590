import type { JsonObject } from '../../core/index.js';
import type { Trajectory } from '../../records/index.js';
import { actionShape } from './action-shape.js';
import { nearDuplicates } from './near-duplicates.js';

/** How many different things a set of trajectories holds. */
export interface Diversity {
  /** Different prompts. */
  readonly prompts: number;
  /** Different sequences of calls, each call by its tool and the names and kinds of its arguments. */
  readonly actionShapes: number;
  /** Different states that worlds began in. */
  readonly worlds: number;
  /** Trajectories whose prompt nearly repeats an earlier one. */
  readonly nearDuplicates: number;
  /** Near-duplicates ÷ trajectories; null where there are none. */
  readonly nearDuplicateRate: number | null;
}

/** Counts what is different in a set of trajectories, and what nearly repeats. */
export function measureDiversity(trajectories: readonly Trajectory[]): Diversity {
  const repeated = nearDuplicates(trajectories.map(({ task }) => task.prompt)).filter(
    (earlier) => earlier !== null,
  ).length;
  return {
    prompts: new Set(trajectories.map(({ task }) => task.prompt)).size,
    actionShapes: new Set(trajectories.map(actionShape)).size,
    worlds: new Set(trajectories.map(({ initialStateDigest }) => initialStateDigest)).size,
    nearDuplicates: repeated,
    nearDuplicateRate: trajectories.length === 0 ? null : repeated / trajectories.length,
  };
}

/** A diversity as files and `--json` hold it. */
export function diversityRecord(diversity: Diversity): JsonObject {
  const { prompts, actionShapes, worlds, nearDuplicates, nearDuplicateRate } = diversity;
  return {
    prompts,
    action_shapes: actionShapes,
    worlds,
    near_duplicates: nearDuplicates,
    near_duplicate_rate: nearDuplicateRate,
  };
}
