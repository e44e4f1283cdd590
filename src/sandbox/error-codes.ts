import { MettleError } from '../core/index.js';
import type { ErrorMaker } from '../core/internal.js';

/** The errors of this module: `sandbox/WHAT`. docs/errors.md says what each means. */
export type SandboxErrorCode = `sandbox/${
  | 'broken_frame'
  | 'cannot_dump'
  | 'cannot_suspend'
  | 'closed'
  | 'file_error'
  | 'infrastructure'
  | 'install_failed'
  | 'invalid_argument'
  | 'invalid_dump'
  | 'invalid_key'
  | 'invalid_name'
  | 'invalid_packages'
  | 'invalid_value'
  | 'no_confinement'
  | 'no_container'
  | 'no_engine'
  | 'no_program'
  | 'no_python'
  | 'no_shell'
  | 'not_suspended'
  | 'null_in_path'
  | 'protocol'
  | 'unenforceable_limit'
  | 'unknown_call'
  | 'value_too_large'
  | 'wrong_tool_arguments'}`;

/** Makes an error of this module. */
export const sandboxError: ErrorMaker<SandboxErrorCode> = (what, message, extra) =>
  new MettleError({ code: `sandbox/${what}`, message, ...extra });
