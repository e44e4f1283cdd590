import type { MettleError } from '../../../../core/index.js';
import { shortened } from '../../../../core/internal.js';
import { cliError } from '../../../error-codes.js';

/** A table whose text is kept: what is not changed is written as it was read, byte for byte. */
export interface Table {
  /** The file, as it was named. */
  readonly name: string;
  /** The whole file. */
  readonly text: string;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  /** Whether what is filled in of a column are numbers and truth values of JSON, not text. */
  readonly holdsNumbers: (column: string) => boolean;
  /** The table's text with changes. */
  readonly render: (changes: TableChanges) => string;
}

/** One row of data. */
export interface TableRow {
  /** Line of the file, from 1. */
  readonly line: number;
  /** What the cells say, in the order of the columns; '' where there is nothing. */
  readonly cells: readonly string[];
}

/** Other texts for one column. */
export interface TableChanges {
  /** Added as the last one when the table lacks it. */
  readonly column: string;
  /** New text by index of the row. */
  readonly values: ReadonlyMap<number, string>;
  /** Rows to write, by index. Default: all, with the blank lines between them. */
  readonly only?: ReadonlySet<number>;
  /** Whether texts that are numbers or truth values are written as such where the format knows the difference. */
  readonly asNumbers: boolean;
}

/** Most columns of a table. */
export const MOST_COLUMNS = 1000;
/** Most rows of a table, blank lines among them. */
export const MOST_ROWS = 200_000;
/** Most cells of a table. */
export const MOST_CELLS = 2_000_000;

/** Whether a person filled this cell in. */
export function isFilled(cell: string): boolean {
  return cell.trim() !== '';
}

/** A table that cannot be read. */
export function badTable(name: string, line: number | null, what: string, cause?: unknown): MettleError {
  const where = line === null ? name : `${name}, line ${line}`;
  return cliError('bad_table', `${where}: ${what}.`, { cause });
}

/** Refuses text that no table holds. */
export function refuseBinary(name: string, text: string): void {
  const at = text.indexOf('\u0000');
  if (at === -1) return;
  const line = text.slice(0, at).split('\n').length;
  throw badTable(name, line, 'holds a NUL character; save the table as UTF-8 text');
}

/** Refuses names of columns that cannot be told apart, and too many of them. */
export function checkColumns(name: string, columns: readonly string[]): void {
  if (columns.length > MOST_COLUMNS) {
    throw badTable(name, 1, `has ${columns.length} columns; at most ${MOST_COLUMNS} are read`);
  }
  const twice = columns.find((column, index) => columns.indexOf(column) !== index);
  if (twice !== undefined)
    throw badTable(name, 1, `has two columns "${oneLine(twice)}"; give one another name`);
}

/** A text that fits into a line. */
export function oneLine(text: string, most = 40): string {
  return shortened(text.replaceAll(/\s+/g, ' '), most);
}
