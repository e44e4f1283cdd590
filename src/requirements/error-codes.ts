import { MettleError } from '../core/index.js';
import type { ErrorMaker } from '../core/internal.js';

/** The errors of this module: `requirements/WHAT`. docs/errors.md says what each means. */
export type RequirementErrorCode = `requirements/${
  | 'calls_used_up'
  | 'closed'
  | 'conflicting_options'
  | 'dependency_cycle'
  | 'depends_on_advice'
  | 'duplicate_key'
  | 'empty_task'
  | 'invalid_answer'
  | 'invalid_example'
  | 'invalid_import'
  | 'invalid_reply'
  | 'invalid_requirements'
  | 'invalid_schema'
  | 'invalid_task'
  | 'no_tests'
  | 'none'
  | 'test_not_run'
  | 'unenforceable_policy'
  | 'unknown_dependency'
  | 'unknown_engine'
  | 'unknown_key'
  | 'unreadable_tests'}`;

/** Makes an error of this module. */
export const requirementError: ErrorMaker<RequirementErrorCode> = (what, message, extra) =>
  new MettleError({ code: `requirements/${what}`, message, ...extra });
