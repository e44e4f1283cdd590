import { MettleError } from '../core/index.js';
import type { ErrorMaker } from '../core/internal.js';

/** The errors of this module: `data/WHAT`. docs/errors.md says what each means. */
export type DataErrorCode = `data/${
  | 'invalid_config'
  | 'invalid_data'
  | 'invalid_mask'
  | 'invalid_name'
  | 'invalid_value'
  | 'missing_operand'
  | 'not_an_object'
  | 'not_registered'
  | 'not_restored'
  | 'unknown_name'
  | 'unsupported_schema'
  | 'wrong_kind'}`;

/** Makes an error of this module. */
export const dataError: ErrorMaker<DataErrorCode> = (what, message, extra) =>
  new MettleError({ code: `data/${what}`, message, ...extra });
