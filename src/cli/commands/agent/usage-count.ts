import type { Exchange } from '../../../agents/index.js';
import type { JsonObject } from '../../../core/index.js';
import { counted } from '../../../core/internal.js';
import { createMeter, type Meter, type ModelPrices, type ModelResponse } from '../../../models/index.js';

/** Counts what an agent and its subagents use together. */
export class AgentUsageCount {
  readonly #meter: Meter;
  readonly #hasPrices: boolean;
  #toolCalls = 0;

  /** @param prices - what models cost; null where nobody said. */
  constructor(prices: ModelPrices | null) {
    this.#meter = createMeter(prices === null ? {} : { prices });
    this.#hasPrices = prices !== null;
  }

  /** Replies of models so far. */
  get modelCalls(): number {
    return this.#meter.total().calls;
  }

  /** Counts a reply for the model that gave it. */
  countReply(response: ModelResponse): void {
    this.#meter.count(response.model, response, 0);
  }

  /** Counts a reply to an earlier process, and the calls in it. */
  countEarlier(model: string | null, { response }: Exchange): void {
    if (response === null) return;
    this.#meter.count(model ?? response.model, response, 0);
  }

  /** Counts a call of a tool. */
  countToolCall(): void {
    this.#toolCalls += 1;
  }

  /** As JSON; `cost` is null where that of any call is not known. */
  document(): JsonObject {
    const { calls, unpricedCalls, inputTokens, outputTokens, cost } = this.#meter.total();
    return {
      model_calls: calls,
      tool_calls: this.#toolCalls,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      cost: this.#hasPrices && unpricedCalls === 0 ? cost : null,
    };
  }

  /** `5 model calls, 7 tool calls, 3,412 tokens, cost 0.012` */
  line(): string {
    const { calls } = this.#meter.total();
    return [counted(calls, 'model call'), counted(this.#toolCalls, 'tool call'), ...this.#spent()].join(', ');
  }

  /** What was used so far: `3,412 tokens, cost 0.012`; empty where nothing is known. */
  spent(): string {
    return this.#spent().join(', ');
  }

  #spent(): readonly string[] {
    const { calls, inputTokens, outputTokens } = this.#meter.total();
    const tokens = inputTokens + outputTokens;
    return [
      ...(tokens === 0 ? [] : [`${tokens.toLocaleString('en')} tokens`]),
      ...(this.#hasPrices && calls > 0 ? [this.#costWords()] : []),
    ];
  }

  #costWords(): string {
    const { cost } = this.#meter.total();
    const unknown = Object.entries(this.#meter.byModel()).flatMap(([name, { unpricedCalls }]) =>
      unpricedCalls > 0 ? [name] : [],
    );
    if (unknown.length === 0) return `cost ${money(cost)}`;
    const missing = `not known for ${unknown.join(', ')}`;
    return cost === 0 ? `cost ${missing}` : `cost at least ${money(cost)} (${missing})`;
  }
}

/** An amount in the currency of the prices. */
function money(amount: number): string {
  return amount.toLocaleString(
    'en',
    amount < 1 ? { maximumSignificantDigits: 2 } : { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  );
}
