import { defineOptions, MettleError, option } from '../../core/index.js';
import { linkSignals } from '../../core/internal.js';
import { modelError } from '../error-codes.js';
import { modelAround } from '../heed-signal.js';
import { type Model, modelName } from '../model.js';
import { type ModelSource, openModel } from '../open-model.js';
import { UNKNOWN_USAGE } from '../plain-response.js';
import type { ModelCallOptions, ModelRequest } from '../request.js';
import { type ModelResponse, type ModelUsage, totalTokens } from '../response.js';
import type { Budget } from './budget.js';
import { checkAmount, checkCount } from './check-option.js';
import { estimateInputTokens, estimateOutputTokens } from './estimate-tokens.js';
import { checkPrices, costOf, type ModelPrices } from './prices.js';

/** How calls are held to a budget. */
export interface WithBudgetOptions {
  /** What models cost. Needed where the budget limits money. */
  readonly prices?: ModelPrices;
  /**
   * Tokens that are held back for a reply whose request sets no `maxOutputTokens`, where tokens or money are limited; sent
   * as that. Default 4096.
   */
  readonly outputTokens?: number;
  /** Tokens that a request will have, for who can count them. Default: an estimate from its bytes, on the high side. */
  readonly countTokens?: (request: ModelRequest) => number;
}

const checkWithBudgetOptions = defineOptions<WithBudgetOptions>()('withBudget', {
  prices: option.record,
  outputTokens: option.number,
  countTokens: option.callback,
});

/**
 * Holds a model to a budget. Before a call, the most that it may use is reserved: the tokens of the request and of the
 * reply. A call that would exceed the budget is not made, and rejects with `models/budget_exhausted`; near the end, the
 * reply may be as long as what is left. After the call, what the provider counted is what was used; where it does not
 * count, and for a call given up on the way, an estimate is. A call that was refused used a call and no tokens, one
 * that failed in mid-reply what had come.
 *
 * @throws {MettleError} `models/no_price` where money is limited and the model's price is not known;
 *   `core/invalid_option`, also for a price that is no amount, and by a call whose `maxOutputTokens` is no count.
 */
export function withBudget(source: ModelSource, budget: Budget, options: WithBudgetOptions = {}): Model {
  checkWithBudgetOptions(options);
  const model = openModel(source);
  checkCount('outputTokens', options.outputTokens, 1);
  const { prices = {}, outputTokens = 4096, countTokens = estimateInputTokens } = options;
  checkPrices(prices);
  const name = modelName(model);
  const price = Object.hasOwn(prices, name) ? prices[name] : undefined;
  if (price === undefined && budget.left().cost !== Number.POSITIVE_INFINITY) throw noPrice(name);

  const begin = async (request: ModelRequest, { signal }: ModelCallOptions): Promise<PaidCall> => {
    const inputTokens = countTokens(request);
    const wanted = request.maxOutputTokens ?? outputTokens;
    checkAmount('countTokens', inputTokens);
    checkCount('maxOutputTokens', wanted, 1);
    const reservation = await budget.reserve({ inputTokens, outputTokens: wanted, price }, signal);
    const limited = untilTimeUp(budget, signal);
    const settle = (usage: ModelUsage, answeredBy: string): void => {
      limited.end();
      const paid = Object.hasOwn(prices, answeredBy) ? prices[answeredBy] : price;
      reservation.settle({ tokens: totalTokens(usage) ?? 0, cost: costOf(usage, paid) ?? 0 });
    };
    return {
      request:
        reservation.outputTokens === null
          ? request
          : { ...request, maxOutputTokens: reservation.outputTokens },
      signal: limited.signal,
      cancel: (reason) => {
        limited.end();
        reservation.cancel();
        return reason;
      },
      succeed: ({ usage, model: answeredBy, ...written }) =>
        settle(completed(usage, estimated(inputTokens, written)), answeredBy),
      fail: (error, written) =>
        settle(
          written === UNWRITTEN && costsNothing(error) ? NOTHING : estimated(inputTokens, written),
          name,
        ),
    };
  };

  return modelAround(model, {
    async call(request, callOptions = {}) {
      const paid = await begin(request, callOptions);
      const { signal } = paid;
      if (signal?.aborted) throw paid.cancel(signal.reason);
      try {
        const limited = signal === undefined ? callOptions : { ...callOptions, signal };
        const response = await model.call(paid.request, limited);
        paid.succeed(response);
        return response;
      } catch (error) {
        paid.fail(error, UNWRITTEN);
        throw error;
      }
    },
    async *stream(request, callOptions = {}) {
      const paid = await begin(request, callOptions);
      const { signal } = paid;
      if (signal?.aborted) throw paid.cancel(signal.reason);
      let written = UNWRITTEN;
      let failure: unknown = null;
      try {
        const limited = signal === undefined ? callOptions : { ...callOptions, signal };
        for await (const event of model.stream(paid.request, limited)) {
          if (event.type === 'finish') paid.succeed(event.response);
          else if ('text' in event) written = { ...written, text: written.text + event.text };
          yield event;
        }
      } catch (error) {
        failure = error;
        throw error;
      } finally {
        paid.fail(failure, written);
      }
    },
  });
}

/** The caller's signal, aborted also when the time of a budget is up, until `end` is called. */
export function untilTimeUp(
  budget: Budget,
  signal: AbortSignal | undefined,
): { readonly signal: AbortSignal | undefined; readonly end: () => void } {
  const late = new AbortController();
  const over = new AbortController();
  const timeUp = budget.timeUp(over.signal);
  if (timeUp === null) return { signal, end: () => over.abort() };
  const linked = linkSignals(signal, late.signal);
  const end = (): void => {
    over.abort();
    linked.release();
  };
  timeUp.then(
    (error) => late.abort(error),
    () => undefined,
  );
  return { signal: linked.signal, end };
}

type Written = Pick<ModelResponse, 'text' | 'reasoning' | 'toolCalls'>;

/** A call for which a part of the budget is held back. It is settled by the first of the two functions, once. */
interface PaidCall {
  readonly request: ModelRequest;
  /** The caller's, aborted also when the time of the budget is up. */
  readonly signal: AbortSignal | undefined;
  /** Takes the call back, which was never made; returns why. */
  readonly cancel: (reason: unknown) => unknown;
  readonly succeed: (response: Written & Pick<ModelResponse, 'usage' | 'model'>) => void;
  readonly fail: (error: unknown, written: Written) => void;
}

const UNWRITTEN: Written = { text: '', reasoning: '', toolCalls: [] };

const NOTHING: ModelUsage = { ...UNKNOWN_USAGE, inputTokens: 0, outputTokens: 0 };

function estimated(inputTokens: number, written: Written): ModelUsage {
  return { ...NOTHING, inputTokens, outputTokens: estimateOutputTokens(written) };
}

/** Counts of a provider, with estimates in place of those that it does not tell, or that are none. */
function completed(usage: ModelUsage, estimate: ModelUsage): ModelUsage {
  const known = Object.entries(usage).filter(([, count]) => typeof count === 'number' && count >= 0);
  return { ...estimate, ...Object.fromEntries(known) };
}

const FREE: readonly string[] = [
  'models/rate_limited',
  'models/server_failed',
  'models/refused',
  'models/unreachable',
  'models/no_key',
  'models/package_missing',
  'models/package_broken',
];

/** Whether a failure means that nothing was read or written that anyone charges for. */
export function costsNothing(error: unknown): boolean {
  if (!MettleError.isInstance(error) || !FREE.includes(error.code)) return false;
  // A connection that broke while the answer came was paid for.
  return error.code !== 'models/unreachable' || typeof error.details.status !== 'number';
}

/** The failure of a budget of money for a model of unknown price. */
export function noPrice(name: string): MettleError {
  return modelError(
    'no_price',
    `The budget limits money, and the price of ${name} is not known: give prices: {'${name}': {input, output}}, prices per million tokens.`,
  );
}
