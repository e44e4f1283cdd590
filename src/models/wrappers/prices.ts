import type { ModelUsage } from '../response.js';

/** What a model costs: money for a million tokens, in a currency of your choice. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** Tokens taken from the provider's cache. Default: as `input`. */
  readonly cachedInput?: number;
  /** Tokens written to the provider's cache. Default: as `input`. */
  readonly cacheWrite?: number;
}

/** Prices by the model's name, `provider/model`. */
export type ModelPrices = Readonly<Record<string, ModelPrice>>;

const MILLION = 1_000_000;

/** What a call cost; null where the price or the counts are not known. */
export function costOf(usage: ModelUsage, price: ModelPrice | undefined): number | null {
  const { inputTokens, outputTokens } = usage;
  if (price === undefined || (inputTokens === null && outputTokens === null)) return null;
  const cached = usage.cachedInputTokens ?? 0;
  const written = usage.cacheWriteTokens ?? 0;
  const plain = Math.max(0, (inputTokens ?? 0) - cached - written);
  const money =
    plain * price.input +
    cached * (price.cachedInput ?? price.input) +
    written * (price.cacheWrite ?? price.input) +
    (outputTokens ?? 0) * price.output;
  return money / MILLION;
}
