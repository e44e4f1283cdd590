import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { counted, startOf } from '../../core/internal.js';
import type { TurnFinishReason, TurnUsage } from '../model-turn.js';
import { activePath } from './active-path.js';
import { contentText, Losses, lostPart } from './content-text.js';
import type { Conversation, LoggedMessage, LoggedReply, ReplyPart, UnusableRecord } from './conversation.js';
import type { ExactJson } from './exact-json.js';
import { loggedCall } from './logged-call.js';
import { objectOf, objectsOf, someText, textOrNull, tokens } from './read-value.js';
import type { SessionFormat, SessionReader } from './session-format.js';

/** Entries that no model was sent. */
const BOOKKEEPING = new Set([
  'session',
  'thinking_level_change',
  'model_change',
  'custom',
  'label',
  'session_info',
]);

/** Sessions of Pi, as it keeps them below `~/.pi/agent/sessions`, of any version. */
export const piSession: SessionFormat = {
  name: 'pi',
  description: 'sessions of Pi',
  recognises: (value) => {
    const { type, cwd, message, harness } = objectOf(value);
    if (type === 'session' && (typeof cwd === 'string' || typeof harness === 'string')) {
      return 'it begins with an entry of the type session';
    }
    const isMessage = type === 'message' && isJsonObject(message) && typeof message.role === 'string';
    return isMessage ? 'it has entries of the type message' : null;
  },
  open: () => new PiReader(),
};

interface Entry {
  readonly id: string | null;
  readonly parent: string | null;
  readonly value: JsonObject;
  readonly exact: ExactJson;
}

class PiReader implements SessionReader {
  readonly #sessions: Entry[][] = [];

  add(value: Json, exact: ExactJson): string | null {
    if (!isJsonObject(value)) return 'it is not an object';
    const { type, id, parentId, message } = value;
    if (typeof type !== 'string') return 'it has no type';
    if (type === 'message' && !isJsonObject(message)) return 'it has no message';
    const isHead = type === 'session';
    const entry = { id: isHead ? null : textOrNull(id), parent: textOrNull(parentId), value, exact };
    const session = this.#sessions.at(-1);
    if (session === undefined || isHead) this.#sessions.push([entry]);
    else session.push(entry);
    return null;
  }

  end(): readonly (Conversation | UnusableRecord)[] {
    return this.#sessions.map(conversationOf);
  }
}

function conversationOf(entries: readonly Entry[]): Conversation | UnusableRecord {
  const losses = new Losses();
  const messages: LoggedMessage[] = [];
  const isTree = entries.some(({ parent }) => parent !== null);
  const path = isTree ? activePath(entries) : null;
  const left =
    path === null ? 0 : entries.filter(({ value }, index) => 'message' in value && !path.has(index)).length;
  if (left > 0) losses.add(`${counted(left, 'message')} of abandoned branches`);
  for (const [index, { value, exact }] of entries.entries()) {
    if (path !== null && !path.has(index)) continue;
    const { type, summary, content, message } = value;
    if (type === 'message') {
      const read = messageOf(objectOf(message), exact, losses);
      if (typeof read === 'string') losses.add(read);
      else messages.push(...read);
    } else if (type === 'compaction' || type === 'branch_summary') {
      const fresh = type === 'compaction' ? { isFresh: true as const } : {};
      messages.push({ role: 'user', content: textOrNull(summary) ?? '', isContext: true, ...fresh });
    } else if (type === 'custom_message') {
      messages.push({ role: 'user', content: contentText(content, losses), isContext: true });
    } else if (!BOOKKEEPING.has(String(type))) {
      losses.add(`an entry of the type ${JSON.stringify(startOf(String(type), 60))}`);
    }
  }
  const head = entries[0]?.value ?? {};
  const sourceId = head.type === 'session' ? someText(head.id) : undefined;
  const times = entries.flatMap(({ value }) => someText(value.timestamp) ?? []);
  const members = { folder: someText(head.cwd), started_at: times[0], ended_at: times.at(-1) };
  return {
    messages,
    tools: [],
    ...(sourceId === undefined ? {} : { sourceId }),
    metadata: Object.fromEntries(
      Object.entries(members).filter(([, each]) => each !== undefined),
    ) as JsonObject,
    losses: losses.lines,
  };
}

/** The messages of an entry, or why it has none. */
function messageOf(message: JsonObject, exact: ExactJson, losses: Losses): readonly LoggedMessage[] | string {
  const { role, content, summary } = message;
  switch (role) {
    case 'system':
    case 'user':
      return [{ role, content: contentText(content, losses) }];
    case 'assistant':
      return [{ role, parts: partsOf(message, exact, losses), ...aboutReply(message) }];
    case 'toolResult':
    case 'tool': {
      const tool = someText(message.toolName);
      return [
        {
          role: 'tool',
          callId: textOrNull(message.toolCallId),
          ...(tool === undefined ? {} : { tool }),
          content: contentText(content, losses),
          ...(message.isError === true ? { failed: true } : {}),
        },
      ];
    }
    case 'bashExecution': {
      if (message.excludeFromContext === true) return [];
      const shown = `Ran \`${textOrNull(message.command) ?? ''}\`\n\`\`\`\n${textOrNull(message.output) ?? ''}\n\`\`\``;
      return [{ role: 'user', content: shown, isContext: true }];
    }
    case 'custom':
    case 'hookMessage':
      return [{ role: 'user', content: contentText(content, losses), isContext: true }];
    case 'branchSummary':
    case 'compactionSummary':
      return [{ role: 'user', content: textOrNull(summary) ?? '', isContext: true }];
    default:
      return `a message with the role ${JSON.stringify(role ?? null)}`;
  }
}

function partsOf(message: JsonObject, exact: ExactJson, losses: Losses): readonly ReplyPart[] {
  const { content, reasoningContent, toolCalls } = message;
  const parts: ReplyPart[] = [];
  // The simple format for traces has reasoning and calls beside the text.
  if (typeof reasoningContent === 'string') parts.push({ type: 'reasoning', text: reasoningContent });
  if (typeof content === 'string') parts.push({ type: 'text', text: content });
  for (const block of objectsOf(content)) {
    const { type, text, thinking, id, name } = block;
    if (type === 'text') parts.push({ type, text: textOrNull(text) ?? '' });
    else if (type === 'thinking') parts.push({ type: 'reasoning', text: textOrNull(thinking) ?? '' });
    else if (type === 'toolCall') {
      parts.push(loggedCall({ id: textOrNull(id), tool: textOrNull(name) ?? '' }, block.arguments, exact));
    } else losses.add(lostPart(type));
  }
  for (const call of objectsOf(toolCalls)) {
    const { name, arguments: given } = objectOf(call.function);
    parts.push(loggedCall({ id: textOrNull(call.id), tool: textOrNull(name) ?? '' }, given, exact));
  }
  return parts;
}

const FINISH_REASONS: Readonly<Record<string, TurnFinishReason>> = {
  stop: 'stop',
  length: 'length',
  toolUse: 'tool_calls',
  error: 'error',
};

function aboutReply({ provider, model, stopReason: raw, usage }: JsonObject): Partial<LoggedReply> {
  const known =
    typeof raw === 'string' && Object.hasOwn(FINISH_REASONS, raw) ? FINISH_REASONS[raw] : undefined;
  const named = someText(model);
  const by = someText(provider);
  return {
    ...(named === undefined ? {} : { model: by === undefined ? named : `${by}/${named}` }),
    ...(typeof raw === 'string'
      ? { finishReason: known ?? ('other' as const), ...(known === raw ? {} : { rawFinishReason: raw }) }
      : {}),
    usage: usageOf(objectOf(usage)),
  };
}

function usageOf(usage: JsonObject): TurnUsage {
  const [input, cached, written] = [tokens(usage.input), tokens(usage.cacheRead), tokens(usage.cacheWrite)];
  const counts = {
    inputTokens: input === undefined ? undefined : input + (cached ?? 0) + (written ?? 0),
    outputTokens: tokens(usage.output),
    cachedInputTokens: cached,
    cacheWriteTokens: written,
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
}
