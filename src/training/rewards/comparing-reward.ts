import { type JsonObject, type OptionKinds, option } from '../../core/index.js';
import { trainingError } from '../error-codes.js';
import { JUDGED_FIELDS, type JudgedFields, judgedPart } from '../mask-options.js';
import type { RewardContext, RewardRange, RewardResult, SampleReward } from '../reward.js';
import { saveable } from './built-in-reward.js';

/** Options of every reward that compares an answer with the expected one. */
export interface ComparingRewardOptions extends JudgedFields {
  /** Name in logs. Default: the reward's own. */
  readonly name?: string;
}

/** The kinds of {@link ComparingRewardOptions}. */
export const COMPARING_REWARD_OPTIONS: OptionKinds<ComparingRewardOptions> = {
  ...JUDGED_FIELDS,
  name: option.string,
};

/**
 * A reward that compares, from 0 to 1. It throws for a sample without an expected answer: that can't be compared, and is no mistake
 * of the program.
 */
export function comparingReward(
  name: string,
  options: ComparingRewardOptions,
  compare: (
    expected: JsonObject,
    actual: JsonObject,
    context: RewardContext,
  ) => RewardResult | Promise<RewardResult>,
  saved: object = options,
): SampleReward {
  const part = judgedPart(options);
  const reward: SampleReward & { readonly range: RewardRange } = {
    name: options.name ?? name,
    range: [0, 1],
    score(yTrue, yPred, context) {
      if (yTrue === null) {
        throw trainingError(
          'nothing_expected',
          `${name} compares with the expected ${context.output}, and this sample has none. Give y for it.`,
        );
      }
      return compare(part(yTrue), part(yPred), context);
    },
  };
  return saveable(reward, name, saved);
}
