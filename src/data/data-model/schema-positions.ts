import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';

const ONE: ReadonlySet<string> = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const LIST: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);
const NAMED: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/** Whether there are schemas directly inside a schema, as in most there are not. */
export function hasSubschemas(schema: JsonObject): boolean {
  for (const keyword of Object.keys(schema))
    if (ONE.has(keyword) || LIST.has(keyword) || NAMED.has(keyword)) return true;
  return false;
}

/** Visits each schema directly inside a schema. What only looks like a schema (`const`, `enum`, `default`) isn't one. */
export function visitSubschemas(schema: JsonObject, visit: (inner: Json) => void): void {
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword] as Json;
    if (LIST.has(keyword) && Array.isArray(value)) for (const inner of value as readonly Json[]) visit(inner);
    else if (ONE.has(keyword)) visit(value);
    else if (NAMED.has(keyword) && isJsonObject(value))
      for (const name of Object.keys(value)) visit(value[name] as Json);
  }
}

/** A schema with each schema directly inside it replaced, as {@link visitSubschemas} finds them. */
export function mapSubschemas(schema: JsonObject, change: (inner: Json) => Json): JsonObject {
  if (!hasSubschemas(schema)) return schema;
  return mapEntries(schema, (value, keyword) => {
    if (LIST.has(keyword) && Array.isArray(value)) return value.map((inner: Json) => change(inner));
    if (ONE.has(keyword)) return change(value);
    if (NAMED.has(keyword) && isJsonObject(value)) return mapEntries(value, change);
    return value;
  });
}

/**
 * An object with each value replaced; names are kept, also one like `__proto__`. The object itself if every value stays the
 * same: to copy tens of thousands of members takes longer than to look at them.
 */
export function mapEntries(object: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  const keys = Object.keys(object);
  const values = keys.map((key) => change(object[key] as Json, key));
  if (keys.every((key, index) => object[key] === values[index])) return object;
  return Object.fromEntries(keys.map((key, index) => [key, values[index] as Json]));
}
