import type { OpenAIMessage } from '../openai-message.js';
import { openAITool } from '../to-messages.js';
import { chatFormat } from './chat-format.js';
import { sortedJson } from './sorted-json.js';
import type { TrajectoryFormat } from './trajectory-format.js';

/**
 * OpenAI's fine-tuning JSON lines: `{messages, tools, parallel_tool_calls}`. An episode without an answer is left
 * out, since a conversation to learn from ends with the assistant. The service takes no reasoning, so records that have some
 * are in `reduced`.
 *
 * @example
 * ```ts
 * import { openAIJsonl, readTrajectoryFile, writeTrajectoryFile } from 'mettle/records';
 *
 * await writeTrajectoryFile('runs.jsonl', []);
 * const { trajectories } = await readTrajectoryFile('runs.jsonl');
 * const { records, skipped } = openAIJsonl.encode(trajectories);
 * console.log(records, skipped); // → 0 []
 * ```
 */
export const openAIJsonl: TrajectoryFormat = chatFormat(
  { name: 'openai', description: 'chat messages with tool calls, for fine-tuning' },
  ({ messages, tools, isOwn }) => {
    const isParallel = messages.some(
      (message) => message.role === 'assistant' && (message.tool_calls?.length ?? 0) > 1,
    );
    return {
      record: {
        // An example that was sent is not for learning.
        messages: messages.map((message) =>
          message.role === 'assistant' && !isOwn(message)
            ? { ...withoutReasoning(message), weight: 0 }
            : withoutReasoning(message),
        ),
        ...(tools.length === 0
          ? {}
          : { tools: sortedJson(tools.map(openAITool)), parallel_tool_calls: isParallel }),
      },
      losses: messages.some(hasReasoning) ? ['the format has no place for reasoning'] : [],
    };
  },
);

/** A message without what the model thought: the services take none. */
export function withoutReasoning(message: OpenAIMessage): OpenAIMessage {
  if (message.role !== 'assistant') return message;
  const { reasoning_content: _, ...rest } = message;
  return rest;
}

function hasReasoning(message: OpenAIMessage): boolean {
  return message.role === 'assistant' && message.reasoning_content !== undefined;
}
