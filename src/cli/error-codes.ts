import { MettleError } from '../core/index.js';
import type { ErrorMaker } from '../core/internal.js';

/** The errors of this module: `cli/WHAT`. docs/errors.md says what each means. */
export type CliErrorCode = `cli/${
  | 'bad_table'
  | 'cannot_read'
  | 'changed_meanwhile'
  | 'missing_argument'
  | 'no_column'
  | 'no_pairs'
  | 'no_tasks'
  | 'not_text'
  | 'training_failed'
  | 'unwritable_output'
  | 'usage'}`;

/** Makes an error of this module. */
export const cliError: ErrorMaker<CliErrorCode> = (what, message, extra) =>
  new MettleError({ code: `cli/${what}`, message, ...extra });
