import { MettleError } from '../core/index.js';
import type { ErrorMaker } from '../core/internal.js';

/** The errors of this module: `benchmarks/WHAT`. docs/errors.md says what each means. */
export type BenchmarkErrorCode = `benchmarks/${
  | 'different_cases'
  | 'invalid_case'
  | 'invalid_report'
  | 'invalid_subject'
  | 'no_cases'}`;

/** Makes an error of this module. */
export const benchmarkError: ErrorMaker<BenchmarkErrorCode> = (what, message, extra) =>
  new MettleError({ code: `benchmarks/${what}`, message, ...extra });
