import { MettleError } from '../../core/index.js';

/** What is wrong with an OpenAPI document, in one line. */
export function specError(message: string, cause?: unknown): MettleError {
  return new MettleError({
    code: 'environments/invalid_openapi',
    message,
    ...(cause === undefined ? {} : { cause }),
  });
}

/** What is wrong with an option of a REST environment, in one line. */
export function restOptionError(message: string): MettleError {
  return new MettleError({ code: 'core/invalid_option', message });
}
