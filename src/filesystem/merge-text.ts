import { diff3Merge } from 'node-diff3';
import { linesOf } from './text-lines.js';

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

/**
 * Merges by lines what two sides made of one text (Khanna, Kunal and Pierce, "A Formal Investigation of Diff3",
 * 2007). Undefined when the texts repeat themselves so much that this would take too long.
 */
export function mergeText(base: string, ours: string, theirs: string): TextMerge | undefined {
  const numbers = new Map<string, number>();
  const lines: string[] = [];
  const encode = (text: string): number[] =>
    linesOf(text).map((line) => {
      const known = numbers.get(line);
      if (known !== undefined) return known;
      numbers.set(line, lines.length);
      lines.push(line);
      return lines.length - 1;
    });
  const decode = (part: readonly number[]): string => part.map((number) => lines[number] ?? '').join('');
  const [o, a, b] = [encode(base), encode(ours), encode(theirs)];
  if (equalPairs(o, a) > MAX_EQUAL_PAIRS || equalPairs(o, b) > MAX_EQUAL_PAIRS) return undefined;
  const regions = diff3Merge(a, o, b, { excludeFalseConflicts: true });
  const hunks: ConflictHunk[] = [];
  let text = '';
  for (const { ok, conflict } of regions) {
    if (ok !== undefined) text += decode(ok);
    if (conflict !== undefined) {
      hunks.push({
        line: conflict.aIndex + 1,
        base: decode(conflict.o),
        ours: decode(conflict.a),
        theirs: decode(conflict.b),
      });
    }
  }
  return hunks.length === 0 ? { kind: 'merged', text } : { kind: 'conflict', hunks };
}

function equalPairs(left: readonly number[], right: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const line of left) counts.set(line, (counts.get(line) ?? 0) + 1);
  let pairs = 0;
  for (const line of right) pairs += counts.get(line) ?? 0;
  return pairs;
}
