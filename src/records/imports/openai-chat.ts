import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import type { TurnFinishReason, TurnUsage } from '../model-turn.js';
import { contentText, Losses } from './content-text.js';
import type { Conversation, LoggedMessage, LoggedReply, ReplyPart, UnusableRecord } from './conversation.js';
import { declaredTools } from './declared-tools.js';
import type { ExactJson } from './exact-json.js';
import { loggedCall } from './logged-call.js';
import { objectOf, objectsOf, someText, textOrNull, tokens } from './read-value.js';
import type { TraceFormat } from './trace-format.js';

const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);

/**
 * OpenAI's chat: `{messages, tools}` as for fine-tuning, a list of messages, `{prompt, completion}` of messages, and stored requests with their
 * responses: `{request, response}`, `{body, response: {body}}`, or a response that has `choices` beside the `messages`.
 */
export const openAIChat: TraceFormat = {
  name: 'openai',
  description: "OpenAI's chat messages, with tools",
  recognises: (value) => {
    const found = requestOf(value);
    if (found === null || found.messages.length === 0) return null;
    const { messages } = found;
    if (!messages.every((message) => isJsonObject(message) && ROLES.has(String(message.role)))) return null;
    // Blocks of Anthropic's, which this form has no place for.
    if (messages.some((message) => objectsOf(objectOf(message).content).some(isForeign))) return null;
    const hasCalls = messages.some((message) => objectsOf(objectOf(message).tool_calls).length > 0);
    return hasCalls ? 'it has messages with tool_calls' : 'it has messages with roles';
  },
  decode: decodeOpenAIChat,
};

interface Request {
  readonly messages: readonly Json[];
  /** What has the tools and the model. */
  readonly about: JsonObject;
  readonly response: JsonObject;
}

function isForeign({ type }: JsonObject): boolean {
  return type === 'tool_use' || type === 'tool_result' || type === 'tool-call' || type === 'tool-result';
}

/** The request and the response of a record; null where it has no messages. */
function requestOf(value: Json): Request | null {
  if (Array.isArray(value)) return { messages: value as readonly Json[], about: {}, response: {} };
  if (!isJsonObject(value)) return null;
  const { messages, prompt, completion, request, body, input, response } = value;
  const answered = objectOf(objectOf(response).body ?? response);
  if (Array.isArray(messages)) {
    const own = Array.isArray(value.choices) ? value : answered;
    return { messages: messages as readonly Json[], about: value, response: own };
  }
  for (const about of [request, body, input]) {
    const inner = objectOf(about);
    const within = objectOf(inner.body ?? inner);
    if (Array.isArray(within.messages)) {
      const own = Object.keys(answered).length > 0 ? answered : objectOf(value.output);
      return { messages: within.messages as readonly Json[], about: within, response: own };
    }
  }
  if (Array.isArray(prompt) && Array.isArray(completion)) {
    return {
      messages: [...(prompt as readonly Json[]), ...(completion as readonly Json[])],
      about: value,
      response: {},
    };
  }
  return null;
}

function decodeOpenAIChat(value: Json, exact: ExactJson): Conversation | UnusableRecord {
  const request = requestOf(value);
  if (request === null) return { reason: 'it has no messages' };
  const losses = new Losses();
  const messages: LoggedMessage[] = [];
  for (const [index, message] of request.messages.entries()) {
    const read = messageOf(message, exact, losses);
    if (typeof read === 'string') return { reason: `messages[${index}]: ${read}` };
    messages.push(...read);
  }
  const { response, about } = request;
  const [choice, ...others] = objectsOf(response.choices);
  if (choice !== undefined) {
    const read = messageOf({ role: 'assistant', ...objectOf(choice.message) }, exact, losses);
    if (typeof read === 'string') return { reason: `choices[0]: ${read}` };
    for (const message of read) {
      messages.push(message.role === 'assistant' ? { ...message, ...aboutReply(response, choice) } : message);
    }
  }
  for (const _ of others) losses.add('another reply to the same request');
  const model = someText(about.model) ?? someText(response.model);
  const id = someText(objectOf(value).custom_id) ?? someText(objectOf(value).id) ?? someText(response.id);
  return {
    messages,
    tools: declaredTools(about.tools ?? about.functions, losses),
    ...(model === undefined ? {} : { model }),
    ...(id === undefined ? {} : { sourceId: id }),
    losses: losses.lines,
  };
}

function aboutReply(response: JsonObject, choice: JsonObject): Partial<LoggedReply> {
  const model = someText(response.model);
  return {
    ...(model === undefined ? {} : { model }),
    ...finishReason(choice.finish_reason),
    usage: usageOf(objectOf(response.usage)),
  };
}

const FINISH_REASONS: Readonly<Record<string, TurnFinishReason>> = {
  stop: 'stop',
  length: 'length',
  content_filter: 'content_filter',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
};

function finishReason(raw: Json | undefined): Partial<LoggedReply> {
  if (typeof raw !== 'string') return {};
  const known = Object.hasOwn(FINISH_REASONS, raw) ? FINISH_REASONS[raw] : undefined;
  return { finishReason: known ?? 'other', ...(known === raw ? {} : { rawFinishReason: raw }) };
}

function usageOf(usage: JsonObject): TurnUsage {
  const counts = {
    inputTokens: tokens(usage.prompt_tokens),
    outputTokens: tokens(usage.completion_tokens),
    cachedInputTokens: tokens(objectOf(usage.prompt_tokens_details).cached_tokens),
    reasoningTokens: tokens(objectOf(usage.completion_tokens_details).reasoning_tokens),
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
}

/** A message, or what is wrong with it. */
function messageOf(message: Json, exact: ExactJson, losses: Losses): readonly LoggedMessage[] | string {
  if (!isJsonObject(message)) return 'it is not an object';
  const { role, content } = message;
  if (role === 'system' || role === 'developer' || role === 'user') {
    if (typeof message.name === 'string') losses.add('the name of who wrote a message');
    return [{ role: role === 'user' ? 'user' : 'system', content: contentText(content, losses) }];
  }
  if (role === 'tool' || role === 'function') {
    const tool = someText(message.name);
    return [
      {
        role: 'tool',
        callId: textOrNull(message.tool_call_id),
        ...(tool === undefined ? {} : { tool }),
        content: contentText(content, losses),
        ...(message.is_error === true ? { failed: true } : {}),
      },
    ];
  }
  if (role !== 'assistant')
    return `the role ${JSON.stringify(role ?? null)} is none of ${[...ROLES].join(', ')}`;
  return [{ role, parts: partsOf(message, exact, losses) }];
}

function partsOf(message: JsonObject, exact: ExactJson, losses: Losses): readonly ReplyPart[] {
  const { content, refusal, tool_calls: calls, function_call: only } = message;
  const reasoning =
    someText(message.reasoning_content) ?? someText(message.reasoning) ?? someText(message.thinking);
  const text = contentText(content, losses) || (textOrNull(refusal) ?? '');
  if (isJsonObject(message.audio)) losses.add('sound');
  return [
    ...(reasoning === undefined ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...objectsOf(calls).map((call) => callOf(call, exact)),
    ...(isJsonObject(only) ? [callOf({ function: only }, exact)] : []),
  ];
}

function callOf(call: JsonObject, exact: ExactJson): ReplyPart {
  const made = objectOf(call.function ?? call.custom ?? call);
  return loggedCall(
    { id: textOrNull(call.id), tool: textOrNull(made.name) ?? '' },
    made.arguments ?? made.input,
    exact,
  );
}
