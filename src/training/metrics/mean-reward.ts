import { defineOptions, option } from '../../core/index.js';
import {
  getRegisteredName,
  type Serializable,
  type SerializableFunction,
  serialize,
} from '../../data/index.js';
import type { Metric, MetricSample } from '../metric.js';
import type { RewardFunction, SampleReward } from '../reward.js';
import { saveable } from './built-in-metric.js';
import { mean } from './simple-metrics.js';

/** Options of {@link meanReward}. */
export interface MeanRewardOptions {
  /** Name in logs. Default: the reward's. */
  readonly name?: string;
  /** Index of the program's output to judge. Default 0. */
  readonly output?: number;
}

const checkMeanRewardOptions = defineOptions<MeanRewardOptions>()('meanReward', {
  name: option.string,
  output: option.wholeNumber(0),
});

/**
 * The mean of a reward that the program is not trained for: `meanReward(cosineSimilarity({ model }))`. A failed sample
 * counts 0. One that the reward can't judge, because it throws or has nothing to compare with, is left out.
 */
export function meanReward(reward: SampleReward | RewardFunction, options: MeanRewardOptions = {}): Metric {
  checkMeanRewardOptions(options);
  const { name, score } =
    typeof reward === 'function' ? { name: reward.name || 'mean_reward', score: reward } : reward;

  const { output = 0 } = options;
  const metric = mean({ name: options.name ?? name, of: (sample) => rewardOf(score, sample, output) });
  if (getRegisteredName(reward) === undefined) return metric;
  const saved = serialize(reward as Serializable | SerializableFunction);
  return saveable(metric, 'mean_reward', { ...options, reward: saved });
}

async function rewardOf(score: RewardFunction, sample: MetricSample, output: number): Promise<number | null> {
  const { exampleId, inputs } = sample;
  const yPred = sample.yPred[output] ?? null;
  if (yPred === null) return 0;
  try {
    const result = await score(sample.yTrue[output] ?? null, yPred, {
      exampleId,
      inputs,
      output: String(output),
    });
    return typeof result === 'number' ? result : result.reward;
  } catch {
    return null;
  }
}
