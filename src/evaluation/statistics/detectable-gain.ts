import { checkShare } from './check-share.js';
import { exactUpperBound } from './exact-bound.js';
import { pairedSignTest } from './sign-test.js';

/**
 * The smallest gain that a comparison on so many cases is likely to find: the share of cases that have to go from wrong to right, and none back, for
 * the exact two-sided sign test to give p < `level` in `power` of all such comparisons. Null if no outcome on so few cases could do it.
 *
 * The test needs a number m of changed cases (6 at 5 %); the changed cases are binomial, so the gain is where P(at least m of n) is `power`
 * (the exact power of McNemar's test, as in Duffy 1984, for changes to one side). Changes to both sides only make the gain that is needed larger.
 */
export function detectableGain(cases: number, level = 0.05, power = 0.8): number | null {
  checkShare(0, cases);
  let needed = 1;
  while (needed <= cases && pairedSignTest(new Array<number>(needed).fill(1)).pValue >= level) needed++;
  // P(at most m − 1 of n) is 1 − power where Clopper and Pearson's bound for m − 1 of n has the confidence `power`.
  return needed > cases ? null : exactUpperBound(needed - 1, cases, power);
}
