import type { ProgramUsage, VariableValues } from './trainable-program.js';
import type { PairedComparison } from './trainer/paired-comparison.js';
import type { FitStopReason, TrainingSpending } from './training-budget.js';
import type { Phase } from './training-outcome.js';

/** Figures by name, such as `reward`, `val_reward` or a metric's name. Null where nothing was measured. */
export type Logs = Readonly<Record<string, number | null>>;

/** The rewards of one candidate over a set of examples. */
export interface SetScore {
  /** Examples in the set. */
  readonly samples: number;
  /** Of these, runs that failed; each counts with reward 0. */
  readonly failed: number;
  /** Mean reward; null for an empty set: what was not scored is not 0. */
  readonly reward: number | null;
}

/** What a training will take, without the optimizer's own model calls, which are not known before. */
export interface Projection {
  /** Fewest that make sense: the start on the selection set, three proposals on a batch, and the final choice. */
  readonly leastEvaluations: number;
  /** Those of all epochs, with two runs of each training example in each; an optimizer may take more or fewer. */
  readonly evaluations: number;
  /** For `evaluations`, by what the first sample took. */
  readonly tokens: number;
  /** Null where a price is not known. */
  readonly cost: number | null;
}

/** A variable's trained value, and what became of it. */
export interface VariableReport {
  readonly key: string;
  /** Whether the shipped value is another than the one at the start. */
  readonly changed: boolean;
  /**
   * What the change of this variable alone adds, on the selection set: the chosen candidate against itself with this
   * variable as it was at the start. Null where it did not change, or where the budget did not pay for the comparison.
   */
  readonly comparison: PairedComparison | null;
  /** What the optimizer said of it. */
  readonly notes: readonly string[];
}

/** What `fit` came to. */
export interface History {
  /** The epochs that were run, from 0. */
  readonly epoch: readonly number[];
  /**
   * One list for each figure, an entry for each epoch: `reward` and the metrics' names on the examples that were learned
   * from, `val_…` on the selection set. Null where an epoch has no such figure.
   */
  readonly history: Readonly<Record<string, readonly (number | null)[]>>;
  readonly stopReason: FitStopReason;
  /** Whether another value than the start was shipped. It is only when it is better on the selection set. */
  readonly shipped: boolean;
  /** Why it was shipped or not, in a sentence. */
  readonly reason: string;
  /** The values that the program has now. */
  readonly values: VariableValues;
  /** On the selection set: the start and the chosen candidate. */
  readonly selection: { readonly start: SetScore; readonly chosen: SetScore };
  /** The start against the best other candidate on the selection set, sample by sample; null where there was none. */
  readonly comparison: PairedComparison | null;
  /**
   * `validation` when the selection set is apart from what was learned from; `training` when there was too little to set
   * any apart: then a better reward may be nothing but memory.
   */
  readonly selectedOn: 'validation' | 'training';
  /** On the test set, which only the chosen candidate and the start were run on; null where there is none. */
  readonly test: { readonly start: SetScore; readonly chosen: SetScore } | null;
  readonly variables: readonly VariableReport[];
  /** What all epochs would take at most, as it was known after the first sample. */
  readonly projected: Projection;
  readonly spent: TrainingSpending;
  /** What was spent on running the program, on judging it, and on proposals. */
  readonly usage: Readonly<Record<Phase, ProgramUsage>>;
}
