import type { Json, JsonObject } from '../../core/index.js';
import type { Losses } from './content-text.js';
import type { LoggedMessage } from './conversation.js';
import { declaredTools } from './declared-tools.js';
import { chatMessage, jsonText, type SpanRequest, withAbout } from './span-request.js';
import { jsonIn, listed, nested, type Span } from './spans.js';

/** OpenLLMetry's `gen_ai.prompt.N.role` and so on. */
export function flattened({ attributes }: Span, losses: Losses): SpanRequest | null {
  const messagesOf = (name: string): readonly LoggedMessage[] =>
    ['gen_ai', 'llm'].flatMap((system) => {
      const prefix = `${system}.${name}.`;
      return listed(nested(attributes, prefix)).flatMap((message) => {
        const role = message.role ?? (name === 'completion' ? 'assistant' : 'user');
        const calls = listed(message.tool_calls).map(
          (call) => ({ id: call.id ?? null, function: call }) as JsonObject,
        );
        return chatMessage(
          { ...message, role, content: jsonText(message.content), tool_calls: calls },
          losses,
        );
      });
    });
  const input = messagesOf('prompt');
  const output = messagesOf('completion');
  if (input.length + output.length === 0) return null;
  const tools = listed(nested(attributes, 'llm.request.functions.')).map((tool) => ({
    ...tool,
    parameters: jsonIn(tool.parameters) ?? {},
  }));
  return { input, output: withAbout(output, attributes), tools: declaredTools(tools as Json, losses) };
}
