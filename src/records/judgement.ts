import type { Verdict } from '../requirements/index.js';

/** One thing that had to hold after an episode. */
export interface OutcomeCheck {
  readonly name: 'answer' | 'final_state' | 'goal' | 'invariant' | 'process';
  readonly verdict: Verdict;
  /** What was expected and what was found; empty when it passed. */
  readonly detail: string;
  /** With `not_checked`: that the code of the agent is why, so that it earns nothing. */
  readonly fault?: 'code';
}

/** How an episode did. `not_checked` when the task expects nothing that could be checked; `error` when it could not be run to an end. */
export interface Outcome {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly checks: readonly OutcomeCheck[];
  /** With `not_checked`: that the code of the agent is why, so that it earns nothing. */
  readonly fault?: 'code';
}

/** A place where a replay differed from the record. */
export interface ReplayMismatch {
  /** Index of the step in the trajectory; -1 for the trajectory as a whole. */
  readonly step: number;
  /** Which part: `content`, `data`, `state_digest`, …. */
  readonly field: string;
  readonly recorded: string;
  readonly replayed: string;
}

/** What one verifier said of a record. */
export interface VerifierResult {
  readonly name: string;
  readonly version: string;
  /** Whether the verification stands on it; else it advises. */
  readonly required: boolean;
  readonly verdict: Verdict;
  /** One line. */
  readonly detail: string;
}

/** What verifying a trajectory gave. `not_checked`, where nothing failed and a required check could not be made. */
export interface Verification {
  readonly verdict: Verdict;
  readonly reason: string;
  /** Calls that were made again in a fresh world. */
  readonly replayedCalls: number;
  readonly mismatches: readonly ReplayMismatch[];
  /** What each verifier said; empty in records of version 1. */
  readonly checks: readonly VerifierResult[];
}

/** What one requirement said about the code of one step. */
export interface RequirementFinding {
  /** Index of the step in the trajectory. */
  readonly step: number;
  readonly requirement: string;
  readonly verdict: Verdict;
  readonly reason: string;
}
