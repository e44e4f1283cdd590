import type { SourceLines, SourceRange } from '../../python/index.js';
import type { TypeDiagnostic } from '../../sandbox/index.js';

/** Where a diagnostic is in the code: the checker counts columns in code points. */
export function rangeOf(diagnostic: TypeDiagnostic, lines: SourceLines): SourceRange {
  const column = (line: number, points: number): number =>
    1 + [...lines.line(line)].slice(0, points - 1).join('').length;
  const { line, endLine } = diagnostic;
  return {
    line,
    column: column(line, diagnostic.column),
    endLine,
    endColumn: column(endLine, diagnostic.endColumn),
  };
}

/** The text that a diagnostic is about. */
export function textOf(diagnostic: TypeDiagnostic, lines: SourceLines): string {
  const { line, column, endLine, endColumn } = rangeOf(diagnostic, lines);
  return lines.text.slice(lines.offset(line, column), lines.offset(endLine, endColumn));
}
