import { MettleError } from '../../core/index.js';
import { byName } from '../by-name.js';
import type { Reward } from '../reward.js';
import { type CosineSimilarityOptions, cosineSimilarity } from './cosine-similarity.js';
import { exactMatch } from './exact-match.js';
import {
  gridProgress,
  listProgress,
  numberProgress,
  recordProgress,
  textProgress,
} from './progress-rewards.js';

const REWARDS: Readonly<Record<string, (options?: object) => Reward>> = {
  exact_match: exactMatch,
  number_progress: numberProgress,
  text_progress: textProgress,
  list_progress: listProgress,
  grid_progress: gridProgress,
  record_progress: recordProgress,
  cosine_similarity: (options = {}) =>
    'model' in options
      ? cosineSimilarity(options as CosineSimilarityOptions)
      : needsModel('cosineSimilarity'),
  lm_as_judge: () => needsModel('lmAsJudge'),
};

/**
 * A reward by its name; case, `_` and `-` make no difference, so `ExactMatch` is `exact_match`.
 *
 * @param options - those of the reward. Default: its defaults.
 * @throws {MettleError} `training/unknown_name`, with the names that are near; `training/needs_model` for one that can't
 *   be made without a model.
 */
export function rewardByName(name: string, options?: object): Reward {
  return byName('reward', name, REWARDS)(options);
}

function needsModel(name: string): never {
  throw new MettleError({
    code: 'training/needs_model',
    message: `This reward needs a model: give ${name}({ model }) instead of its name.`,
  });
}
