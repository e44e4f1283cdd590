import type { MettleError } from '../../../../core/index.js';
import { cliError } from '../../../error-codes.js';
import { RowPairs } from './pair-rows.js';
import { isFilled, oneLine, type Table } from './table.js';

/**
 * What is to be learned: `new` the data has no such column · `fill` it has, and cells of it are empty · `correct` it has,
 * with cells that the examples say otherwise.
 */
export interface ColumnTask {
  readonly kind: 'new' | 'fill' | 'correct';
  readonly column: string;
  /** Columns that a script may read; with `correct` the column itself is one. */
  readonly inputs: readonly string[];
  readonly examples: readonly ColumnExample[];
  /** Rows of the data to compute. */
  readonly targets: readonly TargetRow[];
}

/** A row that was filled in by hand. */
export interface ColumnExample {
  /** Line of the table that it stands in. */
  readonly line: number;
  /** In the order of `inputs`. */
  readonly cells: readonly string[];
  readonly output: string;
}

/** A row whose cell is computed. */
export interface TargetRow {
  readonly index: number;
  readonly line: number;
  readonly cells: readonly string[];
  /** What stands there now. */
  readonly before: string;
}

/**
 * Works out which column the examples teach, what may be read, and which rows are to be computed.
 *
 * @param options.fix - holds the rows that were filled in by hand; the same object as `data` when they are one file.
 * @param options.column - its name, when it was given.
 * @throws {MettleError} `cli/no_column` when none or several could be meant, `cli/no_pairs` when the rows to correct
 *   cannot be found.
 */
export function planColumn(options: {
  readonly fix: Table;
  readonly data: Table;
  readonly column: string | undefined;
}): ColumnTask {
  const { fix, data } = options;
  const pairs = fix === data ? null : new RowPairs(fix, data);
  const column = options.column ?? taughtColumn(fix, data, pairs);
  const place = fix.columns.indexOf(column);
  if (place === -1) {
    throw noColumn(`${fix.name} has no column "${oneLine(column)}"; it has ${listed(fix.columns)}.`);
  }
  const taught = fix.rows.flatMap((row, index) =>
    isFilled(row.cells[place] ?? '') ? [{ ...row, index }] : [],
  );
  if (taught.length === 0) {
    throw noColumn(`No row of ${fix.name} has "${oneLine(column)}" filled in; fill in a few by hand.`);
  }
  const kind = kindOf(fix, data, column, pairs);
  const paired = kind === 'correct' ? pairedRows(fix, data, column, pairs, taught) : null;
  const dataPlace = data.columns.indexOf(column);
  const isCopy = paired !== null && pairs?.isCopyBut(column) === true;
  const isUntouched = ({ cells, index }: (typeof taught)[number]): boolean =>
    isCopy && data.rows[index]?.cells[dataPlace] === cells[place];
  const examples = taught.filter((row) => !isUntouched(row));
  if (examples.length === 0) {
    throw noColumn(
      `"${oneLine(column)}" of ${fix.name} says what ${data.name} says; correct a few of its cells.`,
    );
  }
  const shared = fix.columns.filter((name) => data.columns.includes(name));
  const inputs = kind === 'correct' ? shared : shared.filter((name) => name !== column);
  if (inputs.length === 0) {
    throw noColumn(
      `Nothing to compute "${oneLine(column)}" from: ${fix.name} and ${data.name} share no other column.`,
    );
  }
  const read = (table: Table): ((cells: readonly string[]) => string[]) => {
    const places = inputs.map((name) => table.columns.indexOf(name));
    return (cells) => places.map((at) => cells[at] ?? '');
  };
  const ofFix = read(fix);
  const ofData = read(data);
  return {
    kind,
    column,
    inputs,
    examples: examples.map(({ line, cells, index }) => ({
      line,
      cells: paired === null ? ofFix(cells) : ofData(data.rows[paired.get(index) ?? -1]?.cells ?? []),
      output: cells[place] ?? '',
    })),
    targets: data.rows.flatMap(({ line, cells }, index) => {
      const before = cells[dataPlace] ?? '';
      const isTarget = kind === 'new' || (kind === 'fill' ? !isFilled(before) : isFilled(before));
      return isTarget ? [{ index, line, cells: ofData(cells), before }] : [];
    }),
  };
}

/** The one column that the examples can be about. */
function taughtColumn(fix: Table, data: Table, pairs: RowPairs | null): string {
  const lacking = fix.columns.filter((column) => !data.columns.includes(column) && filledIn(fix, column) > 0);
  const candidates =
    lacking.length > 0 ? lacking : fix.columns.filter((column) => isTaught(fix, data, column, pairs));
  const [only] = candidates;
  if (candidates.length === 1 && only !== undefined) return only;
  if (candidates.length > 1) {
    throw noColumn(`${fix.name} could teach ${listed(candidates)}; name one with --column.`);
  }
  throw noColumn(
    pairs === null
      ? `${fix.name} has no column that is filled in for some rows and empty for others; name one with --column.`
      : `${fix.name} has no column that ${data.name} lacks, and no cell that is different there; name the column with --column.`,
  );
}

function isTaught(fix: Table, data: Table, column: string, pairs: RowPairs | null): boolean {
  const filled = filledIn(fix, column);
  if (filled === 0) return false;
  if (pairs === null) return filled < fix.rows.length;
  return filledIn(data, column) === 0 || differences(fix, data, column, pairs).length > 0;
}

/** In how many rows a column is filled in. */
function filledIn({ columns, rows }: Table, column: string): number {
  const place = columns.indexOf(column);
  return rows.filter(({ cells }) => isFilled(cells[place] ?? '')).length;
}

/** What stands in the data where a row of the examples says otherwise. */
function differences(fix: Table, data: Table, column: string, pairs: RowPairs): readonly string[] {
  const place = fix.columns.indexOf(column);
  const dataPlace = data.columns.indexOf(column);
  return pairs.without(column).flatMap((rows, index) => {
    const taught = fix.rows[index]?.cells[place] ?? '';
    if (!isFilled(taught)) return [];
    return rows.map((row) => data.rows[row]?.cells[dataPlace] ?? '').filter((before) => before !== taught);
  });
}

function kindOf(fix: Table, data: Table, column: string, pairs: RowPairs | null): ColumnTask['kind'] {
  const place = data.columns.indexOf(column);
  if (place === -1) return 'new';
  if (pairs === null) {
    if (data.rows.every(({ cells }) => isFilled(cells[place] ?? ''))) {
      throw noColumn(
        `Every row of ${data.name} has "${oneLine(column)}" filled in; there is nothing to compute.`,
      );
    }
    return 'fill';
  }
  if (data.rows.every(({ cells }) => !isFilled(cells[place] ?? ''))) return 'fill';
  const hasGaps = data.rows.some(({ cells }) => !isFilled(cells[place] ?? ''));
  return hasGaps && differences(fix, data, column, pairs).every((before) => !isFilled(before))
    ? 'fill'
    : 'correct';
}

/** For each taught row the one row of the data that it corrects. */
function pairedRows(
  fix: Table,
  data: Table,
  column: string,
  pairs: RowPairs | null,
  taught: readonly { readonly line: number; readonly index: number }[],
): ReadonlyMap<number, number> {
  const found = pairs?.without(column) ?? [];
  return new Map(
    taught.map(({ line, index }) => {
      const [row, second] = found[index] ?? [];
      if (row === undefined) {
        throw noPairs(
          `${fix.name}, line ${line}: no row of ${data.name} is the same in every column but "${oneLine(column)}"`,
        );
      }
      if (second !== undefined) {
        const lines = [row, second].map((at) => data.rows[at]?.line).join(' and ');
        throw noPairs(
          `${fix.name}, line ${line}: lines ${lines} of ${data.name} are the same in every column but "${oneLine(column)}"`,
        );
      }
      return [index, row] as const;
    }),
  );
}

function noPairs(what: string): MettleError {
  return cliError(
    'no_pairs',
    `${what}, so it is unclear what it corrects. Keep a column that numbers the rows, or put the corrected texts in a column of their own.`,
  );
}

function noColumn(message: string): MettleError {
  return cliError('no_column', message);
}

function listed(columns: readonly string[]): string {
  const most = 12;
  const names = columns.slice(0, most).map((column) => `"${oneLine(column)}"`);
  return columns.length > most ? `${names.join(', ')} and ${columns.length - most} more` : names.join(', ');
}
