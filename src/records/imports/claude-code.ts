import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { counted, startOf } from '../../core/internal.js';
import { activePath } from './active-path.js';
import { anthropicMessage } from './anthropic-messages.js';
import { Losses } from './content-text.js';
import type { Conversation, LoggedMessage, LoggedReply, ReplyPart, UnusableRecord } from './conversation.js';
import type { ExactJson } from './exact-json.js';
import { objectOf, objectsOf, someText, textOrNull } from './read-value.js';
import type { SessionFormat, SessionReader } from './session-format.js';

/** Entries that no model was sent. */
const BOOKKEEPING = new Set([
  'summary',
  'file-history-snapshot',
  'queue-operation',
  'progress',
  'system',
  'result',
  'last-prompt',
  'ai-title',
  'custom-title',
  'agent-name',
  'permission-mode',
  'mode',
  'pr-link',
  'stream_event',
  'rate_limit_event',
  'tool_progress',
]);

/** Sessions of Claude Code, as it keeps them below `~/.claude/projects`, and what it prints as `stream-json`. */
export const claudeCodeSession: SessionFormat = {
  name: 'claude-code',
  description: 'sessions of Claude Code',
  recognises: (value) => {
    const { type, sessionId, session_id: printed, message, leafUuid } = objectOf(value);
    if (typeof type !== 'string') return null;
    const isOf = typeof sessionId === 'string' || typeof printed === 'string';
    if ((type === 'user' || type === 'assistant') && isOf && isJsonObject(message)) {
      return 'it has entries of user and assistant with a session id';
    }
    if (type === 'system' && isOf) return 'it has entries of the type system with a session id';
    if (type === 'file-history-snapshot') return 'it has entries of the type file-history-snapshot';
    if (type === 'queue-operation' && isOf) return 'it has entries of the type queue-operation';
    return type === 'summary' && typeof leafUuid === 'string' ? 'it has a summary with a leafUuid' : null;
  },
  open: () => new ClaudeCodeReader(),
};

interface Entry {
  readonly id: string | null;
  readonly parent: string | null;
  readonly value: JsonObject;
  readonly exact: ExactJson;
}

class ClaudeCodeReader implements SessionReader {
  /** The entries of each session, in the order of the file. */
  readonly #sessions: Map<string, Entry[]> = new Map();
  /** The session of each entry. */
  readonly #sessionOf: Map<string, string> = new Map();

  add(value: Json, exact: ExactJson): string | null {
    if (!isJsonObject(value)) return 'it is not an object';
    const { type, uuid, message } = value;
    if (typeof type !== 'string') return 'it has no type';
    if ((type === 'user' || type === 'assistant') && !isJsonObject(message)) return 'it has no message';
    const id = textOrNull(uuid);
    // What goes on after a summary says where in another member.
    const parent = textOrNull(value.parentUuid) ?? textOrNull(value.logicalParentUuid);
    const own = someText(value.sessionId) ?? someText(value.session_id);
    // A session that was resumed goes on under another id.
    const session = (parent === null ? undefined : this.#sessionOf.get(parent)) ?? own ?? this.#last();
    if (id !== null) this.#sessionOf.set(id, session);
    const entry = { id, parent, value, exact };
    const entries = this.#sessions.get(session);
    if (entries === undefined) this.#sessions.set(session, [entry]);
    else entries.push(entry);
    return null;
  }

  end(): readonly (Conversation | UnusableRecord)[] {
    const sessions = [...this.#sessions].filter(([, entries]) =>
      entries.some(({ value }) => 'message' in value),
    );
    if (sessions.length === 0) return [{ reason: 'the session has no messages' }];
    return sessions.map(([id, entries]) => conversationOf(id, entries));
  }

  #last(): string {
    return [...this.#sessions.keys()].at(-1) ?? '';
  }
}

function conversationOf(sessionId: string, entries: readonly Entry[]): Conversation {
  const losses = new Losses();
  const messages: LoggedMessage[] = [];
  /** The parts of each reply: the session has an entry for each part. */
  const replies = new Map<string, ReplyPart[]>();
  const isOfAgents = entries.every(({ value }) => value.isSidechain === true || !('message' in value));
  const kept = keptEntries(entries);
  const left = entries.filter((entry) => isMessage(entry) && !kept.has(entry)).length;
  if (left > 0) losses.add(`${counted(left, 'message')} of abandoned branches`);
  let isFresh = false;
  for (const entry of entries) {
    const { value, exact } = entry;
    if (value.subtype === 'compact_boundary') isFresh = true;
    if (!isMessage(entry)) {
      noteEntry(value, losses);
      continue;
    }
    if (!kept.has(entry)) continue;
    const message = objectOf(value.message);
    if (value.isApiErrorMessage === true || message.model === '<synthetic>') {
      losses.add('a message that the client wrote in place of the model');
      continue;
    }
    const agent = value.isSidechain === true && !isOfAgents ? { agent: agentOf(value) } : {};
    const read = anthropicMessage(message, exact, losses);
    if (typeof read === 'string') {
      losses.add(`a message that can't be read: ${read}`);
      continue;
    }
    for (const each of read) {
      if (each.role === 'tool') messages.push(each);
      else if (each.role === 'assistant') addReply(messages, replies, message, { ...each, ...agent });
      else {
        const begins = isFresh || value.isCompactSummary === true ? { isFresh: true as const } : {};
        const isContext = value.isMeta === true || isLocalCommand(each.content);
        messages.push({ ...each, ...agent, ...begins, ...(isContext ? { isContext: true as const } : {}) });
        isFresh = false;
      }
    }
  }
  return { messages, tools: [], sourceId: sessionId, metadata: metadataOf(entries), losses: losses.lines };
}

function isMessage({ value }: Entry): boolean {
  return (value.type === 'user' || value.type === 'assistant') && isJsonObject(value.message);
}

/**
 * The entries that were not abandoned: those that lead to the last one; of their replies all parts, each of which may begin a branch with
 * its result; and all of subagents.
 */
function keptEntries(entries: readonly Entry[]): ReadonlySet<Entry> {
  const main = entries.filter(({ value }) => value.isSidechain !== true);
  const isTree = main.some(({ parent }) => parent !== null);
  if (!isTree) return new Set(entries);
  const path = activePath(main);
  const kept = new Set(main.filter((_, index) => path.has(index)));
  for (const entry of entries) if (entry.value.isSidechain === true) kept.add(entry);
  const ids = new Set([...kept].flatMap(({ value }) => textOrNull(objectOf(value.message).id) ?? []));
  for (const entry of main) if (ids.has(textOrNull(objectOf(entry.value.message).id) ?? '')) kept.add(entry);
  const calls = new Set([...kept].flatMap(({ value }) => idsIn(value, 'tool_use', 'id')));
  for (const entry of main) {
    if (idsIn(entry.value, 'tool_result', 'tool_use_id').some((id) => calls.has(id))) kept.add(entry);
  }
  return kept;
}

function idsIn({ message }: JsonObject, type: string, member: string): readonly string[] {
  return objectsOf(objectOf(message).content).flatMap((block) =>
    block.type === type ? (textOrNull(block[member]) ?? []) : [],
  );
}

/** Adds a part of a reply to the others of the same reply. */
function addReply(
  messages: LoggedMessage[],
  replies: Map<string, ReplyPart[]>,
  { id }: JsonObject,
  reply: LoggedReply,
): void {
  const known = typeof id === 'string' ? replies.get(id) : undefined;
  if (known !== undefined) {
    known.push(...reply.parts);
    return;
  }
  const parts = [...reply.parts];
  if (typeof id === 'string') replies.set(id, parts);
  messages.push({ ...reply, parts });
}

function agentOf({ agentId, parentToolUseID: call }: JsonObject): string {
  return someText(agentId) ?? someText(call) ?? 'subagent';
}

/** Whether a message is the trace of a command that the user gave to the client. */
function isLocalCommand(content: string): boolean {
  return /^<(?:command-name|command-message|local-command-stdout|local-command-caveat|system-reminder)>/.test(
    content,
  );
}

function noteEntry({ type, attachment }: JsonObject, losses: Losses): void {
  if (type === 'attachment') {
    const { type: kind } = objectOf(attachment);
    losses.add(`an attachment of the kind ${JSON.stringify(kind ?? null)}`);
  } else if (!BOOKKEEPING.has(String(type))) {
    losses.add(`an entry of the type ${JSON.stringify(startOf(String(type), 60))}`);
  }
}

function metadataOf(entries: readonly Entry[]): JsonObject {
  const first = entries.find(({ value }) => 'cwd' in value)?.value ?? {};
  const times = entries.flatMap(({ value }) => someText(value.timestamp) ?? []);
  const members = {
    folder: someText(first.cwd),
    branch: someText(first.gitBranch),
    client_version: someText(first.version) ?? someText(first.claude_code_version),
    started_at: times[0],
    ended_at: times.at(-1),
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;
}
