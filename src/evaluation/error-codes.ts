import { MettleError } from '../core/index.js';
import type { ErrorMaker } from '../core/internal.js';

/** The errors of this module: `evaluation/WHAT`. docs/errors.md says what each means. */
export type EvaluationErrorCode = `evaluation/${
  | 'cannot_replay'
  | 'damaged_record'
  | 'invalid_count'
  | 'invalid_reward'
  | 'invalid_rubric'
  | 'invalid_score'
  | 'invalid_threshold'
  | 'invalid_tolerance'
  | 'invalid_verifier'
  | 'no_such_step'
  | 'replay_differs'
  | 'too_few_labels'
  | 'unknown_rubric'
  | 'verifier_names'}`;

/** Makes an error of this module. */
export const evaluationError: ErrorMaker<EvaluationErrorCode> = (what, message, extra) =>
  new MettleError({ code: `evaluation/${what}`, message, ...extra });
