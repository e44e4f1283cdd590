import { evaluationError } from '../error-codes.js';

/**
 * Refuses what is no share of trials.
 * @throws {MettleError} `evaluation/invalid_count` unless 0 ≤ successes ≤ trials, whole numbers.
 */
export function checkShare(successes: number, trials: number): void {
  if (
    Number.isSafeInteger(successes) &&
    Number.isSafeInteger(trials) &&
    successes >= 0 &&
    successes <= trials
  ) {
    return;
  }
  throw evaluationError(
    'invalid_count',
    `${successes} of ${trials} is not a share: both are whole numbers, the first at most the second.`,
  );
}
