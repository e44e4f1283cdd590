import { defineOptions, option } from '../../core/index.js';
import type { Metric, MetricSample } from '../metric.js';
import { saveable } from './built-in-metric.js';
import { createMetric } from './create-metric.js';

/** What is added up. */
export interface FigureOptions {
  /** Name in logs. */
  readonly name?: string;
  /**
   * The sample's figure; null or no finite number where it has none. It is asked of failed samples too: give them what a
   * failure is worth. Default: the reward, which is 0 for a failed sample.
   */
  readonly of?: (sample: MetricSample) => number | null | Promise<number | null>;
  /** Whether more is better. Default `max`. */
  readonly direction?: 'max' | 'min';
}

const checkFigureOptions = defineOptions<FigureOptions>()('mean', {
  name: option.string,
  of: option.callback,
  direction: option.oneOf(['max', 'min']),
});

/** The sum of a figure over samples. */
export function sum(options: FigureOptions = {}): Metric {
  return figureMetric('sum', options, (total) => total);
}

/** The mean of a figure over the samples that have it. */
export function mean(options: FigureOptions = {}): Metric {
  return figureMetric('mean', options, (total, count) => total / count);
}

function figureMetric(
  base: 'sum' | 'mean',
  options: FigureOptions,
  result: (total: number, count: number) => number,
): Metric {
  checkFigureOptions(options, base);
  const { name = base, of = ({ reward }) => reward, direction = 'max' } = options;
  const metric = createMetric({
    name,
    direction,
    start: () => ({ total: 0, count: 0 }),
    async add(state, sample) {
      const figure = await of(sample);
      if (figure === null || !Number.isFinite(figure)) return;
      state.total += figure;
      state.count += 1;
    },
    result: ({ total, count }) => (count === 0 ? null : result(total, count)),
  });
  return saveable(metric, base, options);
}
