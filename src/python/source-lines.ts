import type { SourceRange } from './finding.js';

/** A place in a text: line and column from 1, columns in UTF-16 code units. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/**
 * The lines of a text, and the way from an offset to a line and column and back. Lines end at `\n`, `\r\n` or a
 * lone `\r`, as Python reads them; no other character ends a line.
 */
export class SourceLines {
  readonly text: string;
  /** Offset of the first character of each line. */
  readonly starts: readonly number[];

  constructor(text: string) {
    this.text = text;
    const starts = [0];
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
    }
    this.starts = starts;
  }

  /** How many lines there are; an empty text has one. */
  get count(): number {
    return this.starts.length;
  }

  /** The text of a line without its line end; empty where there is no such line. */
  line(number: number): string {
    const start = this.starts[number - 1];
    if (start === undefined) return '';
    let end = this.starts[number] ?? this.text.length;
    while (end > start && isLineEnd(this.text.charCodeAt(end - 1))) end--;
    return this.text.slice(start, end);
  }

  /** Where an offset lies. Offsets beyond the text are those of its end. */
  position(offset: number): SourcePosition {
    const at = Math.max(0, Math.min(offset, this.text.length));
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: at - (this.starts[low] ?? 0) + 1 };
  }

  /** The offset of a place; a column beyond its line is the end of the line. */
  offset(line: number, column: number): number {
    const start = this.starts[Math.max(0, Math.min(line, this.count) - 1)] ?? 0;
    if (line > this.count) return this.text.length;
    const end = this.starts[line] ?? this.text.length;
    return Math.max(start, Math.min(start + column - 1, end));
  }

  /** The range between two offsets, the end exclusive. */
  range(start: number, end: number): SourceRange {
    const from = this.position(start);
    const to = this.position(Math.max(start, end));
    return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  }
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13;
}
