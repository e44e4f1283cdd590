import { MettleError } from '../core/index.js';
import type { ErrorMaker } from '../core/internal.js';

/** The errors of this module: `models/WHAT`. docs/errors.md says what each means. */
export type ModelErrorCode = `models/${
  | 'already_recorded'
  | 'budget_exhausted'
  | 'cut_off'
  | 'invalid_response'
  | 'no_embeddings'
  | 'no_key'
  | 'no_model'
  | 'no_price'
  | 'no_recording'
  | 'none_found'
  | 'not_recorded'
  | 'not_replayed'
  | 'package_broken'
  | 'package_missing'
  | 'rate_limited'
  | 'record_unreadable'
  | 'refused'
  | 'server_failed'
  | 'timeout'
  | 'unknown_model'
  | 'unknown_specification'
  | 'unreachable'}`;

/** Makes an error of this module. */
export const modelError: ErrorMaker<ModelErrorCode> = (what, message, extra) =>
  new MettleError({ code: `models/${what}`, message, ...extra });
