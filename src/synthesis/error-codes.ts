import { MettleError } from '../core/index.js';
import type { ErrorMaker } from '../core/internal.js';

/** The errors of this module: `synthesis/WHAT`. docs/errors.md says what each means. */
export type SynthesisErrorCode = `synthesis/${'aborted' | 'unknown_engine'}`;

/** Makes an error of this module. */
export const synthesisError: ErrorMaker<SynthesisErrorCode> = (what, message, extra) =>
  new MettleError({ code: `synthesis/${what}`, message, ...extra });
