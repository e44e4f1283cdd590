import { MettleError } from '../core/index.js';
import type { ErrorMaker } from '../core/internal.js';

/** The errors of this module: `programs/WHAT`. docs/errors.md says what each means. */
export type ProgramErrorCode = `programs/${
  | 'duplicate_name'
  | 'invalid_config'
  | 'invalid_file'
  | 'invalid_graph'
  | 'invalid_input'
  | 'invalid_name'
  | 'invalid_output'
  | 'invalid_value'
  | 'missing_model'
  | 'missing_tool'
  | 'no_graph'
  | 'no_output_spec'
  | 'no_reward'
  | 'not_compiled'
  | 'not_saveable'
  | 'other_variables'
  | 'other_version'
  | 'too_deep'
  | 'unknown_module'
  | 'unknown_part'
  | 'unknown_variable'}`;

/** Makes an error of this module. */
export const programError: ErrorMaker<ProgramErrorCode> = (what, message, extra) =>
  new MettleError({ code: `programs/${what}`, message, ...extra });
