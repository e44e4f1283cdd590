import type { Message, ModelAnswer } from '../message.js';

/** What a generate function is told beside the conversation. */
export interface GenerateOptions {
  /** Aborted when the reply is no longer wanted. */
  readonly signal: AbortSignal;
  /** 1-based number of this attempt in the loop. */
  readonly attempt: number;
  /** A number that differs from attempt to attempt, for models that take a seed. */
  readonly seed: number;
  /** Tokens the reply may have, where the strategy limits them; null where it does not. */
  readonly maxTokens: number | null;
  /** Texts at which the reply ends; they are not part of it. */
  readonly stop: readonly string[];
}

/**
 * The seam to a model: a conversation in, a reply out; as a whole or in pieces. It may throw: what it throws is the
 * machine's failure, not the model's. A last message of the role `assistant` is the beginning of the reply, to be
 * continued.
 */
export type Generate = (
  messages: readonly Message[],
  options: GenerateOptions,
) => ModelAnswer | AsyncIterable<string> | Promise<ModelAnswer | AsyncIterable<string>>;
