import { requirementError } from './error-codes.js';

/** A finite number above 0, given back. @throws {MettleError} `requirements/not_positive` naming the option. */
export function checkPositive(name: string, value: number): number {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value;
  throw requirementError('not_positive', `${name} must be positive, got ${String(value)}.`, {
    details: { name, value },
  });
}

/** A whole number of at least 1, given back. @throws {MettleError} `requirements/not_positive` naming the option. */
export function checkPositiveInteger(name: string, value: number): number {
  checkPositive(name, value);
  if (Number.isSafeInteger(value)) return value;
  throw requirementError('not_positive', `${name} must be a positive whole number, got ${value}.`, {
    details: { name, value },
  });
}

/** A whole number of at least 0, given back. @throws {MettleError} `requirements/not_a_count` naming the option. */
export function checkCount(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw requirementError(
    'not_a_count',
    `${name} must be a whole number of at least 0, got ${String(value)}.`,
    { details: { name, value } },
  );
}

/** A string with something in it, given back. @throws {MettleError} `requirements/blank` naming the option. */
export function checkNotBlank(name: string, value: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw requirementError('blank', `${name} must be a non-empty string, got ${JSON.stringify(value)}.`, {
    details: { name, value },
  });
}
