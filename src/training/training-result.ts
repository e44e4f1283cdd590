import type { Json } from '../core/index.js';
import type { StopReason } from './budget.js';
import type { InputOutput } from './example.js';
import type { Outcome, Score } from './outcome.js';

/** How far a script may be trusted beyond the examples it was made from. */
export type Confidence = 'high' | 'medium' | 'low';

/** A script with its scores. */
export interface ScoredScript {
  /** Python that defines `transform(value)`. */
  readonly script: string;
  /** On the examples it was proposed from. */
  readonly train: Score;
  /** On the examples held out from proposing. */
  readonly holdout: Score;
  /** Which engine proposed it: `seed`, or the optimizer's own names. */
  readonly foundBy: string;
}

/** An input that the examples don't decide, and what scripts that fit all of them make of it. */
export interface TrainingQuestion {
  readonly input: Json;
  /**
   * Two or more different outputs, each with a script that fits every example and gives it: run in the sandbox. The one
   * of the chosen script, or of the guess, comes first.
   */
  readonly answers: readonly { readonly output: Json; readonly script: string }[];
}

/** What training a script came to. */
export interface TrainingResult {
  /** The chosen script, or null when the optimizer abstained. */
  readonly script: string | null;
  /**
   * Whether the chosen script passes every example, train and held-out, and there are more than three or some held out: fewer
   * show only that it fits them. False when abstained.
   */
  readonly solved: boolean;
  /** True when no script is offered: nothing fits, or what fits cannot be trusted. */
  readonly abstained: boolean;
  /** Score of the chosen script, or of the best guess, on the examples it was proposed from. */
  readonly train: Score;
  /** The same on the held-out examples. */
  readonly holdout: Score;
  /** Null when there is not even a guess. */
  readonly confidence: Confidence | null;
  /** Why that confidence, in words. */
  readonly reasons: readonly string[];
  /**
   * What is wrong with the seed script as a whole, also among the reasons: not used, or the same error on every example.
   * Absent when there is nothing.
   */
  readonly seedNotes?: readonly string[];
  /** What would help where it abstained, in sentences: which examples to add or to check. Empty when it did not. */
  readonly advice: readonly string[];
  /**
   * Other scripts that fit every example, held-out ones too, and give something else for an unlabelled input: where they
   * disagree with the chosen one, or with the guess, the examples don't decide. Absent when there is none.
   */
  readonly rivals?: readonly string[];
  /** What to ask next: the right output for this input is the example that would tell most. Absent when nothing fits differently. */
  readonly question?: TrainingQuestion;
  /** With a tolerance: examples that seem to be wrong, and that the script was chosen without. Absent when there is none. */
  readonly suspects?: readonly InputOutput[];
  /** Which engine proposed the chosen script or the guess; null when there is none. */
  readonly foundBy: string | null;
  /** The best script even when abstained, for a person to look at; null when nothing ran at all. */
  readonly guess: ScoredScript | null;
  /** Outcomes of every script that was judged in the sandbox. */
  readonly outcomes: readonly Outcome[];
  /** Candidates evaluated. */
  readonly evaluations: number;
  /** Wall-clock seconds. */
  readonly seconds: number;
  readonly stopReason: StopReason;
}
