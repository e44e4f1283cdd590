import type { Json } from '../core/index.js';
import { integerTooLarge, isIntegerTooLarge } from './integers.js';
import { PythonFloat, PythonObject, type PythonValue } from './python-value.js';

/**
 * A Python value as JSON, for people and files. A value that JSON cannot hold becomes an object with one `$` key, so
 * that nothing is lost silently:
 *
 * `{"$int": "9007199254740993"}` an int beyond 2^53 · `{"$float": "nan" | "inf" | "-inf"}` · `{"$bytes": base64}` ·
 * `{"$set": [...]}` · `{"$dict": [[key, value], …]}` a dict with keys that are no str · `{"$object": {"type", "repr"}}`
 * anything else, with `attributes` where it is an instance of a class of the code that has some. A dict that itself has one key starting with `$` is written as `$dict`, so the reading is never
 * ambiguous.
 *
 * @throws {MettleError} `sandbox/value_too_large` for an integer of more bits than can cross: no sandbox returns one.
 */
export function pythonValueToJson(value: PythonValue): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return numberToJson(value);
  if (typeof value === 'bigint') return integerToJson(value);
  if (value instanceof PythonFloat) return numberToJson(value.value);
  if (value instanceof PythonObject) return { $object: objectToJson(value) };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map(pythonValueToJson);
  if (value instanceof Set) return { $set: Array.from(value, pythonValueToJson) };
  if (value instanceof Map) return dictToJson([...value]);
  const entries = Object.entries(value);
  if (entries.length === 1 && entries[0]?.[0].startsWith('$')) return dictToJson(entries);
  return Object.fromEntries(entries.map(([key, member]) => [key, pythonValueToJson(member)]));
}

function objectToJson({ type, repr, attributes }: PythonObject): Json {
  const all = Object.entries(attributes ?? {}).map(([name, one]) => [name, pythonValueToJson(one)] as const);
  return all.length === 0 ? { type, repr } : { type, repr, attributes: Object.fromEntries(all) };
}

function integerToJson(value: bigint): Json {
  if (isIntegerTooLarge(value)) throw integerTooLarge();
  return { $int: value.toString() };
}

function numberToJson(value: number): Json {
  if (Number.isNaN(value)) return { $float: 'nan' };
  if (!Number.isFinite(value)) return { $float: value > 0 ? 'inf' : '-inf' };
  return value;
}

function dictToJson(entries: readonly (readonly [PythonValue, PythonValue])[]): Json {
  return { $dict: entries.map(([key, member]) => [pythonValueToJson(key), pythonValueToJson(member)]) };
}
