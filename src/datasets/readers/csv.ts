import { defineOptions, type Json, option, parseJsonText } from '../../core/index.js';
import { coreError, errorMessage, quoted } from '../../core/internal.js';
import { type Dataset, datasetOf } from '../dataset.js';
import { datasetError } from '../error-codes.js';
import type { Row } from '../row.js';
import type { FileDatasetOptions } from './json.js';
import { FILE_DATASET_OPTIONS } from './json.js';
import { MAX_ROW, readLines } from './read-lines.js';

/** Most fields in a row. */
const MAX_COLUMNS = 10_000;

/** What a column of text is read as. `json` for lists and objects. */
export type CsvType = 'boolean' | 'json' | 'number' | 'string';

/** A number as spreadsheets write it; not `0x10`, which is a name there. */
const DECIMAL = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/** A CSV file, and how its rows become samples. */
export interface CsvDatasetOptions extends FileDatasetOptions {
  /** Between the fields. Default a comma. */
  readonly delimiter?: string;
  /** Names of the columns of a file whose first line has none. */
  readonly columns?: readonly string[];
  /** What columns are read as; `string` unless named here. */
  readonly types?: Readonly<Record<string, CsvType>>;
}

const checkCsvDatasetOptions = defineOptions<CsvDatasetOptions>()('csvDataset', {
  ...FILE_DATASET_OPTIONS,
  delimiter: option.string,
  columns: option.list(option.string),
  types: option.record,
});

/**
 * Samples of a CSV file (RFC 4180: quotes around fields, doubled inside them; line breaks in quotes). Read a row at a
 * time. A row with more or fewer fields than the header, or text beside quotes, is an error with its line.
 */
export function csvDataset(options: CsvDatasetOptions): Dataset {
  checkCsvDatasetOptions(options);
  const { delimiter = ',' } = options;
  if (delimiter.length !== 1 || /["\r\n]/.test(delimiter)) {
    throw coreError('invalid_option', `delimiter is one character; got ${JSON.stringify(delimiter)}.`);
  }
  return datasetOf(() => csvRows({ ...options, delimiter }), options);
}

/** The rows of a CSV file. */
export async function* csvRows(
  options: Omit<CsvDatasetOptions, 'input' | 'output'> & { readonly delimiter: string },
): AsyncGenerator<Row, void, undefined> {
  const { types = {} } = options;
  let columns = options.columns;
  if (columns !== undefined) checkColumns(columns, types, 'columns');
  for await (const { values, where } of csvRecords(options.path, options.delimiter)) {
    if (columns === undefined) {
      columns = values;
      checkColumns(columns, types, where);
      continue;
    }
    if (values.length === 1 && values[0] === '' && columns.length > 1) continue;
    if (values.length !== columns.length) {
      throw datasetError(
        'invalid_row',
        `${where}: the row has ${values.length} fields, but the header has ${columns.length}. Put quotes around fields that hold ${JSON.stringify(options.delimiter)}.`,
      );
    }
    const fields = columns.map((name, index) => [
      name,
      typed(values[index] as string, name, Object.hasOwn(types, name) ? types[name] : undefined, where),
    ]);
    yield { fields: Object.fromEntries(fields), where };
  }
}

function checkColumns(columns: readonly string[], types: object, where: string): void {
  const repeated = columns.find(isRepeated(new Set()));
  if (repeated !== undefined || columns.includes('')) {
    throw datasetError(
      'invalid_row',
      `${where}: ${repeated === undefined ? 'a column has no name' : `two columns are called ${JSON.stringify(repeated)}`}.`,
    );
  }
  if (columns.includes('__proto__')) {
    throw datasetError('invalid_row', `${where}: a column is called __proto__, which is not allowed.`);
  }
  const unknown = Object.keys(types).find((name) => !columns.includes(name));
  if (unknown !== undefined) {
    throw datasetError(
      'unknown_field',
      `types names the column ${unknown}, but the columns are ${columns.join(', ')}.`,
    );
  }
}

/** Tests whether it was asked for a name before. */
function isRepeated(seen: Set<string>): (name: string) => boolean {
  return (name) => seen.size === seen.add(name).size;
}

async function* csvRecords(
  path: string,
  delimiter: string,
): AsyncGenerator<{ readonly values: string[]; readonly where: string }, void, undefined> {
  let open: { values: string[]; field: string; where: string } | null = null;
  for await (const line of readLines(path)) {
    const text = line.text.endsWith('\r') ? line.text.slice(0, -1) : line.text;
    const record: { values: string[]; field: string; where: string } = open ?? {
      values: [],
      field: '',
      where: line.where,
    };
    const rest = splitLine(text, delimiter, record, open !== null, line.where);
    open = rest ? record : null;
    if (record.field.length > MAX_ROW) break;
    if (!rest) yield record;
  }
  if (open !== null) {
    throw datasetError(
      'invalid_row',
      `${open.where}: a quote opens in this row and is not closed before the end of the file.`,
    );
  }
}

/** Reads one line into a record; true where a quoted field goes on in the next line. */
function splitLine(
  text: string,
  delimiter: string,
  record: { values: string[]; field: string },
  isInside: boolean,
  where: string,
): boolean {
  let at = 0;
  let isQuoted = isInside;
  for (;;) {
    if (!isQuoted && text[at] === '"') {
      isQuoted = true;
      at += 1;
    }
    if (isQuoted) {
      const end = closingQuote(text, at);
      record.field += text.slice(at, end === -1 ? undefined : end).replaceAll('""', '"');
      if (end === -1) {
        record.field += '\n';
        return true;
      }
      at = end + 1;
      if (at < text.length && text[at] !== delimiter) {
        throw datasetError(
          'invalid_row',
          `${where}: text follows the closing quote of field ${record.values.length + 1}. Write a quote inside a field as "".`,
        );
      }
    } else {
      const end = text.indexOf(delimiter, at);
      record.field = text.slice(at, end === -1 ? undefined : end);
      if (record.field.includes('"')) {
        throw datasetError(
          'invalid_row',
          `${where}: field ${record.values.length + 1} has a quote in the middle. Put quotes around the field and write "" for the quote.`,
        );
      }
      if (record.field.includes('\r')) {
        throw datasetError(
          'invalid_row',
          `${where}: field ${record.values.length + 1} has a carriage return in the middle. End lines with a line feed, or put quotes around the field.`,
        );
      }
      at = end === -1 ? text.length : end;
    }
    record.values.push(record.field);
    if (record.values.length > MAX_COLUMNS) {
      throw datasetError('too_large', `${where}: the row has more than ${MAX_COLUMNS} fields.`);
    }
    record.field = '';
    isQuoted = false;
    if (at >= text.length) return false;
    at += 1;
  }
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return -1;
}

function typed(text: string, name: string, type: CsvType | undefined, where: string): Json {
  if (type === undefined || type === 'string') return text;
  if (type === 'number' && DECIMAL.test(text) && Number.isFinite(Number(text))) return Number(text);
  if (type === 'boolean' && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  if (type === 'json') {
    try {
      return parseJsonText(text, { subject: `${where}: ${name}`, maxCharacters: MAX_ROW });
    } catch (cause) {
      throw datasetError('invalid_row', errorMessage(cause), { cause });
    }
  }
  throw datasetError(
    'invalid_row',
    `${where}: ${name} is ${quoted(text, 40)}, which is not valid as ${type}.`,
  );
}
