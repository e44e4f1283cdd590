import { modelAround } from '../heed-signal.js';
import { type RetryOptions, recovery } from '../wrappers/retry.js';
import type { EmbeddingModel } from './embedding-model.js';
import { openEmbeddingModel } from './open-embedding-model.js';

/**
 * Repeats calls of an embedding model after a transient failure, as `withRetry` does for a model.
 *
 * @throws {MettleError} `core/invalid_option`.
 */
export function withEmbeddingRetry(source: EmbeddingModel, options: RetryOptions = {}): EmbeddingModel {
  const recover = recovery('withEmbeddingRetry', options);
  const model = openEmbeddingModel(source);
  return modelAround(model, {
    async embed(texts, embedOptions = {}) {
      for (let retry = 0; ; retry++) {
        try {
          return await model.embed(texts, embedOptions);
        } catch (error) {
          await recover(error, retry, embedOptions);
        }
      }
    },
  });
}
