import { PythonFloat, PythonObject, type PythonValue } from '../python-value.js';

/** What any value takes at least, and each place in a container. */
const PLACE_BYTES = 16;
/** Deeper than a value can nest that comes out of a sandbox or goes in. */
const MAX_DEPTH = 200;

/** About how many bytes of memory a value takes: text and numbers by their size, containers by their places. */
export function valueBytes(value: PythonValue, depth = 0): number {
  if (typeof value === 'string') return PLACE_BYTES + 2 * value.length;
  if (typeof value === 'bigint') return PLACE_BYTES + value.toString(16).length / 2;
  if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return PLACE_BYTES;
  if (value instanceof PythonFloat) return PLACE_BYTES;
  if (value instanceof Uint8Array) return PLACE_BYTES + value.length;
  let bytes = PLACE_BYTES;
  const add = (part: PythonValue): void => {
    bytes += valueBytes(part, depth + 1);
  };
  if (value instanceof PythonObject) {
    add(value.repr);
    if (value.attributes !== null) add(value.attributes);
  } else if (Array.isArray(value) || value instanceof Set) value.forEach(add);
  else if (value instanceof Map) {
    for (const [key, member] of value) {
      add(key);
      add(member);
    }
  } else {
    for (const [key, member] of Object.entries(value)) {
      add(key);
      add(member);
    }
  }
  return bytes;
}
