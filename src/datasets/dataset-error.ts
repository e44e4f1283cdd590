import { MettleError } from '../core/index.js';

/** An error of a dataset, `datasets/WHAT`; of an option, `core/invalid_option`. */
export function datasetError(
  what:
    | 'invalid_option'
    | 'invalid_row'
    | 'missing_package'
    | 'not_found'
    | 'offline'
    | 'too_large'
    | 'unknown_field'
    | 'unknown_name',
  message: string,
  extra: { readonly cause?: unknown; readonly details?: Readonly<Record<string, unknown>> } = {},
): MettleError {
  const code = what === 'invalid_option' ? 'core/invalid_option' : `datasets/${what}`;
  return new MettleError({ code, message, ...extra });
}

/** A whole number from `low`, or an error that names the option. */
export function wholeNumber(name: string, value: number, low: number): number {
  if (Number.isSafeInteger(value) && value >= low) return value;
  throw datasetError('invalid_option', `${name} is a whole number from ${low}; got ${String(value)}.`);
}
