/** What a list holds: texts, or numbers. */
export type Item = string | number;
/** A list of texts, or of numbers. */
export type Items = readonly Item[];

/** Orders two items as Python does: numbers by value, text by code point. */
export function compareItems(left: Item, right: Item): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return compareTexts(String(left), String(right));
}

function compareTexts(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  let place = 0;
  while (place < shorter && left.charCodeAt(place) === right.charCodeAt(place)) place++;
  if (place === shorter) return left.length - right.length;
  // Of two code points that differ in their second halves alone.
  if (place > 0 && isHighSurrogate(left.charCodeAt(place - 1))) place--;
  return (left.codePointAt(place) ?? 0) - (right.codePointAt(place) ?? 0);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** The items as `sorted` gives them. */
export function sorted(items: Items): Items {
  return [...items].sort(compareItems);
}

/** The first of the lowest items (-1) or of the highest (1), as `min` and `max` give it. */
export function firstOf([first, ...rest]: Items, sign: -1 | 1): Item | undefined {
  if (first === undefined) return undefined;
  return rest.reduce((best, one) => (sign * compareItems(one, best) > 0 ? one : best), first);
}
