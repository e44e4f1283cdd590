import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import type { Losses } from './content-text.js';
import type { LoggedMessage, ReplyPart } from './conversation.js';
import { declaredTools } from './declared-tools.js';
import { plainJson } from './exact-json.js';
import { loggedCall } from './logged-call.js';
import { objectOf, objectsOf, textOrNull } from './read-value.js';
import { chatMessage, type SpanRequest, withAbout } from './span-request.js';
import { jsonIn, type Span } from './spans.js';

/** What the AI SDK wrote before it followed OpenTelemetry: `ai.prompt.messages` and `ai.response.text`. */
export function aiSdk({ attributes }: Span, losses: Losses): SpanRequest | null {
  const whole = objectOf(jsonIn(attributes['ai.prompt']));
  const { prompt, system } = whole;
  const own = jsonIn(attributes['ai.prompt.messages']) ?? whole.messages;
  const input = Array.isArray(own)
    ? own
    : typeof prompt === 'string'
      ? [{ role: 'user', content: prompt }]
      : null;
  if (input === null) return null;
  const text = textOrNull(attributes['ai.response.text']) ?? textOrNull(attributes['ai.response.object']);
  const reasoning = textOrNull(attributes['ai.response.reasoning']);
  const parts: ReplyPart[] = [
    ...(reasoning === null ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
    ...(text === null || text === '' ? [] : [{ type: 'text' as const, text }]),
    ...objectsOf(jsonIn(attributes['ai.response.toolCalls'])).map((call) =>
      loggedCall(
        { id: textOrNull(call.toolCallId), tool: textOrNull(call.toolName) ?? '' },
        jsonIn(call.input ?? call.args),
        plainJson(null),
      ),
    ),
  ];
  const tools = Array.isArray(attributes['ai.prompt.tools'])
    ? (attributes['ai.prompt.tools'] as readonly Json[]).map((tool) => jsonIn(tool) ?? null)
    : [];
  return {
    input: [
      ...(typeof system === 'string' && system !== '' ? [{ role: 'system' as const, content: system }] : []),
      ...objectsOf(input).flatMap((message) => sdkMessage(message, losses)),
    ],
    output: withAbout(parts.length === 0 ? [] : [{ role: 'assistant', parts }], attributes),
    tools: declaredTools(tools, losses),
  };
}

function sdkMessage(message: JsonObject, losses: Losses): readonly LoggedMessage[] {
  const { role, content } = message;
  if (!Array.isArray(content)) return chatMessage(message, losses);
  const calls = objectsOf(content).filter(({ type }) => type === 'tool-call');
  const results = objectsOf(content).filter(({ type }) => type === 'tool-result');
  const others = (content as readonly Json[]).filter((part) => !/^tool-/.test(String(objectOf(part).type)));
  if (results.length > 0 && role === 'tool') {
    return results.map((part) => {
      const output = part.output ?? part.result;
      const value = isJsonObject(output) && 'value' in output ? output.value : output;
      return {
        role: 'tool',
        callId: textOrNull(part.toolCallId),
        content: typeof value === 'string' ? value : JSON.stringify(value ?? null),
      };
    });
  }
  return chatMessage(
    {
      role: role ?? 'user',
      content: others,
      tool_calls: calls.map((call) => ({
        id: call.toolCallId ?? null,
        function: { name: call.toolName ?? '', arguments: call.input ?? call.args ?? {} },
      })),
    },
    losses,
  );
}
