import { MAX_VALUE_DEPTH } from '../../python-value.js';

/** What a number, a boolean, a null, or the brackets of a container count for. */
const PART_BYTES = 6;
/** From here on JavaScript writes whole numbers with an exponent, which Python reads as a float. */
const FIRST_WITH_EXPONENT = 1e21;

/** What sizes {@link exactJson} takes, in about the bytes of the text. */
export interface JsonSizes {
  readonly min: number;
  readonly max: number;
}

/**
 * The JSON text of an array or plain object that Python's `json.loads` reads as the very value that the protocol's
 * own encoding stands for; null for a value of which that is not sure, and for one of another size. Exact are null,
 * booleans, strings without lone surrogates, safe integers but -0, fractions, and numbers from 1e21 on, in arrays
 * and plain objects that nest no deeper than values may.
 */
export function exactJson(value: unknown, sizes: JsonSizes): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const size = new JsonSize(sizes.max);
  if (!size.takes(value, 0) || size.bytes < sizes.min) return null;
  const text = JSON.stringify(value);
  // Lone surrogates are the only characters that come out as such an escape; an escaped backslash may look like it.
  return text.includes('\\ud') ? null : text;
}

/** Counts about how many bytes values take as JSON, as long as JSON carries them exactly. */
class JsonSize {
  bytes = 0;
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** Whether JSON carries the value exactly and it is not too large together with those before. */
  takes(value: unknown, depth: number): boolean {
    this.bytes += PART_BYTES;
    switch (typeof value) {
      case 'string':
        this.bytes += value.length;
        return this.bytes <= this.#max;
      case 'number':
        return isExact(value);
      case 'boolean':
        return true;
      case 'object':
        if (value === null) return true;
        if (depth >= MAX_VALUE_DEPTH || this.bytes > this.#max) return false;
        if (typeof Reflect.get(value, 'toJSON') === 'function') return false;
        return Array.isArray(value) ? this.#takesArray(value, depth) : this.#takesObject(value, depth);
      default:
        return false;
    }
  }

  #takesArray(items: readonly unknown[], depth: number): boolean {
    if (Object.getPrototypeOf(items) !== Array.prototype) return false;
    for (let index = 0; index < items.length; index++) {
      if (!this.takes(items[index], depth + 1)) return false;
    }
    return this.bytes <= this.#max;
  }

  #takesObject(value: object, depth: number): boolean {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) return false;
    for (const key in value) {
      if (!this.takes((value as Readonly<Record<string, unknown>>)[key], depth + 1)) return false;
      this.bytes += key.length;
    }
    return this.bytes <= this.#max;
  }
}

/** Whether JavaScript writes the number so that Python reads the number of the kind that it is to be. */
function isExact(value: number): boolean {
  if (Number.isInteger(value)) {
    if (Number.isSafeInteger(value)) return !Object.is(value, -0);
    return Math.abs(value) >= FIRST_WITH_EXPONENT;
  }
  return Number.isFinite(value);
}
