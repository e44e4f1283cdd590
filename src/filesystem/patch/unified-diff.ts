import type { Steps } from '../../core/index.js';
import type { ChangedLines } from '../changed-lines.js';
import { LINES_A_STEP, LineNumbers, linesOf, TextParts } from '../text-lines.js';
import { editScript } from './edit-script.js';

/** Lines around a change that are shown. */
const CONTEXT = 3;

/** The hunks of a unified diff between two texts; empty when they are equal. */
export function* unifiedHunks(before: string, after: string): Steps<string> {
  const numbers = new LineNumbers();
  const oldLines = yield* linesOf(before);
  const newLines = yield* linesOf(after);
  const changes = yield* editScript(yield* numbers.of(oldLines), yield* numbers.of(newLines));
  const text = new TextParts();
  let written = 0;
  const write = function* (
    sign: string,
    lines: readonly string[],
    start: number,
    count: number,
  ): Steps<void> {
    for (let at = start; at < start + count; at++) {
      const line = lines[at] ?? '';
      text.push(line.endsWith('\n') ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`);
      if (++written % LINES_A_STEP === 0) yield;
    }
  };
  for (let index = 0; index < changes.length; ) {
    const hunk = hunkFrom(changes, index, oldLines.length);
    text.push(`@@ -${range(hunk.oldStart, hunk.oldCount)} +${range(hunk.newStart, hunk.newCount)} @@\n`);
    let at = hunk.oldStart;
    for (const change of hunk.changes) {
      yield* write(' ', oldLines, at, change.oldStart - at);
      yield* write('-', oldLines, change.oldStart, change.oldCount);
      yield* write('+', newLines, change.newStart, change.newCount);
      at = change.oldStart + change.oldCount;
    }
    yield* write(' ', oldLines, at, hunk.oldStart + hunk.oldCount - at);
    index += hunk.changes.length;
  }
  return text.toString();
}

interface Hunk extends ChangedLines {
  readonly changes: readonly ChangedLines[];
}

/** The hunk that starts with a change: as many of the next ones go with it as its lines of context reach. */
function hunkFrom(changes: readonly ChangedLines[], first: number, oldLength: number): Hunk {
  let end = first + 1;
  for (; end < changes.length; end++) {
    const [before, next] = [changes[end - 1], changes[end]];
    if (before === undefined || next === undefined) break;
    if (next.oldStart - before.oldStart - before.oldCount > 2 * CONTEXT) break;
  }
  const inHunk = changes.slice(first, end);
  const [head, last] = [inHunk[0], inHunk.at(-1)];
  if (head === undefined || last === undefined) throw new RangeError('a hunk without a change');
  const lead = Math.min(CONTEXT, head.oldStart);
  const tail = Math.min(CONTEXT, oldLength - last.oldStart - last.oldCount);
  return {
    changes: inHunk,
    oldStart: head.oldStart - lead,
    newStart: head.newStart - lead,
    oldCount: lead + last.oldStart + last.oldCount - head.oldStart + tail,
    newCount: lead + last.newStart + last.newCount - head.newStart + tail,
  };
}

function range(start: number, count: number): string {
  const line = count === 0 ? start : start + 1;
  return count === 1 ? `${line}` : `${line},${count}`;
}
