import type { AssistantMessage, ModelMessage, ToolCallPart, ToolResultPart } from '../models/index.js';

/** The tool calls of an assistant's message, without those that the provider ran. */
function callsOf({ content }: AssistantMessage): readonly ToolCallPart[] {
  if (typeof content === 'string') return [];
  return content.filter(
    (part) => part.type === 'tool-call' && part.providerExecuted !== true,
  ) as ToolCallPart[];
}

/** The calls of the last turn that nobody has answered yet. */
export function pendingCalls(messages: readonly ModelMessage[]): readonly ToolCallPart[] {
  const turn = messages.findLastIndex(({ role }) => role === 'assistant');
  const message = messages[turn];
  if (message?.role !== 'assistant') return [];
  const later = messages.slice(turn + 1);
  if (later.some(({ role }) => role !== 'tool')) return [];
  const answered = new Set(
    later.flatMap(({ content }) =>
      (content as readonly ToolResultPart[]).map(({ toolCallId }) => toolCallId),
    ),
  );
  return callsOf(message).filter(({ toolCallId }) => !answered.has(toolCallId));
}
