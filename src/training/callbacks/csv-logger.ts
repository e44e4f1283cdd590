import { defineOptions, type MettleError, option } from '../../core/index.js';
import { invalidOption, startOf } from '../../core/internal.js';
import type { Callback } from '../callback.js';
import { trainingError } from '../error-codes.js';
import type { Logs } from '../history.js';
import { logFile } from './log-file.js';

/** Options of {@link csvLogger}. */
export interface CsvLoggerOptions {
  /** The file; its folder is made. */
  readonly path: string;
  /** What stands between cells: one character. Default `,`. */
  readonly separator?: string;
  /** Whether to go on in a file with the same columns, instead of beginning anew. Default false. */
  readonly append?: boolean;
}

const checkCsvLoggerOptions = defineOptions<CsvLoggerOptions>()('csvLogger', {
  path: option.required(option.text),
  separator: option.string,
  append: option.boolean,
});

/**
 * Writes a row of figures to a CSV file (RFC 4180) after each epoch: `epoch`, from 0, then the figures by name. An empty
 * cell was not measured. A name that a spreadsheet would take for a formula gets an apostrophe before it.
 *
 * @throws {MettleError} `core/invalid_option`; in `fit`, `training/cannot_write`, and `training/other_columns` for a
 *   file to append to that has other columns.
 */
export function csvLogger(options: CsvLoggerOptions): Callback {
  checkCsvLoggerOptions(options);
  const { path, separator = ',', append = false } = options;
  if ([...separator].length !== 1 || /["\r\n]/.test(separator)) {
    throw invalidOption(
      'csvLogger',
      'separator',
      'one character that is neither a quote nor a line end',
      separator,
    );
  }
  const file = logFile('csvLogger', path);
  let header: string | null = null;
  let names: readonly string[] | null = null;
  const row = (cells: readonly string[]): string =>
    cells.map((cell) => quoted(cell, separator)).join(separator);
  return {
    async onTrainBegin() {
      const [first = ''] = (await file.begin(append)).split(/\r?\n/, 1);
      header = first === '' ? null : first;
      names = null;
    },
    async onEpochEnd(epoch, logs) {
      if (names === null) {
        names = Object.keys(logs);
        const columns = row(['epoch', ...names.map(harmless)]);
        if (header === null) await file.line(columns);
        else if (header !== columns) throw otherColumns(path, header, columns);
      }
      await file.line(row([String(epoch), ...names.map((name) => cell(logs, name))]));
    },
  };
}

function cell(logs: Logs, name: string): string {
  const value = Object.hasOwn(logs, name) ? logs[name] : null;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

/** Text that no spreadsheet calculates (OWASP, "CSV Injection"). */
function harmless(text: string): string {
  return /^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function quoted(text: string, separator: string): string {
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function otherColumns(path: string, found: string, wanted: string): MettleError {
  return trainingError(
    'other_columns',
    `csvLogger cannot append to ${path}: it has the columns ${startOf(found, 200)}, and this training ${startOf(wanted, 200)}. Name another file.`,
  );
}
