import { MAX_VALUE_DEPTH } from '../../python-value.js';

/** What {@link weightOf} gives for a value that JSON does not carry exactly. */
const INEXACT = -1;
/** What a number, a boolean, a null, or the brackets of a container weigh. */
const PART_BYTES = 6;
/** From here on JavaScript writes whole numbers with an exponent, which Python reads as a float. */
const FIRST_WITH_EXPONENT = 1e21;

/**
 * The JSON text of an array or plain object that Python's `json.loads` reads as the very value that the protocol's
 * own encoding stands for; null for a value of which that is not sure, and for one below `minBytes`, which is not
 * worth it. Exact are null, booleans, strings without lone surrogates, safe integers but -0, fractions, and numbers
 * from 1e21 on, in arrays and plain objects that nest no deeper than values may.
 */
export function exactJson(value: unknown, minBytes: number): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (weightOf(value, 0) < minBytes) return null;
  const text = JSON.stringify(value);
  // Lone surrogates are the only characters that come out as such an escape; an escaped backslash may look like it.
  return text.includes('\\ud') ? null : text;
}

/** About how many bytes the value takes as JSON, or {@link INEXACT}. */
function weightOf(value: unknown, depth: number): number {
  switch (typeof value) {
    case 'string':
      return value.length + PART_BYTES;
    case 'number':
      return isExact(value) ? PART_BYTES : INEXACT;
    case 'boolean':
      return PART_BYTES;
    case 'object':
      if (value === null) return PART_BYTES;
      if (depth >= MAX_VALUE_DEPTH || typeof Reflect.get(value, 'toJSON') === 'function') return INEXACT;
      return Array.isArray(value) ? weightOfArray(value, depth) : weightOfObject(value, depth);
    default:
      return INEXACT;
  }
}

function weightOfArray(items: readonly unknown[], depth: number): number {
  if (Object.getPrototypeOf(items) !== Array.prototype) return INEXACT;
  let sum = PART_BYTES;
  for (let index = 0; index < items.length; index++) {
    const weight = weightOf(items[index], depth + 1);
    if (weight === INEXACT) return INEXACT;
    sum += weight;
  }
  return sum;
}

function weightOfObject(value: object, depth: number): number {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return INEXACT;
  let sum = PART_BYTES;
  for (const key in value) {
    const weight = weightOf((value as Readonly<Record<string, unknown>>)[key], depth + 1);
    if (weight === INEXACT) return INEXACT;
    sum += weight + key.length;
  }
  return sum;
}

/** Whether JavaScript writes the number so that Python reads the number of the kind that it is to be. */
function isExact(value: number): boolean {
  if (Number.isInteger(value)) {
    if (Number.isSafeInteger(value)) return !Object.is(value, -0);
    return Math.abs(value) >= FIRST_WITH_EXPONENT;
  }
  return Number.isFinite(value);
}
