import type { OpenAIMessage } from '../openai-message.js';
import { openAITool } from '../to-messages.js';
import { argumentsOf } from './call-arguments.js';
import { chatFormat } from './chat-format.js';
import { toolNamesByCall } from './conversation.js';
import type { TrajectoryFormat } from './trajectory-format.js';

/**
 * Conversations as Hermes models write them, `{conversations: [{from, value}]}`: the tools stand in the system message between `<tools>` tags, each
 * call between `<tool_call>` tags, each result between `<tool_response>` tags, and reasoning between `<think>` tags. Everything has a place.
 */
export const hermesJsonl: TrajectoryFormat = chatFormat(
  { name: 'hermes', description: 'conversations as Hermes models write them, tools and calls in tags' },
  ({ messages, tools }) => {
    const system = messages.flatMap((message) => (message.role === 'system' ? [message.content] : []));
    const declared =
      tools.length === 0
        ? []
        : [
            `You can call these functions. For each call, write a JSON object with its name and arguments between <tool_call> and </tool_call> tags.\n<tools>\n${tools
              .map((tool) => JSON.stringify(openAITool(tool)))
              .join('\n')}\n</tools>`,
          ];
    const names = toolNamesByCall(messages);
    const opening = [...system, ...declared];
    return {
      record: {
        conversations: [
          ...(opening.length === 0 ? [] : [{ from: 'system', value: opening.join('\n\n') }]),
          ...messages.flatMap((message) => (message.role === 'system' ? [] : [turnOf(message, names)])),
        ],
      },
      losses: [],
    };
  },
);

function turnOf(message: OpenAIMessage, names: ReadonlyMap<string, string>) {
  if (message.role === 'tool') {
    const response = { name: names.get(message.tool_call_id) ?? '', content: message.content };
    return { from: 'tool', value: `<tool_response>\n${JSON.stringify(response)}\n</tool_response>` };
  }
  if (message.role !== 'assistant') return { from: 'human', value: message.content };
  const parts = [
    ...(message.reasoning_content === undefined ? [] : [`<think>\n${message.reasoning_content}\n</think>`]),
    ...(message.content ? [message.content] : []),
    ...(message.tool_calls ?? []).map((call) => {
      const { name, arguments: text } = call.function;
      const written = JSON.stringify({ name, arguments: argumentsOf(call) ?? text });
      return `<tool_call>\n${written}\n</tool_call>`;
    }),
  ];
  return { from: 'gpt', value: parts.join('\n') };
}
