import type { JsonObject } from '../../core/index.js';

/** Most results that are kept for one schema: options are few, but nothing says so. */
const MOST = 100;

/**
 * Keeps what an operator worked out of a schema and its options (as text), for as long as the schema is used. So the same
 * schema gives the same result, one object, and a value costs no more than its own fields. Schemas are never changed.
 */
export function rememberedFor<Result>(): (schema: JsonObject, options: string, make: () => Result) => Result {
  const known = new WeakMap<JsonObject, Map<string, Result>>();
  return (schema, options, make) => {
    let results = known.get(schema);
    if (results === undefined) {
      results = new Map();
      known.set(schema, results);
    }
    const before = results.get(options);
    if (before !== undefined) return before;
    const result = make();
    if (results.size >= MOST) results.clear();
    results.set(options, result);
    return result;
  };
}

/** Keeps what was worked out of two schemas, in this order. */
export function rememberedForPair<Result>(
  make: (left: JsonObject, right: JsonObject) => Result,
): (left: JsonObject, right: JsonObject) => Result {
  const known = new WeakMap<JsonObject, WeakMap<JsonObject, Result>>();
  return (left, right) => {
    let results = known.get(left);
    if (results === undefined) {
      results = new WeakMap();
      known.set(left, results);
    }
    const before = results.get(right);
    if (before !== undefined) return before;
    const result = make(left, right);
    results.set(right, result);
    return result;
  };
}
