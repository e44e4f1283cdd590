import { type ModelUsage, tokenCount } from '../response.js';
import { checkAmount, invalidOption } from './check-option.js';

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

/**
 * Refuses prices that are no amounts: a cost that is not a number breaks no limit.
 *
 * @throws {MettleError} `core/invalid_option`, naming the model and the price.
 */
export function checkPrices(prices: ModelPrices): void {
  for (const [model, price] of Object.entries(prices)) {
    const name = `prices[${JSON.stringify(model)}]`;
    if (typeof price !== 'object' || price === null) {
      throw invalidOption(name, '{input, output}, prices per million tokens', price);
    }
    for (const part of ['input', 'output'] as const)
      checkAmount(`${name}.${part}`, price[part] ?? Number.NaN);
    for (const part of ['cachedInput', 'cacheWrite'] as const) checkAmount(`${name}.${part}`, price[part]);
  }
}

/** What a call cost; null where the price or the counts are not known. */
export function costOf(usage: ModelUsage, price: ModelPrice | undefined): number | null {
  const inputTokens = tokenCount(usage.inputTokens);
  const outputTokens = tokenCount(usage.outputTokens);
  if (price === undefined || (inputTokens === null && outputTokens === null)) return null;
  const cached = tokenCount(usage.cachedInputTokens) ?? 0;
  const written = tokenCount(usage.cacheWriteTokens) ?? 0;
  const plain = Math.max(0, (inputTokens ?? 0) - cached - written);
  const money =
    plain * price.input +
    cached * (price.cachedInput ?? price.input) +
    written * (price.cacheWrite ?? price.input) +
    (outputTokens ?? 0) * price.output;
  return money / MILLION;
}
