import { isJsonObject, type JsonObject, MettleError } from '../../core/index.js';
import type { Model, ModelMessage } from '../../models/index.js';
import {
  createRequirement,
  failWith,
  type GenerateWithOptions,
  generateJson,
  generateWith,
  passWith,
  type RepairOutcome,
  repairLoop,
} from '../../requirements/index.js';
import { isNobodysMistake } from '../nobodys-mistake.js';

/** How a model is asked. */
export type AnswerSettings = Pick<
  GenerateWithOptions,
  'temperature' | 'topP' | 'topK' | 'maxOutputTokens' | 'reasoningEffort' | 'providerOptions' | 'streaming'
>;

/** What {@link askForAnswer} needs. */
export interface AnswerRequest {
  readonly model: Model;
  readonly messages: readonly ModelMessage[];
  /** JSON Schema of an object; null for an answer in text. */
  readonly schema: JsonObject | null;
  readonly settings: AnswerSettings;
  /** How often the model is asked before the answer counts as bad. */
  readonly attempts: number;
  /** How often a call that fails for a while is made again. */
  readonly retries: number;
  readonly signal: AbortSignal | undefined;
}

/** An answer that meets its schema, or why there is none. */
export type Answer =
  | { readonly ok: true; readonly json: JsonObject }
  | { readonly ok: false; readonly error: string };

/**
 * Asks a model until its answer meets the schema, telling it what failed. Text is an answer where it is not blank, and
 * comes back as a message: `{role, content}`. Rejects with the signal's reason, and with what is nobody's mistake: a model that
 * can't be reached, a budget that is used up.
 */
export async function askForAnswer(request: AnswerRequest): Promise<Answer> {
  const { schema, settings, attempts, retries, signal } = request;
  const { model, task } = withoutParts(request);
  const loop = {
    task,
    stateContract: false,
    budget: { attempts, generateRetries: retries },
    ...(signal === undefined ? {} : { signal }),
  };
  if (schema === null) {
    const generate = generateWith(model, settings);
    const outcome = await repairLoop({ ...loop, generate, requirements: [saysSomething], fixes: [] });
    return outcome.ok ? { ok: true, json: { role: 'assistant', content: outcome.text } } : failed(outcome);
  }
  const outcome = await generateJson({ ...loop, model, schema, settings });
  if (!outcome.ok) return failed(outcome);
  if (!isJsonObject(outcome.value)) return { ok: false, error: 'The answer is not a JSON object.' };
  return { ok: true, json: outcome.value };
}

const saysSomething = createRequirement({
  name: 'SaysSomething',
  description: 'The answer is not empty.',
  validate: ({ text }) =>
    text.trim() === '' ? failWith('The answer is empty. Write it out.') : passWith('It says something.'),
});

function failed(outcome: Extract<RepairOutcome, { readonly ok: false }>): Answer {
  const error = outcome.failedCalls.at(-1)?.error;
  const endedIt = outcome.status === 'infra_error' || isBudget(error);
  if (endedIt && isNobodysMistake(error)) throw error;
  const last = outcome.attempts.at(-1);
  const reasons = last?.report.results
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ reason }) => reason);
  return { ok: false, error: [outcome.reason, ...(reasons ?? [])].join(' ') };
}

/** A model whose own budget is used up can't be asked again. */
function isBudget(error: unknown): boolean {
  return MettleError.isInstance(error) && error.code === 'models/budget_exhausted';
}

/**
 * The part of a conversation that a repair loop can carry, which is text, and a model that is told the rest before it.
 */
function withoutParts({ model, messages }: AnswerRequest): {
  readonly model: Model;
  readonly task: readonly TextMessage[];
} {
  if (messages.every(isText)) return { model, task: messages };
  const last = messages.at(-1);
  const ends = last !== undefined && last.role === 'user' && isText(last);
  const told = ends ? messages.slice(0, -1) : messages;
  return { model: toldBefore(model, told), task: ends ? [last] : [ANSWER_NOW] };
}

interface TextMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

const ANSWER_NOW: TextMessage = { role: 'user', content: 'Answer now.' };

function isText(message: ModelMessage): message is ModelMessage & TextMessage {
  return message.role !== 'tool' && typeof message.content === 'string';
}

function toldBefore(model: Model, told: readonly ModelMessage[]): Model {
  const { provider, modelId } = model;
  return {
    provider,
    modelId,
    call: (request, options) => model.call({ ...request, messages: [...told, ...request.messages] }, options),
    stream: (request, options) =>
      model.stream({ ...request, messages: [...told, ...request.messages] }, options),
  };
}
