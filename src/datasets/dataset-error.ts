import { coreError } from '../core/internal.js';

/** A whole number from `low`, or an error that names the option. */
export function wholeNumber(name: string, value: number, low: number): number {
  if (Number.isSafeInteger(value) && value >= low) return value;
  throw coreError('invalid_option', `${name} is a whole number from ${low}; got ${String(value)}.`);
}
