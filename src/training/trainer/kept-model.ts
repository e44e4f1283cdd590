import { contentHash, isJsonObject, MettleError } from '../../core/index.js';
import { errorMessage, linkSignals, startDeadline } from '../../core/internal.js';
import {
  costOf,
  type Model,
  type ModelPrices,
  type ModelRequest,
  type ModelResponse,
} from '../../models/index.js';
import {
  estimateInputTokens,
  modelError,
  modelName,
  streamOfResponse,
  UNKNOWN_USAGE,
} from '../../models/internal.js';
import { trainingError } from '../error-codes.js';
import type { FactLog, RecordedReply } from '../journal/facts.js';
import { NO_USAGE } from '../training-outcome.js';
import { budgetEnded } from './budget-ended.js';
import type { CandidateRuns } from './candidate-runs.js';
import type { Need, SpendingMeter } from './spending-meter.js';

/** Tokens that are held back for a reply whose request sets no limit, as `withBudget` does. */
const REPLY_TOKENS = 4096;

/**
 * A model whose replies and failures are facts of the training: asked once, then known. Calls are told apart by `id` and
 * their order under it.
 */
export function keptModel(
  model: Model,
  id: string,
  options: {
    readonly facts: FactLog;
    readonly meter: SpendingMeter;
    readonly runs: CandidateRuns;
    readonly prices: ModelPrices;
    readonly signal: AbortSignal | undefined;
    /** Numbers the calls of an id, also where the model is asked for anew. */
    readonly counts: Map<string, number>;
  },
): Model {
  const { facts, meter, runs, prices, signal, counts } = options;

  const call: Model['call'] = async (request, callOptions) => {
    const number = counts.get(id) ?? 0;
    counts.set(id, number + 1);
    const place = `model ${id}#${number}`;
    const hash = contentHash(request);
    const recorded = facts.reply(place);
    if (recorded !== undefined) {
      if (recorded.request !== hash) throw otherRequest(place);
      return countAndGive(recorded.reply);
    }
    const release = await admitted(place, needOf(request), callOptions?.signal);
    try {
      const reply = await ask(request, callOptions, place);
      facts.keep({ fact: 'reply', call: place, request: hash, reply }, meter.seconds());
      return countAndGive(reply);
    } finally {
      release();
    }
  };

  /** What a call may use: the tokens of the request and those that the reply may have. */
  const needOf = (request: ModelRequest): Need => {
    const usage = {
      ...UNKNOWN_USAGE,
      inputTokens: estimateInputTokens(request),
      outputTokens: request.maxOutputTokens ?? REPLY_TOKENS,
    };
    const name = modelName(model);
    const price = Object.hasOwn(prices, name) ? prices[name] : undefined;
    return { tokens: usage.inputTokens + usage.outputTokens, cost: costOf(usage, price) ?? 0 };
  };

  /** Waits until the budget admits the call, and holds what it may use. Rejects where the budget ends before that. */
  const admitted = async (place: string, need: Need, given: AbortSignal | undefined): Promise<() => void> => {
    for (;;) {
      if (signal?.aborted === true) runs.end('aborted');
      const stopped = runs.ended === null ? facts.stop(place) : undefined;
      if (stopped !== undefined) runs.end(stopped);
      const answer = runs.ended === null ? meter.admitCall(need) : null;
      if (answer !== null && answer !== 'wait') stop(place, answer);
      if (runs.ended !== null) throw budgetEnded(runs.ended);
      if (answer === null) return meter.hold(need);
      await meter.freed(given);
    }
  };

  const stop = (place: string, reason: 'seconds' | 'tokens' | 'cost'): void => {
    facts.keep({ fact: 'stop', before: place, reason }, meter.seconds());
    runs.end(reason);
  };

  const ask = async (
    request: Parameters<Model['call']>[0],
    callOptions: Parameters<Model['call']>[1],
    place: string,
  ): Promise<RecordedReply> => {
    const left = meter.secondsLeft();
    const either = linkSignals(signal, callOptions?.signal);
    const limit = startDeadline(left, either.signal);
    try {
      const asking = model.call(request, { ...callOptions, signal: limit.signal });
      const { raw: _, ...response } = checkedReply(await asking, modelName(model));
      return { response };
    } catch (error) {
      if (signal?.aborted === true) runs.end('aborted');
      else if (callOptions?.signal?.aborted === true) throw error;
      else if (limit.passed()) stop(place, 'seconds');
      if (runs.ended !== null) throw budgetEnded(runs.ended);
      const { code, message } = failureOf(error, modelName(model));
      return { error: { code, message } };
    } finally {
      limit.end();
      either.release();
    }
  };

  const countAndGive = (reply: RecordedReply): ModelResponse => {
    if ('error' in reply) {
      meter.count({ optimizer: { ...NO_USAGE, modelCalls: 1, failedCalls: 1 } });
      throw new MettleError(reply.error);
    }
    const response = { ...reply.response, raw: null } as unknown as ModelResponse;
    const { usage } = response;
    meter.count({
      optimizer: {
        modelCalls: 1,
        inputTokens: usage.inputTokens ?? 0,
        outputTokens: usage.outputTokens ?? 0,
        cost: costOf(usage, prices[response.model]),
        cachedInputTokens: usage.cachedInputTokens ?? 0,
        cacheWriteTokens: usage.cacheWriteTokens ?? 0,
        reasoningTokens: usage.reasoningTokens ?? 0,
      },
    });
    return response;
  };

  return {
    provider: model.provider,
    modelId: model.modelId,
    call,
    stream: async function* stream(request, callOptions) {
      yield* streamOfResponse(await call(request, callOptions));
    },
  };
}

/** Whatever a model throws, its call failed: a model of the caller's may throw more than the seam allows. */
function failureOf(error: unknown, name: string): Pick<MettleError, 'code' | 'message'> {
  if (MettleError.isInstance(error) && error.code.startsWith('models/')) return error;
  return { code: 'models/unreachable', message: `${name}: ${errorMessage(error)}` };
}

function checkedReply(reply: ModelResponse | null | undefined, name: string): ModelResponse {
  if (typeof reply?.text === 'string' && isJsonObject(reply.usage)) return reply;
  const message = `${name} gave a reply without text or usage.`;
  throw modelError('invalid_response', message);
}

function otherRequest(place: string): MettleError {
  return trainingError(
    'journal_mismatch',
    `The journal has a reply for ${place} to another request. The optimizer is not the one that wrote it, or it is not deterministic.`,
  );
}
