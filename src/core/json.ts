/** Any value that JSON text can carry. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object: string keys, JSON values. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether `value` is a JSON object: neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
