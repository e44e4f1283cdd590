import { basename, extname } from 'node:path';
import type { Json } from '../../../core/index.js';
import { csvRows, jsonlRows, jsonRows, parquetRows, type Row } from '../../../datasets/internal.js';
import { type ColumnValue, columnValues } from './column-values.js';

/** A file of rows as a table. */
export interface FileTable {
  readonly name: string;
  readonly columns: readonly FileColumn[];
  /** Bytes that its values take at least. */
  readonly bytes: number;
}

/** A column of a file, its values in the order of the rows. */
export interface FileColumn {
  readonly name: string;
  readonly type: 'INTEGER' | 'REAL' | 'TEXT';
  readonly values: readonly ColumnValue[];
}

/** Columns that a table of SQLite may have. */
const MOST_COLUMNS = 2_000;

/**
 * Reads a file of rows as a table, which is named after it.
 * @param maxBytes - bytes that its values may have, with two for each: what a file says, it has room for.
 * @throws {MettleError} as the readers of data sets: with the line of what can't be read.
 */
export async function readFileTable(path: string, maxBytes: number): Promise<FileTable> {
  const columns = new Map<string, Json[]>();
  let count = 0;
  let chars = 0;
  for await (const { fields } of rowsOf(path)) {
    for (const [name, value] of Object.entries(fields)) {
      let values = columns.get(name);
      if (values === undefined) {
        if (columns.size === MOST_COLUMNS) throw new Error(`It has more than ${MOST_COLUMNS} columns.`);
        values = [];
        columns.set(name, values);
      }
      while (values.length < count) values.push(null);
      values.push(value);
      if (typeof value === 'string') chars += value.length;
    }
    count++;
    if (chars + 2 * count * columns.size > maxBytes) {
      throw new Error(`Its values take more than the ${maxBytes} bytes that are left for files.`);
    }
  }
  const kind = /\.[ct]sv$/i.test(path) ? 'text' : /\.parquet$/i.test(path) ? 'typed' : 'json';
  return {
    name: tableName(path),
    columns: [...columns].map(([name, values]) => {
      while (values.length < count) values.push(null);
      return { name, ...columnValues(name, values, kind) };
    }),
    bytes: chars + 2 * count * columns.size,
  };
}

function rowsOf(path: string): AsyncIterable<Row> {
  switch (extname(path).toLowerCase()) {
    case '.csv':
      return csvRows({ path, delimiter: ',' });
    case '.tsv':
      return csvRows({ path, delimiter: '\t' });
    case '.json':
      return jsonRows(path);
    case '.parquet':
      return parquetRows(path);
    default:
      return jsonlRows(path);
  }
}

/** The name of a file without its ending, as a plain identifier that SQLite lets others have. */
function tableName(path: string): string {
  const name = basename(path, extname(path))
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}_]+/gu, '_');
  return /^[\p{L}_]/u.test(name) && !/^sqlite_/i.test(name) ? name : `_${name}`;
}
