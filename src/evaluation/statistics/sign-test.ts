/** Two treatments compared on the same items. */
export interface PairedTest {
  /** Items that did better after. */
  readonly better: number;
  /** Items that did worse after. */
  readonly worse: number;
  /** Items that did the same; they say nothing. */
  readonly same: number;
  /** Two-sided: how likely a split at least this uneven is when nothing changed. */
  readonly pValue: number;
}

/**
 * The exact two-sided sign test on differences (after − before), one for each item. For outcomes of 0 and 1 it is
 * McNemar's exact test (Q. McNemar, 1947; the binomial form).
 */
export function pairedSignTest(differences: readonly number[]): PairedTest {
  const better = differences.filter((difference) => difference > 0).length;
  const worse = differences.filter((difference) => difference < 0).length;
  return { better, worse, same: differences.length - better - worse, pValue: twoSided(better, worse) };
}

function twoSided(better: number, worse: number): number {
  const trials = better + worse;
  let tail = 0;
  for (let count = 0; count <= Math.min(better, worse); count++) {
    tail += Math.exp(logChoose(trials, count) - trials * Math.LN2);
  }
  return Math.min(1, 2 * tail);
}

/** log of the binomial coefficient, by its product. */
function logChoose(total: number, chosen: number): number {
  let sum = 0;
  for (let index = 1; index <= chosen; index++) sum += Math.log((total - chosen + index) / index);
  return sum;
}
