import { defineOptions, isJsonObject, option } from '../../core/index.js';
import {
  costOf,
  type Model,
  type ModelPrices,
  type ModelRequest,
  type ModelResponse,
  type ModelSource,
  type ModelStreamEvent,
  openModel,
} from '../../models/index.js';
import { checkPrices, totalTokens, writtenText } from '../../models/internal.js';
import type { Reply, ToolCall } from '../message.js';
import type { Generate } from '../repair/generate.js';

/** What a {@link generateWith} function asks with each time, beside the conversation. */
export interface GenerateWithOptions
  extends Pick<
    ModelRequest,
    | 'tools'
    | 'toolChoice'
    | 'responseFormat'
    | 'temperature'
    | 'topP'
    | 'topK'
    | 'maxOutputTokens'
    | 'reasoningEffort'
    | 'providerOptions'
  > {
  /** What models cost, so that a repair loop can hold its budget of money. */
  readonly prices?: ModelPrices;
  /**
   * Whether the reply is watched as it is written, so that requirements that can fail early end it. Tool calls and counts
   * of tokens are not seen then. Default false.
   */
  readonly streaming?: boolean;
}

const checkGenerateWithOptions = defineOptions<GenerateWithOptions>()('generateWith', {
  tools: option.list(),
  toolChoice: option.either(option.oneOf(['auto', 'none', 'required']), option.object),
  responseFormat: option.object,
  temperature: option.number,
  topP: option.number,
  topK: option.number,
  maxOutputTokens: option.number,
  reasoningEffort: option.oneOf(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']),
  providerOptions: option.record,
  prices: option.record,
  streaming: option.boolean,
});

/**
 * A generate function that asks a language model, for `repairLoop` and `ModelJudge`. Each attempt has its own seed, so
 * that a cache does not return the same answer again.
 *
 * @example
 * ```ts
 * import { generateWith, ReplyLength, repairLoop } from 'mettle/requirements';
 * import { scriptedModel } from 'mettle/testing';
 *
 * const generate = generateWith(scriptedModel(['Far too long an answer.', 'Yes.']), { temperature: 0 });
 * const outcome = await repairLoop({
 *   generate,
 *   task: 'Is it cold in Oslo?',
 *   requirements: [ReplyLength({ maxChars: 10 })],
 * });
 * console.log(outcome.text); // → Yes.
 * ```
 * @throws {MettleError} `core/invalid_option`, and what `openModel` throws.
 */
export function generateWith(source: ModelSource, options: GenerateWithOptions = {}): Generate {
  checkGenerateWithOptions(options);
  const model = openModel(source);
  const { prices = {}, streaming = false, ...settings } = options;
  checkPrices(prices);
  return (messages, { signal, seed, maxTokens, stop }) => {
    const request: ModelRequest = {
      ...settings,
      messages,
      seed,
      ...(maxTokens === null ? {} : { maxOutputTokens: maxTokens }),
      ...(stop.length === 0 ? {} : { stopSequences: stop }),
    };
    if (streaming) return textOf(model.stream(request, { signal }));
    return askOnce(model, request, signal, prices);
  };
}

async function askOnce(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
  prices: ModelPrices,
): Promise<Reply> {
  const response = await model.call(request, { signal });
  const tokens = totalTokens(response.usage);
  const price = Object.hasOwn(prices, response.model) ? prices[response.model] : undefined;
  const cost = costOf(response.usage, price);
  return {
    // Where a reply has code in its thinking alone, that is its code.
    text: writtenText(response),
    toolCalls: response.toolCalls.map((call) => toToolCall(call, request)),
    usage: { ...(tokens === null ? {} : { tokens }), ...(cost === null ? {} : { cost }) },
  };
}

function toToolCall(call: ModelResponse['toolCalls'][number], { tools = [] }: ModelRequest): ToolCall {
  const { toolName, input, invalidInput } = call;
  const tool = tools.find(({ name }) => name === toolName);
  const invalid = invalidInput ?? (isJsonObject(input) ? undefined : JSON.stringify(input));
  return {
    name: toolName,
    arguments: invalid === undefined && isJsonObject(input) ? input : {},
    ...(invalid === undefined ? {} : { invalidArguments: invalid }),
    ...(tool?.description === undefined ? {} : { description: tool.description }),
    ...(tool === undefined ? {} : { parameters: tool.parameters }),
  };
}

async function* textOf(events: AsyncIterable<ModelStreamEvent>): AsyncGenerator<string, void> {
  for await (const event of events) if (event.type === 'text') yield event.text;
}
