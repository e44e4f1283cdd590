/** What a training may spend; what is left out is not limited. */
export interface TrainingBudget {
  /** Runs of the program on one example, those of validation and test included. What was recorded before costs nothing. */
  readonly maxEvaluations?: number;
  /** Wall-clock seconds. Runs under way when they end are finished. */
  readonly seconds?: number;
  /** Tokens read and written by all models: the program's, the rewards' and the optimizer's. */
  readonly maxTokens?: number;
  /** Money, for all of them, in the currency of the prices. */
  readonly maxCost?: number;
}

/** What a training has spent. */
export interface TrainingSpending {
  readonly evaluations: number;
  readonly seconds: number;
  readonly tokens: number;
  /** Null when a price is not known. */
  readonly cost: number | null;
}

/**
 * Why a training ended: `epochs` all were run · `exhausted` the optimizer had nothing left to try · `evaluations`,
 * `seconds`, `tokens`, `cost` that part of the budget ran out · `callback` a callback asked for it · `aborted` the
 * caller's signal.
 */
export type FitStopReason =
  | 'epochs'
  | 'exhausted'
  | 'evaluations'
  | 'seconds'
  | 'tokens'
  | 'cost'
  | 'callback'
  | 'aborted';
