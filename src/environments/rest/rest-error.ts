import type { MettleError } from '../../core/index.js';
import { coreError } from '../../core/internal.js';
import { environmentError } from '../error-codes.js';

/** What is wrong with an OpenAPI document, in one line. */
export function specError(message: string, cause?: unknown): MettleError {
  return environmentError('invalid_openapi', message, { cause });
}

/** What is wrong with an option of a REST environment, in one line. */
export function restOptionError(message: string): MettleError {
  return coreError('invalid_option', message);
}
