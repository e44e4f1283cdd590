import { defineOptions, type OptionsCheck, option } from '../../core/index.js';
import { inOrder } from '../../core/internal.js';
import type { Trajectory } from '../../records/index.js';
import type { EvaluateBatchOptions, Evaluation } from './evaluation.js';

/** Checks the options of one evaluation. */
export const checkEvaluateOptions: OptionsCheck = defineOptions<{ readonly signal?: AbortSignal }>()(
  'evaluate',
  { signal: option.signal },
);

const checkBatchOptions = defineOptions<EvaluateBatchOptions>()('evaluateBatch', {
  concurrency: option.wholeNumber(1),
  onProgress: option.callback,
  signal: option.signal,
});

/** Judges many trajectories; the results are in their order. */
export async function evaluateAll<T extends Evaluation>(
  trajectories: readonly Trajectory[],
  evaluate: (trajectory: Trajectory, options: { readonly signal?: AbortSignal }) => Promise<T>,
  options: EvaluateBatchOptions,
): Promise<readonly T[]> {
  const { concurrency = 4, onProgress, signal } = checkBatchOptions(options);
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
