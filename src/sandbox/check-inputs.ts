import { sandboxError } from './error-codes.js';
import { MAX_VALUE_DEPTH, PythonFloat } from './python-value.js';

/**
 * Refuses inputs that no run could be given, before a sandbox is opened with them.
 *
 * @throws {MettleError} `sandbox/invalid_value`, naming the place.
 */
export function checkInputs(inputs: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(inputs)) {
    const refusal = refusalIn(value, 0);
    if (refusal !== null) {
      throw sandboxError('invalid_value', `input ${JSON.stringify(name)}${refusal}`, { details: { name } });
    }
  }
}

/** Where and why Python cannot be given a value, as words that follow its name; null when it can. */
function refusalIn(value: unknown, depth: number): string | null {
  if (typeof value === 'function' || typeof value === 'symbol')
    return ` is a ${typeof value}, which cannot be passed to Python`;
  if (typeof value !== 'object' || value === null) return null;
  if (value instanceof PythonFloat || value instanceof Uint8Array) return null;
  if (depth >= MAX_VALUE_DEPTH) return ` holds itself or nests deeper than ${MAX_VALUE_DEPTH} containers`;
  if (Array.isArray(value)) return refusalAmong(value.entries(), depth, (index) => `[${index}]`);
  if (value instanceof Set) return refusalAmong(value.entries(), depth, () => ' {…}');
  if (value instanceof Map) {
    const inKeys = refusalAmong(value.entries(), depth, () => ' {key}', 0);
    return inKeys ?? refusalAmong(value.entries(), depth, (key) => `[${shown(key)}]`);
  }
  if (!isPlain(value))
    return ` is an object of class ${value.constructor?.name ?? 'unknown'}, which cannot be passed to Python`;
  return refusalAmong(Object.entries(value), depth, (key) => `[${shown(key)}]`);
}

function refusalAmong(
  entries: Iterable<readonly [unknown, unknown]>,
  depth: number,
  place: (key: unknown) => string,
  side: 0 | 1 = 1,
): string | null {
  for (const entry of entries) {
    const refusal = refusalIn(entry[side], depth + 1);
    if (refusal !== null) return place(entry[0]) + refusal;
  }
  return null;
}

/** Whether an object is a record of this realm or of another. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

function shown(key: unknown): string {
  return typeof key === 'string' ? JSON.stringify(key) : String(key);
}
