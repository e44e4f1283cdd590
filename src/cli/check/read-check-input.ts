import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { errorMessage, MettleError } from '../../core/index.js';
import { analysePython, extractPythonCode } from '../../python/index.js';
import type { CommandIo } from '../command.js';

/** One thing to check. */
export interface CheckInput {
  /** As given on the command line; `stdin` for `-`. */
  readonly file: string;
  readonly text: string;
  /** Whether the whole text is Python source; else it is a reply that holds code. */
  readonly isSource: boolean;
}

const MAX_BYTES = 10 * 2 ** 20;

/**
 * Reads a file, or standard input for `-`.
 *
 * @throws {MettleError} `cli/cannot_read` for what cannot be read, is no file or too large; `cli/not_text` for bytes
 *   that are not UTF-8.
 */
export async function readCheckInput(argument: string, io: CommandIo): Promise<CheckInput> {
  const file = argument === '-' ? 'stdin' : argument;
  const bytes = argument === '-' ? await io.readStdin() : await readHostFile(argument, io);
  if (bytes.byteLength > MAX_BYTES) throw cannotRead(file, 'it is larger than 10 MB. Check a smaller file.');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new MettleError({
      code: 'cli/not_text',
      message: `${file} is not UTF-8 text. Give Python source or a model's reply.`,
      cause: error,
    });
  }
  return { file, text, isSource: /\.pyi?$/i.test(file) || isPythonSource(text) };
}

async function readHostFile(argument: string, io: CommandIo): Promise<Uint8Array> {
  const path = resolve(io.cwd, argument);
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw cannotRead(argument, 'it is a folder. Name the files in it.');
    if (found.size > MAX_BYTES) throw cannotRead(argument, 'it is larger than 10 MB. Check a smaller file.');
    return await readFile(path);
  } catch (error) {
    if (MettleError.isInstance(error)) throw error;
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw cannotRead(argument, missing ? 'there is no such file.' : errorMessage(error));
  }
}

function cannotRead(file: string, why: string): MettleError {
  return new MettleError({ code: 'cli/cannot_read', message: `Cannot read ${file}: ${why}` });
}

const FENCE = /^ {0,3}(?:```|~~~)/m;
const STATEMENT =
  /^\s*(?:(?:async\s+)?def |class \w+\s*[:(]|import \w|from [\w.]+ import |if .+:|for .+:|while .+:|with .+:|try:|@\w|print\s*\(|[A-Za-z_][\w.]*\s*=[^=])/;

/**
 * Whether a text without a telling name is Python source as a whole: it is a program, or it has no fence, no code that
 * could be cut out of it, and begins like a program.
 */
function isPythonSource(text: string): boolean {
  const hasFence = FENCE.test(text);
  if (hasFence) return STATEMENT.test(text) && analysePython(text).syntax.status === 'valid';
  if (extractPythonCode(text).ok) return false;
  const first = text.split('\n').find((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));
  return first !== undefined && STATEMENT.test(first);
}
