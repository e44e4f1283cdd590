import { MettleError } from '../core/index.js';
import type { ErrorMaker } from '../core/internal.js';

/** The errors of this module: `testing/WHAT`. docs/errors.md says what each means. */
export type TestingErrorCode = `testing/${'invalid_step' | 'unconsumed_steps' | 'unexpected_call'}`;

/** Makes an error of this module. */
export const testingError: ErrorMaker<TestingErrorCode> = (what, message, extra) =>
  new MettleError({ code: `testing/${what}`, message, ...extra });
