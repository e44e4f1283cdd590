import { checkOptionNames as checkNames } from '../core/internal.js';

/**
 * Refuses options that do not exist: a limit that is misspelt or misplaced must not be taken for one that holds.
 *
 * @throws {MettleError} `sandbox/invalid_argument`, naming the option and those there are.
 */
export function checkOptionNames(options: object, known: readonly string[]): void {
  checkNames(options, known, { code: 'sandbox/invalid_argument', hint: 'Limits go into limits: {…}.' });
}
