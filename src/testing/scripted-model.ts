import { defineOptions, option } from '../core/index.js';
import { orAborted, startOf } from '../core/internal.js';
import type { Model, ModelRequest } from '../models/index.js';
import { modelName } from '../models/internal.js';
import { type Script, startScript } from './script.js';
import { asReply, isFault, piecesOf, type ScriptedReply, type ScriptStep } from './script-step.js';
import { type ScriptedAiSdkModel, scriptedAiSdkModel } from './scripted-ai-sdk-model.js';
import { errorOf } from './scripted-fault.js';
import { eventsOf, toResponse } from './scripted-response.js';

/** A model that answers by a script. */
export interface ScriptedModel extends Model {
  /** What it was asked, in order, frozen as it was then. */
  readonly calls: readonly ModelRequest[];
  /** The same model, with the same script, as an object of the AI SDK (`LanguageModelV3`), for `ai`'s own functions. */
  readonly aiSdkModel: ScriptedAiSdkModel;
  /**
   * Passes when every step was used and no call was one too many; call it at the end of a test.
   *
   * @throws {MettleError} `testing/unconsumed_steps`, `testing/unexpected_call`.
   */
  assertDone(): void;
}

/** How a scripted model is named. */
export interface ScriptedModelOptions {
  /** Default `scripted`. */
  readonly provider?: string;
  /** Default `model`. */
  readonly modelId?: string;
}

const checkScriptedModelOptions = defineOptions<ScriptedModelOptions>()('scriptedModel', {
  provider: option.string,
  modelId: option.string,
});

/**
 * A model for tests: each call takes the next step of the script, and an extra call fails. It has no clock; a step with
 * `after` waits for a promise that the test settles.
 *
 * @example
 * ```ts untyped
 * import { scriptedModel } from 'mettle/testing';
 *
 * const model = scriptedModel([{ toolCalls: [{ name: 'weather', input: { city: 'Oslo' } }] }, 'It is cold in Oslo.']);
 * const messages = [{ role: 'user', content: 'How is the weather in Oslo?' }];
 * const first = await model.call({ messages });
 * console.log(first.toolCalls.map(({ toolName }) => toolName)); // → [ 'weather' ]
 * console.log((await model.call({ messages })).text); // → It is cold in Oslo.
 * ```
 */
export function scriptedModel(
  steps: readonly ScriptStep<ModelRequest>[],
  options: ScriptedModelOptions = {},
): ScriptedModel {
  checkScriptedModelOptions(options);
  const { provider = 'scripted', modelId = 'model' } = options;
  const name = modelName({ provider, modelId });
  const calls: ModelRequest[] = [];
  const script = startScript(steps, describeRequest);
  const model: Model = {
    provider,
    modelId,
    async call(request, { signal } = {}) {
      calls.push(frozen(request));
      const reply = await take(script, request, signal, name);
      if ('error' in reply) throw reply.error;
      return toResponse(reply.reply, name, script.nextCallId);
    },
    async *stream(request, { signal } = {}) {
      calls.push(frozen(request));
      const taken = await take(script, request, signal, name);
      if ('error' in taken) {
        for (const text of taken.before) yield { type: 'text', text };
        signal?.throwIfAborted();
        throw taken.error;
      }
      const response = toResponse(taken.reply, name, script.nextCallId);
      for (const event of eventsOf(taken.reply, response)) {
        signal?.throwIfAborted();
        yield event;
      }
    },
  };
  return { ...model, calls, aiSdkModel: scriptedAiSdkModel(model), assertDone: script.assertDone };
}

type Taken =
  | { readonly reply: ScriptedReply }
  | { readonly error: unknown; readonly before: readonly string[] };

async function take(
  script: Script<ModelRequest>,
  request: ModelRequest,
  signal: AbortSignal | undefined,
  name: string,
): Promise<Taken> {
  signal?.throwIfAborted();
  const answer = await orAborted(script.next(request), signal);
  const { after } = typeof answer === 'string' ? {} : answer;
  if (after !== undefined) await orAborted(after, signal);
  if (!isFault(answer)) return { reply: asReply(answer) };
  const error = errorOf(answer, name);
  if (error === null) return orAborted(new Promise<never>(() => undefined), signal);
  return { error, before: answer.fault === 'cut_off' ? piecesOf(answer.text) : [] };
}

const LONGEST_QUOTE = 80;

function describeRequest({ messages }: ModelRequest): string {
  const last = messages.at(-1);
  const text = last === undefined ? 'nothing' : startOf(JSON.stringify(last.content), LONGEST_QUOTE);
  return `of ${messages.length} messages, the last of them ${text}`;
}

function frozen(request: ModelRequest): ModelRequest {
  return freezeDeep(structuredClone(request));
}

function freezeDeep<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) freezeDeep(member);
    Object.freeze(value);
  }
  return value;
}
