/**
 * p-values corrected for testing several hypotheses at once (S. Holm, 1979), in their order. Rejecting those below a
 * level keeps the chance of even one false rejection below it, however the tests depend on each other.
 */
export function holmAdjust(pValues: readonly number[]): readonly number[] {
  const ranked = pValues
    .map((pValue, index) => ({ pValue, index }))
    .sort((left, right) => left.pValue - right.pValue);
  const adjusted = new Array<number>(pValues.length);
  let highest = 0;
  for (const [rank, { pValue, index }] of ranked.entries()) {
    highest = Math.max(highest, Math.min(1, pValue * (pValues.length - rank)));
    adjusted[index] = highest;
  }
  return adjusted;
}
