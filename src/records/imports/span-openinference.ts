import type { Json, JsonObject } from '../../core/index.js';
import { type Losses, lostPart } from './content-text.js';
import type { LoggedMessage } from './conversation.js';
import { declaredTools } from './declared-tools.js';
import { plainJson } from './exact-json.js';
import { loggedCall } from './logged-call.js';
import { objectOf, someText, textOrNull } from './read-value.js';
import { type SpanRequest, withAbout } from './span-request.js';
import { jsonIn, listed, nested, type Span } from './spans.js';

/** OpenInference's `llm.input_messages.N.message…`. */
export function openInference({ attributes }: Span, losses: Losses): SpanRequest | null {
  const messagesOf = (prefix: string): readonly LoggedMessage[] =>
    listed(nested(attributes, prefix)).flatMap(({ message }) => inferenceMessage(objectOf(message), losses));
  const input = messagesOf('llm.input_messages.');
  const output = messagesOf('llm.output_messages.');
  if (input.length + output.length === 0) return null;
  const tools = listed(nested(attributes, 'llm.tools.')).flatMap(
    ({ tool }) => jsonIn(objectOf(tool).json_schema) ?? [],
  );
  return { input, output: withAbout(output, attributes), tools: declaredTools(tools as Json, losses) };
}

function inferenceMessage(message: JsonObject, losses: Losses): readonly LoggedMessage[] {
  const { role, content, contents, tool_calls: calls, tool_call_id: id, name } = message;
  // A call that stands among the blocks of Anthropic's content is one of `tool_calls`, too.
  const blocks = listed(contents)
    .map((each) => objectOf(each.message_content))
    .filter(({ type }) => type !== 'tool_use' || listed(calls).length === 0);
  const told = (block: JsonObject): string => {
    if (typeof block.text === 'string') return block.text;
    losses.add(lostPart(block.type));
    return '';
  };
  const reasoning = blocks.filter(({ type }) => type === 'reasoning' || type === 'thinking').map(told);
  const texts = blocks.filter(({ type }) => type !== 'reasoning' && type !== 'thinking').map(told);
  const text = textOrNull(content) ?? texts.join('\n');
  if (role === 'tool' || role === 'function') {
    const tool = someText(name);
    return [{ role: 'tool', callId: textOrNull(id), ...(tool === undefined ? {} : { tool }), content: text }];
  }
  if (role !== 'assistant' && role !== 'model') {
    return [{ role: role === 'system' || role === 'developer' ? 'system' : 'user', content: text }];
  }
  return [
    {
      role: 'assistant',
      parts: [
        ...reasoning.map((each) => ({ type: 'reasoning' as const, text: each })),
        ...(text === '' ? [] : [{ type: 'text' as const, text }]),
        ...listed(calls).map(({ tool_call: call }) => {
          const { name: tool, arguments: given } = objectOf(objectOf(call).function);
          return loggedCall(
            { id: textOrNull(objectOf(call).id), tool: textOrNull(tool) ?? '' },
            given,
            plainJson(null),
          );
        }),
      ],
    },
  ];
}
