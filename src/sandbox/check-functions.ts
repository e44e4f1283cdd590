import { sandboxError } from './error-codes.js';
import { checkPythonNames } from './python-names.js';

/**
 * Refuses host functions that Python could not call.
 *
 * @throws {MettleError} `sandbox/invalid_name` for a name that Python would not accept, `sandbox/invalid_argument` for
 *   what is no function.
 */
export function checkFunctions(functions: Readonly<Record<string, unknown>>): void {
  checkPythonNames(Object.keys(functions), 'the function name');
  for (const [name, value] of Object.entries(functions)) {
    if (typeof value === 'function') continue;
    throw sandboxError(
      'invalid_argument',
      `functions.${name} must be a function; got ${value === null ? 'null' : typeof value}`,
      { details: { name } },
    );
  }
}
