import { defineOptions, option } from '../../core/index.js';
import type { Clock, Meter, MeterReading } from '../../models/index.js';
import { systemClock } from '../../models/internal.js';
import { byName } from '../by-name.js';
import type { Metric } from '../metric.js';
import type { ProgramUsage } from '../trainable-program.js';
import { addUsage, NO_USAGE, type Phase, usageOfMeter } from '../training-outcome.js';
import { saveable } from './built-in-metric.js';
import { createMetric } from './create-metric.js';
import { USAGE_FIGURES, type UsageFigure, type UsageReading } from './usage-figures.js';

/** Where the figure is read. */
export interface UsageMetricOptions {
  /** Name in logs. Default: the figure's, with the phase before it where that is not `inference`. */
  readonly name?: string;
  /** What models were used for: to run the program (the default), to judge it, to propose values, or `all` of these. */
  readonly phase?: Phase | 'all';
  /**
   * Reads models that this meter stands in, instead of what samples tell: for the time that calls take, and for
   * embedding models apart from others.
   */
  readonly meter?: Meter;
  /** Default: the process's. */
  readonly clock?: Pick<Clock, 'now'>;
}

const checkUsageMetricOptions = defineOptions<UsageMetricOptions>()('usageMetric', {
  name: option.string,
  phase: option.oneOf(['inference', 'reward', 'optimizer', 'all']),
  meter: option.object,
  clock: option.object,
});

/**
 * The usage of a run: tokens, cost, calls, errors, time. Judges and optimizers count in phases of their own, failed
 * samples as others. A figure is null where nobody counted what it is made of: time is counted by a `meter` alone, for
 * it differs with each run, and what the trainer keeps does not.
 *
 * @example
 * ```ts
 * import { usageMetric } from 'mettle/training';
 *
 * const metrics = [usageMetric('cost'), usageMetric('cost', { phase: 'optimizer' }), usageMetric('error_rate')];
 * console.log(metrics.map(({ name }) => name).join(', ')); // → cost, optimizer_cost, error_rate
 * ```
 * @throws {MettleError} `training/unknown_name`, with the names that are near; `core/invalid_option`.
 */
export function usageMetric(figure: UsageFigure, options: UsageMetricOptions = {}): Metric {
  checkUsageMetricOptions(options);
  const { phase = 'inference', meter, clock = systemClock } = options;
  const counts = (other: Phase): boolean => phase === 'all' || phase === other;
  const { of, direction } = byName('figure of usage', figure, USAGE_FIGURES);
  const metric = createMetric({
    name: options.name ?? (phase === 'inference' ? figure : `${phase}_${figure}`),
    direction,
    start: () => ({
      usage: NO_USAGE,
      samples: 0,
      failedSamples: 0,
      startedAt: clock.now(),
      before: meter?.total() ?? null,
    }),
    add(state, { usage, error }) {
      state.samples += 1;
      if (error !== null) state.failedSamples += 1;
      if (counts('inference')) state.usage = addUsage(state.usage, usage.inference);
      if (counts('reward')) state.usage = addUsage(state.usage, usage.reward);
    },
    addUsage(state, other, used) {
      if (counts(other)) state.usage = addUsage(state.usage, used);
    },
    result({ usage, samples, failedSamples, startedAt, before }) {
      const used = meter === undefined || before === null ? fromUsage(usage) : since(before, meter.total());
      return of({ ...used, samples, failedSamples, wallSeconds: (clock.now() - startedAt) / 1000 });
    },
  });
  return saveable(metric, 'usage', { figure, ...options });
}

type Used = Omit<UsageReading, 'samples' | 'failedSamples' | 'wallSeconds'>;

function fromUsage(usage: ProgramUsage): Used {
  return {
    calls: usage.modelCalls,
    failedCalls: usage.failedCalls ?? null,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    cachedInputTokens: usage.cachedInputTokens ?? null,
    cacheWriteTokens: usage.cacheWriteTokens ?? null,
    reasoningTokens: usage.reasoningTokens ?? null,
    cost: usage.cost,
    callSeconds: null,
    firstPieceSeconds: null,
    streamedCalls: null,
    vectors: null,
  };
}

function since(before: MeterReading, now: MeterReading): Used {
  const names = Object.keys(now) as readonly (keyof MeterReading)[];
  const used = Object.fromEntries(names.map((name) => [name, now[name] - before[name]]));
  const reading = used as unknown as MeterReading;
  const { seconds, firstPieceSeconds, streamedCalls, vectors } = reading;
  return {
    ...fromUsage(usageOfMeter(reading)),
    callSeconds: seconds,
    firstPieceSeconds,
    streamedCalls,
    vectors,
  };
}
