import { byName } from '../by-name.js';
import { trainingError } from '../error-codes.js';
import type { Reward } from '../reward.js';
import { exactMatch } from './exact-match.js';
import {
  gridProgress,
  listProgress,
  numberProgress,
  recordProgress,
  textProgress,
} from './progress-rewards.js';

const REWARDS: Readonly<Record<string, () => Reward>> = {
  exact_match: () => exactMatch(),
  number_progress: () => numberProgress(),
  text_progress: () => textProgress(),
  list_progress: () => listProgress(),
  grid_progress: () => gridProgress(),
  record_progress: () => recordProgress(),
  cosine_similarity: () => needsModel('cosineSimilarity'),
  lm_as_judge: () => needsModel('lmAsJudge'),
};

/**
 * A reward by its name, with its defaults; case, `_` and `-` make no difference, so `ExactMatch` is `exact_match`.
 *
 * @throws {MettleError} `training/unknown_name`, with the names that are near; `training/needs_model` for one that can't
 *   be made without a model.
 */
export function rewardByName(name: string): Reward {
  return byName('reward', name, REWARDS)();
}

function needsModel(name: string): never {
  throw trainingError(
    'needs_model',
    `This reward needs a model: give ${name}({ model }) instead of its name.`,
  );
}
