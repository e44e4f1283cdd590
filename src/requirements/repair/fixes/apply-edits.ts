import type { FindingEdit } from '../../../python/index.js';
import { SourceLines } from '../../../python/internal.js';

/** The text with all edits made at once; an edit that overlaps an earlier one is left out. */
export function applyEdits(text: string, edits: readonly FindingEdit[]): string {
  const lines = new SourceLines(text);
  const placed = edits
    .map((edit) => ({
      start: lines.offset(edit.line, edit.column),
      end: lines.offset(edit.endLine, edit.endColumn),
      replacement: edit.replacement,
    }))
    .sort((left, right) => left.start - right.start || left.end - right.end);
  let result = '';
  let at = 0;
  for (const { start, end, replacement } of placed) {
    if (start < at) continue;
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}
