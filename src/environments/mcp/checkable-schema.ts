import { isJsonObject, type Json, type JsonObject, schemaValidator } from '../../core/index.js';

/** Keywords whose value is data, not a schema. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);
/** Keywords whose value maps names to schemas: there, no name is a keyword. */
const MAPS: ReadonlySet<string> = new Set(['$defs', 'definitions', 'properties', 'dependentSchemas']);
const PATTERNS: ReadonlySet<string> = new Set(['pattern', 'patternProperties']);

/**
 * A server's schema as worlds can check it: without patterns where one needs backtracking, which a hostile server could
 * let run for ever. The server checks them itself.
 */
export function checkableSchema(schema: JsonObject): JsonObject {
  try {
    schemaValidator(schema);
    return schema;
  } catch {
    return withoutPatterns(schema, false) as JsonObject;
  }
}

function withoutPatterns(value: Json, isMap: boolean): Json {
  if (Array.isArray(value)) return value.map((item) => withoutPatterns(item, false));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isMap || !PATTERNS.has(name))
      .map(([name, inner]): [string, Json] => {
        if (!isMap && DATA.has(name)) return [name, inner];
        return [name, withoutPatterns(inner, !isMap && MAPS.has(name))];
      }),
  );
}
