import { checkShare } from './check-share.js';

/** A share with the range it plausibly lies in. */
export interface RateInterval {
  /** Successes ÷ trials; 0 when there were no trials. */
  readonly rate: number;
  readonly low: number;
  readonly high: number;
  readonly successes: number;
  readonly trials: number;
}

/** The standard normal quantile for 95 %, two-sided. */
const Z_95 = 1.959963984540054;

/**
 * The 95 % Wilson score interval of a share (E. B. Wilson, 1927). Trials are taken to be independent: several runs
 * of one task are not.
 *
 * @throws {MettleError} `evaluation/invalid_count` unless 0 ≤ successes ≤ trials, whole numbers.
 */
export function wilsonInterval(successes: number, trials: number): RateInterval {
  checkShare(successes, trials);
  if (trials === 0) return { rate: 0, low: 0, high: 1, successes, trials };
  const rate = successes / trials;
  const z2 = Z_95 * Z_95;
  const centre = (rate + z2 / (2 * trials)) / (1 + z2 / trials);
  const half =
    (Z_95 * Math.sqrt((rate * (1 - rate)) / trials + z2 / (4 * trials * trials))) / (1 + z2 / trials);
  // At the ends, rounding would leave the bounds a little beside them.
  const low = successes === 0 ? 0 : Math.max(0, centre - half);
  const high = successes === trials ? 1 : Math.min(1, centre + half);
  return { rate, low, high, successes, trials };
}
