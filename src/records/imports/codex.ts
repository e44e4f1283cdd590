import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { startOf } from '../../core/internal.js';
import { contentText, Losses } from './content-text.js';
import type { Conversation, UnusableRecord } from './conversation.js';
import { type ExactJson, plainJson } from './exact-json.js';
import { ItemReader } from './openai-responses.js';
import { objectOf, someText, textOrNull, tokens } from './read-value.js';
import type { SessionFormat, SessionReader } from './session-format.js';

/** Lines of Codex that have a payload. */
const WITH_PAYLOAD = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted']);

/** Sessions of Codex: rollout files, of its first versions too, and what `codex exec --json` prints. */
export const codexSession: SessionFormat = {
  name: 'codex',
  description: 'sessions of Codex',
  recognises: (value) => {
    const { type, payload, id, timestamp, thread_id: thread } = objectOf(value);
    if (WITH_PAYLOAD.has(String(type)) && isJsonObject(payload))
      return `it has lines of the type ${String(type)}`;
    if (type === 'thread.started' && typeof thread === 'string')
      return 'it has lines of the type thread.started';
    const isHead = type === undefined && typeof id === 'string' && typeof timestamp === 'string';
    return isHead && isJsonObject(value) && ('instructions' in value || 'git' in value)
      ? 'it begins with an id, a time and instructions'
      : null;
  },
  open: () => new CodexReader(),
};

class CodexReader implements SessionReader {
  readonly #losses: Losses = new Losses();
  readonly #items: ItemReader = new ItemReader(plainJson(null), this.#losses, isFailure);
  #id: string | undefined;
  #model: string | undefined;
  #usage: { inputTokens: number; outputTokens: number } | undefined;
  readonly #metadata: Record<string, Json> = {};
  #aborted = 0;

  add(value: Json, _: ExactJson): string | null {
    if (!isJsonObject(value)) return 'it is not an object';
    this.#noteTime(value.timestamp);
    const { type, payload } = value;
    if (WITH_PAYLOAD.has(String(type))) {
      return isJsonObject(payload) ? this.#addPayload(String(type), payload) : 'it has no payload';
    }
    if (type === undefined) {
      if ('instructions' in value || 'git' in value) this.#begin(value);
      else if (value.record_type === undefined) return 'it has no type';
      return null;
    }
    if (typeof type !== 'string') return 'its type is no text';
    if (/^(?:thread|turn|item)\./.test(type) || type === 'error') return this.#addEvent(type, value);
    // The first versions wrote items as they are.
    return this.#items.add(value);
  }

  end(): readonly (Conversation | UnusableRecord)[] {
    if (this.#aborted > 0) this.#metadata.aborted_turns = this.#aborted;
    return [
      {
        messages: this.#items.end(),
        tools: [],
        ...(this.#model === undefined ? {} : { model: this.#model }),
        ...(this.#id === undefined ? {} : { sourceId: this.#id }),
        ...(this.#usage === undefined ? {} : { usage: this.#usage }),
        metadata: this.#metadata,
        losses: this.#losses.lines,
      },
    ];
  }

  #addPayload(type: string, payload: JsonObject): string | null {
    if (type === 'session_meta') this.#begin(payload);
    else if (type === 'turn_context') {
      this.#model = someText(payload.model) ?? this.#model;
      this.#items.model = this.#model;
    } else if (type === 'compacted') this.#items.begin(textOrNull(payload.message) ?? '');
    else if (type === 'response_item') return this.#items.add(payload);
    else this.#noteEvent(payload);
    return null;
  }

  #begin(meta: JsonObject): void {
    if (this.#id !== undefined) {
      // A session that goes on from another begins with a copy of it.
      if (this.#id !== meta.id) this.#losses.add('the head of another session');
      return;
    }
    this.#id = someText(meta.id);
    const members = {
      folder: someText(meta.cwd),
      client_version: someText(meta.cli_version),
      originator: someText(meta.originator),
      commit: someText(objectOf(meta.git).commit_hash),
      branch: someText(objectOf(meta.git).branch),
    };
    for (const [name, member] of Object.entries(members))
      if (member !== undefined) this.#metadata[name] = member;
    const { base_instructions: base, instructions } = meta;
    for (const each of [isJsonObject(base) ? base.text : base, instructions]) {
      if (typeof each === 'string' && each !== '') this.#items.addSystem(each);
    }
  }

  #noteEvent({ type, info }: JsonObject): void {
    if (type === 'turn_aborted') this.#aborted += 1;
    if (type !== 'token_count') return;
    const total = objectOf(objectOf(info).total_token_usage);
    const [input, output] = [tokens(total.input_tokens), tokens(total.output_tokens)];
    if (input !== undefined && output !== undefined)
      this.#usage = { inputTokens: input, outputTokens: output };
  }

  /** An event of `codex exec --json`. */
  #addEvent(type: string, { item, thread_id: thread, usage }: JsonObject): string | null {
    if (type === 'thread.started') this.#id ??= someText(thread);
    if (type === 'turn.completed') {
      const { input_tokens: input, output_tokens: output } = objectOf(usage);
      const before = this.#usage ?? { inputTokens: 0, outputTokens: 0 };
      this.#usage = {
        inputTokens: before.inputTokens + (tokens(input) ?? 0),
        outputTokens: before.outputTokens + (tokens(output) ?? 0),
      };
    }
    if (type === 'turn.failed' || type === 'error') this.#losses.add('an error of the client');
    if (type !== 'item.completed' || !isJsonObject(item)) return null;
    const { id, type: kind, text } = item;
    if (kind === 'agent_message') {
      return this.#items.add({ type: 'message', role: 'assistant', content: textOrNull(text) ?? '' });
    }
    if (kind === 'reasoning') {
      return this.#items.add({
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: textOrNull(text) ?? '' }],
      });
    }
    if (kind === 'command_execution') {
      const { command, aggregated_output: output, exit_code: code } = item;
      const call = textOrNull(id) ?? '';
      this.#items.add({
        type: 'function_call',
        call_id: call,
        name: 'shell',
        arguments: JSON.stringify({ command: command ?? '' }),
      });
      const failed = typeof code === 'number' && code !== 0 ? { success: false } : {};
      return this.#items.add({
        type: 'function_call_output',
        call_id: call,
        output: { content: textOrNull(output) ?? '', ...failed },
      });
    }
    if (kind === 'mcp_tool_call') {
      const { server, tool, arguments: given, result, error } = item;
      return this.#items.add({
        type: 'mcp_call',
        id: id ?? null,
        server_label: server ?? null,
        name: tool ?? '',
        arguments: JSON.stringify(given ?? {}),
        output: isJsonObject(result) ? contentText(result.content, this.#losses) : (result ?? null),
        error: error ?? null,
      });
    }
    this.#losses.add(`an item of the type ${JSON.stringify(startOf(String(kind), 60))}`);
    return null;
  }

  #noteTime(time: Json | undefined): void {
    if (typeof time !== 'string') return;
    this.#metadata.started_at ??= time;
    this.#metadata.ended_at = time;
  }
}

/** How a tool's text begins if its process failed. */
const EXIT_CODE = /^(?:Exit code: |(?:[^\n]{0,200}\n){0,4}Process exited with code )[1-9]/;

/** Whether the text that a shell gave says that its process failed: as JSON in the first versions. */
function isFailure(content: string): boolean {
  if (!content.startsWith('{')) return EXIT_CODE.test(content);
  try {
    const { exit_code: code } = objectOf(objectOf(JSON.parse(content) as Json).metadata);
    return typeof code === 'number' && code !== 0;
  } catch {
    return false;
  }
}
