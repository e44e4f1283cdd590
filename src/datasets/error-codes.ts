import { MettleError } from '../core/index.js';
import type { ErrorMaker } from '../core/internal.js';

/** The errors of this module: `datasets/WHAT`. docs/errors.md says what each means. */
export type DatasetErrorCode = `datasets/${
  | 'invalid_row'
  | 'missing_package'
  | 'not_found'
  | 'offline'
  | 'too_large'
  | 'unknown_field'
  | 'unknown_name'}`;

/** Makes an error of this module. */
export const datasetError: ErrorMaker<DatasetErrorCode> = (what, message, extra) =>
  new MettleError({ code: `datasets/${what}`, message, ...extra });
