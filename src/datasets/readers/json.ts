import { basename } from 'node:path';
import {
  defineOptions,
  isJsonObject,
  type JsonObject,
  type OptionKinds,
  type OptionsCheck,
  option,
  parseJsonText,
} from '../../core/index.js';
import { errorMessage, startOf } from '../../core/internal.js';
import { type Dataset, datasetOf, SAMPLE_OPTIONS, type SampleOptions } from '../dataset.js';
import { datasetError } from '../error-codes.js';
import type { Row } from '../row.js';
import { chunksOf, MAX_ROW, readLines, refuseUtf16 } from './read-lines.js';

/** A file of rows, and how they become samples. */
export interface FileDatasetOptions extends SampleOptions {
  readonly path: string;
}

/** The kinds of {@link FileDatasetOptions}. */
export const FILE_DATASET_OPTIONS: OptionKinds<FileDatasetOptions> = {
  ...SAMPLE_OPTIONS,
  path: option.required(option.text),
};

/** Checks {@link FileDatasetOptions}. */
export const checkFileDatasetOptions: OptionsCheck = defineOptions<FileDatasetOptions>()(
  'imageFolderDataset',
  FILE_DATASET_OPTIONS,
);

/**
 * Samples of a JSON Lines file: one object in each line; empty lines are skipped. Read a line at a time.
 *
 * @example
 * ```ts
 * import { writeFile } from 'node:fs/promises';
 * import { jsonlDataset } from 'mettle/datasets';
 *
 * await writeFile('sums.jsonl', '{"a": 1, "b": 2, "sum": 3}\n{"a": 4, "b": 5, "sum": 9}\n');
 * const sums = jsonlDataset({ path: 'sums.jsonl', input: { task: '{{a}} + {{b}}' }, output: { sum: '{{sum}}' } });
 * for await (const { x, y } of sums.limit(1)) console.log(x.task, y?.sum); // → 1 + 2 3
 * ```
 */
export function jsonlDataset(options: FileDatasetOptions): Dataset {
  checkFileDatasetOptions(options, 'jsonlDataset');
  return datasetOf(() => jsonlRows(options.path), options);
}

/** Samples of a JSON file that holds one list of objects. Read an object at a time. */
export function jsonDataset(options: FileDatasetOptions): Dataset {
  checkFileDatasetOptions(options, 'jsonDataset');
  return datasetOf(() => jsonRows(options.path), options);
}

/** The rows of a JSON Lines file. */
export async function* jsonlRows(path: string): AsyncGenerator<Row, void, undefined> {
  for await (const { text, where } of readLines(path)) {
    if (text.trim() !== '') yield { fields: parseRow(text, where), where };
  }
}

/** The rows of a JSON file. */
export async function* jsonRows(path: string): AsyncGenerator<Row, void, undefined> {
  const name = basename(path);
  const items = new ListItems(name);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  for await (const chunk of chunksOf(path)) {
    if (isFirst) refuseUtf16(chunk, name);
    isFirst = false;
    for (const { text, line } of items.feed(decoded(decoder, chunk, items.line, name))) {
      const where = `${name}, line ${line}`;
      yield { fields: parseRow(text, where), where };
    }
  }
  decoded(decoder, undefined, items.line, name);
  items.end();
}

/** One row as an object. */
function parseRow(text: string, where: string): JsonObject {
  try {
    const value = parseJsonText(text, { subject: where, maxCharacters: MAX_ROW });
    if (isJsonObject(value)) return value;
  } catch (cause) {
    throw datasetError('invalid_row', errorMessage(cause), { cause });
  }
  throw datasetError(
    'invalid_row',
    `${where}: a row is a JSON object with named fields, not ${startOf(text.trim(), 40)}.`,
  );
}

function decoded(
  decoder: InstanceType<typeof TextDecoder>,
  chunk: Uint8Array | undefined,
  line: number,
  name: string,
): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch (cause) {
    throw datasetError(
      'invalid_row',
      `${name}, after line ${line}: this is not UTF-8. Save the file as UTF-8.`,
      { cause },
    );
  }
}

/** Cuts the text of a JSON list into the texts of its items, however it comes in pieces. */
class ListItems {
  readonly #name: string;
  #state: 'before' | 'start' | 'item' | 'between' | 'after' = 'before';
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #text = '';
  #itemLine = 1;
  line = 1;

  constructor(name: string) {
    this.#name = name;
  }

  *feed(piece: string): Generator<{ readonly text: string; readonly line: number }, void, undefined> {
    let start = 0;
    for (let index = 0; index < piece.length; index += 1) {
      const character = piece[index] as string;
      if (character === '\n') this.line += 1;
      if (this.#state !== 'item') {
        if (/\s/.test(character)) continue;
        if (!this.#outside(character)) continue;
        start = index;
      }
      if (!this.#endsAt(character)) continue;
      yield { text: this.#text + piece.slice(start, index), line: this.#itemLine };
      this.#text = '';
      this.#state = character === ',' ? 'between' : 'after';
    }
    if (this.#state === 'item') this.#text += piece.slice(start);
    if (this.#text.length > MAX_ROW) {
      throw datasetError(
        'too_large',
        `${this.#name}, line ${this.#itemLine}: the row is longer than ${MAX_ROW} characters.`,
      );
    }
  }

  end(): void {
    if (this.#state === 'after') return;
    const cut = 'the file ends before its list does; it is cut off.';
    throw datasetError(
      'invalid_row',
      `${this.#name}, line ${this.line}: ${this.#state === 'before' ? 'there is no list of rows.' : cut}`,
    );
  }

  /** A character outside of items: whether it begins one. */
  #outside(character: string): boolean {
    if (this.#state === 'before' && character === '[') {
      this.#state = 'start';
      return false;
    }
    if (this.#state === 'start' && character === ']') {
      this.#state = 'after';
      return false;
    }
    if (this.#state === 'before')
      throw this.#unexpected(character, 'a list of rows, [ first. For a row in each line use jsonlDataset');
    if (this.#state === 'after') throw this.#unexpected(character, 'the end of the file');
    if (character === ',' || character === ']') throw this.#unexpected(character, 'a row');
    this.#state = 'item';
    this.#itemLine = this.line;
    this.#depth = 0;
    return true;
  }

  /** Whether a character of an item is the first behind it. */
  #endsAt(character: string): boolean {
    if (this.#inString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (character === '\\') this.#isEscaped = true;
      else if (character === '"') this.#inString = false;
      return false;
    }
    if (character === '"') this.#inString = true;
    else if (character === '{' || character === '[') this.#depth += 1;
    else if (this.#depth === 0 && (character === ',' || character === ']')) return true;
    else if (character === '}' || character === ']') this.#depth -= 1;
    return false;
  }

  #unexpected(character: string, expected: string): Error {
    return datasetError(
      'invalid_row',
      `${this.#name}, line ${this.line}: expected ${expected}; found ${JSON.stringify(character)}.`,
    );
  }
}
