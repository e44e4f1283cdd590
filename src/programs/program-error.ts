import { MettleError } from '../core/index.js';

/** An error of this module of Mettle: `programs/WHAT`; of an option, `core/invalid_option`. */
export function programError(
  what: string,
  message: string,
  options: { readonly details?: Readonly<Record<string, unknown>>; readonly cause?: unknown } = {},
): MettleError {
  const code = what === 'invalid_option' ? 'core/invalid_option' : `programs/${what}`;
  return new MettleError({ code, message, ...options });
}
