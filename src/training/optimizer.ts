import type { JsonObject, RandomStream } from '../core/index.js';
import type { Model, ModelSource } from '../models/index.js';
import type { TrainableProgram, VariableValues } from './trainable-program.js';
import type { TrainingExample } from './training-example.js';
import type { TrainingOutcome } from './training-outcome.js';

/**
 * Proposes values for a program's variables. It is a deterministic function of its options, its stream of chance, the
 * outcomes and the models' replies: that is what makes a training that was interrupted go on exactly.
 */
export interface Optimizer {
  /** Stable name, for reports and files. */
  readonly name: string;
  /** Begins a training. It keeps its state in the run: one optimizer serves any number of trainings at a time. */
  begin(context: OptimizerContext): OptimizerRun | Promise<OptimizerRun>;
  /** The options it was made with: a training resumes only with the same. */
  getConfig?(): JsonObject;
}

/** One training, seen by its optimizer. */
export interface OptimizerRun {
  /** Tries something new on a batch of training examples. */
  step(batch: readonly TrainingExample[]): Promise<StepReport>;
  /** Called when every batch of an epoch was given. */
  endEpoch?(): Promise<void>;
  /** Called once, after the last step, also when the budget ended. */
  finish?(): Promise<void>;
  /** The candidates worth the final choice, best first. The trainer adds the start. */
  finalists(): readonly VariableValues[];
}

/** What a step came to. */
export interface StepReport {
  /** Candidates that were proposed. */
  readonly proposed: number;
  /** Of these, the ones the optimizer keeps. */
  readonly kept: number;
  /** The candidate that leads now; shown in the training curve. Default: the first finalist. */
  readonly leader?: VariableValues;
  /** True when nothing is left to try. */
  readonly exhausted?: boolean;
}

/**
 * Why a candidate is run: to learn from it (`propose`), to choose between candidates (`select`), or to report on the one
 * chosen (`test`).
 */
export type EvaluationPurpose = 'propose' | 'select' | 'test';

/** What an optimizer works with. */
export interface OptimizerContext {
  /** Variables and descriptions; an optimizer assigns nothing to it. */
  readonly program: TrainableProgram;
  /** The current values: the first candidate, scored like any other. */
  readonly start: VariableValues;
  /**
   * The largest reward that a sample can have, by the rewards' ranges and weights: a sample that has it is solved. Infinity
   * where a reward has no upper end, so that no sample is known to be.
   */
  readonly largestReward: number;
  /** Every example that may be learned from. Those of validation and test are not among them. */
  readonly examples: readonly TrainingExample[];
  /** The optimizer's own stream of chance. */
  readonly random: RandomStream;
  /** Runs of the program at a time; also a good number of proposals to have under way. */
  readonly concurrency: number;
  /**
   * The candidate's outcomes in the order of `examples`. Each is run at most once, then taken from the store. Calls may be
   * under way in parallel, but must be made in an order that doesn't depend on timing.
   *
   * @throws {MettleError} `training/budget_ended`, which an optimizer lets through; `training/held_out` for an example
   *   that is not to be learned from.
   */
  evaluate(values: VariableValues, examples: readonly TrainingExample[]): Promise<readonly TrainingOutcome[]>;
  /** Everything known so far of the examples that may be learned from. */
  readonly outcomes: OutcomeReader;
  /**
   * The same model, whose replies are kept for a resume and counted in the budget. Calls are told apart by `id` and their
   * order under it: give each proposal its own `id` where several are under way.
   */
  model(model: ModelSource, id: string): Model;
  /** Says something about a variable in the result, such as why it is left alone. */
  note(variableKey: string, text: string): void;
}

/** Looks outcomes up. */
export interface OutcomeReader {
  /** Of one candidate, in the order in which they were asked for. */
  of(values: VariableValues): readonly TrainingOutcome[];
  /** Undefined when the candidate was not run on the example. */
  get(values: VariableValues, exampleId: string): TrainingOutcome | undefined;
}
