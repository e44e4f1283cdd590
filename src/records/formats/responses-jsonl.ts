import type { OpenAIMessage } from '../openai-message.js';
import { chatFormat } from './chat-format.js';
import type { TrajectoryFormat } from './trajectory-format.js';

/**
 * Conversations as OpenAI's Responses API takes them: `{instructions, input, tools, parallel_tool_calls}`, where `input` holds messages,
 * `function_call` and `function_call_output` items, and `reasoning` items with the text as their content.
 */
export const responsesJsonl: TrajectoryFormat = chatFormat(
  { name: 'openai-responses', description: "conversations as items of OpenAI's Responses API" },
  ({ messages, tools }) => {
    const [first] = messages;
    const hasInstructions = first?.role === 'system';
    return {
      record: {
        ...(hasInstructions ? { instructions: first.content } : {}),
        input: messages.slice(hasInstructions ? 1 : 0).flatMap(itemsOf),
        ...(tools.length === 0
          ? {}
          : {
              tools: tools.map((tool) => ({ type: 'function', ...tool, strict: false })),
              parallel_tool_calls: true,
            }),
      },
      losses: [],
    };
  },
);

function itemsOf(message: OpenAIMessage): readonly object[] {
  if (message.role === 'tool') {
    return [{ type: 'function_call_output', call_id: message.tool_call_id, output: message.content }];
  }
  if (message.role !== 'assistant') {
    return [
      { type: 'message', role: message.role, content: [{ type: 'input_text', text: message.content }] },
    ];
  }
  const { content, reasoning_content: reasoning, tool_calls: calls = [] } = message;
  return [
    ...(reasoning === undefined
      ? []
      : [{ type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: reasoning }] }]),
    ...(content
      ? [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: content }] }]
      : []),
    ...calls.map(({ id, function: { name, arguments: text } }) => ({
      type: 'function_call',
      call_id: id,
      name,
      arguments: text,
    })),
  ];
}
