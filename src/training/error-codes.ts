import { MettleError } from '../core/index.js';
import type { ErrorMaker } from '../core/internal.js';

/** The errors of this module: `training/WHAT`. docs/errors.md says what each means. */
export type TrainingErrorCode = `training/${
  | 'aborted'
  | 'budget_ended'
  | 'budget_too_small'
  | 'cannot_write'
  | 'contradiction'
  | 'held_out'
  | 'in_progress'
  | 'infrastructure'
  | 'invalid_budget'
  | 'invalid_data'
  | 'invalid_example'
  | 'invalid_optimizer'
  | 'invalid_sample'
  | 'invalid_task'
  | 'invalid_tolerance'
  | 'journal_broken'
  | 'journal_in_use'
  | 'journal_mismatch'
  | 'journal_other_settings'
  | 'journal_unreadable'
  | 'journal_version'
  | 'journal_write_failed'
  | 'leak'
  | 'metric_failed'
  | 'mlflow_failed'
  | 'needs_model'
  | 'no_optimizer'
  | 'nothing_expected'
  | 'nothing_to_plot'
  | 'other_columns'
  | 'package_missing'
  | 'price_unknown'
  | 'reward_failed'
  | 'unknown_name'
  | 'unknown_variable'
  | 'which_field'
  | 'wrong_type'}`;

/** Makes an error of this module. */
export const trainingError: ErrorMaker<TrainingErrorCode> = (what, message, extra) =>
  new MettleError({ code: `training/${what}`, message, ...extra });
