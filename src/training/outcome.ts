import type { Json } from '../core/index.js';
import type { RunErrorKind } from '../sandbox/index.js';

/** What a script did on one example. */
export interface Outcome {
  /** Content hash of the script's source. */
  readonly scriptHash: string;
  /** The example's id. */
  readonly exampleId: string;
  /** 1 when the output is the expected one as canonical JSON, else 0. */
  readonly reward: number;
  /** How near the output is, in [0, 1]; for ranking alone. */
  readonly progress: number;
  /** Content hash of the output, or null when there is none. */
  readonly outputHash: string | null;
  /** What came out; absent when the script failed or returned something that is no JSON. */
  readonly output?: Json;
  /** Why there is no output. */
  readonly error: { readonly kind: RunErrorKind | 'not_json'; readonly message: string } | null;
  /** The mistake in one sentence, for whoever improves the script; null when the reward is 1. */
  readonly feedback: string | null;
}

/** Rewards over a set of examples. */
export interface Score {
  /** Examples with reward 1. */
  readonly passed: number;
  /** Examples in the set. */
  readonly total: number;
  /** `passed / total`, or null for an empty set: what was not scored is not zero. */
  readonly rate: number | null;
}

/** Adds up outcomes. */
export function scoreOutcomes(outcomes: readonly Outcome[]): Score {
  const passed = outcomes.filter((outcome) => outcome.reward === 1).length;
  const total = outcomes.length;
  return { passed, total, rate: total === 0 ? null : passed / total };
}

/** Whether every example of the set passed; true for an empty set. */
export function allPassed(score: Score): boolean {
  return score.passed === score.total;
}
