import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import type { TurnFinishReason, TurnUsage } from '../model-turn.js';
import { contentText, Losses, lostPart } from './content-text.js';
import type { Conversation, LoggedMessage, LoggedReply, ReplyPart, UnusableRecord } from './conversation.js';
import { declaredTools } from './declared-tools.js';
import type { ExactJson } from './exact-json.js';
import { loggedCall } from './logged-call.js';
import { objectOf, objectsOf, someText, textOrNull, tokens } from './read-value.js';
import type { TraceFormat } from './trace-format.js';

/** Blocks that no other service has. */
const OWN_BLOCKS = new Set(['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'server_tool_use']);

/** Anthropic's messages: `{system, messages, tools}`, a list of messages, or a stored `{request, response}`. */
export const anthropicMessages: TraceFormat = {
  name: 'anthropic',
  description: "Anthropic's messages with content blocks",
  recognises: (value) => {
    const { messages, about, response } = requestOf(value);
    const all = [...messages, ...(response.role === 'assistant' ? [response] : [])];
    const own = all
      .flatMap((message) => objectsOf(objectOf(message).content))
      .find(({ type }) => OWN_BLOCKS.has(String(type)));
    if (own !== undefined) return `it has content blocks of the type ${String(own.type)}`;
    if (messages.length === 0) return null;
    if (about.system !== undefined) return 'it has a system prompt beside its messages';
    if (objectsOf(about.tools).some((tool) => 'input_schema' in tool))
      return 'its tools have an input_schema';
    return null;
  },
  decode: decodeAnthropic,
};

interface Request {
  readonly messages: readonly Json[];
  readonly about: JsonObject;
  readonly response: JsonObject;
}

function requestOf(value: Json): Request {
  if (Array.isArray(value)) return { messages: value as readonly Json[], about: {}, response: {} };
  const record = objectOf(value);
  const about = [record, ...[record.request, record.body, record.input, record.params].map(objectOf)].find(
    ({ messages }) => Array.isArray(messages),
  );
  const messages = Array.isArray(about?.messages) ? (about.messages as readonly Json[]) : [];
  const answered = objectOf(record.response ?? record.output);
  return { messages, about: about ?? {}, response: objectOf(answered.body ?? answered.message ?? answered) };
}

function decodeAnthropic(value: Json, exact: ExactJson): Conversation | UnusableRecord {
  const { messages: given, about, response } = requestOf(value);
  const losses = new Losses();
  const system = contentText(about.system, losses);
  const messages: LoggedMessage[] = system === '' ? [] : [{ role: 'system', content: system }];
  for (const [index, message] of given.entries()) {
    const read = anthropicMessage(message, exact, losses);
    if (typeof read === 'string') return { reason: `messages[${index}]: ${read}` };
    messages.push(...read);
  }
  if (response.role === 'assistant') {
    const read = anthropicMessage(response, exact, losses);
    if (typeof read === 'string') return { reason: `the response: ${read}` };
    messages.push(...read);
  }
  const model = someText(about.model) ?? someText(response.model);
  const id = someText(objectOf(value).custom_id) ?? someText(objectOf(value).id) ?? someText(response.id);
  return {
    messages,
    tools: declaredTools(about.tools, losses),
    ...(model === undefined ? {} : { model }),
    ...(id === undefined ? {} : { sourceId: id }),
    losses: losses.lines,
  };
}

/** A message of Anthropic's API, or what is wrong with it. Results of tools stand in messages of the user. */
export function anthropicMessage(
  message: Json,
  exact: ExactJson,
  losses: Losses,
): readonly LoggedMessage[] | string {
  if (!isJsonObject(message)) return 'it is not an object';
  const { role, content } = message;
  if (role === 'system') return [{ role, content: contentText(content, losses) }];
  if (role === 'user') return fromUser(content, losses);
  if (role !== 'assistant') {
    return `the role ${JSON.stringify(role ?? null)} is none of user, assistant and system`;
  }
  const parts: ReplyPart[] = [];
  const results: LoggedMessage[] = [];
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : objectsOf(content);
  for (const block of blocks) {
    if (block.type === 'server_tool_use' || block.type === 'mcp_tool_use' || block.type === 'tool_use') {
      parts.push(
        loggedCall({ id: textOrNull(block.id), tool: textOrNull(block.name) ?? '' }, block.input, exact),
      );
    } else if (isResult(block)) results.push(resultOf(block, losses));
    else parts.push(...replyPart(block, losses));
  }
  return [{ role, parts, ...aboutReply(message) }, ...results];
}

function replyPart(block: JsonObject, losses: Losses): readonly ReplyPart[] {
  const { type, text, thinking } = block;
  if (type === 'text' && typeof text === 'string') return [{ type, text }];
  if (type === 'thinking') {
    if (typeof block.signature === 'string' && block.signature !== '') losses.add('a signature of thinking');
    return [{ type: 'reasoning', text: textOrNull(thinking) ?? '' }];
  }
  if (type === 'redacted_thinking') losses.add('thinking that its model encrypted');
  else losses.add(lostPart(type));
  return [];
}

function fromUser(content: Json | undefined, losses: Losses): readonly LoggedMessage[] {
  if (!Array.isArray(content)) return [{ role: 'user', content: contentText(content, losses) }];
  const results: LoggedMessage[] = [];
  const others: Json[] = [];
  for (const block of content as readonly Json[]) {
    if (isJsonObject(block) && isResult(block)) results.push(resultOf(block, losses));
    else others.push(block);
  }
  if (others.length === 0) return results;
  const text = contentText(others, losses);
  return text === '' && results.length > 0 ? results : [...results, { role: 'user', content: text }];
}

function isResult({ type }: JsonObject): boolean {
  return typeof type === 'string' && (type === 'tool_result' || type.endsWith('_tool_result'));
}

function resultOf(block: JsonObject, losses: Losses): LoggedMessage {
  const { content, is_error: failed } = block;
  const own = block.type === 'tool_result' || block.type === 'mcp_tool_result';
  return {
    role: 'tool',
    callId: textOrNull(block.tool_use_id),
    // What tools of the service give is data of its own kind.
    content: own || content === undefined ? contentText(content, losses) : JSON.stringify(content),
    ...(failed === true ? { failed: true } : {}),
  };
}

const FINISH_REASONS: Readonly<Record<string, TurnFinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content_filter',
};

function aboutReply({ model, stop_reason: raw, usage }: JsonObject): Partial<LoggedReply> {
  const named = someText(model);
  return {
    ...(named === undefined ? {} : { model: named }),
    ...(typeof raw !== 'string'
      ? {}
      : {
          finishReason: (Object.hasOwn(FINISH_REASONS, raw) ? FINISH_REASONS[raw] : undefined) ?? 'other',
          rawFinishReason: raw,
        }),
    usage: usageOf(objectOf(usage)),
  };
}

function usageOf(usage: JsonObject): TurnUsage {
  const cached = tokens(usage.cache_read_input_tokens);
  const written = tokens(usage.cache_creation_input_tokens);
  const input = tokens(usage.input_tokens);
  const counts = {
    // The service counts what it read without what came from or went to its cache.
    inputTokens: input === undefined ? undefined : input + (cached ?? 0) + (written ?? 0),
    outputTokens: tokens(usage.output_tokens),
    cachedInputTokens: cached,
    cacheWriteTokens: written,
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
}
