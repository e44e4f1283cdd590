import type { PythonTokens } from '../tokens/token.js';

/** Characters of a line after which it is continued on a next one, at the next operator. */
const MAX_LINE = 480;
const CONTINUATION = '\\\n';

/** A source whose long lines were broken up. */
export interface BrokenLines {
  readonly source: string;
  /** The offset in the original of an offset in `source`. */
  toOriginal(offset: number): number;
  /** The offset in `source` of an offset in the original. */
  fromOriginal(offset: number): number;
}

/**
 * The same program with each long line continued on a next one, with a backslash after an operator: the parser's time
 * grows with the square of the length of a line. Null where no line is long, or where a line cannot be broken with the
 * meaning kept: within text, in the fields of f-strings, and in source that does not even split into tokens.
 */
export function breakLongLines(source: string, { tokens, problems }: PythonTokens): BrokenLines | null {
  if (problems.length > 0 || !hasLongLine(source)) return null;
  const breaks: number[] = [];
  const parts: string[] = [];
  let lineStart = 0;
  let copied = 0;
  let templates = 0;
  for (let index = 0; index < tokens.length - 1; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    if (token.kind === 'newline' || token.kind === 'line-break') lineStart = token.end;
    else if (token.kind === 'template-start') templates++;
    else if (token.kind === 'template-end') templates--;
    if (token.kind !== 'operator' || templates > 0 || token.end - lineStart < MAX_LINE) continue;
    const next = tokens[index + 1];
    // A comment or a line end follows: there is nothing to continue.
    if (
      next === undefined ||
      next.kind === 'comment' ||
      next.kind === 'newline' ||
      next.kind === 'line-break'
    )
      continue;
    parts.push(source.slice(copied, token.end));
    breaks.push(token.end);
    copied = lineStart = token.end;
  }
  if (breaks.length === 0) return null;
  parts.push(source.slice(copied));
  return {
    source: parts.join(CONTINUATION),
    toOriginal: (offset) => offset - addedBefore(breaks, offset),
    fromOriginal: (offset) => offset + countUpTo(breaks, offset) * CONTINUATION.length,
  };
}

function hasLongLine(source: string): boolean {
  for (let at = 0; at + 2 * MAX_LINE < source.length; ) {
    const feed = source.indexOf('\n', at);
    if ((feed < 0 ? source.length : feed) - at > 2 * MAX_LINE) return true;
    at = feed + 1;
  }
  return false;
}

/** How many of the sorted offsets are smaller than `offset`. */
function countUpTo(breaks: readonly number[], offset: number): number {
  let low = 0;
  let high = breaks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((breaks[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many characters were added before an offset in the broken source; all within a continuation count as added. */
function addedBefore(breaks: readonly number[], offset: number): number {
  let low = 0;
  let high = breaks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((breaks[middle] ?? 0) + middle * CONTINUATION.length < offset) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return 0;
  const at = (breaks[low - 1] ?? 0) + (low - 1) * CONTINUATION.length;
  return (low - 1) * CONTINUATION.length + Math.min(CONTINUATION.length, offset - at);
}
