import { MettleError } from '../core/index.js';

/** An error of this module of Mettle: `programs/WHAT`. */
export function programError(
  what: string,
  message: string,
  options: { readonly details?: Readonly<Record<string, unknown>>; readonly cause?: unknown } = {},
): MettleError {
  return new MettleError({ code: `programs/${what}`, message, ...options });
}
