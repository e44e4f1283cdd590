import { defineOptions, option } from '../../core/index.js';
import { modelAround } from '../heed-signal.js';
import type { Model } from '../model.js';
import { isTransient, retryAfterSeconds } from '../model-error.js';
import { type ModelSource, openModel } from '../open-model.js';
import type { ModelCallOptions } from '../request.js';
import { checkAmount, checkCount } from './check-option.js';
import { type Clock, systemClock } from './clock.js';

/** How calls that fail are made again. */
export interface RetryOptions {
  /** How often at most. Default 2. */
  readonly retries?: number;
  /** Seconds before the first repetition; each later one waits twice as long. Default 1. */
  readonly firstWaitSeconds?: number;
  /** The longest wait. A provider that asks for a longer one gets none: the call fails. Default 60. */
  readonly longestWaitSeconds?: number;
  /** Hears of each failure that is tried again. It must not throw. */
  readonly onRetry?: (error: unknown, waitSeconds: number) => void;
  /** Default: the process's. */
  readonly clock?: Clock;
}

const checkRetryOptions = defineOptions<RetryOptions>()('withRetry', {
  retries: option.number,
  firstWaitSeconds: option.number,
  longestWaitSeconds: option.number,
  onRetry: option.callback,
  clock: option.object,
});

/**
 * Repeats calls after a transient failure (`isTransient`): after the time that the provider asks for, or after 1, 2, 4,
 * … seconds. A stream is asked for again only before its first piece. Put a budget inside, so that each attempt counts:
 * `withRetry(withBudget(model, budget))`.
 *
 * @throws {MettleError} `core/invalid_option`.
 */
export function withRetry(source: ModelSource, options: RetryOptions = {}): Model {
  const recover = recovery('withRetry', options);
  const model = openModel(source);
  return modelAround(model, {
    async call(request, callOptions = {}) {
      for (let retry = 0; ; retry++) {
        try {
          return await model.call(request, callOptions);
        } catch (error) {
          await recover(error, retry, callOptions);
        }
      }
    },
    async *stream(request, callOptions = {}) {
      for (let retry = 0; ; retry++) {
        let begun = false;
        try {
          for await (const event of model.stream(request, callOptions)) {
            begun = true;
            yield event;
          }
          return;
        } catch (error) {
          if (begun) throw error;
          await recover(error, retry, callOptions);
        }
      }
    },
  });
}

/** Waits until a call may be made again, the `retry`-th time; throws the failure where it may not. */
export type Recover = (error: unknown, retry: number, options: ModelCallOptions) => Promise<void>;

/** How `wrapper` recovers. Throws as {@link withRetry}. */
export function recovery(wrapper: string, options: RetryOptions): Recover {
  checkRetryOptions(options, wrapper);
  const { retries = 2, firstWaitSeconds = 1, longestWaitSeconds = 60 } = options;
  const { onRetry, clock = systemClock } = options;
  checkCount('retries', retries);
  checkAmount('firstWaitSeconds', firstWaitSeconds);
  checkAmount('longestWaitSeconds', longestWaitSeconds);
  return async (error, retry, { signal }) => {
    signal?.throwIfAborted();
    if (retry >= retries || !isTransient(error)) throw error;
    const asked = retryAfterSeconds(error);
    if (asked !== null && asked > longestWaitSeconds) throw error;
    const wait = asked ?? Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** retry);
    onRetry?.(error, wait);
    await clock.wait(wait * 1000, signal).catch((failure) => {
      signal?.throwIfAborted();
      throw failure;
    });
  };
}
