import { extname } from 'node:path';
import type { CommandIo } from '../../../command.js';
import { usageError } from '../../../parse-option.js';
import { readTextInput } from '../../../read-text-input.js';
import { readCsvTable } from './csv-table.js';
import { readJsonLinesTable } from './json-lines-table.js';
import type { Table } from './table.js';

/** How a table is read, by the end of its name. */
const READERS: Readonly<Record<string, (input: { readonly name: string; readonly text: string }) => Table>> =
  {
    '.csv': readCsvTable,
    '.tsv': (input) => readCsvTable({ ...input, delimiter: '\t' }),
    '.tab': (input) => readCsvTable({ ...input, delimiter: '\t' }),
    '.jsonl': readJsonLinesTable,
    '.ndjson': readJsonLinesTable,
  };

/** Whether a name is that of a table. */
export function isTableName(path: string): boolean {
  return Object.hasOwn(READERS, extname(path).toLowerCase());
}

/**
 * Reads a table: CSV, TSV or JSON Lines by the end of its name.
 *
 * @throws {MettleError} `cli/usage` for another name, `cli/cannot_read`, `cli/not_text` and `cli/bad_table`.
 */
export async function readTable(path: string, io: CommandIo): Promise<Table> {
  const read = READERS[extname(path).toLowerCase()];
  if (read === undefined)
    throw usageError(
      `${path} is not a table: its name has to end in one of ${Object.keys(READERS).join(', ')}.`,
    );
  return read({ name: path, text: await readTextInput(path, io, { keepByteOrderMark: true }) });
}
