import type { JsonObject, ProgressListener } from '../../core/index.js';
import type { Trajectory } from '../../records/index.js';
import type { Verdict } from '../../requirements/index.js';
import type { RubricScores } from './rubric.js';

/** What a judge says of a trajectory. */
export interface Evaluation {
  readonly trajectoryId: string;
  readonly scores: RubricScores;
  /** From 0 to 1; 0 where the outcome was checked and failed; null where there is nothing to score it by. */
  readonly overall: number | null;
  /**
   * `pass` from the rubric's threshold on. `not_checked` where there is nothing to score by, `error` where the episode
   * was cut short by the machine or the judge gave no usable answer.
   */
  readonly verdict: Verdict;
  readonly explanation: string;
  /** Who judged: `structural`, the name of the model, or `ensemble:N`. */
  readonly judge: string;
}

/** How a batch is judged. */
export interface EvaluateBatchOptions {
  /** Trajectories judged at a time. Default 4. */
  readonly concurrency?: number;
  readonly onProgress?: ProgressListener;
  /** Ends the batch, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** What judges trajectories: `TrajectoryEvaluator`, `EnsembleEvaluator`, or your own. */
export interface Evaluator {
  /** Its name in `Evaluation.judge`. */
  readonly judge: string;
  /** Judges one trajectory. Rejects only with the signal's reason. */
  evaluate(trajectory: Trajectory, options?: { readonly signal?: AbortSignal }): Promise<Evaluation>;
}

/** An evaluation as snake_case JSON, for files. */
export function evaluationRecord(evaluation: Evaluation): JsonObject {
  const { trajectoryId, scores, overall, verdict, explanation, judge } = evaluation;
  return { trajectory_id: trajectoryId, scores: { ...scores }, overall, verdict, explanation, judge };
}
