import { linesOf } from '../text-lines.js';
import type { PatchHunk } from './parse-patch.js';

/** The outcome of {@link applyHunks}: the new text, or the hunk that fits nowhere. */
export type AppliedHunks = { readonly text: string } | { readonly failed: PatchHunk };

/** Comparisons of lines in which the places of all hunks of a file must be found. */
const MAX_COMPARISONS = 20_000_000;

interface Budget {
  comparisons: number;
}

/**
 * Applies hunks to a text. Each must match the old lines exactly; a hunk that does not match where it says is sought
 * above and below, nearest first, as git does, but never before the hunk that it follows.
 */
export function applyHunks(text: string, hunks: readonly PatchHunk[]): AppliedHunks {
  const lines = linesOf(text);
  const budget = { comparisons: MAX_COMPARISONS };
  const result: string[] = [];
  let read = 0;
  let drift = 0;
  for (const hunk of hunks) {
    const stated = hunk.oldStart - (hunk.oldLines.length === 0 ? 0 : 1);
    const place = findPlace(lines, hunk.oldLines, stated + drift, read, budget);
    if (place === undefined) return { failed: hunk };
    drift = place - stated;
    for (const line of lines.slice(read, place)) result.push(line);
    for (const line of hunk.newLines) result.push(line);
    read = place + hunk.oldLines.length;
  }
  for (const line of lines.slice(read)) result.push(line);
  return { text: result.join('') };
}

function findPlace(
  lines: readonly string[],
  wanted: readonly string[],
  expected: number,
  first: number,
  budget: Budget,
): number | undefined {
  const last = lines.length - wanted.length;
  if (last < first) return undefined;
  const start = Math.min(Math.max(expected, first), last);
  if (wanted.length === 0) return start;
  for (let distance = 0; start - distance >= first || start + distance <= last; distance++) {
    if (start - distance >= first && matches(lines, wanted, start - distance, budget))
      return start - distance;
    if (start + distance <= last && matches(lines, wanted, start + distance, budget)) return start + distance;
    if (budget.comparisons < 0) return undefined;
  }
  return undefined;
}

function matches(
  lines: readonly string[],
  wanted: readonly string[],
  place: number,
  budget: Budget,
): boolean {
  return wanted.every((line, index) => {
    budget.comparisons--;
    return lines[place + index] === line;
  });
}
