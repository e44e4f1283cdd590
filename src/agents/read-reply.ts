import type { ModelResponse, ToolCallPart } from '../models/index.js';
import type { AgentStopReason } from './agent-event.js';
import { writtenCall } from './written-call.js';

/** What the loop does after a reply. */
export type NextStep =
  /** The reply is the answer. */
  | { readonly kind: 'answer' }
  /** Tools are to be run. */
  | { readonly kind: 'calls'; readonly calls: readonly ToolCallPart[] }
  /** The calls must not be run: the model is told why instead. */
  | { readonly kind: 'refuse'; readonly calls: readonly ToolCallPart[]; readonly reason: string }
  /** The reply says nothing that counts, and what the model is told. */
  | { readonly kind: 'none'; readonly remedy: string }
  /** Nothing more can come. */
  | { readonly kind: 'stop'; readonly stopReason: AgentStopReason };

/**
 * Decides what follows a reply. Calls of a reply that was cut off are never run: their arguments may be incomplete and
 * still be valid.
 */
export function readReply(
  { finishReason, text, toolCalls }: ModelResponse,
  tools: readonly string[],
): NextStep {
  const isCut = finishReason === 'length' || finishReason === 'error';
  if (finishReason === 'content-filter') return { kind: 'stop', stopReason: 'content_filter' };
  if (toolCalls.length > 0) {
    if (!isCut) return { kind: 'calls', calls: toolCalls };
    const reason =
      'not run: the reply was cut off before its end. Make the call again, with shorter arguments.';
    return { kind: 'refuse', calls: toolCalls, reason };
  }
  if (isCut) return { kind: 'stop', stopReason: finishReason === 'length' ? 'length' : 'model_error' };
  if (text.trim() === '') {
    const remedy = 'That was neither an answer nor a tool call. Go on with the task, or give your answer.';
    return { kind: 'none', remedy };
  }
  const written = writtenCall(text, tools);
  if (written === null) return { kind: 'answer' };
  const remedy = `You wrote a call of ${written} as text, and it was not made. Make it as a tool call, or answer in words.`;
  return { kind: 'none', remedy };
}
