import type { Logs } from './history.js';
import type { TrainableProgram, VariableValues } from './trainable-program.js';
import type { TrainingSpending } from './training-budget.js';

/** What a training, an evaluation or a prediction is about to do. */
export interface RunParameters {
  /** 1 for an evaluation or a prediction. */
  readonly epochs: number;
  /** Batches in an epoch; null while it is not known, as for a stream. */
  readonly steps: number | null;
  /** Samples in an epoch; null while it is not known. */
  readonly samples: number | null;
  readonly batchSize: number;
  /** The names of the figures that logs may have, such as `reward` and `val_reward`, with whether more is better. */
  readonly figures: Readonly<Record<string, 'max' | 'min'>>;
  /** The largest that `reward` and `val_reward` can be; Infinity where a reward has no upper end. */
  readonly largestReward: number;
}

/** What a callback may look at, and ask for. */
export interface CallbackContext {
  readonly program: TrainableProgram;
  readonly parameters: RunParameters;
  /** The candidate that leads now; the current values outside a training. */
  leader(): VariableValues;
  /** What has been spent so far. */
  spent(): TrainingSpending;
  /** Ends the training after this step. What leads then goes into the final choice. */
  stop(): void;
  /** Puts a candidate among those of the final choice, even if the optimizer drops it. */
  keep(values: VariableValues): void;
}

/**
 * Looks on while a program is trained, evaluated or asked. Every hook is optional and is waited for; what one throws ends
 * the training with that error. Epochs and batches are counted from 0.
 */
export interface Callback {
  onTrainBegin?(context: CallbackContext): void | Promise<void>;
  onTrainEnd?(logs: Logs, context: CallbackContext): void | Promise<void>;
  /**
   * A training, an evaluation or a prediction that had begun ended with an error, in place of its end. What this throws is
   * a warning.
   */
  onError?(error: unknown, context: CallbackContext): void | Promise<void>;
  onEpochBegin?(epoch: number, context: CallbackContext): void | Promise<void>;
  onEpochEnd?(epoch: number, logs: Logs, context: CallbackContext): void | Promise<void>;
  onTrainBatchBegin?(batch: number, context: CallbackContext): void | Promise<void>;
  onTrainBatchEnd?(batch: number, logs: Logs, context: CallbackContext): void | Promise<void>;
  onTestBegin?(context: CallbackContext): void | Promise<void>;
  onTestEnd?(logs: Logs, context: CallbackContext): void | Promise<void>;
  onTestBatchBegin?(batch: number, context: CallbackContext): void | Promise<void>;
  onTestBatchEnd?(batch: number, logs: Logs, context: CallbackContext): void | Promise<void>;
  onPredictBegin?(context: CallbackContext): void | Promise<void>;
  onPredictEnd?(context: CallbackContext): void | Promise<void>;
  onPredictBatchBegin?(batch: number, context: CallbackContext): void | Promise<void>;
  onPredictBatchEnd?(batch: number, context: CallbackContext): void | Promise<void>;
  /** A file in which the training keeps its journal, so that it can be resumed. One callback at most may name one. */
  readonly journal?: string;
  /** Whether the journal is deleted once the training has ended well. Default false. */
  readonly deleteJournal?: boolean;
}
