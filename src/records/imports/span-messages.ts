import type { JsonObject } from '../../core/index.js';
import { contentText, type Losses, lostPart } from './content-text.js';
import type { LoggedMessage, ReplyPart } from './conversation.js';
import { declaredTools } from './declared-tools.js';
import { plainJson } from './exact-json.js';
import { loggedCall } from './logged-call.js';
import { objectOf, objectsOf, textOrNull } from './read-value.js';
import { aiSdk } from './span-ai-sdk.js';
import { flattened } from './span-flattened.js';
import { openInference } from './span-openinference.js';
import { chatMessage, finishReason, jsonText, type SpanRequest, withAbout } from './span-request.js';
import { jsonIn, type Span } from './spans.js';

/** The ways in which instrumentations write messages into a span, the newest first. */
const READERS: readonly ((span: Span, losses: Losses) => SpanRequest | null)[] = [
  semanticConventions,
  openInference,
  flattened,
  aiSdk,
  events,
];

/** The request of a span; null where it isn't one of a model, or has no messages. */
export function requestOf(span: Span, losses: Losses): SpanRequest | null {
  for (const read of READERS) {
    const found = read(span, losses);
    if (found !== null && found.input.length + found.output.length > 0) return found;
  }
  return null;
}

/** OpenTelemetry's `gen_ai.input.messages` and `gen_ai.output.messages`: JSON with parts; before, all in `gen_ai.prompt`. */
function semanticConventions({ attributes }: Span, losses: Losses): SpanRequest | null {
  const input = jsonIn(attributes['gen_ai.input.messages'] ?? attributes['gen_ai.prompt']);
  const output = jsonIn(attributes['gen_ai.output.messages'] ?? attributes['gen_ai.completion']);
  if (!Array.isArray(input) && !Array.isArray(output)) return null;
  const system = jsonIn(attributes['gen_ai.system_instructions']);
  const told = Array.isArray(system) ? contentText(system, losses) : (textOrNull(system) ?? '');
  const { text } = objectOf(output);
  const replies = Array.isArray(output)
    ? objectsOf(output).flatMap((message) => partsMessage(message, losses))
    : typeof text === 'string'
      ? [{ role: 'assistant' as const, parts: [{ type: 'text' as const, text }] }]
      : [];
  return {
    input: [
      ...(told === '' ? [] : [{ role: 'system' as const, content: told }]),
      ...objectsOf(input).flatMap((message) => partsMessage(message, losses)),
    ],
    output: withAbout(replies, attributes),
    tools: declaredTools(jsonIn(attributes['gen_ai.tool.definitions']), losses),
  };
}

/** A message with `parts`, or with `content` as older versions have it. */
function partsMessage(message: JsonObject, losses: Losses): readonly LoggedMessage[] {
  const { role, parts, content, finish_reason: reason } = message;
  if (!Array.isArray(parts)) return chatMessage(message, losses);
  const read: ReplyPart[] = [];
  const results: LoggedMessage[] = [];
  for (const part of objectsOf(parts)) {
    const { type, id, name } = part;
    if (type === 'tool_call' || type === 'server_tool_call') {
      read.push(
        loggedCall({ id: textOrNull(id), tool: textOrNull(name) ?? '' }, part.arguments, plainJson(null)),
      );
    } else if (type === 'tool_call_response' || type === 'server_tool_call_response') {
      const given = part.response ?? part.result;
      results.push({
        role: 'tool',
        callId: textOrNull(id),
        content: typeof given === 'string' ? given : given === undefined ? '' : JSON.stringify(given),
      });
    } else if (type === 'text' || type === 'reasoning') {
      read.push({ type, text: textOrNull(part.content) ?? textOrNull(part.text) ?? '' });
    } else losses.add(lostPart(part.modality ?? type));
  }
  if (role === 'assistant' || role === 'model') {
    return [{ role: 'assistant', parts: read, ...finishReason(reason) }, ...results];
  }
  if (results.length > 0) return results;
  const text = read.map((part) => (part.type === 'call' ? '' : part.text)).join('\n');
  return [{ role: role === 'system' ? 'system' : 'user', content: text || contentText(content, losses) }];
}

/** Events of a span, as OpenTelemetry had them up to 1.36: `gen_ai.user.message`, `gen_ai.choice` and so on. */
function events({ events: all, attributes }: Span, losses: Losses): SpanRequest | null {
  const input: LoggedMessage[] = [];
  const output: LoggedMessage[] = [];
  for (const { name, attributes: about } of all) {
    const [, role] = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(name) ?? [];
    const body = objectOf(jsonIn(about.body ?? about['event.body']) ?? {});
    const fields = { ...about, ...body };
    const calls = jsonIn(fields.tool_calls);
    const message = {
      ...fields,
      tool_calls: calls ?? [],
      content: jsonText(fields.content ?? about['gen_ai.prompt']),
    };
    if (role !== undefined) input.push(...chatMessage({ ...message, role }, losses));
    if (name !== 'gen_ai.choice') continue;
    const reply = objectOf(jsonIn(fields.message) ?? {});
    output.push(
      ...chatMessage(
        {
          ...message,
          ...reply,
          tool_calls: jsonIn(reply.tool_calls) ?? calls ?? [],
          content: jsonText(reply.content ?? fields.content),
          role: 'assistant',
        },
        losses,
      ),
    );
  }
  return input.length + output.length === 0
    ? null
    : { input, output: withAbout(output, attributes), tools: [] };
}
