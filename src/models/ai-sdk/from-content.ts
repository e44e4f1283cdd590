import { isJsonObject, type Json } from '../../core/index.js';
import type { AssistantPart, ProviderOptions, ToolCallPart } from '../message.js';

/** What the parts of a reply come to. */
export interface ReadContent {
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly ToolCallPart[];
  /** The parts as the conversation keeps them. */
  readonly parts: readonly AssistantPart[];
  /** Kinds of parts that a conversation cannot keep, each once. */
  readonly leftOut: readonly string[];
}

/** Reads the parts of a reply of the AI SDK, of whatever version. Parts of unknown kinds are named, not guessed at. */
export function fromContent(content: unknown): ReadContent {
  const parts: AssistantPart[] = [];
  const leftOut = new Set<string>();
  for (const part of Array.isArray(content) ? (content as readonly unknown[]) : []) {
    if (!isRecord(part)) continue;
    const read = fromPart(part);
    if (read !== null) parts.push(read);
    else if (part.type !== 'source') leftOut.add(String(part.type));
  }
  return {
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    reasoning: parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join(''),
    toolCalls: parts.filter(isOwnCall),
    parts: parts.filter((part) => part.type !== 'text' || part.text !== ''),
    leftOut: [...leftOut],
  };
}

function isOwnCall(part: AssistantPart): part is ToolCallPart {
  return part.type === 'tool-call' && part.providerExecuted !== true;
}

function fromPart(part: Readonly<Record<string, unknown>>): AssistantPart | null {
  const options = providerOptionsOf(part);
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return typeof part.text === 'string' ? { type: part.type, text: part.text, ...options } : null;
    case 'tool-call':
      return toolCallOf(part, options);
    case 'tool-result':
      return toolResultOf(part, options);
    case 'file':
      return fileOf(part, options);
    default:
      return null;
  }
}

type Options = { readonly providerOptions?: ProviderOptions };

function toolCallOf(part: Readonly<Record<string, unknown>>, options: Options): AssistantPart | null {
  const { toolCallId, toolName } = part;
  if (typeof toolCallId !== 'string' || typeof toolName !== 'string') return null;
  return {
    type: 'tool-call',
    toolCallId,
    toolName,
    ...readInput(part.input),
    ...(part.providerExecuted === true ? { providerExecuted: true } : {}),
    ...options,
  };
}

function readInput(input: unknown): { readonly input: Json; readonly invalidInput?: string } {
  if (typeof input !== 'string') return { input: (input ?? {}) as Json };
  if (input.trim() === '') return { input: {} };
  try {
    return { input: JSON.parse(input) as Json };
  } catch {
    return { input: {}, invalidInput: input };
  }
}

function toolResultOf(part: Readonly<Record<string, unknown>>, options: Options): AssistantPart | null {
  const { toolCallId, toolName } = part;
  if (typeof toolCallId !== 'string' || typeof toolName !== 'string') return null;
  const value = (part.result ?? null) as Json;
  return {
    type: 'tool-result',
    toolCallId,
    toolName,
    output: { type: part.isError === true ? 'error-json' : 'json', value },
    ...options,
  };
}

function fileOf(part: Readonly<Record<string, unknown>>, options: Options): AssistantPart | null {
  const data = isRecord(part.data) && 'type' in part.data ? (part.data.data ?? part.data.url) : part.data;
  if (typeof part.mediaType !== 'string') return null;
  const text =
    data instanceof Uint8Array
      ? Buffer.from(data).toString('base64')
      : data instanceof URL
        ? data.href
        : typeof data === 'string'
          ? data
          : null;
  return text === null ? null : { type: 'file', mediaType: part.mediaType, data: text, ...options };
}

function providerOptionsOf({ providerMetadata }: Readonly<Record<string, unknown>>): Options {
  if (!isJsonObject(providerMetadata) || Object.keys(providerMetadata).length === 0) return {};
  return { providerOptions: providerMetadata as ProviderOptions };
}

/** Whether a value is an object with members that may be anything. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
