import { modelAround } from '../heed-signal.js';
import { checkRateLimit, createTurnstile, type RateLimitOptions } from '../wrappers/turnstile.js';
import type { EmbeddingModel } from './embedding-model.js';
import { openEmbeddingModel } from './open-embedding-model.js';

/**
 * Makes calls of an embedding model wait until they are within the limits, as `withRateLimit` does for a model.
 *
 * @throws {MettleError} `core/invalid_option`.
 */
export function withEmbeddingRateLimit(source: EmbeddingModel, options: RateLimitOptions): EmbeddingModel {
  checkRateLimit('withEmbeddingRateLimit', options);
  const model = openEmbeddingModel(source);
  const turnstile = createTurnstile(options);
  return modelAround(model, {
    async embed(texts, embedOptions = {}) {
      const leave = await turnstile.enter(embedOptions.signal);
      try {
        return await model.embed(texts, embedOptions);
      } finally {
        leave();
      }
    },
  });
}
