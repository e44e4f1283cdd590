import type { Json } from '../core/index.js';
import { PythonObject, type PythonValue } from '../sandbox/index.js';

/** A Python value as JSON, or why JSON cannot hold it. */
export type JsonConversion =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly reason: string };

/** Turns what a script returned into JSON: tuples and lists are lists; sets, bytes, NaN and objects are refused. */
export function pythonToJson(value: PythonValue): JsonConversion {
  if (value === null || typeof value === 'boolean' || typeof value === 'string')
    return { ok: true, value: value };
  if (typeof value === 'number') {
    return Number.isFinite(value) ? { ok: true, value } : refused(`the number ${value}`);
  }
  if (typeof value === 'bigint') return refused('a whole number beyond 2^53');
  if (Array.isArray(value)) return listToJson(value);
  if (value instanceof PythonObject) {
    return refused(value.type === 'coroutine' ? 'a coroutine; await it' : `an object of type ${value.type}`);
  }
  if (value instanceof Uint8Array) return refused('bytes');
  if (value instanceof Set) return refused('a set; return a sorted list');
  if (value instanceof Map) return refused('a dict with keys that are not strings');
  return recordToJson(value as { readonly [key: string]: PythonValue });
}

function listToJson(items: readonly PythonValue[]): JsonConversion {
  const list: Json[] = [];
  for (const item of items) {
    const converted = pythonToJson(item);
    if (!converted.ok) return converted;
    list.push(converted.value);
  }
  return { ok: true, value: list };
}

function recordToJson(record: { readonly [key: string]: PythonValue }): JsonConversion {
  const members: [string, Json][] = [];
  for (const [key, member] of Object.entries(record)) {
    const converted = pythonToJson(member);
    if (!converted.ok) return converted;
    members.push([key, converted.value]);
  }
  return { ok: true, value: Object.fromEntries(members) };
}

function refused(what: string): JsonConversion {
  return { ok: false, reason: `JSON cannot hold ${what}` };
}
