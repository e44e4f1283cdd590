/** One row of a CSV text, with everything that stood there. */
export interface CsvRow {
  /** Cells as they are written, quotes included. */
  readonly cells: readonly string[];
  /** What ended the row: `\n`, `\r\n`, `\r`, or nothing at the end of the text. */
  readonly end: string;
  /** Line of the text that the row starts on, from 1. */
  readonly line: number;
}

/**
 * Takes a CSV text apart, row by row, so that cells joined by the delimiter, each row followed by its end, are the text
 * again, whatever it holds. A cell that starts with a quote ends at the next quote that is not doubled, and takes with it
 * what stands before the next delimiter; without such a quote it ends with the text.
 */
export function* csvRows(text: string, delimiter: string): Generator<CsvRow> {
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const cells: string[] = [];
    const firstLine = line;
    let end = '';
    for (;;) {
      const from = at;
      if (text[at] === '"') {
        at = closingQuote(text, at) ?? text.length;
        line += lineEnds(text, from, at);
      }
      while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++;
      cells.push(text.slice(from, at));
      if (text[at] !== delimiter) break;
      at++;
    }
    if (at < text.length) {
      end = text.startsWith('\r\n', at) ? '\r\n' : (text[at] ?? '');
      at += end.length;
      line++;
    }
    yield { cells, end, line: firstLine };
  }
}

/** The text that rows came from. */
export function renderCsv(rows: Iterable<CsvRow>, delimiter: string): string {
  let text = '';
  for (const { cells, end } of rows) text += cells.join(delimiter) + end;
  return text;
}

/** What a cell says, without its quotes. */
export function cellText(raw: string): string {
  return raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw;
}

/** What is wrong with how a cell is written; null when nothing is. */
export function cellProblem(raw: string): string | null {
  if (!raw.startsWith('"')) return null;
  const end = closingQuote(raw, 0);
  if (end === null) return 'a quote that is never closed';
  return end === raw.length ? null : 'text after a closing quote';
}

/** A text as a cell: in quotes when it has to be, or when `quoted` says that cells like it are. */
export function writeCell(text: string, delimiter: string, quoted: boolean): string {
  const needsQuotes = quoted || text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Place after the quote that closes the one at `from`; null when none does. */
function closingQuote(text: string, from: number): number | null {
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return null;
    if (text[quote + 1] !== '"') return quote + 1;
    at = quote + 2;
  }
}

function lineEnds(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) count++;
  }
  return count;
}
