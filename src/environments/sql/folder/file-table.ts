import { basename, extname } from 'node:path';
import type { Json } from '../../../core/index.js';
import { csvRows, jsonlRows, jsonRows, parquetRows, type Row } from '../../../datasets/internal.js';
import { type ColumnValue, columnValues } from './column-values.js';

/** A file of rows as a table. */
export interface FileTable {
  readonly name: string;
  readonly columns: readonly FileColumn[];
}

/** A column of a file, its values in the order of the rows. */
export interface FileColumn {
  readonly name: string;
  readonly type: 'INTEGER' | 'REAL' | 'TEXT';
  readonly values: readonly ColumnValue[];
}

/**
 * Reads a file of rows as a table, which is named after it.
 * @throws {MettleError} as the readers of data sets: with the line of what can't be read.
 */
export async function readFileTable(path: string): Promise<FileTable> {
  const columns = new Map<string, Json[]>();
  let count = 0;
  for await (const { fields } of rowsOf(path)) {
    for (const [name, value] of Object.entries(fields)) {
      let values = columns.get(name);
      if (values === undefined) {
        values = [];
        columns.set(name, values);
      }
      while (values.length < count) values.push(null);
      values.push(value);
    }
    count++;
  }
  const isText = /\.[ct]sv$/i.test(path);
  return {
    name: tableName(path),
    columns: [...columns].map(([name, values]) => {
      while (values.length < count) values.push(null);
      return { name, ...columnValues(values, isText) };
    }),
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

/** The name of a file without its ending, as a plain identifier. */
function tableName(path: string): string {
  const name = basename(path, extname(path)).replace(/[^A-Za-z0-9_]+/g, '_');
  return /^[A-Za-z_]/.test(name) ? name : `_${name}`;
}
