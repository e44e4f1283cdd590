import type { FailureKind } from '../../evaluation/index.js';
import type { EpisodeUsage } from '../../records/index.js';
import type { Verdict } from '../../requirements/index.js';
import type { PredictedCall } from '../cases/expected-call.js';

/** One trial of a case. */
export interface TrialResult {
  readonly caseId: string;
  /** From 0. */
  readonly trial: number;
  /** Of the world, where the case draws one, and of every request to a model. */
  readonly seed: number;
  /** What was asked, where each trial has a task of its own; else null. */
  readonly prompt: string | null;
  /** `error`: the machine or the provider failed, which says nothing about the subject. */
  readonly verdict: Verdict;
  /** 1, 0.5 for the right tools alone, or 0, also where the code kept itself from being checked; else null. */
  readonly credit: number | null;
  /** Whether the right tools were called, and with the expected arguments; null for tasks and without a verdict. */
  readonly toolsRight: boolean | null;
  readonly argumentsRight: boolean | null;
  /** Null unless it failed. */
  readonly kind: FailureKind | null;
  /** Empty if it passed. */
  readonly reason: string;
  /** What was called; empty for tasks, whose calls are in their records. Very long arguments are left out. */
  readonly calls: readonly PredictedCall[];
  /** The record of a task's episode; null for calls. */
  readonly trajectoryId: string | null;
  readonly usage: EpisodeUsage | null;
}
