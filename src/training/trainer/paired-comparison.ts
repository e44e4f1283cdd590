/**
 * What a paired comparison of two candidates on the same samples says. The p-value is that of the exact sign test (two
 * sides): the chance that the wins and losses fall apart at least as much where both are equally good.
 */
export interface PairedComparison {
  /** Samples both were judged on. */
  readonly n: number;
  /** Samples on which the second did better, worse, and the same. */
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** Mean reward of the second less that of the first; null for no samples. */
  readonly difference: number | null;
  /** Null where every sample is a tie: then there is nothing to test. */
  readonly pValue: number | null;
  /**
   * Fewest wins, with no loss, that this many samples would have called significant at 0.05, as a share of them: the
   * smallest effect that could have been seen. Null where not even winning on every sample would do (n < 6).
   */
  readonly smallestVisibleEffect: number | null;
}

/** Wins without a loss that the sign test first calls significant at 0.05: 2 / 2^6 = 0.031. */
const FEWEST_WINS = 6;

/** Compares the rewards of two candidates, sample by sample. */
export function comparePaired(first: readonly number[], second: readonly number[]): PairedComparison {
  const n = first.length;
  let [wins, losses, sum] = [0, 0, 0];
  for (const [place, reward] of first.entries()) {
    const difference = (second[place] as number) - reward;
    sum += difference;
    if (difference > 0) wins++;
    else if (difference < 0) losses++;
  }
  return {
    n,
    wins,
    losses,
    ties: n - wins - losses,
    difference: n === 0 ? null : sum / n,
    pValue: wins + losses === 0 ? null : signTest(wins, losses),
    smallestVisibleEffect: n < FEWEST_WINS ? null : FEWEST_WINS / n,
  };
}

/** Two-sided exact sign test: twice the binomial tail at one half, at most 1. In logarithms, so that no count overflows. */
function signTest(wins: number, losses: number): number {
  const trials = wins + losses;
  let logTerm = -trials * Math.LN2;
  let tail = Math.exp(logTerm);
  for (let k = 1; k <= Math.min(wins, losses); k++) {
    logTerm += Math.log((trials - k + 1) / k);
    tail += Math.exp(logTerm);
  }
  return Math.min(1, 2 * tail);
}
