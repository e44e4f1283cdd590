import { interruptsParagraph, listMarkerOf, type MarkdownLine, markdownLines } from './markdown-lines.js';

/** Whether a text is one Markdown table (GitHub flavoured) and nothing else. */
export function isMarkdownTable(text: string): boolean {
  const lines = markdownLines(text);
  const first = lines.findIndex(({ isBlank }) => !isBlank);
  const last = lines.findLastIndex(({ isBlank }) => !isBlank);
  const [header, rule, ...rows] = lines.slice(Math.max(0, first), last + 1);
  if (header === undefined || rule === undefined || !isRow(header) || !isRow(rule)) return false;
  const columns = alignmentsOf(rule.text);
  return columns > 0 && columns === countCells(header.text) && rows.every(isRow);
}

/** Whether a line can be a row: the first line that begins another block ends a table. */
function isRow(line: MarkdownLine): boolean {
  if (line.isBlank || line.indentation > 3) return false;
  return listMarkerOf(line) === undefined && !interruptsParagraph(line.text.slice(line.start));
}

/** How many columns a delimiter row has; 0 for a line that is none. */
function alignmentsOf(text: string): number {
  if (!/[|:]/.test(text) || !/^[-:| \t]+$/.test(text)) return 0;
  const cells = cellsOf(text);
  return cells.every((cell) => /^:?-+:?$/.test(cell.trim())) ? cells.length : 0;
}

function countCells(text: string): number {
  return cellsOf(text).length;
}

/** The cells of a row: split at each `|` that no backslash precedes, those at both ends left out. */
function cellsOf(text: string): readonly string[] {
  const row = text.trim().replace(/^\|/, '');
  const cells: string[] = [];
  let start = 0;
  for (let at = 0; at < row.length; at++) {
    const character = row.charAt(at);
    if (character === '\\') at++;
    else if (character === '|') {
      cells.push(row.slice(start, at));
      start = at + 1;
    }
  }
  if (start < row.length || cells.length === 0) cells.push(row.slice(start));
  return cells;
}
