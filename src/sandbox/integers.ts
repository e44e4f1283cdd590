import type { MettleError } from '../core/index.js';
import { sandboxError } from './error-codes.js';

/**
 * Bits that one integer may have to cross, in either direction: 19,728 decimal digits. Python itself prints no more
 * than 4,300. Writing a number in decimal takes time that grows faster than the number, so there must be an end.
 */
export const MAX_INTEGER_BITS = 65_536;

/** Bytes that all integers beyond 2^53 of one value may take together, on their way out. */
export const MAX_INTEGERS_BYTES: number = 2 ** 21;

/** What is wrong with an integer beyond {@link MAX_INTEGER_BITS}, as words that follow what holds it. */
const INTEGER_TOO_LARGE: string = `an integer of more than ${MAX_INTEGER_BITS} bits`;

const END = 1n << BigInt(MAX_INTEGER_BITS);

/** Whether an integer is too large to cross. */
export function isIntegerTooLarge(value: bigint): boolean {
  return value >= END || value <= -END;
}

/** The error for integers that are too large to cross: one of them, or all together. */
export function integerTooLarge(what: string = INTEGER_TOO_LARGE): MettleError {
  return sandboxError('value_too_large', `the value holds ${what}; pass it as text, or its parts`, {
    details: { maxBits: MAX_INTEGER_BITS },
  });
}

/** Counts what the integers of one value take, and refuses what is beyond the limits. */
export class IntegerAllowance {
  #left = MAX_INTEGERS_BYTES;

  /** @throws {MettleError} `sandbox/value_too_large`. */
  take(bits: number): void {
    if (bits > MAX_INTEGER_BITS) throw integerTooLarge();
    this.#left -= Math.ceil(bits / 8);
    if (this.#left < 0)
      throw integerTooLarge(`integers beyond 2^53 that take more than ${MAX_INTEGERS_BYTES} bytes together`);
  }
}
