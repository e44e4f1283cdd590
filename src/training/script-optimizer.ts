import type { Json, ProgressListener } from '../core/index.js';
import type { Sandbox } from '../sandbox/index.js';
import type { Budget } from './budget.js';
import type { InputOutput } from './example.js';
import type { TrainingResult } from './training-result.js';

/** What a script is trained for. */
export interface ScriptTask {
  /** What the script should do, in words. */
  readonly description?: string | undefined;
  /** What the script should do, by example. */
  readonly examples: readonly InputOutput[];
  /** Examples that only the final choice sees. Default: a quarter of `examples`, when there are four or more. */
  readonly holdout?: readonly InputOutput[] | undefined;
  /** Inputs without outputs: candidates that fit are compared on them. */
  readonly unlabelled?: readonly Json[] | undefined;
  /** The script so far: scored like any candidate. */
  readonly seedScript?: string | undefined;
}

/** How a script is trained. */
export interface OptimizeOptions {
  readonly budget: Budget;
  /** Whole number that decides every use of chance. */
  readonly seed: number;
  /** Judges the candidates. */
  readonly sandbox: Sandbox;
  /** Ends the training: the result says `aborted` and holds the best so far. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ProgressListener | undefined;
}

/**
 * Something that solves one task of examples by a script, or says that it can't. Unlike an `Optimizer`, which proposes
 * and leaves data, budget and choice to the trainer, it owns its whole run: a search judges too many scripts for a record of
 * each, and may abstain.
 */
export interface ScriptOptimizer {
  /** Stable name, for reports. */
  readonly name: string;
  /** Trains a script on a task. What the task's scripts do never makes it reject. */
  optimize(task: ScriptTask, options: OptimizeOptions): Promise<TrainingResult>;
}
