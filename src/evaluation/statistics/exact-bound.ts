import { checkShare } from './check-share.js';

/** Steps of the search for the bound: each halves the range that it lies in. */
const STEPS = 60;

/**
 * The greatest rate at which so few successes are still not surprising: the one-sided upper bound of Clopper and Pearson (1934), which
 * the true rate exceeds in at most 1 − `confidence` of all such experiments. 0 of 300 give 0.00994 at 95 %.
 *
 * @throws {MettleError} `evaluation/invalid_count` unless 0 ≤ successes ≤ trials, whole numbers.
 */
export function exactUpperBound(successes: number, trials: number, confidence = 0.95): number {
  checkShare(successes, trials);
  if (successes === trials) return 1;
  let [low, high] = [successes / trials, 1];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (atMost(successes, trials, middle) > 1 - confidence) low = middle;
    else high = middle;
  }
  return high;
}

/** How likely at most so many successes are at a rate between 0 and 1. */
function atMost(successes: number, trials: number, rate: number): number {
  let logTerm = trials * Math.log1p(-rate);
  let sum = Math.exp(logTerm);
  for (let count = 1; count <= successes; count++) {
    logTerm += Math.log((trials - count + 1) / count) + Math.log(rate) - Math.log1p(-rate);
    sum += Math.exp(logTerm);
  }
  return sum;
}
