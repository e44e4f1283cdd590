import type { OpenAIMessage } from '../openai-message.js';
import { argumentsOf, NO_OBJECT } from './call-arguments.js';
import { chatFormat } from './chat-format.js';
import type { TrajectoryFormat } from './trajectory-format.js';

type Block = Readonly<Record<string, unknown>>;

/**
 * Anthropic's messages: `{system, messages, tools}`, calls as `tool_use` blocks and their results as `tool_result` blocks of the user's next
 * turn, all results of one turn together. Thinking is left out: a block of it needs the signature of who wrote it.
 */
export const anthropicJsonl: TrajectoryFormat = chatFormat(
  { name: 'anthropic', description: "conversations with tools as Anthropic's messages" },
  ({ messages, tools, failed }) => {
    const system = messages.flatMap((message) => (message.role === 'system' ? [message.content] : []));
    const turns: { role: 'user' | 'assistant'; content: Block[] }[] = [];
    const losses: string[] = [];
    for (const message of messages) {
      if (message.role === 'system') continue;
      const blocks = blocksOf(message, failed);
      if (blocks === null) return { reason: NO_OBJECT };
      if (message.role === 'assistant' && message.reasoning_content !== undefined) {
        losses.push('the format has no place for reasoning without a signature');
      }
      const role = message.role === 'assistant' ? 'assistant' : 'user';
      const last = turns.at(-1);
      // Turns take turns.
      if (last?.role === role) last.content.push(...blocks);
      else turns.push({ role, content: blocks });
    }
    return {
      record: {
        ...(system.length === 0 ? {} : { system: system.join('\n\n') }),
        messages: turns.filter(({ content }) => content.length > 0),
        ...(tools.length === 0
          ? {}
          : {
              tools: tools.map(({ name, description, parameters }) => ({
                name,
                description,
                input_schema: parameters,
              })),
            }),
      },
      losses,
    };
  },
);

function blocksOf(message: OpenAIMessage, failed: ReadonlySet<string>): Block[] | null {
  if (message.role === 'tool') {
    const { tool_call_id: id, content } = message;
    return [{ type: 'tool_result', tool_use_id: id, content, ...(failed.has(id) ? { is_error: true } : {}) }];
  }
  const blocks: Block[] = message.content ? [{ type: 'text', text: message.content }] : [];
  if (message.role !== 'assistant') return blocks;
  for (const call of message.tool_calls ?? []) {
    const input = argumentsOf(call);
    if (input === null) return null;
    blocks.push({ type: 'tool_use', id: call.id, name: call.function.name, input });
  }
  return blocks;
}
