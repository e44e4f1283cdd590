import { defineOptions, option } from '../../core/index.js';
import { modelAround } from '../heed-signal.js';
import { type Model, modelName } from '../model.js';
import { type ModelSource, openModel } from '../open-model.js';
import { type ModelResponse, tokenCount } from '../response.js';
import { type Clock, systemClock } from './clock.js';
import { checkPrices, costOf, type ModelPrices } from './prices.js';

/** What calls have used. */
export interface MeterReading {
  /** Calls that were made. */
  readonly calls: number;
  /** Of these, calls that failed or were given up. */
  readonly failedCalls: number;
  /** Of these, calls whose tokens the provider did not tell, or told as what is no count. */
  readonly uncountedCalls: number;
  /** Of these, calls whose cost is not known: no price, or no counts. */
  readonly unpricedCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  readonly cacheWriteTokens: number;
  readonly reasoningTokens: number;
  /** Seconds from each call to its whole reply, or its end, added up; what runs at the same time counts each. */
  readonly seconds: number;
  /** Calls whose replies were streamed and began to come. */
  readonly streamedCalls: number;
  /** Seconds from each of these calls to the first piece of its reply, added up. */
  readonly firstPieceSeconds: number;
  /** Vectors that embedding models made. */
  readonly vectors: number;
  /** Money, as far as it is known. */
  readonly cost: number;
}

/** What a call may tell besides its usage. */
interface CallDetails {
  /** Seconds to the first piece of a streamed reply; null where none came. */
  readonly firstPieceSeconds?: number | null;
  /** Vectors that were made. */
  readonly vectors?: number;
}

/** Counts what models use. */
export interface Meter {
  /** What all models used. */
  total(): MeterReading;
  /** What each model used, by its name. */
  byModel(): Readonly<Record<string, MeterReading>>;
  /** Counts a call that was made elsewhere and took some seconds; null for one that failed. */
  count(
    model: string,
    response: Pick<ModelResponse, 'usage'> | null,
    seconds: number,
    details?: CallDetails,
  ): void;
  /** Milliseconds of the meter's clock. */
  now(): number;
}

/** What {@link createMeter} takes. */
export interface MeterOptions {
  /** What models cost. Calls of others are counted as unpriced. */
  readonly prices?: ModelPrices;
  /** Default: the process's. */
  readonly clock?: Clock;
}

const checkMeterOptions = defineOptions<MeterOptions>()('createMeter', {
  prices: option.record,
  clock: option.object,
});

/**
 * Starts counting from nothing. One meter may stand in any number of models.
 *
 * @throws {MettleError} `core/invalid_option` for a price that is no amount.
 */
export function createMeter(options: MeterOptions = {}): Meter {
  checkMeterOptions(options);
  const { prices = {}, clock = systemClock } = options;
  checkPrices(prices);
  const readings = new Map<string, MeterReading>();
  return {
    total: () => [...readings.values()].reduce(add, NOTHING),
    byModel: () => Object.fromEntries(readings),
    count(model, response, seconds, { firstPieceSeconds = null, vectors = 0 } = {}) {
      const reading = {
        ...(response === null ? FAILED : read(response, model, prices)),
        seconds,
        streamedCalls: firstPieceSeconds === null ? 0 : 1,
        firstPieceSeconds: firstPieceSeconds ?? 0,
        vectors,
      };
      readings.set(model, add(readings.get(model) ?? NOTHING, reading));
    },
    now: () => clock.now(),
  };
}

/** Counts every call of a model. The tokens are counted for who answered. */
export function withMeter(source: ModelSource, meter: Meter): Model {
  const model = openModel(source);
  const name = modelName(model);
  return modelAround(model, {
    async call(request, options) {
      const startedAt = meter.now();
      let response: ModelResponse | null = null;
      try {
        response = await model.call(request, options);
        return response;
      } finally {
        meter.count(response?.model ?? name, response, (meter.now() - startedAt) / 1000);
      }
    },
    async *stream(request, options) {
      const startedAt = meter.now();
      let response: ModelResponse | null = null;
      let firstPieceSeconds: number | null = null;
      try {
        for await (const event of model.stream(request, options)) {
          firstPieceSeconds ??= (meter.now() - startedAt) / 1000;
          if (event.type === 'finish') response = event.response;
          yield event;
        }
      } finally {
        const seconds = (meter.now() - startedAt) / 1000;
        meter.count(response?.model ?? name, response, seconds, { firstPieceSeconds });
      }
    },
  });
}

const NOTHING: MeterReading = {
  calls: 0,
  failedCalls: 0,
  uncountedCalls: 0,
  unpricedCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  seconds: 0,
  streamedCalls: 0,
  firstPieceSeconds: 0,
  vectors: 0,
  cost: 0,
};

const FAILED: MeterReading = { ...NOTHING, calls: 1, failedCalls: 1 };

function read({ usage }: Pick<ModelResponse, 'usage'>, model: string, prices: ModelPrices): MeterReading {
  const inputTokens = tokenCount(usage.inputTokens);
  const outputTokens = tokenCount(usage.outputTokens);
  const cost = costOf(usage, Object.hasOwn(prices, model) ? prices[model] : undefined);
  return {
    ...NOTHING,
    calls: 1,
    uncountedCalls: inputTokens === null && outputTokens === null ? 1 : 0,
    unpricedCalls: cost === null ? 1 : 0,
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    cachedInputTokens: tokenCount(usage.cachedInputTokens) ?? 0,
    cacheWriteTokens: tokenCount(usage.cacheWriteTokens) ?? 0,
    reasoningTokens: tokenCount(usage.reasoningTokens) ?? 0,
    cost: cost ?? 0,
  };
}

function add(left: MeterReading, right: MeterReading): MeterReading {
  const names = Object.keys(NOTHING) as readonly (keyof MeterReading)[];
  return Object.fromEntries(names.map((name) => [name, left[name] + right[name]])) as unknown as MeterReading;
}
