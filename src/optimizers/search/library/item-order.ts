/** An item of a list that can be sorted. */
export type Item = string | number;

/** Compares two items as Python does: numbers by value, text by code point. */
export function compareItems(left: Item, right: Item): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const leftPoints = Array.from(String(left), (character) => character.codePointAt(0) ?? 0);
  const rightPoints = Array.from(String(right), (character) => character.codePointAt(0) ?? 0);
  for (let index = 0; index < Math.min(leftPoints.length, rightPoints.length); index++) {
    const difference = (leftPoints[index] ?? 0) - (rightPoints[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return leftPoints.length - rightPoints.length;
}

/** What Python's `sorted` gives. */
export function sorted(items: readonly Item[]): readonly Item[] {
  return [...items].sort(compareItems);
}
