import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';

/** The text, or null for anything else. */
export function textOrNull(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** The text where it isn't empty, or nothing. */
export function someText(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The objects of a list; none for anything else. */
export function objectsOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter(isJsonObject) : [];
}

/** The object, or an empty one. */
export function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** A whole number of tokens, or nothing. */
export function tokens(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
