import type { Json } from '../core/index.js';
import type { AssistantPart, ModelResponse, ModelStreamEvent, ToolCallPart } from '../models/index.js';
import { piecesOf, type ScriptedReply, type ScriptedToolCall, textOf } from './script-step.js';

/** A reply of a script as a model of the seam gives it. */
export function toResponse(reply: ScriptedReply, model: string, nextCallId: () => string): ModelResponse {
  const text = textOf(reply.text);
  const reasoning = reply.reasoning ?? '';
  const toolCalls = (reply.toolCalls ?? []).map((call) => toToolCall(call, nextCallId));
  const content: AssistantPart[] = [
    ...(reasoning === '' ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...toolCalls,
  ];
  const finishReason = reply.finishReason ?? (toolCalls.length > 0 ? 'tool-calls' : 'stop');
  return {
    text,
    reasoning,
    toolCalls,
    finishReason,
    rawFinishReason: finishReason,
    usage: {
      inputTokens: null,
      outputTokens: null,
      cachedInputTokens: null,
      cacheWriteTokens: null,
      reasoningTokens: null,
      ...reply.usage,
    },
    warnings: [],
    message: { role: 'assistant', content },
    model,
    servedModel: null,
    raw: null,
  };
}

function toToolCall(call: ScriptedToolCall, nextCallId: () => string): ToolCallPart {
  const toolCallId = call.id ?? nextCallId();
  const named = { type: 'tool-call' as const, toolCallId, toolName: call.name };
  if (call.inputText === undefined) return { ...named, input: call.input ?? {} };
  try {
    return { ...named, input: JSON.parse(call.inputText) as Json };
  } catch {
    return { ...named, input: {}, invalidInput: call.inputText };
  }
}

/** The same reply piece by piece. */
export function* eventsOf(
  reply: ScriptedReply,
  response: ModelResponse,
): Generator<ModelStreamEvent, undefined> {
  for (const text of piecesOf(reply.reasoning)) yield { type: 'reasoning', text };
  for (const text of piecesOf(reply.text)) yield { type: 'text', text };
  for (const call of response.toolCalls) {
    const { toolCallId, toolName } = call;
    yield { type: 'tool-input', toolCallId, toolName, text: call.invalidInput ?? JSON.stringify(call.input) };
    yield { type: 'tool-call', call };
  }
  yield { type: 'finish', response };
}
