import { orAborted } from '../../core/internal.js';
import { cutOff, endlessReply } from '../model-error.js';
import type { ModelResponse } from '../response.js';
import type { ModelStreamEvent } from '../stream-event.js';
import { fromContent, isRecord } from './from-content.js';
import { fromFinishReason, fromResult, fromUsage } from './from-result.js';

type Part = Readonly<Record<string, unknown>>;

/** Characters of a reply, its thoughts and tool calls counted in. What sends more sends without end. */
const MAX_REPLY = 16 * 1024 * 1024;

/** What a part without text counts for, so that those without end are counted too. */
const PART = 16;

/** What has been read so far. */
interface Growing {
  /** Parts in the order in which they began; texts grow in place. */
  readonly content: Record<string, unknown>[];
  /** The text or reasoning part that is open, by kind and id. */
  readonly open: Map<string, Record<string, unknown>>;
  /** Names of the tools whose arguments are being written, by id of the call. */
  readonly toolNames: Map<string, string>;
  warnings: unknown;
  response: unknown;
  finish: Part | null;
}

/**
 * Reads a stream of the AI SDK, of whatever version. The stream is cancelled when the reader leaves early.
 *
 * @throws {MettleError} `models/cut_off` for a stream that ends before the reply does, `models/invalid_response` for one
 *   of more than 16 Mi characters; and what the stream reports.
 */
export async function* readStream(
  stream: ReadableStream<unknown>,
  model: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<ModelStreamEvent, void> {
  const growing: Growing = {
    content: [],
    open: new Map(),
    toolNames: new Map(),
    warnings: [],
    response: undefined,
    finish: null,
  };
  const reader = stream.getReader();
  let ended = false;
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await orAborted(reader.read(), signal);
      if (done) break;
      if (!isRecord(value)) continue;
      if (value.type === 'error') throw value.error;
      size += typeof value.delta === 'string' ? value.delta.length : PART;
      if (size > MAX_REPLY) throw endlessReply(model, MAX_REPLY);
      const event = take(value, growing);
      if (event !== null) yield event;
    }
    ended = true;
  } finally {
    if (!ended) void reader.cancel().catch(() => undefined);
  }
  yield { type: 'finish', response: conclude(growing, model) };
}

/** Takes one part in; the piece of the reply that it brings, if any. */
function take(part: Part, growing: Growing): ModelStreamEvent | null {
  switch (part.type) {
    case 'text-start':
    case 'reasoning-start':
      begin(part, kindOf(part), growing);
      return null;
    case 'text-delta':
    case 'reasoning-delta': {
      const kind = kindOf(part);
      const text = String(part.delta ?? '');
      const open = growing.open.get(key(part)) ?? begin(part, kind, growing);
      open.text = `${String(open.text)}${text}`;
      keepMetadata(open, part);
      return text === '' ? null : { type: kind, text };
    }
    case 'text-end':
    case 'reasoning-end': {
      const open = growing.open.get(key(part));
      if (open !== undefined) keepMetadata(open, part);
      growing.open.delete(key(part));
      return null;
    }
    case 'tool-input-start':
      growing.toolNames.set(String(part.id), String(part.toolName));
      return null;
    case 'tool-input-delta': {
      const toolCallId = String(part.id);
      const toolName = growing.toolNames.get(toolCallId) ?? '';
      return { type: 'tool-input', toolCallId, toolName, text: String(part.delta ?? '') };
    }
    case 'tool-call': {
      growing.content.push({ ...part });
      const [call] = fromContent([part]).toolCalls;
      return call === undefined ? null : { type: 'tool-call', call };
    }
    case 'stream-start':
      growing.warnings = part.warnings;
      return null;
    case 'response-metadata':
      growing.response = part;
      return null;
    case 'finish':
      growing.finish = part;
      return null;
    case 'tool-input-end':
    case 'raw':
    case 'ping':
      return null;
    default:
      growing.content.push({ ...part });
      return null;
  }
}

function begin(part: Part, kind: 'text' | 'reasoning', growing: Growing): Record<string, unknown> {
  const open: Record<string, unknown> = { type: kind, text: '' };
  keepMetadata(open, part);
  growing.content.push(open);
  growing.open.set(key(part), open);
  return open;
}

function keepMetadata(open: Record<string, unknown>, { providerMetadata }: Part): void {
  if (providerMetadata !== undefined) open.providerMetadata = providerMetadata;
}

function kindOf({ type }: Part): 'text' | 'reasoning' {
  return String(type).startsWith('text') ? 'text' : 'reasoning';
}

function key(part: Part): string {
  return `${kindOf(part)}:${String(part.id)}`;
}

function conclude({ content, warnings, response, finish }: Growing, model: string): ModelResponse {
  if (finish === null || saysNothing(finish)) throw cutOff(model);
  const { finishReason, usage, providerMetadata } = finish;
  const raw = { content, finishReason, usage, providerMetadata, warnings, response };
  return fromResult(raw, model);
}

/** Whether an end is none: providers that lost the connection end with no reason and no count. */
function saysNothing(finish: Part): boolean {
  const { finishReason, rawFinishReason } = fromFinishReason(finish.finishReason);
  const { inputTokens, outputTokens } = fromUsage(finish.usage);
  return (
    finishReason === 'other' && rawFinishReason === null && inputTokens === null && outputTokens === null
  );
}
