import { parse } from 'lossless-json';
import { errorMessage } from '../../core/internal.js';
import { PythonFloat, type PythonValue } from '../../sandbox/index.js';
import { usageError } from '../parse-option.js';

/**
 * Reads the JSON object of `--inputs` with its numbers as Python's `json` reads them: without a point or an exponent
 * an int, exact at any size, else a float. A key that is given twice with two values is refused.
 *
 * @throws {MettleError} `cli/usage` for what is no JSON object
 */
export function parseInputs(text: string): Readonly<Record<string, PythonValue>> {
  let value: unknown;
  try {
    value = parse(text, null, toPythonNumber);
  } catch (error) {
    const why = error instanceof RangeError ? 'it is nested too deep' : errorMessage(error);
    throw usageError(`--inputs is not JSON: ${why}.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof PythonFloat) {
    throw usageError('--inputs takes a JSON object: {"name": value, …}.');
  }
  return value as Readonly<Record<string, PythonValue>>;
}

function toPythonNumber(text: string): PythonValue {
  if (/[.eE]/.test(text)) {
    const value = Number(text);
    return Number.isInteger(value) ? new PythonFloat(value) : value;
  }
  const value = BigInt(text);
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
}
