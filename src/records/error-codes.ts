import { MettleError } from '../core/index.js';
import type { ErrorMaker } from '../core/internal.js';

/** The errors of this module: `records/WHAT`. docs/errors.md says what each means. */
export type RecordErrorCode = `records/${
  | 'invalid_certificate'
  | 'invalid_checks'
  | 'invalid_license'
  | 'invalid_record'
  | 'key_unusable'
  | 'not_importable'
  | 'output_exists'
  | 'parquet_unavailable'
  | 'unknown_version'}`;

/** Makes an error of this module. */
export const recordError: ErrorMaker<RecordErrorCode> = (what, message, extra) =>
  new MettleError({ code: `records/${what}`, message, ...extra });
