import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { isJsonObject, type Json } from '../../../core/index.js';
import { errorMessage } from '../../../core/internal.js';
import type { BenchmarkText } from '../../../evaluation/index.js';
import { usageError } from '../../parse-option.js';

/** Members of benchmarks' items that hold what is asked. */
const ASKED: ReadonlySet<string> = new Set([
  'content',
  'goal',
  'input',
  'instruction',
  'intent',
  'problem',
  'prompt',
  'query',
  'question',
  'task',
  'text',
]);

const READ = /\.(?:jsonl?|ndjson|txt|md)$/i;

/**
 * The texts of a benchmark in a file, or in those of a folder: of JSON and JSON lines, item by item, the texts of the members that hold what is
 * asked, or all of an item that has none; else line by line.
 * @throws {MettleError} `cli/usage`
 */
export async function readBenchmark(path: string, cwd: string): Promise<readonly BenchmarkText[]> {
  const whole = resolve(cwd, path);
  try {
    const isFolder = (await stat(whole)).isDirectory();
    const names = isFolder
      ? (await readdir(whole, { recursive: true })).filter((name) => READ.test(name))
      : [''];
    const texts: BenchmarkText[] = [];
    for (const name of names.sort()) {
      const file = join(whole, name);
      texts.push(...textsIn(await readFile(file, 'utf8'), relative(cwd, file) || file));
    }
    if (texts.length > 0) return texts;
  } catch (error) {
    throw usageError(`Cannot read the benchmark ${path}: ${errorMessage(error)}.`);
  }
  throw usageError(`${path} holds no text to compare with: give a file of JSON, JSON lines or text.`);
}

function* textsIn(content: string, shown: string): Generator<BenchmarkText> {
  // Many a benchmark's .json is JSON lines.
  const whole = /\.json$/i.test(shown) ? parsed(content) : null;
  if (Array.isArray(whole)) {
    for (const [index, item] of whole.entries()) yield* textsOf(item, `${shown}, item ${index + 1}`);
    return;
  }
  if (isJsonObject(whole)) {
    yield* textsOf(whole, shown);
    return;
  }
  for (const [index, line] of content.split('\n').entries()) {
    if (line.trim() !== '') yield* textsOf(parsed(line) ?? line, `${shown}, line ${index + 1}`);
  }
}

function* textsOf(item: Json, source: string): Generator<BenchmarkText> {
  const asked = [...stringsIn(item, typeof item === 'string')];
  for (const text of asked.length > 0 ? asked : stringsIn(item, true)) yield { source, text };
}

/** The texts in a value: all, or those below members that hold what is asked. */
function* stringsIn(value: Json, isAsked: boolean): Generator<string> {
  if (typeof value === 'string') {
    if (isAsked) yield value;
  } else if (Array.isArray(value)) {
    for (const each of value) yield* stringsIn(each, isAsked);
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (member !== undefined) yield* stringsIn(member, isAsked || ASKED.has(name.toLowerCase()));
    }
  }
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
