import { modelAround } from '../heed-signal.js';
import type { Model } from '../model.js';
import { type ModelSource, openModel } from '../open-model.js';
import { checkRateLimit, createTurnstile, type RateLimitOptions } from './turnstile.js';

/**
 * Makes calls wait, first come first served, until they are within the limits. Share one such model between all callers
 * under the same limit. A waiting call ends when its signal is aborted; a stream counts until it ends.
 *
 * @throws {MettleError} `core/invalid_option`.
 */
export function withRateLimit(source: ModelSource, options: RateLimitOptions): Model {
  checkRateLimit('withRateLimit', options);
  const model = openModel(source);
  const turnstile = createTurnstile(options);
  return modelAround(model, {
    async call(request, callOptions = {}) {
      const leave = await turnstile.enter(callOptions.signal);
      try {
        return await model.call(request, callOptions);
      } finally {
        leave();
      }
    },
    async *stream(request, callOptions = {}) {
      const leave = await turnstile.enter(callOptions.signal);
      try {
        yield* model.stream(request, callOptions);
      } finally {
        leave();
      }
    },
  });
}
