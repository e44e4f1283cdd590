import type { JsonObject } from '../../core/index.js';
import { canonicalJson, defineOptions, option } from '../../core/index.js';
import { type EmbeddingModelSource, type ModelPrices, openEmbeddingModel } from '../../models/index.js';
import type { SampleReward } from '../reward.js';
import {
  COMPARING_REWARD_OPTIONS,
  type ComparingRewardOptions,
  comparingReward,
} from './comparing-reward.js';
import { fieldsOfBoth, leavesByField } from './leaves.js';
import { createVectorStore } from './vector-store.js';

/** Options of {@link cosineSimilarity}. */
export interface CosineSimilarityOptions extends ComparingRewardOptions {
  /** What turns texts into vectors. */
  readonly model: EmbeddingModelSource;
  /** Vectors kept in memory. Default 10,000. `withEmbeddingCache` keeps them on the disk as well. */
  readonly cacheSize?: number;
  /** What the model costs. Without its price the cost of judging is unknown. */
  readonly prices?: ModelPrices;
}

const checkCosineSimilarityOptions = defineOptions<CosineSimilarityOptions>()('cosineSimilarity', {
  ...COMPARING_REWARD_OPTIONS,
  model: option.required(option.either(option.object, option.string)),
  cacheSize: option.wholeNumber(0),
  prices: option.record,
});

/**
 * How near the values of the answer are in meaning: (cos(y, ŷ) + 1) / 2 for each value, then the mean over values. Values
 * stand opposite each other by field and place; one that has no counterpart counts 0. Equal values count 1 and are not
 * embedded. The result is from 0 to 1; unrelated texts are near 0.5 with most models.
 */
export function cosineSimilarity(options: CosineSimilarityOptions): SampleReward {
  checkCosineSimilarityOptions(options);
  const { model, cacheSize = 10_000, prices = {}, ...rest } = options;
  const vectors = createVectorStore(openEmbeddingModel(model), cacheSize, prices);
  const compare: Parameters<typeof comparingReward>[2] = async (expected, actual, { signal }) => {
    const pairs = pairsOf(expected, actual);
    const different = pairs.filter(
      ([wanted, given]) => wanted !== given && wanted !== null && given !== null,
    );
    const found = await vectors.of(different.flat() as readonly string[], signal);
    const similarity = ([wanted, given]: TextPair): number => {
      if (wanted === null || given === null) return 0;
      if (wanted === given) return 1;
      return (cosine(found.vectors.get(wanted) ?? [], found.vectors.get(given) ?? []) + 1) / 2;
    };
    const reward =
      pairs.length === 0 ? 1 : pairs.reduce((sum, pair) => sum + similarity(pair), 0) / pairs.length;
    return { reward, usage: found.usage };
  };
  return comparingReward('cosine_similarity', rest, compare, options);
}

/** A value of each side as text; null for one that has no counterpart. */
type TextPair = readonly [wanted: string | null, given: string | null];

function pairsOf(expected: JsonObject, actual: JsonObject): readonly TextPair[] {
  const [wanted, given] = [leavesByField(expected), leavesByField(actual)];
  const text = (leaves: ReturnType<typeof leavesByField>, field: string, index: number): string | null => {
    const leaf = leaves.get(field)?.[index];
    if (leaf === undefined) return null;
    return typeof leaf === 'string' ? leaf : canonicalJson(leaf);
  };
  return [...fieldsOfBoth(wanted, given)].flatMap((field) => {
    const count = Math.max(wanted.get(field)?.length ?? 0, given.get(field)?.length ?? 0);
    return Array.from(
      { length: count },
      (_, index): TextPair => [text(wanted, field, index), text(given, field, index)],
    );
  });
}

/** The cosine of the angle between two vectors; 0 where one has no direction. */
function cosine(left: readonly number[], right: readonly number[]): number {
  const product = left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
  const cos = product / (Math.hypot(...left) * Math.hypot(...right));
  return Number.isFinite(cos) ? Math.max(-1, Math.min(1, cos)) : 0;
}
