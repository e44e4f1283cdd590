import type { Json, JsonObject } from '../../core/index.js';
import { gymError } from '../error-codes.js';
import type { EpisodePlan, ServedGym } from '../serving/served-gym.js';

/**
 * Which episode a reset asks for: `split` (default the first) and `index` or `task_index`; without a place, `seed` picks
 * one, and without a seed it's the first. `seed` also decides what is left to chance in the world. Other members are of no
 * concern, since trainers send whole rows.
 *
 * @throws {MettleError} `gym/no_task` for a split or place that there is not.
 */
export function planEpisode(gym: ServedGym, request: JsonObject): EpisodePlan {
  const { split: name, seed: given } = request;
  const place = request.index ?? request.task_index ?? null;
  const split = gym.splits.find((each) => name === undefined || name === null || each.name === name);
  if (split === undefined) {
    const names = gym.splits.map((each) => each.name).join(', ');
    throw gymError('no_task', `There is no split ${JSON.stringify(name)}; there are: ${names}.`);
  }
  const seed = readSeed(given ?? null);
  const index = place ?? (seed ?? 0) % split.count;
  if (typeof index !== 'number' || !Number.isSafeInteger(index) || index < 0 || index >= split.count) {
    throw gymError(
      'no_task',
      `Invalid task index: ${split.name} has the tasks 0 to ${split.count - 1}; got ${JSON.stringify(index)}.`,
    );
  }
  return { split: split.name, index, ...(seed === null ? {} : { seed }) };
}

function readSeed(seed: Json): number | null {
  if (seed === null) return null;
  if (typeof seed === 'number' && Number.isSafeInteger(seed) && seed >= 0) return seed;
  throw gymError('no_task', `seed is a whole number from 0; got ${JSON.stringify(seed)}.`);
}
