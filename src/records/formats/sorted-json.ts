import { canonicalJson, type Json } from '../../core/index.js';

/** A JSON value with the members of its objects in the order of canonical JSON: equal values are written as equal bytes. */
export function sortedJson<T>(value: T): T {
  return JSON.parse(canonicalJson(value as Json)) as T;
}
