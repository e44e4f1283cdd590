import type { RubricDimension } from './evaluator/rubric.js';

/**
 * Why an episode or a case of a benchmark failed: of episodes from the most to the least telling, then those of calls that nobody ran, then those of
 * judged dimensions.
 */
export type FailureKind =
  | 'machine_error'
  | 'call_limit'
  | 'world_damaged'
  | 'goal_missed'
  | 'wrong_process'
  | 'no_answer'
  | 'no_json'
  | 'unknown_tool'
  | 'bad_arguments'
  | 'tool_error'
  | 'wrong_type'
  | 'wrong_format'
  | 'wrong_text'
  | 'wrong_number'
  | 'wrong_order'
  | 'missing_items'
  | 'extra_items'
  | 'wrong_items'
  | 'no_call'
  | 'needless_call'
  | 'wrong_call_count'
  | 'wrong_tool'
  | 'wrong_arguments'
  | `judge:${RubricDimension}`;

/** One failed episode, or one failed trial of a benchmark's case. */
export interface Failure {
  /** Null where no episode was played. */
  readonly trajectoryId: string | null;
  /** The id of the task or the case. */
  readonly taskId: string;
  /** What was asked. */
  readonly query: string;
  readonly category: string;
  readonly policy: string;
  readonly kind: FailureKind;
  /** What was expected and what was found. */
  readonly detail: string;
}

/** Results that know their own failures, such as a benchmark's report. */
export interface ScoredResults {
  /** Trials with a verdict of pass or fail. */
  readonly scored: number;
  readonly misses: readonly Failure[];
}

/** Failures, and what they have in common. */
export interface FailureReport {
  /** Trajectories with an outcome of pass or fail, or cut short by an error; trials or evaluations with a score. */
  readonly scored: number;
  /** All; in the summary of a generation, the first 10,000. */
  readonly failures: readonly Failure[];
  /** How many of each kind, most first. */
  readonly byKind: readonly { readonly kind: FailureKind; readonly count: number }[];
  /** Judged dimensions with failures and their mean score, the lowest first; empty where nothing was judged. */
  readonly weakDimensions: readonly { readonly dimension: RubricDimension; readonly mean: number }[];
  /** All of it in a few lines of Markdown. */
  readonly summary: string;
}
