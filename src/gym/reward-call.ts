import { isJsonObject, type Json } from '../core/index.js';

/** What TRL hands to a reward function: lists of equal length, and more columns, which are read by nobody else. */
export interface RewardBatch {
  /** One for each reply: a text, or messages. TRL's own have calls without ids, with arguments as objects. */
  readonly completions: readonly Json[];
  readonly prompts?: readonly Json[];
  readonly [column: string]: unknown;
}

/** What a call of a {@link RewardFunction} takes beside the batch. */
export interface RewardCallOptions {
  /** Gives the call up; it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Is called for each reply that can't be scored, with its place in the batch and why, in one line. */
  readonly onUnscored?: (index: number, reason: string) => void;
}

/** Scores replies: one number for each, or null where the machine is why there is none. TRL leaves null out of a group's mean. */
export type RewardFunction = (
  batch: RewardBatch,
  options?: RewardCallOptions,
) => Promise<readonly (number | null)[]>;

/** The messages that a model wrote in a completion. */
export function repliesIn(completion: Json): readonly Json[] {
  if (!Array.isArray(completion)) return [completion];
  return (completion as readonly Json[]).filter(
    (message) => isJsonObject(message) && message.role === 'assistant',
  );
}

/** The words of a completion: the text itself, or that of the last message of the model. */
export function textOf(completion: Json): string {
  const last = repliesIn(completion).at(-1) ?? '';
  if (typeof last === 'string') return last;
  const content = isJsonObject(last) ? last.content : null;
  return typeof content === 'string' ? content : '';
}
