import type { Steps } from '../core/index.js';
import type { ChangedLines } from './changed-lines.js';
import type { LineRange } from './text-lines.js';

/** A part of a three-way merge. Taken together, parts cover all of each text, in order. */
export type MergeRegion =
  /** Lines taken from one of the texts, because at most one side changed there. */
  | { readonly from: 'base' | 'ours' | 'theirs'; readonly lines: LineRange }
  /** Lines that both sides changed. */
  | { readonly from: 'both'; readonly base: LineRange; readonly ours: LineRange; readonly theirs: LineRange };

/**
 * Cuts a text into what nobody, one side or both sides changed (Khanna, Kunal and Pierce, "A Formal Investigation of
 * Diff3", 2007). Changes that overlap or touch each other go together.
 */
export function* mergeRegions(
  baseCount: number,
  ours: readonly ChangedLines[],
  theirs: readonly ChangedLines[],
): Steps<readonly MergeRegion[]> {
  const regions: MergeRegion[] = [];
  let [done, left, right] = [0, 0, 0];
  const keepUpTo = (end: number): void => {
    if (end > done) regions.push({ from: 'base', lines: { start: done, end } });
  };
  while (left < ours.length || right < theirs.length) {
    const [firstLeft, firstRight] = [left, right];
    const start = Math.min(ours[left]?.oldStart ?? Infinity, theirs[right]?.oldStart ?? Infinity);
    let end = start;
    for (;;) {
      const ourChange = ours[left];
      const theirChange = theirs[right];
      const isOurs = ourChange !== undefined && ourChange.oldStart <= (theirChange?.oldStart ?? Infinity);
      const next = isOurs ? ourChange : theirChange;
      const isFirst = left === firstLeft && right === firstRight;
      if (next === undefined || (!isFirst && next.oldStart > end)) break;
      end = Math.max(end, next.oldStart + next.oldCount);
      if (isOurs) left++;
      else right++;
    }
    keepUpTo(start);
    const [mine, yours] = [ours.slice(firstLeft, left), theirs.slice(firstRight, right)];
    if (mine.length + yours.length > 1) {
      const base = { start, end };
      regions.push({ from: 'both', base, ours: rangeOver(mine, base), theirs: rangeOver(yours, base) });
    } else {
      const lines = rangeOver(mine.length === 1 ? mine : yours, { start, end });
      if (lines.end > lines.start) regions.push({ from: mine.length === 1 ? 'ours' : 'theirs', lines });
    }
    done = end;
    if (regions.length % 1000 === 0) yield;
  }
  keepUpTo(baseCount);
  return regions;
}

/** The lines of a side that stand where the base has `base`, which all the given changes of that side lie in. */
function rangeOver(changes: readonly ChangedLines[], base: LineRange): LineRange {
  const first = changes[0];
  const last = changes.at(-1);
  if (first === undefined || last === undefined) return { start: 0, end: 0 };
  return {
    start: first.newStart - (first.oldStart - base.start),
    end: last.newStart + last.newCount + (base.end - last.oldStart - last.oldCount),
  };
}
