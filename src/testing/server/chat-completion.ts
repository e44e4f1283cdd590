import { startOf } from '../../core/internal.js';
import type { ModelResponse } from '../../models/index.js';
import { piecesOf, type ScriptedReply } from '../script-step.js';

const FINISH: Readonly<Record<string, string>> = {
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
};

/** A reply as the body of an answer of `/chat/completions`. */
export function chatCompletion(response: ModelResponse, model: string): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: response.text === '' ? null : response.text,
          ...(response.reasoning === '' ? {} : { reasoning_content: response.reasoning }),
          ...(response.toolCalls.length === 0 ? {} : { tool_calls: toolCallsOf(response) }),
        },
        finish_reason: finishOf(response),
      },
    ],
    ...usageOf(response),
  };
}

/** The same reply as the chunks of a stream. */
export function chatChunks(
  reply: Pick<ScriptedReply, 'text' | 'reasoning'>,
  response: ModelResponse,
  model: string,
): readonly object[] {
  const chunk = (delta: object, rest: object = {}): object => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 0,
    model,
    choices: [{ index: 0, delta, finish_reason: null, ...rest }],
  });
  return [
    chunk({ role: 'assistant' }),
    ...piecesOf(reply.reasoning).map((text) => chunk({ reasoning_content: text })),
    ...piecesOf(reply.text).map((text) => chunk({ content: text })),
    ...toolCallsOf(response).flatMap(({ function: called, ...call }, index) => {
      const half = Math.ceil(called.arguments.length / 2);
      const first = { ...called, arguments: startOf(called.arguments, half) };
      const rest = { arguments: called.arguments.slice(half) };
      return [
        chunk({ tool_calls: [{ index, ...call, function: first }] }),
        ...(rest.arguments === '' ? [] : [chunk({ tool_calls: [{ index, function: rest }] })]),
      ];
    }),
    chunk({}, { finish_reason: finishOf(response) }),
    { ...chunk({}), choices: [], ...usageOf(response) },
  ];
}

interface ToolCallBody {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

function toolCallsOf({ toolCalls }: ModelResponse): readonly ToolCallBody[] {
  return toolCalls.map(({ toolCallId, toolName, input, invalidInput }) => ({
    id: toolCallId,
    type: 'function',
    function: { name: toolName, arguments: invalidInput ?? JSON.stringify(input) },
  }));
}

function finishOf({ finishReason }: ModelResponse): string {
  return FINISH[finishReason] ?? finishReason;
}

function usageOf({ usage }: ModelResponse): object {
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = usage;
  if (inputTokens === null && outputTokens === null) return {};
  return {
    usage: {
      prompt_tokens: inputTokens ?? 0,
      completion_tokens: outputTokens ?? 0,
      total_tokens: (inputTokens ?? 0) + (outputTokens ?? 0),
      prompt_tokens_details: { cached_tokens: cachedInputTokens ?? 0 },
      completion_tokens_details: { reasoning_tokens: reasoningTokens ?? 0 },
    },
  };
}
