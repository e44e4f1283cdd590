import { type ErrorCode, MettleError } from '../core/index.js';
import { errorMessage, oneLine, visibleText } from '../core/internal.js';
import type { ExitCode } from './command.js';
import { inFlagWords } from './flag-words.js';

const MACHINE_LACKS_SOMETHING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'sandbox/no_engine',
  'sandbox/no_container',
  'sandbox/install_failed',
  'sandbox/no_confinement',
  'sandbox/unenforceable_limit',
  'tools/mcp_not_installed',
  'models/no_key',
]);

/** The exit code for a thrown error: 3 when this machine lacks something (its code ends in `unavailable`), else 2. */
export function exitCodeOf(error: unknown): ExitCode {
  if (!MettleError.isInstance(error)) return 2;
  return MACHINE_LACKS_SOMETHING.has(error.code) || /[/_]unavailable$/.test(error.code) ? 3 : 2;
}

/** What Node's errors of files mean to a person. */
const FILE_ERRORS: Readonly<Record<string, string>> = {
  EACCES: 'you have no permission for it',
  EEXIST: 'a file of that name is in the way',
  EISDIR: 'it is a folder; name a file in it',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file',
  EPERM: 'you have no permission for it',
  EROFS: 'it is on a disk that cannot be written',
};

/** Text that may quote an error of Node, such as `ENOENT: no such file or directory, open 'a.txt'`, in words. */
function inWords(text: string): string {
  return text.replace(
    /\b(E[A-Z]{3,}): [^,'\n]*, \w+(?: '[^'\n]*'(?: -> '[^'\n]*')?)?/g,
    (raw, code: string) => FILE_ERRORS[code] ?? raw,
  );
}

/** The one line that a person reads about a thrown error, in the words of the command line; never a stack trace. */
export function errorLine(error: unknown): string {
  const message = oneLine(visibleText(inFlagWords(inWords(errorMessage(error))))).trim();
  if (MettleError.isInstance(error)) return message;
  return `internal error: ${message} (METTLE_DEBUG=1 shows where; please report it)`;
}
