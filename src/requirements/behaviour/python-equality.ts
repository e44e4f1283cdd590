import { PythonFloat, PythonObject, type PythonValue } from '../../sandbox/index.js';

/**
 * Whether two Python values are the same datum. Lists and tuples are alike, so are whole numbers however they are
 * held; `True` is not 1. Numbers may differ by `tolerance`, relative to the larger of them (absolute below 1). Values
 * that Python shows only as an object are never equal.
 */
export function pythonEquals(left: PythonValue, right: PythonValue, tolerance = 0): boolean {
  const a = left instanceof PythonFloat ? left.value : left;
  const b = right instanceof PythonFloat ? right.value : right;
  if (isNumber(a) && isNumber(b)) return numbersEqual(a, b, tolerance);
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b;
  if (a instanceof PythonObject || b instanceof PythonObject) return false;
  if (a instanceof Uint8Array || b instanceof Uint8Array) {
    return a instanceof Uint8Array && b instanceof Uint8Array && Buffer.from(a).equals(b);
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item: PythonValue, at) => pythonEquals(item, b[at] as PythonValue, tolerance));
  }
  if (a instanceof Set || b instanceof Set) {
    if (!(a instanceof Set) || !(b instanceof Set) || a.size !== b.size) return false;
    const rest = [...(b as ReadonlySet<PythonValue>)];
    return [...(a as ReadonlySet<PythonValue>)].every((item) => takeEqual(rest, item, tolerance));
  }
  const rest = entriesOf(b);
  const entries = entriesOf(a);
  return entries.length === rest.length && entries.every((entry) => takeEqual(rest, entry, tolerance));
}

function isNumber(value: PythonValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function numbersEqual(left: number | bigint, right: number | bigint, tolerance: number): boolean {
  // A bigint and a number compare by value with ==, without rounding.
  // biome-ignore lint/suspicious/noDoubleEquals: === is false for equal numbers of the two kinds
  if (left == right) return true;
  const [a, b] = [Number(left), Number(right)];
  if (Number.isNaN(a) && Number.isNaN(b)) return true;
  return tolerance > 0 && Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(a), Math.abs(b));
}

function entriesOf(value: object): PythonValue[] {
  return value instanceof Map ? [...value.entries()] : Object.entries(value as Record<string, PythonValue>);
}

function takeEqual(rest: PythonValue[], wanted: PythonValue, tolerance: number): boolean {
  const at = rest.findIndex((candidate) => pythonEquals(wanted, candidate, tolerance));
  if (at < 0) return false;
  rest.splice(at, 1);
  return true;
}
