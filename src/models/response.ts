import type { AssistantMessage, ToolCallPart } from './message.js';

/**
 * Why a reply ended: the model was done · the reply grew too long · the provider blocked it · it asks for tools · the
 * provider failed on the way · anything else.
 */
export type FinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other';

/** Tokens of one call. Null where the provider did not say. */
export interface ModelUsage {
  /** All that was read, cached or not. */
  readonly inputTokens: number | null;
  /** All that was written, thinking included. */
  readonly outputTokens: number | null;
  /** Of those read: taken from the provider's cache. */
  readonly cachedInputTokens: number | null;
  /** Of those read: written to the provider's cache. */
  readonly cacheWriteTokens: number | null;
  /** Of those written: thinking. */
  readonly reasoningTokens: number | null;
}

/** A reply of a model. */
export interface ModelResponse {
  /** The text, all parts of it joined; empty where there is none. */
  readonly text: string;
  /** What the model thought, as far as it shows that. */
  readonly reasoning: string;
  /** The tools it asks for, in its order; without those that the provider ran itself. */
  readonly toolCalls: readonly ToolCallPart[];
  readonly finishReason: FinishReason;
  /** The provider's own word for it. */
  readonly rawFinishReason: string | null;
  readonly usage: ModelUsage;
  /** What the provider did not do as asked, a line each. */
  readonly warnings: readonly string[];
  /** The turn to append to the conversation. */
  readonly message: AssistantMessage;
  /** Who answered, `provider/model`. */
  readonly model: string;
  /** The exact model that the provider says it used. */
  readonly servedModel: string | null;
  /** What the provider gave, untouched, for who needs more; null where the reply comes from a cache or a recording. */
  readonly raw: unknown;
}

/** The text of a reply exactly as the model wrote it: with thinking in tags, where it stands there. */
export function writtenText({ message }: Pick<ModelResponse, 'message'>): string {
  const { content } = message;
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** A count of tokens as a model gave it; null for what is none: not told, no number, not finite or negative. */
export function tokenCount(count: number | null | undefined): number | null {
  return typeof count === 'number' && Number.isFinite(count) && count >= 0 ? count : null;
}

/** Tokens read and written, as far as they are known; null where neither is. */
export function totalTokens(usage: ModelUsage): number | null {
  const [inputTokens, outputTokens] = [tokenCount(usage.inputTokens), tokenCount(usage.outputTokens)];
  return inputTokens === null && outputTokens === null ? null : (inputTokens ?? 0) + (outputTokens ?? 0);
}
