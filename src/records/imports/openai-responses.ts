import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { startOf } from '../../core/internal.js';
import type { TurnUsage } from '../model-turn.js';
import { contentText, Losses } from './content-text.js';
import type {
  Conversation,
  LoggedMessage,
  LoggedReply,
  LoggedResult,
  ReplyPart,
  UnusableRecord,
} from './conversation.js';
import { declaredTools } from './declared-tools.js';
import type { ExactJson } from './exact-json.js';
import { loggedCall } from './logged-call.js';
import { objectOf, someText, textOrNull, tokens } from './read-value.js';
import type { TraceFormat } from './trace-format.js';

/** Kinds of items that only this service has. */
const OWN_ITEMS =
  /^(?:function_call|custom_tool_call|local_shell_call|shell_call|apply_patch_call|computer_call)(?:_output)?$|^(?:web_search|file_search|code_interpreter|mcp|image_generation)_call$|^reasoning$/;

/** OpenAI's Responses: a list of items, `{items}`, or a stored request with its response: `input`, `instructions` and `output`. */
export const openAIResponses: TraceFormat = {
  name: 'openai-responses',
  description: "items of OpenAI's Responses, with tools",
  recognises: (value) => {
    const { items, response } = requestOf(value);
    const own = items.find((item) => OWN_ITEMS.test(String(objectOf(item).type)));
    if (own !== undefined) return `it has items of the type ${String(objectOf(own).type)}`;
    return response.object === 'response' ||
      (items.length > 0 && isJsonObject(value) && Array.isArray(response.output))
      ? 'it has the output of a response'
      : null;
  },
  decode: decodeResponses,
};

interface Request {
  readonly about: JsonObject;
  readonly items: readonly Json[];
  readonly response: JsonObject;
}

function requestOf(value: Json): Request {
  if (Array.isArray(value)) return { about: {}, items: value as readonly Json[], response: {} };
  const record = objectOf(value);
  const about = [record.request, record.body, record.responses_create_params].find(isJsonObject) ?? record;
  const answered = objectOf(record.response ?? record);
  const response = objectOf(answered.body ?? answered);
  return {
    about,
    items: [...listOf(about.input ?? record.items), ...listOf(response.output)],
    response,
  };
}

function listOf(value: Json | undefined): readonly Json[] {
  if (typeof value === 'string') return [{ role: 'user', content: value }];
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function decodeResponses(value: Json, exact: ExactJson): Conversation | UnusableRecord {
  const { about, items, response } = requestOf(value);
  const losses = new Losses();
  const reader = new ItemReader(exact, losses);
  const instructions = contentText(about.instructions ?? response.instructions, losses);
  if (instructions !== '') reader.messages.push({ role: 'system', content: instructions });
  for (const [index, item] of items.entries()) {
    const problem = reader.add(item);
    if (problem !== null) return { reason: `items[${index}]: ${problem}` };
  }
  const model = someText(response.model) ?? someText(about.model);
  const id = someText(objectOf(value).custom_id) ?? someText(response.id);
  return {
    messages: reader.end(usageOf(objectOf(response.usage))),
    tools: declaredTools(about.tools ?? response.tools, losses),
    ...(model === undefined ? {} : { model }),
    ...(id === undefined ? {} : { sourceId: id }),
    losses: losses.lines,
  };
}

function usageOf(usage: JsonObject): TurnUsage {
  const counts = {
    inputTokens: tokens(usage.input_tokens),
    outputTokens: tokens(usage.output_tokens),
    cachedInputTokens: tokens(objectOf(usage.input_tokens_details).cached_tokens),
    reasoningTokens: tokens(objectOf(usage.output_tokens_details).reasoning_tokens),
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
}

/** How messages begin that a client sends in the name of the user. */
const CONTEXT = /^\s*(?:<(?:environment_context|user_instructions|INSTRUCTIONS)>|# AGENTS\.md instructions)/;

/** Puts items together to messages: what a model wrote in a row is one reply. */
export class ItemReader {
  readonly messages: LoggedMessage[] = [];
  /** The model of the replies that come. */
  model: string | undefined;
  readonly #exact: ExactJson;
  readonly #losses: Losses;
  readonly #isFailure: (content: string) => boolean;
  #parts: ReplyPart[] = [];
  /** Results that stand within a reply. */
  #results: LoggedResult[] = [];

  /** @param isFailure - whether what a tool gave says that it failed */
  constructor(exact: ExactJson, losses: Losses, isFailure: (content: string) => boolean = () => false) {
    this.#exact = exact;
    this.#losses = losses;
    this.#isFailure = isFailure;
  }

  /** Adds a system message. */
  addSystem(content: string): void {
    this.#endReply();
    this.messages.push({ role: 'system', content });
  }

  /** Begins a new conversation with a summary of the one before. */
  begin(summary: string): void {
    this.#endReply();
    this.messages.push({ role: 'user', content: summary, isContext: true, isFresh: true });
  }

  /** Reads an item; gives what is wrong with it, or null. */
  add(item: Json): string | null {
    if (!isJsonObject(item)) return 'it is not an object';
    const { type = 'message', role } = item;
    if (typeof type !== 'string') return 'its type is no text';
    if (type === 'message') return this.#addMessage(item, role);
    if (type === 'reasoning') this.#addReasoning(item);
    else if (type === 'function_call_result' || type.endsWith('_call_output')) this.#addOutput(item);
    else if (type.endsWith('_call')) this.#addCall(item, type);
    else if (type === 'compaction' || type === 'item_reference')
      this.#losses.add(`an item of the type ${type}`);
    else this.#losses.add(`an item of the type ${JSON.stringify(startOf(type, 60))}`);
    return null;
  }

  /** All messages. @param usage - of the last reply */
  end(usage?: TurnUsage): readonly LoggedMessage[] {
    this.#endReply(usage);
    return this.messages;
  }

  #addMessage(item: JsonObject, role: Json | undefined): string | null {
    const content = contentText(item.content, this.#losses);
    if (role === 'assistant') {
      if (this.#results.length > 0) this.#endReply();
      if (content !== '') this.#parts.push({ type: 'text', text: content });
      return null;
    }
    if (role !== 'user' && role !== 'system' && role !== 'developer') {
      return `the role ${JSON.stringify(role ?? null)} is none of user, system, developer and assistant`;
    }
    this.#endReply();
    this.messages.push(
      role === 'user'
        ? { role, content, ...(CONTEXT.test(content) ? { isContext: true as const } : {}) }
        : { role: 'system', content },
    );
    return null;
  }

  #addReasoning({ summary, content, encrypted_content: encrypted }: JsonObject): void {
    if (this.#results.length > 0) this.#endReply();
    const text = contentText(content, this.#losses) || contentText(summary, this.#losses);
    if (text !== '') this.#parts.push({ type: 'reasoning', text });
    if (typeof encrypted === 'string' && encrypted !== '')
      this.#losses.add('thinking that its model encrypted');
  }

  #addCall(item: JsonObject, type: string): void {
    if (this.#results.length > 0) this.#endReply();
    const {
      name,
      arguments: given,
      input,
      action,
      call_id: callId,
      callId: camel,
      id,
      server_label: server,
    } = item;
    const named = textOrNull(name) ?? type.slice(0, -'_call'.length);
    const tool = typeof server === 'string' ? `${server}.${named}` : named;
    const callIdText = textOrNull(callId) ?? textOrNull(camel) ?? textOrNull(id);
    // A custom tool takes text that isn't JSON.
    const call = loggedCall(
      { id: callIdText, tool },
      given ?? input ?? action ?? item.operation ?? hostedInput(item),
      this.#exact,
    );
    this.#parts.push(call);
    const output = item.output ?? item.outputs ?? item.results ?? item.result ?? item.error;
    if (output === undefined || output === null) return;
    this.#results.push({
      role: 'tool',
      callId: callIdText,
      content: typeof output === 'string' ? output : JSON.stringify(output),
      ...(item.error === undefined || item.error === null ? {} : { failed: true }),
    });
  }

  #addOutput({ call_id: callId, callId: camel, output }: JsonObject): void {
    const failed = isJsonObject(output) && output.success === false;
    const shown =
      isJsonObject(output) && typeof output.type === 'undefined' ? (output.content ?? output) : output;
    const content =
      isJsonObject(shown) && typeof shown.type === 'undefined'
        ? JSON.stringify(shown)
        : contentText(shown, this.#losses);
    this.#results.push({
      role: 'tool',
      callId: textOrNull(callId) ?? textOrNull(camel),
      content,
      ...(failed || this.#isFailure(content) ? { failed: true } : {}),
    });
  }

  #endReply(usage?: TurnUsage): void {
    if (this.#parts.length > 0) {
      const reply: LoggedReply = {
        role: 'assistant',
        parts: this.#parts,
        ...(this.model === undefined ? {} : { model: this.model }),
        ...(usage === undefined ? {} : { usage }),
      };
      this.messages.push(reply);
    }
    this.messages.push(...this.#results);
    this.#parts = [];
    this.#results = [];
  }
}

/** What a tool of the service was asked, where its item says so in members of its own. */
function hostedInput(item: JsonObject): JsonObject | undefined {
  const { queries, code, query } = item;
  const given = Object.entries({ queries, code, query }).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : (Object.fromEntries(given) as JsonObject);
}
