import { MettleError } from '../core/index.js';
import type { ErrorMaker } from '../core/internal.js';

/** The errors of this module: `gym/WHAT`. docs/errors.md says what each means. */
export type GymErrorCode = `gym/${'closed' | 'invalid_action' | 'no_episode' | 'no_task' | 'step_pending'}`;

/** Makes an error of this module. */
export const gymError: ErrorMaker<GymErrorCode> = (what, message, extra) =>
  new MettleError({ code: `gym/${what}`, message, ...extra });
