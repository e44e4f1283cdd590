import { MettleError } from '../core/index.js';
import { errorMessage, visibleText } from '../core/internal.js';
import type { ExitCode } from './command.js';
import { inFlagWords } from './flag-words.js';

const MACHINE_LACKS_SOMETHING = new Set([
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

/** The one line that a person reads about a thrown error, in the words of the command line; never a stack trace. */
export function errorLine(error: unknown): string {
  const message = visibleText(inFlagWords(errorMessage(error)))
    .replace(/\s*\n\s*/g, ' ')
    .trim();
  if (MettleError.isInstance(error)) return message;
  return `internal error: ${message} (METTLE_DEBUG=1 shows where; please report it)`;
}
