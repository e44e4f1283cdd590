import { analysePython, type Finding, type FindingEdit } from '../../../python/index.js';
import { SourceLines } from '../../../python/internal.js';
import type { AutoFix } from '../auto-fix.js';
import { applyEdits } from './apply-edits.js';

const MAX_STEPS = 50;
const MAX_CHARS = 50_000;

/**
 * Repairs slips of writing that a compiler places exactly: a missing colon, typographic quotes, dashes, spaces and
 * signs outside strings, and `print` statements. The result is code that compiles, or nothing.
 */
export const repairSyntax: AutoFix = {
  name: 'repairSyntax',
  apply({ code }) {
    if (code === null || code.length > MAX_CHARS) return null;
    let repaired = code;
    for (let step = 0; step < MAX_STEPS; step++) {
      const [finding] = analysePython(repaired).syntaxFindings;
      if (finding === undefined) return repaired === code ? null : repaired;
      const edits = editsFor(finding, new SourceLines(repaired));
      if (edits === null) return null;
      repaired = applyEdits(repaired, edits);
    }
    return null;
  },
};

const PLAIN: ReadonlyMap<string, string> = new Map([
  ...pairs('“”„‟«»＂', '"'),
  ...pairs('‘’‚‛＇', "'"),
  ...pairs('−–—‐‑', '-'),
  ...pairs('\u00a0\u2002\u2003\u2007\u2009\u202f\u3000', ' '),
  ...pairs('\u200b\u200c\u200d\u2060\ufeff', ''),
  ...pairs('×', '*'),
  ...pairs('÷', '/'),
  ...pairs('≤', '<='),
  ...pairs('≥', '>='),
  ...pairs('≠', '!='),
  ...pairs('（', '('),
  ...pairs('）', ')'),
  ...pairs('，', ','),
  ...pairs('：', ':'),
]);

function pairs(characters: string, plain: string): [string, string][] {
  return Array.from(characters, (character) => [character, plain]);
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['“', '”'],
  ['„', '“'],
  ['‘', '’'],
  ['‚', '‘'],
  ['«', '»'],
]);

function editsFor(
  { line, column, endLine, endColumn, fix }: Finding,
  lines: SourceLines,
): readonly FindingEdit[] | null {
  const text = lines.line(line);
  const written = text.slice(column - 1, endColumn - 1);
  const plain = PLAIN.get(written);
  if (plain === undefined || endLine !== line) return fix?.edits ?? null;
  const place = { line, column, endLine, endColumn, replacement: plain };
  // A string in typographic quotes needs both of them replaced, or its end is never found.
  const close = text.indexOf(CLOSING.get(written) ?? '\n', column);
  const closing = { line, column: close + 1, endLine: line, endColumn: close + 2, replacement: plain };
  return close < 0 ? [place] : [place, closing];
}
