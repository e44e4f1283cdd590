import type { FailureKind, PairedTest, RateInterval } from '../../evaluation/index.js';
import type { SkillTest } from '../skills/paired-test.js';

/** A skill that a round looked at. */
export interface FlywheelSkill {
  readonly name: string;
  /** Practice runs that it was found in. */
  readonly records: number;
  /** On unseen tasks, against their oracles. */
  readonly test: SkillTest;
  /** Why it was not kept, in one line; null for one that was. */
  readonly rejected: string | null;
}

/** What was learned from the runs that a round practised. */
export interface FlywheelLesson {
  /** Tasks that were practised. */
  readonly practised: number;
  /** Of these the runs that may be trained on: they passed, and a replay proved them. */
  readonly usable: number;
  /** Who practised. */
  readonly practisedBy: string;
  readonly skills: readonly FlywheelSkill[];
}

/** A measurement on the held-out tasks, and what was learned after it. */
export interface FlywheelRound {
  /** From 1. */
  readonly round: number;
  /** Held-out tasks that were played: the same in every round. */
  readonly tasks: number;
  /** Of those that could be checked; null where none could be. */
  readonly pass: RateInterval | null;
  /** Of those that were replayed; null where none was. */
  readonly verified: RateInterval | null;
  /** Runs that an error of the machine or the model broke off. They count for neither side. */
  readonly errors: number;
  /** Requests to a model; null where the records don't say. */
  readonly modelCalls: number | null;
  readonly playedBy: string;
  /** Skills that played along. */
  readonly skills: readonly string[];
  readonly failures: readonly { readonly kind: FailureKind; readonly count: number }[];
  /** Null in the last round, and where there was nothing to learn from. */
  readonly learned: FlywheelLesson | null;
}

/** Why a flywheel ended. */
export type FlywheelStop = 'complete' | 'nothing_failed' | 'budget' | 'aborted';

/** What {@link runFlywheel} came to. */
export interface FlywheelRun {
  readonly rounds: readonly FlywheelRound[];
  /** The last round against the first, on the tasks that both were scored on; null with one round. */
  readonly comparison: PairedTest | null;
  /** Whether the last round is better than the first by more than chance explains: p < 0.05. */
  readonly improved: boolean;
  /** The verified runs of practice that may be trained on, as Mettle's JSON lines; null where there is none. */
  readonly dataset: string | null;
  /** Their number. */
  readonly records: number;
  /** What the recipe's `exportFormat` names, made of the data set. */
  readonly exports: readonly { readonly format: string; readonly path: string; readonly records: number }[];
  readonly report: string;
  readonly stopReason: FlywheelStop;
}
