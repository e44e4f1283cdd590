import { analysePython, extractPythonCode } from '../../python/index.js';
import type { CommandIo } from '../command.js';
import { readTextInput } from '../read-text-input.js';

/** One thing to check. */
export interface CheckInput {
  /** As given on the command line; `stdin` for `-`. */
  readonly file: string;
  readonly text: string;
  /** Whether the whole text is Python source; else it is a reply that holds code. */
  readonly isSource: boolean;
}

/** Reads a file, or standard input for `-`. Rejects as {@link readTextInput}. */
export async function readCheckInput(argument: string, io: CommandIo): Promise<CheckInput> {
  const file = argument === '-' ? 'stdin' : argument;
  const text = await readTextInput(argument, io);
  return { file, text, isSource: /\.pyi?$/i.test(file) || isPythonSource(text) };
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
