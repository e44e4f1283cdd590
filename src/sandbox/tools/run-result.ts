import { MettleError } from '../../core/index.js';
import { shortened } from '../../core/internal.js';
import type { FileTree } from '../../filesystem/index.js';
import type { RunResult } from '../contract.js';
import { pythonValueToJson } from '../python-value-to-json.js';
import { MAX_RESULT_CHARACTERS } from './bounds.js';
import { errorText, leftOut } from './error-text.js';
import type { ToolResult } from './sandbox-tool.js';

/** Where a result was made, for what it says and for what does not fit into it. */
export interface RunPlace {
  readonly files: FileTree;
  /** The code that ran; without it, errors show no line of it. */
  readonly code?: string;
  /** The files as they were before the run, for what it says of those that stay changed. */
  readonly before?: ReturnType<FileTree['checkpoint']>;
  /** Characters of text that the result may hold. Default {@link MAX_RESULT_CHARACTERS}. */
  readonly maxCharacters?: number;
}

/**
 * What a run came to, as a model reads it: `{ok, error, stdout, stderr}`. The error is never cut. Of a stream that is too long,
 * the head and the tail are shown, with the count of what is left out, and `full_output` names a file of the tree that holds
 * all of it; that file is no change of the tree.
 */
export function runResult(
  { ok, stdout, stderr, error }: Pick<RunResult, 'ok' | 'stdout' | 'stderr' | 'error'>,
  place: RunPlace,
): ToolResult {
  return fitted({ ok, error: errorOf(error, place) }, { stdout, stderr }, place);
}

/** As {@link runResult}, with the `value` of the last expression; one that is too long is cut as a text of JSON. */
export function runResultWithValue(result: RunResult, place: RunPlace): ToolResult {
  const { ok, stdout, stderr, error } = result;
  const value = pythonValueToJson(result.value);
  const most = Math.floor((place.maxCharacters ?? MAX_RESULT_CHARACTERS) / 2);
  const text = JSON.stringify(value);
  const fixed = { ok, error: errorOf(error, place) };
  if (text.length <= most) return fitted({ ...fixed, value }, { stdout, stderr }, place);
  const shown = shortened(text, most, { keepEnd: true, mark: leftOut });
  return fitted({ ...fixed, value: shown }, { stdout, stderr }, place, { value: text });
}

function errorOf(error: RunResult['error'], { files, code, before }: RunPlace): string | null {
  if (error === null) return null;
  const stays = error.rolledBack === true ? `\n${whatStays(files, before)}` : '';
  return (
    errorText(error, { ...(code !== undefined && { code }), readFile: (path) => textOf(files, path) }) + stays
  );
}

/** Files that are named. */
const MAX_NAMED = 10;

/** What a run leaves behind whose variables are gone. */
function whatStays(files: FileTree, before: RunPlace['before']): string {
  const entries = before === undefined ? [] : files.journalSince(before);
  const paths = [...new Set(entries.map(({ path }) => path))];
  const named = paths.slice(0, MAX_NAMED).join(', ');
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : '';
  const changed = paths.length === 0 ? 'Files' : `What it did to files (${named}${more})`;
  return `Variables are as they were before this run. ${changed} and calls that it made stay.`;
}

function textOf(files: FileTree, path: string): string | null {
  try {
    return files.readText(path);
  } catch (thrown) {
    if (MettleError.isInstance(thrown)) return null;
    throw thrown;
  }
}

function fitted(
  fixed: ToolResult,
  streams: { readonly stdout: string; readonly stderr: string },
  place: RunPlace,
  alsoCut: Readonly<Record<string, string>> = {},
): ToolResult {
  const { stdout, stderr } = streams;
  const all = place.maxCharacters ?? MAX_RESULT_CHARACTERS;
  const room = Math.max(Math.min(all, LEAST_FOR_STREAMS), all - JSON.stringify(fixed).length);
  const forErrors = Math.min(stderr.length, Math.max(Math.floor(room / 2), room - stdout.length));
  const most = { stdout: room - forErrors, stderr: forErrors };
  const cut: Record<string, string> = { ...alsoCut };
  if (stdout.length > most.stdout) cut.stdout = stdout;
  if (stderr.length > most.stderr) cut.stderr = stderr;
  const file = Object.keys(cut).length === 0 ? null : keptWhole(place.files, cut);
  return {
    ...fixed,
    stdout: shortened(stdout, most.stdout, { keepEnd: true, mark: leftOut }),
    stderr: shortened(stderr, most.stderr, { keepEnd: true, mark: leftOut }),
    ...(file !== null && { full_output: file }),
  };
}

/** Characters for the streams where an error or a value leaves fewer. */
const LEAST_FOR_STREAMS = 1_000;

/** Keeps whole texts in a file of the tree that is no change of it; null where the tree has no room for it. */
function keptWhole(files: FileTree, texts: Readonly<Record<string, string>>): string | null {
  const all = Object.entries(texts);
  const text =
    all.length === 1 ? (all[0]?.[1] ?? '') : all.map(([name, one]) => `--- ${name}\n${one}\n`).join('');
  const taken = new Set(files.list('/').map((name) => name.toLowerCase()));
  let count = 1;
  while (taken.has(`output_${count}.txt`)) count++;
  try {
    files.setAside(`output_${count}.txt`, text);
    return `output_${count}.txt`;
  } catch (thrown) {
    if (MettleError.isInstance(thrown)) return null;
    throw thrown;
  }
}
