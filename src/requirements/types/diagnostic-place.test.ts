import { expect, it } from 'vitest';
import { SourceLines } from '../../python/internal.js';
import type { TypeDiagnostic } from '../../sandbox/index.js';
import { DiagnosticPlaces } from './diagnostic-place.js';

function diagnosticAt(column: number, endColumn: number): TypeDiagnostic {
  return { rule: 'r', severity: 'error', message: 'm', line: 1, column, endLine: 1, endColumn };
}

class CountedLines extends SourceLines {
  read = 0;

  override line(number: number): string {
    this.read++;
    return super.line(number);
  }
}

it('reads a line once, however many diagnostics are in it', () => {
  const lines = new CountedLines('x = [1 + "a", 1 + "a"]\n');
  const places = new DiagnosticPlaces(lines);
  for (let time = 0; time < 100; time++) expect(places.text(diagnosticAt(6, 13))).toBe('1 + "a"');
  expect(lines.read).toBe(1);
});

it('counts columns in UTF-16 code units, and none beyond the line', () => {
  const places = new DiagnosticPlaces(new SourceLines('"😀"; x = 1\n'));
  expect(places.range(diagnosticAt(6, 7))).toEqual({ line: 1, column: 7, endLine: 1, endColumn: 8 });
  expect(places.range(diagnosticAt(99, 100))).toMatchObject({ column: 12, endColumn: 12 });
});
