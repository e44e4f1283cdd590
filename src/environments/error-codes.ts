import { MettleError } from '../core/index.js';
import type { ErrorMaker } from '../core/internal.js';

/** The errors of this module: `environments/WHAT`. docs/errors.md says what each means. */
export type EnvironmentErrorCode = `environments/${
  | 'browser_unavailable'
  | 'call_pending'
  | 'cannot_fork'
  | 'cannot_reset'
  | 'close_failed'
  | 'environment_closed'
  | 'episode_ended'
  | 'episode_out_of_calls'
  | 'foreign_snapshot'
  | 'fork_failed'
  | 'invalid_definition'
  | 'invalid_limit'
  | 'invalid_openapi'
  | 'invalid_origin'
  | 'invalid_seed'
  | 'invalid_sql_content'
  | 'postgres_unavailable'
  | 'python_unavailable'
  | 'sqlite_unavailable'
  | 'too_large'
  | 'unknown_environment'
  | 'unknown_tool'
  | 'world_broken'
  | 'world_closed'
  | 'world_interrupted'}`;

/** Makes an error of this module. */
export const environmentError: ErrorMaker<EnvironmentErrorCode> = (what, message, extra) =>
  new MettleError({ code: `environments/${what}`, message, ...extra });
