import type { Json } from '../core/index.js';
import { PythonFloat, PythonObject, type PythonValue } from '../sandbox/index.js';

/**
 * A Python value as JSON: what JSON can hold as it is, the rest marked by an object with one `$` member —
 * `$integer` (decimal text), `$float` (`nan`, `inf`, `-inf`), `$bytes` (hexadecimal), `$set`, `$dict` (pairs),
 * `$object` (how Python prints it).
 */
export function pythonValueToJson(value: PythonValue): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : { $float: floatName(value) };
  if (typeof value === 'bigint') return { $integer: value.toString() };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('hex') };
  if (value instanceof PythonFloat) return pythonValueToJson(value.value);
  if (value instanceof PythonObject) return { $object: value.repr };
  if (value instanceof Set) return { $set: [...value].map((item: PythonValue) => pythonValueToJson(item)) };
  if (value instanceof Map) {
    return {
      $dict: [...value].map(([key, item]: [PythonValue, PythonValue]) => [
        pythonValueToJson(key),
        pythonValueToJson(item),
      ]),
    };
  }
  if (Array.isArray(value)) return value.map((item: PythonValue) => pythonValueToJson(item));
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, PythonValue>>).map(([key, item]) => [
      key,
      pythonValueToJson(item),
    ]),
  );
}

function floatName(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  return value > 0 ? 'inf' : '-inf';
}
