import { MettleError } from '../core/index.js';
import type { ErrorMaker } from '../core/internal.js';

/** The errors of this module: `python/WHAT`. docs/errors.md says what each means. */
export type PythonErrorCode = `python/${'invalid_source' | 'invalid_text' | 'parser_missing'}`;

/** Makes an error of this module. */
export const pythonError: ErrorMaker<PythonErrorCode> = (what, message, extra) =>
  new MettleError({ code: `python/${what}`, message, ...extra });
