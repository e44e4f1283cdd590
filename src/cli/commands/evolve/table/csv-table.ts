import { startOf } from '../../../../core/internal.js';
import { type CsvRow, cellProblem, cellText, csvRows, renderCsv, writeCell } from './lossless-csv.js';
import {
  badTable,
  checkColumns,
  MOST_CELLS,
  MOST_COLUMNS,
  MOST_ROWS,
  refuseBinary,
  type Table,
  type TableChanges,
} from './table.js';

/** What separates cells, the most likely first. */
const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Rows that the separator is told from. */
const SAMPLE_ROWS = 20;
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Reads a CSV text whose first row names the columns.
 *
 * @param options.delimiter - default: told from the first rows.
 * @throws {MettleError} `cli/bad_table` with the line and what is wrong with it.
 */
export function readCsvTable(options: {
  readonly name: string;
  readonly text: string;
  readonly delimiter?: string;
}): Table {
  const { name } = options;
  refuseBinary(name, options.text);
  const mark = options.text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const text = options.text.slice(mark.length);
  const delimiter = options.delimiter ?? likelyDelimiter(text);
  const [header, ...body] = checkedRows(name, text, delimiter);
  if (header === undefined) throw badTable(name, null, 'is empty; its first row names the columns');
  const columns = header.cells.map((raw, index) => cellText(raw).trim() || `column ${index + 1}`);
  checkColumns(name, columns);
  const data = body.filter((row) => !isBlank(row));
  const quotesAll = [header, ...data].every(({ cells }) =>
    cells.every((raw) => raw === '' || raw.startsWith('"')),
  );
  return {
    name,
    text: options.text,
    columns,
    rows: data.map(({ cells, line }) => ({
      line,
      cells: columns.map((_column, index) => cellText(cells[index] ?? '')),
    })),
    holdsNumbers: () => false,
    render: (changes) => mark + renderCsv(changedRows(changes), delimiter),
  };

  function* changedRows({ column, values, only }: TableChanges): Generator<CsvRow> {
    const known = columns.indexOf(column);
    const at = known === -1 ? columns.length : known;
    const put = (row: CsvRow, value: string): CsvRow => {
      const cells = [...row.cells];
      while (cells.length <= at) cells.push('');
      cells[at] = writeCell(value, delimiter, quotesAll || (cells[at] ?? '').startsWith('"'));
      return { ...row, cells };
    };
    yield known === -1 ? put(header as CsvRow, column) : (header as CsvRow);
    let index = 0;
    for (const row of body) {
      if (isBlank(row)) {
        if (only === undefined) yield row;
        continue;
      }
      const value = values.get(index) ?? (known === -1 ? '' : undefined);
      if (only === undefined || only.has(index)) yield value === undefined ? row : put(row, value);
      index++;
    }
  }
}

function checkedRows(name: string, text: string, delimiter: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let cells = 0;
  for (const row of csvRows(text, delimiter)) {
    const width = rows[0]?.cells.length ?? MOST_COLUMNS;
    if (row.cells.length > width) {
      throw badTable(
        name,
        row.line,
        rows.length === 0
          ? `has ${row.cells.length} columns; at most ${MOST_COLUMNS} are read`
          : `has ${row.cells.length} cells and the first row ${width}; put a cell that holds the separator in quotes`,
      );
    }
    cells += row.cells.length;
    if (cells > MOST_CELLS) throw badTable(name, row.line, `is beyond the ${MOST_CELLS} cells that are read`);
    if (rows.length > MOST_ROWS)
      throw badTable(name, row.line, `is beyond the ${MOST_ROWS} rows that are read`);
    for (const raw of row.cells) {
      const problem = cellProblem(raw);
      if (problem !== null) throw badTable(name, row.line, `has ${problem}`);
    }
    rows.push(row);
  }
  return rows;
}

function isBlank({ cells }: CsvRow): boolean {
  return cells.length === 1 && (cells[0] ?? '').trim() === '';
}

/** The separator that makes the first rows equally wide, and widest. */
function likelyDelimiter(text: string): string {
  let best: { delimiter: string; width: number } = { delimiter: ',', width: 1 };
  for (const delimiter of DELIMITERS) {
    const widths: number[] = [];
    for (const row of csvRows(startOf(text, 100_000), delimiter)) {
      if (isBlank(row)) continue;
      widths.push(row.cells.length);
      if (widths.length === SAMPLE_ROWS) break;
    }
    const width = widths[0] ?? 1;
    if (width > best.width && widths.slice(1).every((other) => other <= width)) best = { delimiter, width };
  }
  return best.delimiter;
}
