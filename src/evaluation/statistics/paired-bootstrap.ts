import type { RandomStream } from '../../core/index.js';
import { evaluationError } from '../error-codes.js';

/** A mean difference with the range it plausibly lies in. */
export interface MeanInterval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The 95 % percentile bootstrap interval of the mean of paired differences (B. Efron, 1979). Resample by task:
 * hand in one difference for each task, already averaged over its runs, for runs of one task are not independent.
 *
 * @throws {MettleError} `evaluation/invalid_count` for no differences.
 */
export function pairedBootstrap(
  differences: readonly number[],
  stream: RandomStream,
  resamples = 2000,
): MeanInterval {
  if (differences.length === 0 || resamples < 1) {
    throw evaluationError('invalid_count', 'A bootstrap needs at least one difference and one resample.');
  }
  const count = differences.length;
  const means = Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let draw = 0; draw < count; draw++) sum += differences[stream.integer(0, count - 1)] ?? 0;
    return sum / count;
  }).sort((left, right) => left - right);
  const at = (share: number): number =>
    means[Math.min(resamples - 1, Math.floor(share * resamples))] ?? Number.NaN;
  return {
    mean: differences.reduce((sum, difference) => sum + difference, 0) / count,
    low: at(0.025),
    high: at(0.975),
  };
}
