import { isJsonObject, type JsonObject } from '../../core/index.js';
import { invalidOption } from '../../core/internal.js';
import { deserialize, type RestoreOptions } from '../../data/index.js';
import type { Metric } from '../metric.js';
import type { SampleReward } from '../reward.js';
import { BuiltInMetric } from './built-in-metric.js';
import { type MeanRewardOptions, meanReward } from './mean-reward.js';
import { METRICS } from './metric-by-name.js';
import type { UsageFigure } from './usage-figures.js';
import { type UsageMetricOptions, usageMetric } from './usage-metric.js';

/** What makes a metric of the options that a file holds. */
const MAKERS: Readonly<Record<string, (options: never, restore: RestoreOptions) => Metric>> = {
  ...METRICS,
  usage: ({ figure, ...options }: UsageMetricOptions & { readonly figure: UsageFigure }) =>
    usageMetric(figure, options),
  mean_reward: ({ reward, ...options }: MeanRewardOptions & { readonly reward: unknown }, restore) =>
    meanReward(deserialize(reward, restore) as SampleReward, options),
};

/** Makes the metrics that files hold. */
export class SavedMetric extends BuiltInMetric {
  static fromConfig({ metric, options }: JsonObject, restore: RestoreOptions = {}): Metric {
    const make = typeof metric === 'string' && Object.hasOwn(MAKERS, metric) ? MAKERS[metric] : undefined;
    if (make === undefined) throw invalidOption('A saved metric', 'metric', 'the name of one', metric);
    if (!isJsonObject(options) || !['string', 'undefined'].includes(typeof options.name)) {
      throw invalidOption(
        `The saved metric ${String(metric)}`,
        'options',
        'an object, its name a text',
        options,
      );
    }
    return make(options as never, restore);
  }
}
