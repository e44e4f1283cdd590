import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';

/** A mask at work. */
export interface Mask {
  /** True keeps what matches, false drops it. */
  readonly keep: boolean;
  readonly recursive: boolean;
  matches(key: string): boolean;
}

/** What a mask leaves of an object. */
export function maskObject(json: JsonObject, mask: Mask): JsonObject {
  const kept: [string, Json][] = [];
  for (const [key, value] of Object.entries(json)) {
    if (mask.matches(key) === mask.keep) kept.push([key, mask.recursive ? maskValue(value, mask) : value]);
    else if (mask.keep && mask.recursive && Array.isArray(value)) {
      const inner = (value as readonly Json[]).filter((item) => typeof item === 'object' && item !== null);
      if (inner.length > 0) kept.push([key, inner.map((item) => maskValue(item, mask))]);
    }
  }
  return Object.fromEntries(kept);
}

/** What a mask leaves of a value under a key that stays. */
export function maskValue(value: Json, mask: Mask): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => maskValue(item, mask));
  return isJsonObject(value) ? maskObject(value, mask) : value;
}
