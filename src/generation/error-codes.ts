import { MettleError } from '../core/index.js';
import type { ErrorMaker } from '../core/internal.js';

/** The errors of this module: `generation/WHAT`. docs/errors.md says what each means. */
export type GenerationErrorCode = `generation/${
  | 'attempt_ended'
  | 'draw_failed'
  | 'invalid_batch'
  | 'invalid_fault'
  | 'invalid_index'
  | 'invalid_query'
  | 'invalid_task_file'
  | 'no_code_tool'
  | 'no_judgement'
  | 'no_policy'
  | 'no_tasks'
  | 'too_few_tasks'
  | 'unknown_level'
  | 'unknown_mode'}`;

/** Makes an error of this module. */
export const generationError: ErrorMaker<GenerationErrorCode> = (what, message, extra) =>
  new MettleError({ code: `generation/${what}`, message, ...extra });
