import { MettleError } from '../core/index.js';
import type { ErrorMaker } from '../core/internal.js';

/** The errors of this module: `pipelines/WHAT`. docs/errors.md says what each means. */
export type PipelineErrorCode = `pipelines/${
  | 'engine_drained'
  | 'invalid_recipe'
  | 'invalid_skill'
  | 'no_agent_session'
  | 'no_session'
  | 'nothing_to_train_on'
  | 'other_run'
  | 'output_exists'
  | 'output_unwritable'
  | 'unknown_task'
  | 'worker_lost'
  | 'write_failed'}`;

/** Makes an error of this module. */
export const pipelineError: ErrorMaker<PipelineErrorCode> = (what, message, extra) =>
  new MettleError({ code: `pipelines/${what}`, message, ...extra });
