import type { PythonValue } from './python-value.js';

/** Characters of a literal that is read. A longer one stays text: some of the rules take quadratic time. */
export const LONGEST_LITERAL = 4_000;

/** How {@link between} matches. */
interface BetweenOptions {
  /** Characters that are at least in between. Default 0. */
  readonly least?: number;
  /** Whether line ends may be in between. Default false. */
  readonly crossesLines?: boolean;
  /** Where the search begins. Default 0. */
  readonly from?: number;
}

/** Where a match begins and ends, and what is in it. */
export interface Found {
  readonly inner: string;
  readonly end: number;
}

/**
 * The first place where `opening` is followed by text and `closing`, as the expression `opening(.*?)closing` finds it.
 * `opening` is global.
 */
export function between(
  text: string,
  opening: RegExp,
  closing: string,
  { least = 0, crossesLines = false, from = 0 }: BetweenOptions = {},
): Found | null {
  const search = new RegExp(opening.source, opening.flags);
  search.lastIndex = from;
  for (let match = search.exec(text); match !== null; match = search.exec(text)) {
    const start = match.index + match[0].length;
    const end = text.indexOf(closing, start + least);
    if (end === -1) return null;
    const inner = text.slice(start, end);
    if (crossesLines || !inner.includes('\n')) return { inner, end: end + closing.length };
    search.lastIndex = match.index + 1;
  }
  return null;
}

/** Every such place, one after the other. */
export function allBetween(
  text: string,
  opening: RegExp,
  closing: string,
  options: Pick<BetweenOptions, 'least'> = {},
): readonly string[] {
  const all: string[] = [];
  let found = between(text, opening, closing, options);
  while (found !== null) {
    all.push(found.inner);
    found = between(text, opening, closing, { ...options, from: found.end });
  }
  return all;
}

/** The first place from `at` that holds no blank. */
export function afterBlanks(text: string, at: number): number {
  let next = at;
  while (/^\s$/.test(text.charAt(next))) next++;
  return next;
}

/** The items between commas, without outer blanks. */
export function itemsOf(text: string): readonly string[] {
  return text.split(',').map((item) => item.trim());
}

/** Whether a text begins and ends with the same of these marks. */
export function isQuoted(text: string, marks: string): boolean {
  return text !== '' && marks.includes(text.charAt(0)) && text.endsWith(text.charAt(0));
}

/** A dict of some entries, of which a later one replaces an earlier one. */
export function dictOf(entries: Iterable<readonly [string, PythonValue]>): PythonValue {
  return Object.fromEntries(entries) as { readonly [name: string]: PythonValue };
}
