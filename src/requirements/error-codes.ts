import { MettleError } from '../core/index.js';
import type { ErrorMaker } from '../core/internal.js';

/** The errors of this module: `requirements/WHAT`. docs/errors.md says what each means. */
export type RequirementErrorCode = `requirements/${
  | 'blank'
  | 'calls_used_up'
  | 'closed'
  | 'conflicting_options'
  | 'dependency_cycle'
  | 'depends_on_advice'
  | 'duplicate_key'
  | 'empty_task'
  | 'invalid_answer'
  | 'invalid_example'
  | 'invalid_function'
  | 'invalid_import'
  | 'invalid_reply'
  | 'invalid_requirements'
  | 'invalid_schema'
  | 'invalid_sizes'
  | 'invalid_task'
  | 'invalid_threshold'
  | 'invalid_validator'
  | 'no_examples'
  | 'no_tests'
  | 'none'
  | 'not_a_count'
  | 'not_positive'
  | 'test_not_run'
  | 'unenforceable_policy'
  | 'unknown_dependency'
  | 'unknown_engine'
  | 'unknown_key'
  | 'unknown_policy'
  | 'unreadable_tests'}`;

/** Makes an error of this module. */
export const requirementError: ErrorMaker<RequirementErrorCode> = (what, message, extra) =>
  new MettleError({ code: `requirements/${what}`, message, ...extra });
