import { MettleError } from '../core/index.js';
import type { ErrorMaker } from '../core/internal.js';

/** The errors of this module: `gym/WHAT`. docs/errors.md says what each means. */
export type GymErrorCode = `gym/${
  | 'cannot_listen'
  | 'closed'
  | 'invalid_action'
  | 'invalid_fork'
  | 'invalid_rewards'
  | 'invalid_row'
  | 'no_episode'
  | 'no_task'
  | 'not_scored'
  | 'nothing_to_export'
  | 'replay_differs'
  | 'step_pending'
  | 'token_needed'
  | 'too_many_calls'}`;

/** Makes an error of this module. */
export const gymError: ErrorMaker<GymErrorCode> = (what, message, extra) =>
  new MettleError({ code: `gym/${what}`, message, ...extra });
