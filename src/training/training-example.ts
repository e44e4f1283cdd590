import { contentHash, type JsonObject } from '../core/index.js';
import { frozenJson } from '../core/internal.js';

/** One sample to train with or to judge by. */
export interface TrainingExample {
  /** Content hash of `x` and `y`: the same example has the same id everywhere. */
  readonly id: string;
  /** One object for each input of the program; null for a missing one. */
  readonly x: readonly (JsonObject | null)[];
  /** What each output should be; null where nothing is expected, or for what a reward judges without it. */
  readonly y: readonly (JsonObject | null)[];
}

/**
 * Gives a pair its id. The example holds copies that are frozen: what a program or a reward does to them, or their giver
 * later, changes no example.
 *
 * @throws {MettleError} `core/not_representable` when `x` or `y` is not JSON.
 */
export function makeTrainingExample(pair: Omit<TrainingExample, 'id'>): TrainingExample {
  const id = contentHash({ x: pair.x, y: pair.y });
  return { id, x: frozenJson(pair.x), y: frozenJson(pair.y) };
}
