import { modelAround } from '../heed-signal.js';
import { modelName } from '../model.js';
import { UNKNOWN_USAGE } from '../plain-response.js';
import type { ModelUsage } from '../response.js';
import type { Meter } from '../wrappers/meter.js';
import type { EmbeddingModel, EmbeddingResponse } from './embedding-model.js';

/** Counts every call of an embedding model, its tokens as tokens read. */
export function withEmbeddingMeter(model: EmbeddingModel, meter: Meter): EmbeddingModel {
  return modelAround(model, {
    async embed(texts, options) {
      const startedAt = meter.now();
      let response: EmbeddingResponse | null = null;
      try {
        response = await model.embed(texts, options);
        return response;
      } finally {
        const seconds = (meter.now() - startedAt) / 1000;
        const counted = response === null ? null : { usage: usageOf(response) };
        meter.count(modelName(model), counted, seconds, { vectors: response?.embeddings.length ?? 0 });
      }
    },
  });
}

function usageOf({ inputTokens }: EmbeddingResponse): ModelUsage {
  return { ...UNKNOWN_USAGE, inputTokens, outputTokens: inputTokens === null ? null : 0 };
}
