import type { SourceRange } from '../../python/index.js';
import type { SourceLines } from '../../python/internal.js';
import type { TypeDiagnostic } from '../../sandbox/index.js';

/** What a line of the code says of all diagnostics in it, read once however many there are. */
interface LineFacts {
  /** In UTF-16 code units. */
  readonly length: number;
  /** The column in UTF-16 code units of each code point; null where they are the same. */
  readonly columns: readonly number[] | null;
  /** Whether a call in it may spread its arguments. */
  readonly spreads: boolean;
}

/** Where diagnostics are in the code: the checker counts columns in code points. */
export class DiagnosticPlaces {
  readonly #lines: SourceLines;
  readonly #facts = new Map<number, LineFacts>();

  constructor(lines: SourceLines) {
    this.#lines = lines;
  }

  /** The facts of a line, counted from 1. */
  line(number: number): LineFacts {
    const known = this.#facts.get(number);
    if (known !== undefined) return known;
    const text = this.#lines.line(number);
    const facts = {
      length: text.length,
      columns: /[\ud800-\udfff]/.test(text) ? columnsOf(text) : null,
      spreads: /[(,]\s*\*/.test(text),
    };
    this.#facts.set(number, facts);
    return facts;
  }

  /** The range of a diagnostic. */
  range({ line, column, endLine, endColumn }: TypeDiagnostic): SourceRange {
    return {
      line,
      column: this.#column(line, column),
      endLine,
      endColumn: this.#column(endLine, endColumn),
    };
  }

  /** The text that a diagnostic is about. */
  text(diagnostic: TypeDiagnostic): string {
    const { line, column, endLine, endColumn } = this.range(diagnostic);
    const lines = this.#lines;
    return lines.text.slice(lines.offset(line, column), lines.offset(endLine, endColumn));
  }

  #column(line: number, points: number): number {
    const { columns, length } = this.line(line);
    return columns === null ? Math.min(points, length + 1) : (columns[points - 1] ?? length + 1);
  }
}

function columnsOf(text: string): readonly number[] {
  const columns = [1];
  let column = 1;
  for (const character of text) {
    column += character.length;
    columns.push(column);
  }
  return columns;
}
