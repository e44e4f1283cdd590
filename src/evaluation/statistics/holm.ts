/**
 * p-values adjusted for their number, by the step-down method of S. Holm (1979): the chance that any true null hypothesis among them is
 * rejected at a level stays below that level, however the tests depend on each other. In the order given.
 */
export function holmAdjusted(pValues: readonly number[]): readonly number[] {
  const adjusted = new Array<number>(pValues.length).fill(1);
  const order = pValues
    .map((_, index) => index)
    .sort((left, right) => at(pValues, left) - at(pValues, right));
  let floor = 0;
  for (const [rank, index] of order.entries()) {
    floor = Math.max(floor, Math.min(1, (pValues.length - rank) * at(pValues, index)));
    adjusted[index] = floor;
  }
  return adjusted;
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 1;
}
