import { coreError } from './error-codes.js';
import type { MettleError } from './errors.js';
import { shortened } from './text/shortened.js';

/** Nesting at which {@link canonicalJson} stops: deeper values are refused rather than overflowing the stack. */
const CANONICAL_JSON_MAX_DEPTH = 500;

/**
 * The one JSON text of a value: keys sorted by UTF-16 code units, no white space, numbers as ECMAScript
 * prints them (RFC 8785). Two values are the same datum exactly when their canonical texts are equal.
 *
 * Members whose value is `undefined` are left out, as `JSON.stringify` does.
 *
 * @example
 * ```ts
 * import { canonicalJson } from 'mettle/core';
 *
 * console.log(canonicalJson({ b: [1, 2], a: 'x' })); // → {"a":"x","b":[1,2]}
 * ```
 * @throws {MettleError} `core/not_representable` for NaN, infinities, bigint, functions, symbols, cycles, values
 *   with a class of their own, `undefined` inside a list, and nesting over {@link CANONICAL_JSON_MAX_DEPTH}.
 */
export function canonicalJson(value: unknown): string {
  return write(value, '$', 0, new Set());
}

function write(value: unknown, path: string, depth: number, ancestors: Set<object>): string {
  if (value === null) return 'null';
  switch (typeof value) {
    case 'boolean':
      return value ? 'true' : 'false';
    case 'string':
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) throw notRepresentable(path, `the number ${value}`);
      return JSON.stringify(value);
    case 'object':
      return writeContainer(value, path, depth, ancestors);
    default:
      throw notRepresentable(path, `a value of type ${typeof value}`);
  }
}

function writeContainer(value: object, path: string, depth: number, ancestors: Set<object>): string {
  if (depth >= CANONICAL_JSON_MAX_DEPTH) throw notRepresentable(path, 'nesting that deep');
  if (ancestors.has(value)) throw notRepresentable(path, 'a cycle');
  ancestors.add(value);
  const text = Array.isArray(value)
    ? `[${Array.from(value, (item, index) => write(item, `${path}[${index}]`, depth + 1, ancestors)).join(',')}]`
    : writeObject(value, path, depth, ancestors);
  ancestors.delete(value);
  return text;
}

function writeObject(value: object, path: string, depth: number, ancestors: Set<object>): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw notRepresentable(path, `an instance of ${value.constructor?.name ?? 'a class'}`);
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    .map(
      ([key, member]) => `${JSON.stringify(key)}:${write(member, `${path}.${key}`, depth + 1, ancestors)}`,
    );
  return `{${members.join(',')}}`;
}

function notRepresentable(path: string, what: string): MettleError {
  return coreError(
    'not_representable',
    `JSON cannot hold ${what} (at ${shortened(path, 200)}). Convert it to a string, a number or null first.`,
  );
}
