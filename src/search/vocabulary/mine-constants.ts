import type { Json } from '../../core/index.js';
import type { ConstantPool, MinedConstant } from '../language/operator.js';
import type { SearchProblem } from '../problem.js';

const COUNTS = [
  { value: 1, cost: 0 },
  { value: 2, cost: 0 },
  { value: 3, cost: 1 },
  { value: 4, cost: 1 },
  { value: 5, cost: 2 },
  { value: 6, cost: 1 },
  { value: 8, cost: 1 },
  { value: 10, cost: 2 },
] as const;
const TIMES = [
  { value: 2, cost: 0 },
  { value: 3, cost: 1 },
  { value: 4, cost: 1 },
  { value: 5, cost: 2 },
] as const;

/** Constants worth trying, read off the training examples alone. */
export function mineConstants(problem: SearchProblem): ConstantPool {
  const inputs = problem.train.map(({ input }) => textsIn(input));
  const outputs = problem.train.map(({ output }) => textsIn(output));
  const delimiters = separators(inputs, 8);
  const joiners = separators(outputs, 6);
  const longest = Math.max(3, ...problem.train.map(({ input, output }) => longestIn([input, output])));
  return {
    delimiter: withoutRepetition([...delimiters, ...affixes(inputs)]),
    joiner: withoutRepetition([...joiners, { value: ' ', cost: 1 }, { value: '-', cost: 2 }]),
    fragment: withoutRepetition([
      ...delimiters,
      ...affixes(inputs),
      ...affixes(outputs.flat().map((text) => [text])),
      ...sharedTokens(inputs, 10),
    ]).map(({ value, cost }) => ({ value, cost: Math.min(2, cost) })),
    letter: problem.train.every(({ output }) => Number.isInteger(output)) ? letters(inputs, 12) : [],
    index: [
      { value: 0, cost: 0 },
      { value: -1, cost: 0 },
      { value: 1, cost: 0 },
      { value: 2, cost: 1 },
      { value: -2, cost: 1 },
      { value: 3, cost: 2 },
    ],
    count: COUNTS.filter(({ value }) => value <= longest),
    times: TIMES,
    divisor: [...TIMES, { value: 6, cost: 1 }, { value: 8, cost: 1 }, { value: 10, cost: 2 }],
    width: widths(outputs),
    colour: colours(problem),
  };
}

/** Length of the longest text or list inside a value. */
function longestIn(value: Json): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  const length = Array.isArray(value) ? value.length : 0;
  return Object.values(value).reduce<number>((most, inner) => Math.max(most, longestIn(inner)), length);
}

/** All texts inside a value. */
export function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return [];
}

/** Runs and single characters that are neither letters nor digits, the most widespread first. */
function separators(examples: readonly (readonly string[])[], limit: number): MinedConstant[] {
  const spread = new Map<string, number>();
  for (const texts of examples) {
    const seen = new Set<string>();
    for (const text of texts) {
      for (const run of text.match(/[^\p{L}\p{N}]+/gu) ?? []) {
        if (run.length <= 4) seen.add(run);
        for (const character of run) seen.add(character);
      }
    }
    for (const separator of seen) spread.set(separator, (spread.get(separator) ?? 0) + 1);
  }
  return [...spread]
    .sort(
      ([left, leftCount], [right, rightCount]) =>
        rightCount - leftCount ||
        Number(opensField(left)) - Number(opensField(right)) ||
        right.length - left.length ||
        (left < right ? -1 : 1),
    )
    .slice(0, limit)
    .map(([value, count]) => ({ value, cost: count === examples.length ? 0 : 1 }));
}

/** Whether a run is a mark in front of a word, as in ` #` and ` (`: at the start of a text, the space is missing. */
function opensField(run: string): boolean {
  return /^\s+\S+$/.test(run);
}

/**
 * The longest text that all single-text examples start with, and the longest that they end with; also without the letters
 * of a word that only some of them share, as the `a` of `Roma, Italia` and `Pisa, Italia` is before `, Italia`.
 */
function affixes(examples: readonly (readonly string[])[]): MinedConstant[] {
  const texts = examples.flatMap((example) => (example.length === 1 ? [example[0] ?? ''] : []));
  if (texts.length < 2 || texts.length !== examples.length) return [];
  const prefix = wholePrefix(texts);
  const suffix = wholeSuffix(texts);
  return [prefix, suffix, ofWholeWords(prefix, 'prefix', texts), ofWholeWords(suffix, 'suffix', texts)]
    .filter((affix) => affix.length > 0 && affix.length <= 40)
    .map((value) => ({ value, cost: 0 }));
}

/** What every text starts with, without the digits of a number that goes on: the `20` of years is no mark. */
function wholePrefix(texts: readonly string[]): string {
  const prefix = commonPrefix(texts);
  const goesOn = texts.some((text) => /[0-9]/.test(text.charAt(prefix.length)));
  return goesOn ? prefix.replace(/(?<![0-9])[0-9]+$/, '') : prefix;
}

/** What every text ends with, without the digits of a number that began before. */
function wholeSuffix(texts: readonly string[]): string {
  const suffix = commonSuffix(texts);
  const beganBefore = texts.some((text) => /[0-9]/.test(text.charAt(text.length - suffix.length - 1)));
  return beganBefore ? suffix.replace(/^[0-9]+/, '') : suffix;
}

/** An affix without the part of a word that goes on in some text. */
function ofWholeWords(affix: string, end: 'prefix' | 'suffix', texts: readonly string[]): string {
  const next = texts.map((text) => text.at(end === 'prefix' ? affix.length : -affix.length - 1) ?? '');
  if (!next.some((character) => /\p{L}/u.test(character))) return affix;
  return affix.replace(end === 'prefix' ? /(?<!\p{L})\p{L}+$/u : /^\p{L}+/u, '');
}

/** The longest text that every text starts with. */
function commonPrefix(texts: readonly string[]): string {
  let prefix = texts[0] ?? '';
  for (const text of texts) while (!text.startsWith(prefix)) prefix = prefix.slice(0, -1);
  return prefix;
}

function commonSuffix(texts: readonly string[]): string {
  let suffix = texts[0] ?? '';
  for (const text of texts) while (!text.endsWith(suffix)) suffix = suffix.slice(1);
  return suffix;
}

/** Words that come up in more than one example. */
function sharedTokens(examples: readonly (readonly string[])[], limit: number): MinedConstant[] {
  const spread = new Map<string, number>();
  for (const texts of examples) {
    const tokens = new Set(texts.flatMap((text) => text.match(/\p{L}+|\p{N}+/gu) ?? []));
    for (const token of tokens) spread.set(token, (spread.get(token) ?? 0) + 1);
  }
  return mostWidespread(spread)
    .filter((token) => (spread.get(token) ?? 0) >= 2)
    .slice(0, limit)
    .map((value) => ({ value, cost: 1 }));
}

/** The letters that come up in most examples. */
function letters(examples: readonly (readonly string[])[], limit: number): MinedConstant[] {
  const spread = new Map<string, number>();
  for (const texts of examples) {
    for (const letter of new Set(texts.join('').match(/\p{L}/gu) ?? [])) {
      spread.set(letter, (spread.get(letter) ?? 0) + 1);
    }
  }
  return mostWidespread(spread)
    .slice(0, limit)
    .map((value) => ({ value, cost: 1 }));
}

function mostWidespread(spread: ReadonlyMap<string, number>): string[] {
  return [...spread]
    .sort(([left, leftCount], [right, rightCount]) => rightCount - leftCount || (left < right ? -1 : 1))
    .map(([value]) => value);
}

/** Lengths that outputs, or their runs of digits, always have. */
function widths(outputs: readonly (readonly string[])[]): MinedConstant[] {
  const lengths = new Set<number>();
  const whole = new Set(outputs.flat().map((text) => text.length));
  if (whole.size === 1) for (const length of whole) lengths.add(length);
  const runs = outputs.flat().flatMap((text) => text.match(/\p{N}+/gu) ?? []);
  const byLength = new Map<number, number>();
  for (const run of runs) byLength.set(run.length, (byLength.get(run.length) ?? 0) + 1);
  for (const [length] of [...byLength].sort(
    ([left, leftCount], [right, rightCount]) => rightCount - leftCount || left - right,
  )) {
    lengths.add(length);
  }
  return [...lengths]
    .filter((length) => length >= 2 && length <= 40)
    .slice(0, 4)
    .map((value) => ({ value, cost: 0 }));
}

function withoutRepetition(constants: readonly MinedConstant[]): MinedConstant[] {
  const seen = new Set<string | number>();
  return constants.filter(({ value }) => {
    if (value === '' || seen.has(value)) return false;
    seen.add(value);
    return true;
  });
}

/** Cell values of the output grids first, then those of the input grids. */
function colours(problem: SearchProblem): MinedConstant[] {
  const spread = new Map<number, number>();
  const add = (grid: Json, weight: number): void => {
    if (!Array.isArray(grid)) return;
    const cells = new Set((grid as readonly Json[]).flatMap((row) => (Array.isArray(row) ? row : [])));
    for (const cell of cells as ReadonlySet<Json>) {
      if (typeof cell === 'number' && Number.isSafeInteger(cell))
        spread.set(cell, (spread.get(cell) ?? 0) + weight);
    }
  };
  for (const { input, output } of problem.train) {
    add(output, 2);
    add(input, 1);
  }
  return [...spread]
    .sort(([left, leftCount], [right, rightCount]) => rightCount - leftCount || left - right)
    .map(([value]) => ({ value, cost: 0 }));
}
