import { defineOptions, option } from '../../core/index.js';
import type { Callback } from '../callback.js';
import { WATCH_OPTIONS, type WatchedFigure, type WatchOptions, watchFigure } from './watched-figure.js';

/** When a training has gone on for long enough. */
export interface EarlyStoppingOptions extends WatchOptions {
  /** Epochs in a row without a better figure that end the training. Default 0, which is as 1: the first one does. */
  readonly patience?: number;
  /** A value that must be beaten for anything to count as better. */
  readonly baseline?: number;
  /** A value that is good enough: the epoch that reaches it is the last. */
  readonly stopAt?: number;
  /** Epochs at the beginning that never end the training. Default 0. */
  readonly startFromEpoch?: number;
  /**
   * Whether the best candidate seen, also one of the epoch that reached `stopAt`, goes into the final choice even if the
   * optimizer has dropped it. Default true. The final choice ships it only where it is better than the start.
   */
  readonly restoreBest?: boolean;
}

const checkEarlyStoppingOptions = defineOptions<EarlyStoppingOptions>()('earlyStopping', {
  ...WATCH_OPTIONS,
  patience: option.wholeNumber(0),
  baseline: option.number,
  stopAt: option.number,
  startFromEpoch: option.wholeNumber(0),
  restoreBest: option.boolean,
});

/**
 * Ends a training when its figure gets no better, or is good enough. An epoch in which the figure was not measured counts as
 * one that is no better.
 *
 * @throws {MettleError} `core/invalid_option`; in `fit`, `training/unknown_name` for a figure
 *   that the training has not.
 */
export function earlyStopping(options: EarlyStoppingOptions = {}): Callback {
  checkEarlyStoppingOptions(options);
  const owner = 'earlyStopping';
  const { patience = 0, baseline, stopAt, startFromEpoch = 0, restoreBest = true } = options;
  let watched: WatchedFigure | null = null;
  let waited = 0;
  return {
    onTrainBegin(context) {
      watched = watchFigure(owner, options, context, baseline ?? null);
      waited = 0;
    },
    onEpochEnd(epoch, logs, context) {
      if (watched === null) return;
      const value = watched.read(logs);
      const isEnough = value !== null && stopAt !== undefined && watched.reaches(value, stopAt);
      const isBetter = value !== null && watched.improve(value);
      if (restoreBest && (isBetter || isEnough)) context.keep(context.leader());
      if (isBetter) waited = 0;
      else if (epoch >= startFromEpoch) waited += 1;
      const isStuck = !isBetter && epoch >= startFromEpoch && waited >= Math.max(1, patience);
      if (isEnough || isStuck) context.stop();
    },
  };
}
