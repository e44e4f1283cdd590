import type { Steps } from '../core/index.js';
import { changedLines } from './common-lines.js';
import { mergeRegions } from './merge-regions.js';
import { LineNumbers, type LineRange, linesOf, TextParts } from './text-lines.js';

/** A place where both sides changed the same lines. Texts hold whole lines with their endings. */
export interface ConflictHunk {
  /** 1-based line of this tree's file at which `ours` starts, or would. */
  readonly line: number;
  /** The lines at the fork point. */
  readonly base: string;
  /** The lines of the tree that was merged into. */
  readonly ours: string;
  /** The lines of the tree that was merged. */
  readonly theirs: string;
}

/** The outcome of a merge by lines. */
export type TextMerge =
  | { readonly kind: 'merged'; readonly text: string }
  | { readonly kind: 'conflict'; readonly hunks: readonly ConflictHunk[] };

/** Pairs of equal lines that a merge may look at; beyond that a file is merged as a whole. */
const MAX_EQUAL_PAIRS = 2_000_000;

/** Regions put together between two places where work may be interrupted. */
const REGIONS_A_STEP = 1000;

/**
 * Merges by lines what two sides made of one text. Undefined when the texts repeat themselves so much that this would
 * take too long.
 */
export function* mergeText(base: string, ours: string, theirs: string): Steps<TextMerge | undefined> {
  const numbers = new LineNumbers();
  const o = yield* numbers.of(yield* linesOf(base));
  const a = yield* numbers.of(yield* linesOf(ours));
  const b = yield* numbers.of(yield* linesOf(theirs));
  const count = numbers.lines.length;
  if (Math.max(equalPairs(o, a, count), equalPairs(o, b, count)) > MAX_EQUAL_PAIRS) return undefined;
  yield;
  const regions = yield* mergeRegions(o.length, yield* changedLines(o, a), yield* changedLines(o, b));
  const hunks: ConflictHunk[] = [];
  const text = new TextParts();
  for (const [index, region] of regions.entries()) {
    if (index % REGIONS_A_STEP === REGIONS_A_STEP - 1) yield;
    if (region.from === 'both' && !isSame(a, region.ours, b, region.theirs)) {
      hunks.push({
        line: region.ours.start + 1,
        base: yield* numbers.textOf(o, region.base),
        ours: yield* numbers.textOf(a, region.ours),
        theirs: yield* numbers.textOf(b, region.theirs),
      });
      continue;
    }
    const [list, range] =
      region.from === 'both'
        ? [a, region.ours]
        : [{ base: o, ours: a, theirs: b }[region.from], region.lines];
    text.push(yield* numbers.textOf(list, range));
  }
  return hunks.length === 0 ? { kind: 'merged', text: text.toString() } : { kind: 'conflict', hunks };
}

/** Whether both sides made the same of their lines. */
function isSame(left: Int32Array, leftRange: LineRange, right: Int32Array, rightRange: LineRange): boolean {
  const length = leftRange.end - leftRange.start;
  if (length !== rightRange.end - rightRange.start) return false;
  for (let at = 0; at < length; at++) {
    if (left[leftRange.start + at] !== right[rightRange.start + at]) return false;
  }
  return true;
}

/** Pairs of equal lines of two texts, whose lines have numbers below `count`. */
function equalPairs(left: Int32Array, right: Int32Array, count: number): number {
  const counts = new Int32Array(count);
  for (const line of left) counts[line] = (counts[line] ?? 0) + 1;
  let pairs = 0;
  for (const line of right) pairs += counts[line] ?? 0;
  return pairs;
}
