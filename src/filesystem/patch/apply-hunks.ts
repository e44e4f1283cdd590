import type { Steps } from '../../core/index.js';
import { LINES_A_STEP, linesOf, TextParts } from '../text-lines.js';
import type { PatchHunk } from './parse-patch.js';

/** The outcome of {@link applyHunks}: the new text, or the hunk that fits nowhere. */
export type AppliedHunks = { readonly text: string } | { readonly failed: PatchHunk };

/** What looking for the places of hunks may still cost, counted over all files of a patch. */
export interface PlaceBudget {
  /** Lines compared, and lines of files cut up. */
  lines: number;
}

/** The budget of one patch. */
export function placeBudget(): PlaceBudget {
  return { lines: 20_000_000 };
}

/** Characters that cost as much as a line. */
const CHARACTERS_A_LINE = 100;

/**
 * Applies hunks to a text. Each must match the old lines exactly; a hunk that does not match where it says is sought
 * above and below, nearest first, as git does, but never before the hunk that it follows.
 */
export function* applyHunks(
  text: string,
  hunks: readonly PatchHunk[],
  budget: PlaceBudget = placeBudget(),
): Steps<AppliedHunks> {
  const lines = yield* linesOf(text);
  budget.lines -= lines.length + Math.ceil(text.length / CHARACTERS_A_LINE);
  const result = new TextParts();
  let written = 0;
  const write = function* (list: readonly string[], start: number, end: number): Steps<void> {
    for (let at = start; at < end; at++) {
      result.push(list[at] ?? '');
      if (++written % LINES_A_STEP === 0) yield;
    }
  };
  let read = 0;
  let drift = 0;
  for (const hunk of hunks) {
    const stated = hunk.oldStart - (hunk.oldLines.length === 0 ? 0 : 1);
    const place = yield* findPlace(lines, hunk.oldLines, stated + drift, read, budget);
    if (place === undefined) return { failed: hunk };
    drift = place - stated;
    yield* write(lines, read, place);
    yield* write(hunk.newLines, 0, hunk.newLines.length);
    read = place + hunk.oldLines.length;
  }
  yield* write(lines, read, lines.length);
  return { text: result.toString() };
}

function* findPlace(
  lines: readonly string[],
  wanted: readonly string[],
  expected: number,
  first: number,
  budget: PlaceBudget,
): Steps<number | undefined> {
  const last = lines.length - wanted.length;
  if (last < first) return undefined;
  const start = Math.min(Math.max(expected, first), last);
  if (wanted.length === 0) return start;
  let paid = budget.lines;
  for (let distance = 0; start - distance >= first || start + distance <= last; distance++) {
    if (budget.lines < 0) return undefined;
    if (start - distance >= first && matches(lines, wanted, start - distance, budget))
      return start - distance;
    if (start + distance <= last && matches(lines, wanted, start + distance, budget)) return start + distance;
    if (paid - budget.lines < LINES_A_STEP) continue;
    paid = budget.lines;
    yield;
  }
  return undefined;
}

function matches(
  lines: readonly string[],
  wanted: readonly string[],
  place: number,
  budget: PlaceBudget,
): boolean {
  return wanted.every((line, index) => {
    budget.lines--;
    return lines[place + index] === line;
  });
}
