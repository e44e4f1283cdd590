import { defineOptions, MettleError, option } from '../../core/index.js';
import { modelError } from '../error-codes.js';
import { modelAround } from '../heed-signal.js';
import type { Model } from '../model.js';
import { type ModelSource, openModel } from '../open-model.js';

/** When the next model is asked. */
export interface FallbackOptions {
  /**
   * Whether a failure is one that the next model may not have. Default: every failure of a model (`models/…`) but a budget
   * that is used up.
   */
  readonly when?: (error: unknown) => boolean;
  /** Hears of each failure after which the next model is asked. It must not throw. */
  readonly onFallback?: (error: unknown, next: Model) => void;
}

const checkFallbackOptions = defineOptions<FallbackOptions>()('withFallback', {
  when: option.callback,
  onFallback: option.callback,
});

/**
 * Asks the first of several models, and the next one if a call fails. A stream is passed on only before its first
 * piece. The reply's `model` says who answered; the names of the whole are those of the first.
 *
 * @throws {MettleError} `models/no_model` for an empty list, `core/invalid_option`.
 */
export function withFallback(sources: readonly ModelSource[], options: FallbackOptions = {}): Model {
  checkFallbackOptions(options);
  const models = sources.map((source) => openModel(source));
  const { when = isFailureOfModel, onFallback } = options;
  const [first] = models;
  if (first === undefined) {
    throw modelError('no_model', 'withFallback needs at least one model.');
  }

  /** The model to ask after a failure; throws the failure where there is none. */
  const nextAfter = (error: unknown, index: number, signal: AbortSignal | undefined): void => {
    const next = models[index + 1];
    if (signal?.aborted === true || next === undefined || !when(error)) throw error;
    onFallback?.(error, next);
  };

  return modelAround(first, {
    async call(request, callOptions = {}) {
      for (let index = 0; ; index++) {
        try {
          return await (models[index] ?? first).call(request, callOptions);
        } catch (error) {
          nextAfter(error, index, callOptions.signal);
        }
      }
    },
    async *stream(request, callOptions = {}) {
      for (let index = 0; ; index++) {
        let begun = false;
        try {
          for await (const event of (models[index] ?? first).stream(request, callOptions)) {
            begun = true;
            yield event;
          }
          return;
        } catch (error) {
          if (begun) throw error;
          nextAfter(error, index, callOptions.signal);
        }
      }
    },
  });
}

function isFailureOfModel(error: unknown): boolean {
  return (
    MettleError.isInstance(error) &&
    error.code.startsWith('models/') &&
    error.code !== 'models/budget_exhausted'
  );
}
