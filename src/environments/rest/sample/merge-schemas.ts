import { isJsonObject, type Json, type JsonObject } from '../../../core/index.js';
import { SchemaMemo } from '../schema-memo.js';
import { dereferenced, listOf } from '../schema-shape.js';

const MAX_DEPTH = 30;
const known = new SchemaMemo<JsonObject>();

/** A schema with all that `allOf` demands in itself, as far as that can be said in one schema. */
export function mergedSchema(schema: JsonObject, definitions: JsonObject, depth = 0): JsonObject {
  return known.get(schema, definitions, () => merge(schema, definitions, depth));
}

function merge(schema: JsonObject, definitions: JsonObject, depth: number): JsonObject {
  const found = dereferenced(schema, definitions);
  const parts = listOf(found.allOf);
  if (parts.length === 0 || depth > MAX_DEPTH) return found;
  const { allOf: _, ...rest } = found;
  return parts.reduce(
    (merged, part) => mergeTwo(merged, mergedSchema(part, definitions, depth + 1)),
    rest as JsonObject,
  );
}

/** One schema that demands what two do. */
export function mergeTwo(first: JsonObject, second: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...first };
  for (const [keyword, value] of Object.entries(second)) {
    const before = merged[keyword];
    merged[keyword] = before === undefined ? value : mergeKeyword(keyword, before, value);
  }
  return merged;
}

function mergeKeyword(keyword: string, first: Json, second: Json): Json {
  if (keyword === 'properties' && isJsonObject(first) && isJsonObject(second)) {
    const names = new Set([...Object.keys(first), ...Object.keys(second)]);
    return Object.fromEntries([...names].map((name) => [name, bothOf(first[name], second[name])]));
  }
  if (keyword === 'required') return [...new Set([...items(first), ...items(second)])];
  if (keyword === 'enum') {
    const texts = new Set(items(second).map((value) => JSON.stringify(value)));
    return items(first).filter((value) => texts.has(JSON.stringify(value)));
  }
  if (keyword === 'type') return commonTypes(first, second);
  if (keyword === 'anyOf' || keyword === 'oneOf')
    return items(first).length <= items(second).length ? first : second;
  if (typeof first === 'number' && typeof second === 'number') {
    return /^(?:min|exclusiveMin)/.test(keyword) ? Math.max(first, second) : Math.min(first, second);
  }
  return first;
}

function commonTypes(first: Json, second: Json): Json {
  const wanted = new Set(Array.isArray(second) ? second : [second]);
  const common = (Array.isArray(first) ? first : [first]).filter(
    (type) => wanted.has(type) || (type === 'integer' && wanted.has('number')),
  );
  const narrower = wanted.has('integer') && (Array.isArray(first) ? first : [first]).includes('number');
  const types = narrower ? [...new Set([...common.filter((type) => type !== 'number'), 'integer'])] : common;
  return types.length === 1 ? (types[0] ?? null) : types;
}

function bothOf(first: Json | undefined, second: Json | undefined): Json {
  if (first === undefined) return second ?? {};
  if (second === undefined || first === second) return first;
  return { allOf: [first, second] };
}

function items(value: Json): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
