import { costOf, type EmbeddingModel, type ModelPrices } from '../../models/index.js';
import { checkPrices, modelName } from '../../models/internal.js';
import type { ProgramUsage } from '../trainable-program.js';
import { NO_USAGE } from '../training-outcome.js';

/** Vectors that were asked for, and what it cost to make those that were new. */
interface FoundVectors {
  readonly vectors: ReadonlyMap<string, readonly number[]>;
  readonly usage: ProgramUsage;
}

/** An embedding model that remembers the latest vectors. */
export interface VectorStore {
  of(texts: readonly string[], signal: AbortSignal | undefined): Promise<FoundVectors>;
}

/** Remembers up to `size` vectors in memory, dropping the one that was not used for the longest time. */
export function createVectorStore(model: EmbeddingModel, size: number, prices: ModelPrices): VectorStore {
  checkPrices(prices);
  const name = modelName(model);
  const price = Object.hasOwn(prices, name) ? prices[name] : undefined;
  const kept = new Map<string, readonly number[]>();
  const keep = (text: string, vector: readonly number[]): void => {
    kept.delete(text);
    kept.set(text, vector);
    for (const [oldest] of kept) {
      if (kept.size <= size) break;
      kept.delete(oldest);
    }
  };
  return {
    async of(texts, signal) {
      const vectors = new Map<string, readonly number[]>();
      const missing: string[] = [];
      for (const text of new Set(texts)) {
        const vector = kept.get(text);
        if (vector === undefined) missing.push(text);
        else {
          vectors.set(text, vector);
          keep(text, vector);
        }
      }
      if (missing.length === 0) return { vectors, usage: NO_USAGE };
      const response = await model.embed(missing, signal === undefined ? {} : { signal });
      for (const [index, text] of missing.entries()) {
        const vector = response.embeddings[index] ?? [];
        vectors.set(text, vector);
        keep(text, vector);
      }
      const { inputTokens } = response;
      const tokens = {
        inputTokens,
        outputTokens: 0,
        cachedInputTokens: 0,
        cacheWriteTokens: 0,
        reasoningTokens: 0,
      };
      const cost = inputTokens === null ? null : costOf(tokens, price);
      return { vectors, usage: { modelCalls: 1, inputTokens: inputTokens ?? 0, outputTokens: 0, cost } };
    },
  };
}
