import { counted, shortened } from '../../core/internal.js';
import type { Finding } from '../../python/index.js';
import { describeFinding } from '../../python/internal.js';

/** Lines of code shown before and after a finding when the code is long. */
const CONTEXT_LINES = 3;
/** Code up to this many lines is shown whole. */
const WHOLE_LINES = 80;
const MAX_LINE_CHARS = 240;

/**
 * Code with line numbers and, under the lines they are about, the findings. Long code is shown around its findings
 * alone; left-out lines are counted.
 *
 *     1 | def half(x)
 *       |            ^ Expected ':'. Put a colon at the end of the line.
 *     2 |     return x / 2
 */
export function numberedCode(code: string, findings: readonly Finding[]): string {
  const lines = code.split(/\r\n|\r|\n/);
  const byLine = new Map<number, Finding[]>();
  for (const finding of findings) {
    const line = Math.min(Math.max(1, finding.line), lines.length);
    byLine.set(line, [...(byLine.get(line) ?? []), finding]);
  }
  const shown = shownLines(lines.length, byLine);
  const width = String(lines.length).length;
  const out: string[] = [];
  let previous = 0;
  for (const number of shown) {
    if (number > previous + 1) out.push(leftOut(number - previous - 1, width));
    previous = number;
    const text = lines[number - 1] ?? '';
    out.push(`${String(number).padStart(width)} | ${shortened(text, MAX_LINE_CHARS)}`);
    for (const finding of byLine.get(number) ?? []) {
      const indent = ' '.repeat(Math.min(Math.max(0, finding.column - 1), MAX_LINE_CHARS));
      out.push(`${' '.repeat(width)} | ${indent}^ ${describeFinding(finding)}`);
    }
  }
  if (previous < lines.length) out.push(leftOut(lines.length - previous, width));
  return out.join('\n');
}

function shownLines(count: number, byLine: ReadonlyMap<number, unknown>): number[] {
  const all = Array.from({ length: count }, (_, index) => index + 1);
  if (count <= WHOLE_LINES) return all;
  if (byLine.size === 0) return all.slice(0, WHOLE_LINES);
  const shown = new Set<number>();
  for (const line of byLine.keys()) {
    for (let near = line - CONTEXT_LINES; near <= line + CONTEXT_LINES; near++) shown.add(near);
  }
  return all.filter((line) => shown.has(line));
}

function leftOut(count: number, width: number): string {
  return `${' '.repeat(width)} | … ${counted(count, 'line')} not shown`;
}
