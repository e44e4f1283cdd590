import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { contentText, Losses, lostPart } from './content-text.js';
import type {
  Conversation,
  LoggedCall,
  LoggedMessage,
  LoggedResult,
  ReplyPart,
  UnusableRecord,
} from './conversation.js';
import { declaredTools } from './declared-tools.js';
import type { ExactJson } from './exact-json.js';
import { loggedCall } from './logged-call.js';
import { objectOf, objectsOf, someText, textOrNull } from './read-value.js';
import type { TraceFormat } from './trace-format.js';

/** Parts of content that only this library has. */
const OWN_PARTS = new Set(['tool-call', 'tool-result', 'tool-invocation', 'step-start', 'dynamic-tool']);

/** Messages of the AI SDK (versions 4 to 7): those for models, with parts in `content`, and those for user interfaces, with `parts`. */
export const aiSdkMessages: TraceFormat = {
  name: 'ai-sdk',
  description: 'messages of the AI SDK, for models or user interfaces',
  recognises: (value) => {
    for (const message of messagesOf(value)) {
      const { role, parts, content, toolInvocations } = objectOf(message);
      if (typeof role !== 'string') return null;
      if (Array.isArray(parts)) return 'it has messages with parts';
      if (Array.isArray(toolInvocations)) return 'it has messages with toolInvocations';
      const own = objectsOf(content).find(({ type }) => OWN_PARTS.has(String(type)));
      if (own !== undefined) return `it has parts of the type ${String(own.type)}`;
    }
    return null;
  },
  decode: decodeAiSdk,
};

function messagesOf(value: Json): readonly Json[] {
  const { messages } = objectOf(value);
  const list = Array.isArray(value) ? value : messages;
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}

function decodeAiSdk(value: Json, exact: ExactJson): Conversation | UnusableRecord {
  const losses = new Losses();
  const record = objectOf(value);
  const system = someText(record.system);
  const messages: LoggedMessage[] = system === undefined ? [] : [{ role: 'system', content: system }];
  for (const [index, message] of messagesOf(value).entries()) {
    const read = isJsonObject(message) ? messageOf(message, exact, losses) : 'it is not an object';
    if (typeof read === 'string') return { reason: `messages[${index}]: ${read}` };
    messages.push(...read);
  }
  const model = someText(record.model) ?? someText(record.modelId);
  const id = someText(record.id) ?? someText(record.chatId);
  return {
    messages,
    tools: declaredTools(record.tools, losses),
    ...(model === undefined ? {} : { model }),
    ...(id === undefined ? {} : { sourceId: id }),
    losses: losses.lines,
  };
}

function messageOf(message: JsonObject, exact: ExactJson, losses: Losses): readonly LoggedMessage[] | string {
  const { role, parts, content, toolInvocations } = message;
  const shown = Array.isArray(parts) ? parts : content;
  if (role === 'system' || role === 'user') {
    const written = (Array.isArray(shown) ? (shown as readonly Json[]) : []).filter((part) => !isData(part));
    return [{ role, content: contentText(Array.isArray(shown) ? written : shown, losses) }];
  }
  if (role === 'tool') {
    return objectsOf(content).flatMap((part) =>
      part.type === 'tool-result' ? [resultOf(part, losses)] : [],
    );
  }
  if (role !== 'assistant')
    return `the role ${JSON.stringify(role ?? null)} is none of system, user, assistant and tool`;
  const reader = new ReplyReader(exact, losses);
  if (typeof shown === 'string') reader.addText('text', shown);
  const invocations = objectsOf(Array.isArray(parts) ? undefined : toolInvocations);
  for (const part of objectsOf(shown)) reader.add(part);
  for (const invocation of invocations) reader.add({ type: 'tool-invocation', toolInvocation: invocation });
  return reader.end();
}

/** What the interface shows and no model reads. */
function isData(part: Json): boolean {
  const { type } = objectOf(part);
  return typeof type === 'string' && type.startsWith('data-');
}

/** Puts the parts of an assistant's message together: a message for user interfaces holds several replies, each with its results. */
class ReplyReader {
  readonly #messages: LoggedMessage[] = [];
  readonly #exact: ExactJson;
  readonly #losses: Losses;
  #parts: ReplyPart[] = [];
  #results: LoggedResult[] = [];

  constructor(exact: ExactJson, losses: Losses) {
    this.#exact = exact;
    this.#losses = losses;
  }

  addText(type: 'text' | 'reasoning', text: string): void {
    // Words after the result of a call are those of the next reply.
    if (this.#results.length > 0) this.#endReply();
    this.#parts.push({ type, text });
  }

  add(part: JsonObject): void {
    const { type, text } = part;
    if (typeof type !== 'string') return;
    if (type === 'step-start') this.#endReply();
    else if (type === 'text' || type === 'reasoning')
      this.addText(type, textOrNull(text) ?? textOrNull(part.reasoning) ?? '');
    else if (type === 'tool-result') this.#results.push(resultOf(part, this.#losses));
    else if (type === 'tool-invocation') this.#addInvocation(objectOf(part.toolInvocation), null);
    else if (type === 'tool-call') this.#addInvocation(part, null);
    else if (type === 'dynamic-tool') this.#addInvocation(part, null);
    else if (type.startsWith('tool-') && 'toolCallId' in part)
      this.#addInvocation(part, type.slice('tool-'.length));
    else if (type !== 'tool-approval-request' && !type.startsWith('source') && !isData(part)) {
      this.#losses.add(lostPart(type === 'file' ? (part.mediaType ?? type) : type));
    }
  }

  end(): readonly LoggedMessage[] {
    this.#endReply();
    return this.#messages;
  }

  /** A call, and what it gave where the part has that, too. */
  #addInvocation(part: JsonObject, name: string | null): void {
    const { toolCallId, toolName, state, errorText, approval } = part;
    const id = textOrNull(toolCallId);
    const tool = textOrNull(toolName) ?? name ?? '';
    const call = loggedCall({ id, tool }, part.input ?? part.args ?? part.rawInput, this.#exact);
    if (state === 'output-denied') {
      const reason = someText(objectOf(approval).reason) ?? 'it was denied';
      this.#parts.push({ ...call, withheld: reason } satisfies LoggedCall);
      return;
    }
    this.#parts.push(call);
    if (state === 'output-error') {
      this.#results.push({ role: 'tool', callId: id, content: textOrNull(errorText) ?? '', failed: true });
    } else if (state === 'output-available' || state === 'result') {
      this.#results.push({
        role: 'tool',
        callId: id,
        content: outputText(part.output ?? part.result, this.#losses),
      });
    }
  }

  #endReply(): void {
    if (this.#parts.length > 0) this.#messages.push({ role: 'assistant', parts: this.#parts });
    this.#messages.push(...this.#results);
    this.#parts = [];
    this.#results = [];
  }
}

function resultOf(part: JsonObject, losses: Losses): LoggedResult {
  const { toolCallId, toolName, output, result, isError } = part;
  const { type, value, reason } = objectOf(output);
  const tool = someText(toolName);
  const failed =
    isError === true || type === 'error-text' || type === 'error-json' || type === 'execution-denied';
  const isTyped =
    typeof type === 'string' && isJsonObject(output) && ('value' in output || type === 'execution-denied');
  const content = isTyped
    ? type === 'content'
      ? contentText(value, losses)
      : outputText(type === 'execution-denied' ? (reason ?? 'it was denied') : value, losses)
    : outputText(output ?? result, losses);
  return {
    role: 'tool',
    callId: textOrNull(toolCallId),
    ...(tool === undefined ? {} : { tool }),
    content,
    ...(failed ? { failed: true } : {}),
  };
}

/** What a tool gave, as the model reads it: text as it is, data as JSON, results of MCP by their parts. */
function outputText(output: Json | undefined, losses: Losses): string {
  if (typeof output === 'string') return output;
  const { content } = objectOf(output);
  if (objectsOf(content).some(({ type }) => typeof type === 'string')) return contentText(content, losses);
  return output === undefined ? '' : JSON.stringify(output);
}
