import { type JsonObject, sha256 } from '../../core/index.js';
import { inTurns } from '../../core/internal.js';
import type { Trajectory } from '../../records/index.js';
import { actionShape } from './action-shape.js';
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
  /** Trajectories whose prompt nearly repeats an earlier one. */
  readonly nearDuplicates: number;
  /** Near-duplicates ÷ trajectories; null where there are none. */
  readonly nearDuplicateRate: number | null;
}

/** Counts what is different in trajectories that come one after another. Of each, hashes are held. */
export class DiversityTally {
  readonly #prompts = new Set<string>();
  readonly #shapes = new Set<string>();
  readonly #worlds = new Set<string>();
  readonly #words: Float64Array[] = [];

  add(trajectory: Trajectory): void {
    this.#prompts.add(hashOf(trajectory.task.prompt));
    this.#shapes.add(hashOf(actionShape(trajectory)));
    this.#worlds.add(hashOf(trajectory.initialStateDigest));
    this.#words.push(shinglesOf(trajectory.task.prompt));
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

/** 16 bytes, as text: two of a billion values are the same once in 10^20. */
function hashOf(value: string): string {
  return sha256(value).slice(0, 32);
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
