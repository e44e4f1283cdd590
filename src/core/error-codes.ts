import { type ErrorMaker, MettleError } from './errors.js';

/** The errors of this module: `core/WHAT`. docs/errors.md says what each means. */
export type CoreErrorCode = `core/${
  | 'invalid_json'
  | 'invalid_option'
  | 'invalid_range'
  | 'invalid_schema'
  | 'invalid_seed'
  | 'no_json_schema'
  | 'not_representable'
  | 'nothing_to_pick'}`;

/** Makes an error of this module. */
export const coreError: ErrorMaker<CoreErrorCode> = (what, message, extra) =>
  new MettleError({ code: `core/${what}`, message, ...extra });
