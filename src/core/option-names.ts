import type { ErrorCode } from '../error-codes.js';
import { MettleError } from './errors.js';

/** What is said of an option that does not exist. */
export interface UnknownOptionWords {
  /** The code of the error, `module/what`. */
  readonly code: ErrorCode;
  /** Of what the option is said to be, for example `repairLoop`. Default: nothing is named. */
  readonly owner?: string;
  /** A sentence after the names. Default: none. */
  readonly hint?: string;
}

/**
 * Refuses options that do not exist, so that a misspelt or misplaced option is never silently ignored. What is no
 * object has none.
 *
 * @throws {MettleError} with the code of `words`, naming the option and those there are.
 */
export function checkOptionNames(
  options: object,
  known: readonly string[],
  { code, owner, hint }: UnknownOptionWords,
): void {
  const given: unknown = options;
  if (typeof given !== 'object' || given === null) {
    throw new MettleError({
      code,
      message: `${owner === undefined ? 'Options are' : `${owner} takes`} an object, with ${known.join(', ')}; got ${given === null ? given : typeof given}.`,
      details: { known },
    });
  }
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const subject = owner === undefined ? 'There is' : `${owner} has`;
  const names = `${owner === undefined ? 'there are' : 'it has'} ${known.join(', ')}.`;
  throw new MettleError({
    code,
    message: `${subject} no option ${unknown}; ${names}${hint === undefined ? '' : ` ${hint}`}`,
    details: { unknown, known },
  });
}
