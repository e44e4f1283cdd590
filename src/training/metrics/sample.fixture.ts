import type { JsonObject } from '../../core/index.js';
import type { Metric, MetricSample } from '../metric.js';
import { NO_USAGE } from '../training-outcome.js';

/** A judged sample of a program with one output; null for one that failed. */
export function sampleOf(
  yTrue: JsonObject | null,
  yPred: JsonObject | null,
  rest: Partial<MetricSample> = {},
): MetricSample {
  return {
    exampleId: 'example',
    inputs: [{}],
    yTrue: [yTrue],
    yPred: [yPred],
    reward: 0,
    largestReward: 1,
    error: yPred === null ? 'it failed' : null,
    calls: [],
    usage: { inference: NO_USAGE, reward: NO_USAGE },
    ...rest,
  };
}

/** The figure that a metric gives of some samples. */
export async function figureOf(
  metric: Metric,
  samples: readonly MetricSample[],
): Promise<ReturnType<Metric['result']>> {
  for (const sample of samples) await metric.add(sample);
  return metric.result();
}
