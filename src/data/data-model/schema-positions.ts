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

/** A schema with each schema directly inside it replaced. What only looks like a schema (`const`, `enum`, `default`) stays. */
export function mapSubschemas(schema: JsonObject, change: (inner: Json) => Json): JsonObject {
  if (!hasSubschemas(schema)) return schema;
  return mapEntries(schema, (value, keyword) => {
    if (LIST.has(keyword) && Array.isArray(value)) return value.map(change);
    if (ONE.has(keyword)) return change(value);
    if (NAMED.has(keyword) && isJsonObject(value)) return mapEntries(value, change);
    return value;
  });
}

/** An object with each value replaced; names are kept, also one like `__proto__`. */
export function mapEntries(object: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}
