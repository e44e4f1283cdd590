import { MettleError } from '../core/index.js';

/**
 * Refuses options that do not exist: a limit that is misspelt or misplaced must not be taken for one that holds.
 *
 * @throws {MettleError} `sandbox/invalid_argument`, naming the option and those there are.
 */
export function checkOptionNames(options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new MettleError({
    code: 'sandbox/invalid_argument',
    message: `There is no option ${unknown}; there are ${known.join(', ')}. Limits go into limits: {…}.`,
  });
}
