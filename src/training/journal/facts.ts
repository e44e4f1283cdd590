import type { ErrorCode } from '../../core/index.js';
import type { FitStopReason } from '../training-budget.js';
import type { TrainingOutcome } from '../training-outcome.js';

/** How a model answered: with a reply, or with an error that is met again in the same place. */
export type RecordedReply =
  | { readonly response: object }
  | { readonly error: { readonly code: ErrorCode; readonly message: string } };

/** Something that happened once, and holds for every repetition of the training. */
export type Fact =
  | { readonly fact: 'outcome'; readonly outcome: TrainingOutcome }
  | { readonly fact: 'reply'; readonly call: string; readonly request: string; readonly reply: RecordedReply }
  /** The budget, or the caller, ended the work before something was begun. */
  | { readonly fact: 'stop'; readonly before: string; readonly reason: FitStopReason }
  /** Seconds after which a part of the work was done. */
  | { readonly fact: 'clock'; readonly of: string; readonly at: number };

/** What is known from before, and where what comes is kept. */
export interface FactLog {
  /** Seconds of the training when the last fact was kept. */
  readonly seconds: number;
  outcome(candidate: string, exampleId: string): TrainingOutcome | undefined;
  reply(call: string): Extract<Fact, { fact: 'reply' }> | undefined;
  stop(before: string): FitStopReason | undefined;
  clock(of: string): number | undefined;
  /** Keeps a fact before it is used. @throws {MettleError} `training/journal_write_failed` */
  keep(fact: Fact, seconds: number): void;
}

/** Knows nothing and keeps nothing. */
export const NO_FACTS: FactLog = {
  seconds: 0,
  outcome: () => undefined,
  reply: () => undefined,
  stop: () => undefined,
  clock: () => undefined,
  keep: () => undefined,
};
