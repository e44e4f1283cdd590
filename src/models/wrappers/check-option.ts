import type { MettleError } from '../../core/index.js';
import { coreError } from '../../core/internal.js';
import { LONGEST_WAIT_SECONDS } from './clock.js';

/**
 * A whole number that is not negative, or undefined.
 *
 * @throws {MettleError} `core/invalid_option`, naming it.
 */
export function checkCount(name: string, value: number | undefined, lowest: 0 | 1 = 0): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= lowest)) return;
  throw invalidOption(name, `a whole number from ${lowest}`, value);
}

/**
 * An amount that is not negative, or undefined.
 *
 * @throws {MettleError} `core/invalid_option`, naming it.
 */
export function checkAmount(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isFinite(value) && value >= 0)) return;
  throw invalidOption(name, 'a number from 0', value);
}

/**
 * Seconds above 0 that a timer can wait, or undefined.
 *
 * @throws {MettleError} `core/invalid_option`, naming it.
 */
export function checkSeconds(name: string, value: number | undefined): void {
  if (value === undefined || (value > 0 && value <= LONGEST_WAIT_SECONDS)) return;
  throw invalidOption(name, `seconds above 0 and up to ${LONGEST_WAIT_SECONDS}`, value);
}

/** The error for an option that is not what it has to be. */
export function invalidOption(name: string, wanted: string, got: unknown): MettleError {
  return coreError('invalid_option', `${name} must be ${wanted}; got ${String(got)}.`);
}
