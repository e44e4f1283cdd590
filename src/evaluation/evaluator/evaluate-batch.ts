import { inOrder } from '../../core/internal.js';
import type { Trajectory } from '../../records/index.js';
import { evaluationError } from '../error-codes.js';
import type { EvaluateBatchOptions, Evaluation } from './evaluation.js';

/** Judges many trajectories; the results are in their order. */
export async function evaluateAll<T extends Evaluation>(
  trajectories: readonly Trajectory[],
  evaluate: (trajectory: Trajectory, options: { readonly signal?: AbortSignal }) => Promise<T>,
  { concurrency = 4, onProgress, signal }: EvaluateBatchOptions,
): Promise<readonly T[]> {
  if (!Number.isSafeInteger(concurrency) || concurrency < 1) {
    throw evaluationError(
      'invalid_concurrency',
      `concurrency is a whole number of at least 1; got ${concurrency}.`,
    );
  }
  const evaluations: T[] = [];
  const judge = async (trajectory: Trajectory): Promise<T> => {
    signal?.throwIfAborted();
    return evaluate(trajectory, signal === undefined ? {} : { signal });
  };
  for await (const evaluation of inOrder(trajectories, concurrency, judge)) {
    evaluations.push(evaluation);
    onProgress?.({
      stage: 'judge',
      done: evaluations.length,
      total: trajectories.length,
      note: evaluation.verdict,
    });
  }
  return evaluations;
}
