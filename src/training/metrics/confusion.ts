/** Right and wrong decisions, counted. */
export interface Confusion {
  /** Given and expected. */
  readonly tp: number;
  /** Given and not expected. */
  readonly fp: number;
  /** Expected and not given. */
  readonly fn: number;
  /** Neither given nor expected; 0 where that can't be counted, as with words. */
  readonly tn: number;
  /** Of `fn`: expected of a program that gave no answer at all. */
  readonly lost: number;
}

/** No decision. */
export const NO_DECISIONS: Confusion = { tp: 0, fp: 0, fn: 0, tn: 0, lost: 0 };

/** Both together. */
export function addConfusions(left: Confusion, right: Confusion): Confusion {
  return {
    tp: left.tp + right.tp,
    fp: left.fp + right.fp,
    fn: left.fn + right.fn,
    tn: left.tn + right.tn,
    lost: left.lost + right.lost,
  };
}

/** A score of counted decisions; null where there is nothing that it could judge. */
export type ConfusionScore = (counts: Confusion) => number | null;

/**
 * Precision TP / (TP + FP + lost). What a failed program should have given stands in the denominator, as if it had given
 * something wrong: no program looks better by failing. 0 when nothing was given although something was expected.
 */
export const precisionOf: ConfusionScore = (counts) => share(counts, counts.fp + counts.lost);

/** Recall TP / (TP + FN). 0 when nothing was expected and something was given. */
export const recallOf: ConfusionScore = (counts) => share(counts, counts.fn);

/**
 * F-beta (1 + β²)PR / (β²P + R), van Rijsbergen 1979, *Information Retrieval*, chapter 7: recall counts β times as much
 * as precision. 0 where both are 0.
 */
export function fBetaOf(beta: number): ConfusionScore {
  const weight = beta * beta;
  return (counts) => {
    const precision = precisionOf(counts);
    const recall = recallOf(counts);
    if (precision === null || recall === null) return null;
    if (precision === 0 || recall === 0) return 0;
    return ((1 + weight) * precision * recall) / (weight * precision + recall);
  };
}

/**
 * The share of right decisions, (TP + TN) / (TP + TN + FP + FN). Where TN is not counted this is the Jaccard index
 * (Jaccard 1901; on multisets, Ružička 1958). 1 for nothing expected and nothing given.
 */
export function agreementOf({ tp, fp, fn, tn }: Confusion): number {
  const all = tp + fp + fn + tn;
  return all === 0 ? 1 : (tp + tn) / all;
}

function share({ tp, fp, fn }: Confusion, wrong: number): number | null {
  if (tp + fp + fn === 0) return null;
  return tp === 0 ? 0 : tp / (tp + wrong);
}
