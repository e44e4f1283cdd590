import { isJsonObject, type Json, type JsonObject, MettleError } from '../../core/index.js';
import { Slots } from '../../core/internal.js';
import { gymError } from '../error-codes.js';
import type { RewardBatch, RewardFunction } from '../reward-call.js';
import { type FieldRule, type MessageRules, nullable, object } from '../serving/field-errors.js';
import { type HttpAnswer, type HttpRoute, httpProblem } from '../serving/http-answer.js';
import { readBodyAs } from '../serving/read-body-as.js';

/** What a reward server answers with. */
export interface ServedRewards {
  readonly name: string;
  readonly version: string;
  readonly reward: RewardFunction;
  /** Batches that are scored at once. */
  readonly batches: number;
  /** The rows to train on that the server lists. */
  readonly tasks: readonly JsonObject[];
}

/** Batches that may wait while others are scored. */
const MOST_WAITING = 256;

const list: FieldRule = (input, loc) =>
  Array.isArray(input) ? null : { type: 'list_type', loc, msg: 'Input should be a valid list', input };

const SCORE: MessageRules = {
  fields: { completions: list, prompts: nullable(list), columns: nullable(object) },
  required: ['completions'],
};

/** The routes of a reward server. */
export function rewardRoutes(served: ServedRewards): readonly HttpRoute[] {
  const slots = new Slots(served.batches);
  let waiting = 0;
  return [
    { method: 'GET', path: '/health', answer: () => ({ json: { status: 'healthy' } }) },
    {
      method: 'GET',
      path: '/metadata',
      answer: () => ({ json: { name: served.name, kind: 'rewards', version: served.version } }),
    },
    { method: 'GET', path: '/tasks', answer: () => ({ json: { tasks: served.tasks } }) },
    {
      method: 'POST',
      path: '/score',
      answer: async ({ body, signal }) => {
        const read = readBodyAs(body, SCORE);
        if ('problem' in read) return read.problem;
        const found = batchIn(read.values);
        if ('problem' in found) return found.problem;
        if (waiting >= MOST_WAITING) {
          const detail = `${MOST_WAITING} batches wait to be scored.`;
          return httpProblem(503, detail, { 'retry-after': '1' });
        }
        waiting += 1;
        const free = await slots.take(signal).finally(() => {
          waiting -= 1;
        });
        try {
          return await score(served.reward, found.batch, signal);
        } finally {
          free();
        }
      },
    },
  ];
}

async function score(reward: RewardFunction, batch: RewardBatch, signal: AbortSignal): Promise<HttpAnswer> {
  const reasons = new Map<number, string>();
  try {
    const given: unknown = await reward(batch, {
      signal,
      onUnscored: (index, reason) => void reasons.set(index, reason),
    });
    const rewards = checkRewards(given, batch.completions.length);
    const unscored = rewards.flatMap((each, index) =>
      each === null ? [{ index, reason: reasons.get(index) ?? 'The reward function gave none.' }] : [],
    );
    return { json: { rewards, unscored } };
  } catch (error) {
    // What is wrong with the rows is the caller's to repair; anything else is the server's fault.
    const isCallers =
      MettleError.isInstance(error) &&
      (error.code === 'gym/invalid_row' || error.code.startsWith('requirements/'));
    if (isCallers) return httpProblem(422, error.message);
    throw error;
  }
}

/** One number or null for each reply. What is no finite number says nothing, so it's null. */
function checkRewards(given: unknown, count: number): readonly (number | null)[] {
  if (!Array.isArray(given) || given.length !== count) {
    const what = Array.isArray(given) ? `${given.length} rewards` : typeof given;
    throw gymError('invalid_rewards', `The reward function gave ${what} for ${count} replies.`);
  }
  return given.map((each: unknown) => {
    if (typeof each === 'number') return Number.isFinite(each) ? each : null;
    if (each === null || each === undefined) return null;
    throw gymError('invalid_rewards', `A reward is a number or null; the function gave a ${typeof each}.`);
  });
}

function batchIn({
  completions,
  prompts,
  columns,
}: JsonObject): { readonly batch: RewardBatch } | { readonly problem: HttpAnswer } {
  const replies = completions as readonly Json[];
  const others = isJsonObject(columns ?? null) ? (columns as JsonObject) : {};
  const lists = { ...others, ...(Array.isArray(prompts) ? { prompts } : {}) };
  for (const [name, values] of Object.entries(lists)) {
    if (Array.isArray(values) && values.length === replies.length) continue;
    const has = Array.isArray(values) ? `has ${values.length} values` : 'is no list';
    return {
      problem: httpProblem(422, `The column ${name} ${has}, for ${replies.length} completions.`),
    };
  }
  return { batch: { ...lists, completions: replies } };
}
