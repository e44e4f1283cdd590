import { isJsonObject, type JsonObject } from '../../core/index.js';
import { invalidOption } from '../../core/internal.js';
import type { SampleReward } from '../reward.js';
import { BuiltInReward } from './built-in-reward.js';
import { cosineSimilarity } from './cosine-similarity.js';
import { exactMatch } from './exact-match.js';
import {
  gridProgress,
  listProgress,
  numberProgress,
  recordProgress,
  textProgress,
} from './progress-rewards.js';

/** What makes a reward of the options that a file holds. */
const MAKERS: Readonly<Record<string, (options: never) => SampleReward>> = {
  exact_match: exactMatch,
  number_progress: numberProgress,
  text_progress: textProgress,
  list_progress: listProgress,
  grid_progress: gridProgress,
  record_progress: recordProgress,
  cosine_similarity: cosineSimilarity,
};

/** Makes the rewards that files hold. */
export class SavedReward extends BuiltInReward {
  static fromConfig({ reward, options }: JsonObject): SampleReward {
    const make = typeof reward === 'string' && Object.hasOwn(MAKERS, reward) ? MAKERS[reward] : undefined;
    if (make === undefined) throw invalidOption('A saved reward', 'reward', 'the name of one', reward);
    if (!isJsonObject(options) || !['string', 'undefined'].includes(typeof options.name)) {
      throw invalidOption(
        `The saved reward ${String(reward)}`,
        'options',
        'an object, its name a text',
        options,
      );
    }
    return make(options as never);
  }
}
