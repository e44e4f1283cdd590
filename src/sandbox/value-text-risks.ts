import { type TextUse, textRisks } from '../python/index.js';
import { PythonObject, type PythonValue } from './python-value.js';

/** Beyond this depth nothing crosses into a sandbox. */
const MAX_DEPTH = 200;

/** Adds to `found` what Monty does differently from CPython with the texts in a value. */
export function addTextRisks(value: PythonValue | undefined, found: Set<TextUse>, depth = 0): void {
  if (typeof value === 'string') {
    for (const use of textRisks(value)) found.add(use);
    return;
  }
  if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return;
  if (value instanceof Uint8Array) {
    addTextRisks(Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('utf8'), found);
  } else if (Array.isArray(value) || value instanceof Set) {
    for (const item of value) addTextRisks(item, found, depth + 1);
  } else if (value instanceof Map) {
    for (const [key, member] of value) {
      addTextRisks(key, found, depth + 1);
      addTextRisks(member, found, depth + 1);
    }
  } else if (!(value instanceof PythonObject)) {
    for (const [key, member] of Object.entries(value)) {
      addTextRisks(key, found, depth + 1);
      addTextRisks(member as PythonValue, found, depth + 1);
    }
  }
}
