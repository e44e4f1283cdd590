import { MettleError } from '../../core/index.js';
import { checkOptionNames } from '../../core/internal.js';
import { LONGEST_WAIT_SECONDS } from './clock.js';

/**
 * Refuses options that do not exist: a limit that is misspelt must not be taken for one that holds.
 *
 * @throws {MettleError} `models/unknown_option`
 */
export function checkNames(owner: string, options: object, known: readonly string[]): void {
  checkOptionNames(options, known, { code: 'models/unknown_option', owner });
}

/**
 * A whole number that is not negative, or undefined.
 *
 * @throws {MettleError} `models/invalid_option`, naming it.
 */
export function checkCount(name: string, value: number | undefined, lowest: 0 | 1 = 0): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= lowest)) return;
  throw invalidOption(name, `a whole number from ${lowest}`, value);
}

/**
 * An amount that is not negative, or undefined.
 *
 * @throws {MettleError} `models/invalid_option`, naming it.
 */
export function checkAmount(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isFinite(value) && value >= 0)) return;
  throw invalidOption(name, 'a number from 0', value);
}

/**
 * Seconds above 0 that a timer can wait, or undefined.
 *
 * @throws {MettleError} `models/invalid_option`, naming it.
 */
export function checkSeconds(name: string, value: number | undefined): void {
  if (value === undefined || (value > 0 && value <= LONGEST_WAIT_SECONDS)) return;
  throw invalidOption(name, `seconds above 0 and up to ${LONGEST_WAIT_SECONDS}`, value);
}

/** The error for an option that is not what it has to be. */
export function invalidOption(name: string, wanted: string, got: unknown): MettleError {
  return new MettleError({
    code: 'models/invalid_option',
    message: `${name} must be ${wanted}; got ${String(got)}.`,
  });
}
