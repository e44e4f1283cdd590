import { defineOptions, option } from '../../core/index.js';
import { modelAround } from '../heed-signal.js';
import { modelName } from '../model.js';
import type { Budget } from '../wrappers/budget.js';
import { tokensOf } from '../wrappers/estimate-tokens.js';
import { checkPrices, type ModelPrice, type ModelPrices } from '../wrappers/prices.js';
import { costsNothing, noPrice, untilTimeUp } from '../wrappers/with-budget.js';
import type { EmbeddingModel } from './embedding-model.js';
import { openEmbeddingModel } from './open-embedding-model.js';

/** How calls of an embedding model are held to a budget. */
export interface WithEmbeddingBudgetOptions {
  /** What models cost; of a price, only `input` matters. Needed where the budget limits money. */
  readonly prices?: ModelPrices;
}

const checkWithEmbeddingBudgetOptions = defineOptions<WithEmbeddingBudgetOptions>()('withEmbeddingBudget', {
  prices: option.record,
});

/**
 * Holds an embedding model to a budget, which it may share with language models: the cost of the texts is reserved
 * before a call, and the provider's count is used after it. A call that would exceed the budget is not made, and
 * rejects with `models/budget_exhausted`.
 *
 * @throws {MettleError} `models/no_price` where money is limited and the model's price is not known;
 *   `core/invalid_option`.
 */
export function withEmbeddingBudget(
  source: EmbeddingModel,
  budget: Budget,
  options: WithEmbeddingBudgetOptions = {},
): EmbeddingModel {
  checkWithEmbeddingBudgetOptions(options);
  const model = openEmbeddingModel(source);
  const { prices = {} } = options;
  checkPrices(prices);
  const name = modelName(model);
  const price = Object.hasOwn(prices, name) ? prices[name] : undefined;
  if (price === undefined && budget.left().cost !== Number.POSITIVE_INFINITY) throw noPrice(name);
  return modelAround(model, {
    async embed(texts, embedOptions = {}) {
      const estimate = texts.reduce((sum, text) => sum + tokensOf(text), 0);
      const need = { inputTokens: estimate, outputTokens: 0, price };
      const reservation = await budget.reserve(need, embedOptions.signal);
      const { signal, end } = untilTimeUp(budget, embedOptions.signal);
      if (signal?.aborted) {
        end();
        reservation.cancel();
        throw signal.reason;
      }
      let used = estimate;
      try {
        const limited = signal === undefined ? embedOptions : { ...embedOptions, signal };
        const response = await model.embed(texts, limited);
        used = countOr(response.inputTokens, estimate);
        return response;
      } catch (error) {
        if (costsNothing(error)) used = 0;
        throw error;
      } finally {
        end();
        reservation.settle({ tokens: used, cost: costOfTokens(used, price) });
      }
    },
  });
}

/** What the provider counted, or an estimate where it tells no count. */
function countOr(count: number | null, estimate: number): number {
  return count !== null && count >= 0 ? count : estimate;
}

function costOfTokens(tokens: number, price: ModelPrice | undefined): number {
  return (tokens * (price?.input ?? 0)) / 1_000_000;
}
