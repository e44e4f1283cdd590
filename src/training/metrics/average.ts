/**
 * How scores of fields or labels become one: `micro` counts all decisions together · `macro` is the plain mean, each
 * field or label the same · `weighted` is the mean by how much was expected of each. Sokolova and Lapalme 2009,
 * *Information Processing & Management* 45(4), table 3.
 */
export type Average = 'micro' | 'macro' | 'weighted';

/** Names of the averages. */
export const AVERAGES: readonly Average[] = ['micro', 'macro', 'weighted'];

/** The mean of scores, each with a weight; null where all weights are 0. Scores that are null are left out. */
export function weightedMean(
  parts: Iterable<{ readonly score: number | null; readonly weight: number }>,
): number | null {
  let sum = 0;
  let weights = 0;
  for (const { score, weight } of parts) {
    if (score === null) continue;
    sum += score * weight;
    weights += weight;
  }
  return weights === 0 ? null : sum / weights;
}
