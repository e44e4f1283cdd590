import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { startOf } from '../../core/internal.js';

/** A field of text. Throws with the name where there is none. */
export function textIn(row: JsonObject, name: string): string {
  const value = fieldIn(row, name);
  if (typeof value === 'string') return value;
  throw new TypeError(`${name} is ${shown(value)}, not text`);
}

/** A field with a whole number, also one written as text. */
export function wholeIn(row: JsonObject, name: string): number {
  const value = fieldIn(row, name);
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  if (Number.isSafeInteger(number)) return number as number;
  throw new TypeError(`${name} is ${shown(value)}, not a whole number`);
}

/** A field with a list. */
export function listIn(row: JsonObject, name: string): readonly Json[] {
  const value = fieldIn(row, name);
  if (Array.isArray(value)) return value as readonly Json[];
  throw new TypeError(`${name} is ${shown(value)}, not a list`);
}

/** A field with an object. */
export function objectIn(row: JsonObject, name: string): JsonObject {
  const value = fieldIn(row, name);
  if (isJsonObject(value)) return value;
  throw new TypeError(`${name} is ${shown(value)}, not an object`);
}

/** The letter of a choice, A for 0. */
export function letterOf(index: number, choices: number): string {
  if (index >= 0 && index < choices && index < 26) return String.fromCharCode(65 + index);
  throw new RangeError(`the answer is choice ${index + 1} of ${choices}`);
}

function fieldIn(row: JsonObject, name: string): Json {
  if (Object.hasOwn(row, name)) return row[name] as Json;
  throw new TypeError(
    `needs ${name}, which this row does not have. It has: ${Object.keys(row).slice(0, 20).join(', ')}`,
  );
}

function shown(value: Json): string {
  return startOf(JSON.stringify(value) ?? 'missing', 40);
}
