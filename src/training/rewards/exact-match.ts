import { canonicalJson, defineOptions } from '../../core/index.js';
import type { SampleReward } from '../reward.js';
import {
  COMPARING_REWARD_OPTIONS,
  type ComparingRewardOptions,
  comparingReward,
} from './comparing-reward.js';
import { differences } from './differences.js';

const checkComparingRewardOptions = defineOptions<ComparingRewardOptions>()(
  'exactMatch',
  COMPARING_REWARD_OPTIONS,
);

/**
 * 1 when the answer equals the expected one as canonical JSON, so the order of keys and `1.0` for `1` make no difference;
 * else 0, with the first differences as feedback.
 */
export function exactMatch(options: ComparingRewardOptions = {}): SampleReward {
  checkComparingRewardOptions(options);
  return comparingReward('exact_match', options, (expected, actual) =>
    canonicalJson(expected) === canonicalJson(actual)
      ? 1
      : { reward: 0, feedback: differences(expected, actual).join(' ') },
  );
}
