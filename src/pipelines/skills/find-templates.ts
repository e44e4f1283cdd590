import type { Json, Steps } from '../../core/index.js';
import {
  matchSentences,
  type PromptTemplate,
  SENTENCE_END,
  type SlotPattern,
  symbolsOf,
  type TemplatePart,
} from './prompt-template.js';
import { type PromptToken, sentenceText } from './prompt-tokens.js';
import type { Trace } from './traces.js';

/** A template with the records that are asked by it. */
export interface AskedRecords {
  readonly template: PromptTemplate;
  readonly records: readonly SlottedTrace[];
}

/** A record with the values of its slots. */
export interface SlottedTrace {
  readonly trace: Trace;
  readonly slots: readonly Json[];
}

/** Stands for words that differ. */
const GAP = '<words>';
/** Words in a row that may differ between two requests of one template. */
const MOST_WORDS = 4;
/** Share of the tokens that two requests of one template have in common. */
const LEAST_COMMON = 0.6;
/** Templates that a request is compared with. */
const MOST_TEMPLATES = 400;

interface Family {
  symbols: readonly string[];
  readonly traces: Trace[];
  readonly skeletons: Set<string>;
}

/** The templates by which the records are asked, the most used first. */
export function* findTemplates(
  traces: readonly Trace[],
  asides: ReadonlySet<string>,
): Steps<readonly AskedRecords[]> {
  const cores = new Map(
    traces.map((trace) => [trace, trace.sentences.filter((each) => !asides.has(sentenceText(each)))]),
  );
  const alike = new Map<string, Family>();
  for (const [trace, core] of cores) {
    if (core.length === 0) continue;
    const symbols = symbolsOf(core);
    const family = alike.get(symbols.join(' ')) ?? { symbols, traces: [], skeletons: new Set() };
    family.traces.push(trace);
    family.skeletons.add(trace.skeleton);
    alike.set(symbols.join(' '), family);
  }
  const merged: Family[] = [];
  for (const family of [...alike.values()].sort(byUse)) {
    yield;
    const found = merged
      .slice(0, MOST_TEMPLATES)
      .find((each) => [...family.skeletons].some((way) => each.skeletons.has(way)) && takeIn(each, family));
    if (found === undefined) merged.push(family);
  }
  const found: AskedRecords[] = [];
  for (const family of merged.sort(byUse)) {
    yield;
    const asked = templateOf(family, cores);
    if (asked.records.length > 0) found.push(asked);
  }
  return found;
}

function byUse(left: Family, right: Family): number {
  const [first, second] = [left.symbols.join(' '), right.symbols.join(' ')];
  return right.traces.length - left.traces.length || (first < second ? -1 : 1);
}

/** Makes a family one that covers another too, if the two are alike. */
function takeIn(family: Family, other: Family): boolean {
  const symbols = unify(family.symbols, other.symbols);
  if (symbols === null) return false;
  family.symbols = symbols;
  family.traces.push(...other.traces);
  for (const way of other.skeletons) family.skeletons.add(way);
  return true;
}

/** What two requests have in common, with gaps between; null where that is too little. */
function unify(left: readonly string[], right: readonly string[]): readonly string[] | null {
  const pairs = commonSubsequence(left, right);
  const common = pairs.filter(([at]) => left[at] !== SENTENCE_END && left[at] !== GAP).length;
  const longest = Math.max(left.length, right.length) - left.filter((each) => each === SENTENCE_END).length;
  if (common < LEAST_COMMON * longest) return null;
  const symbols: string[] = [];
  let [before, beforeOther] = [0, 0];
  for (const [at, other] of [...pairs, [left.length, right.length] as const]) {
    const gaps = [left.slice(before, at), right.slice(beforeOther, other)];
    if (gaps.some((gap) => gap.length > 0)) {
      if (!gaps.every(isGap)) return null;
      symbols.push(GAP);
    }
    const symbol = left[at];
    if (symbol !== undefined) symbols.push(symbol);
    [before, beforeOther] = [at + 1, other + 1];
  }
  return symbols;
}

function isGap(symbols: readonly string[]): boolean {
  return (
    symbols.length > 0 &&
    symbols.length <= MOST_WORDS &&
    symbols.every((each) => each !== SENTENCE_END && each !== '<text>' && !/^[^\p{L}\p{N}<]/u.test(each))
  );
}

/** A longest common subsequence, as pairs of places. */
function commonSubsequence(
  left: readonly string[],
  right: readonly string[],
): readonly (readonly [number, number])[] {
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row--) {
    for (let column = right.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        left[row] === right[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  let [row, column] = [0, 0];
  while (row < left.length && column < right.length) {
    if (left[row] === right[column]) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}

/** The template of a family, and what each of its records says in the slots. Each slot takes the values that it had. */
function templateOf(
  { symbols, traces }: Family,
  cores: ReadonlyMap<Trace, readonly (readonly PromptToken[])[]>,
): AskedRecords {
  const loose = looseTemplate(symbols);
  const records = traces.flatMap((trace): SlottedTrace[] => {
    const slots = matchSentences(loose, cores.get(trace) ?? []);
    return slots === null ? [] : [{ trace, slots }];
  });
  return { template: withSeenValues(loose, records), records };
}

/** A template whose slots take the values that these records have there, and no other. */
export function withSeenValues(
  { sentences, slots }: PromptTemplate,
  records: readonly SlottedTrace[],
): PromptTemplate {
  return {
    sentences,
    slots: slots.map(({ kind }, slot) => {
      const values = [...new Set(records.map((record) => record.slots[slot] ?? null))].sort(inOrder);
      const sizes = values.map((value) => (kind === 'words' ? String(value).split(' ').length : 1));
      const like = slots.findIndex(
        (_, other) => other < slot && records.every((record) => record.slots[other] === record.slots[slot]),
      );
      const size = [Math.min(...sizes), Math.max(...sizes)] as const;
      return { kind, values, size, ...(like < 0 || values.length === 1 ? {} : { like }) };
    }),
  };
}

function inOrder(left: Json, right: Json): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left) < String(right) ? -1 : 1;
}

/** A template whose slots take anything of their kind. */
function looseTemplate(symbols: readonly string[]): PromptTemplate {
  const sentences: TemplatePart[][] = [[]];
  const slots: SlotPattern[] = [];
  for (const symbol of symbols) {
    const kind = KINDS.get(symbol);
    if (symbol === SENTENCE_END) sentences.push([]);
    else if (kind === undefined) sentences.at(-1)?.push(symbol);
    else {
      sentences.at(-1)?.push(slots.length);
      slots.push({ kind, size: [1, kind === 'words' ? MOST_WORDS : 1], values: null });
    }
  }
  return { sentences: sentences.filter(({ length }) => length > 0), slots };
}

/** A map, because a request may have a word such as `constructor`. */
const KINDS: ReadonlyMap<string, SlotPattern['kind']> = new Map([
  ['<text>', 'text'],
  ['<number>', 'number'],
  ['<date>', 'date'],
  ['<name>', 'name'],
  [GAP, 'words'],
]);
