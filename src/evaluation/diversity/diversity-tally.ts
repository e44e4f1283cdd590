import type { JsonObject } from '../../core/index.js';
import { inTurns } from '../../core/internal.js';
import type { Trajectory } from '../../records/index.js';
import { actionShape } from './action-shape.js';
import { HashCount } from './hash-count.js';
import { findNearDuplicates, NEAR_DUPLICATE } from './near-duplicates.js';
import { shinglesOf } from './shingles.js';

/** How many different things a set of trajectories holds. */
export interface Diversity {
  /** Different prompts. */
  readonly prompts: number;
  /** Different sequences of calls, each call by its tool and the names and kinds of its arguments. */
  readonly actionShapes: number;
  /** Different states that worlds began in. */
  readonly worlds: number;
  /** Trajectories whose prompt nearly repeats an earlier one, of the first 100,000. */
  readonly nearDuplicates: number;
  /** Near-duplicates ÷ the trajectories that were compared; null where there are none. */
  readonly nearDuplicateRate: number | null;
}

/** Prompts that are compared: the words of each have to be held, and a million would take half a gigabyte. */
const MOST_COMPARED = 100_000;

/** Counts what is different in trajectories that come one after another. Of each, hashes are held. */
export class DiversityTally {
  readonly #prompts = new HashCount();
  readonly #shapes = new HashCount();
  readonly #worlds = new HashCount();
  readonly #words: Float64Array[] = [];

  add(trajectory: Trajectory): void {
    this.#prompts.add(trajectory.task.prompt);
    this.#shapes.add(actionShape(trajectory));
    this.#worlds.add(trajectory.initialStateDigest);
    if (this.#words.length < MOST_COMPARED) this.#words.push(shinglesOf(trajectory.task.prompt));
  }

  /** What was counted. Nothing can be added afterwards. */
  async result(): Promise<Diversity> {
    const total = this.#words.length;
    const found = await inTurns(findNearDuplicates(this.#words, NEAR_DUPLICATE));
    const repeated = found.filter((earlier) => earlier !== null).length;
    return {
      prompts: this.#prompts.size,
      actionShapes: this.#shapes.size,
      worlds: this.#worlds.size,
      nearDuplicates: repeated,
      nearDuplicateRate: total === 0 ? null : repeated / total,
    };
  }
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
