import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isJsonObject, type Json, type JsonObject, type MettleError } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { readHostLines } from '../../filesystem/internal.js';
import { benchmarkError } from '../error-codes.js';

/** One item of a data file, and where it is, for errors. */
export interface Row {
  readonly row: JsonObject;
  readonly place: string;
}

const LONGEST_LINE = 2 ** 28;
/** Bytes that a packed file may have unpacked, and a file that is one JSON value. */
const LARGEST_FILE = 2 ** 28;

/**
 * The data file that a path names: the file itself, or the first of a folder whose name fits.
 * @throws {MettleError} `benchmarks/invalid_case`
 */
export async function dataFile(path: string, names: RegExp, what: string): Promise<string> {
  try {
    if (!(await stat(path)).isDirectory()) return path;
    const found = (await readdir(path)).filter((name) => names.test(name)).sort();
    if (found[0] !== undefined) return join(path, found[0]);
  } catch (error) {
    throw invalid(`Cannot read ${path}: ${errorMessage(error)}`);
  }
  throw invalid(`${path} holds no ${what}`);
}

/**
 * The objects of a file of JSON lines or of a JSON list, packed by gzip or not.
 * @throws {MettleError} `benchmarks/invalid_case`
 */
export async function* rowsIn(path: string): AsyncGenerator<Row> {
  if (/\.json$/i.test(path)) {
    const list = parsed(await textIn(path));
    if (!Array.isArray(list)) throw invalid(`${path} holds no JSON list`);
    for (const [index, row] of list.entries()) yield rowOf(row as Json, `${path}, item ${index + 1}`);
  } else if (/\.gz$/i.test(path)) {
    for (const [index, text] of (await textIn(path)).split('\n').entries()) {
      if (text.trim() !== '') yield rowOf(parsed(text), `${path}, line ${index + 1}`);
    }
  } else {
    const lines = readHostLines(path, 'a benchmark', { maxLineBytes: LONGEST_LINE });
    for await (const { line, text, problem } of lines) {
      const place = `${path}, line ${line}`;
      if (text === null) throw invalid(`${place}: ${problem}`);
      if (text.trim() !== '') yield rowOf(parsed(text), place);
    }
  }
}

/**
 * A text of a row.
 * @throws {MettleError} `benchmarks/invalid_case` where there is none.
 */
export function textOf({ row, place }: Row, name: string): string {
  const value = row[name];
  if (typeof value !== 'string') throw invalid(`${place} has no text ${name}`);
  return value;
}

/**
 * A list of texts of a row; empty where the row has no such member.
 * @throws {MettleError} `benchmarks/invalid_case` for anything else.
 */
export function textsOf({ row, place }: Row, name: string): readonly string[] {
  const value = row[name] ?? [];
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value as string[];
  throw invalid(`${place}: ${name} is no list of texts`);
}

/** The error for data that can't be read. */
export function invalid(what: string): MettleError {
  return benchmarkError('invalid_case', `${what}.`);
}

async function textIn(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > LARGEST_FILE) throw new Error(`it has over ${LARGEST_FILE} bytes`);
    const bytes = await readFile(path);
    return (/\.gz$/i.test(path) ? gunzipSync(bytes, { maxOutputLength: LARGEST_FILE }) : bytes).toString(
      'utf8',
    );
  } catch (error) {
    throw invalid(`${path} can't be read: ${errorMessage(error)}`);
  }
}

function rowOf(row: Json, place: string): Row {
  if (!isJsonObject(row)) throw invalid(`${place} is no JSON object`);
  return { row, place };
}

/** The JSON value of a text; null where it is none. */
export function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
