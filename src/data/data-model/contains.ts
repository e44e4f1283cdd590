import { canonicalJson, isJsonObject, type Json } from '../../core/index.js';
import { type Definitions, used } from './definitions.js';
import { shapeOf } from './object-shape.js';
import type { AnyDataModel } from './operand.js';
import { mapSubschemas } from './schema-positions.js';

/**
 * Whether a data model declares a field of that name, or every field of another data model with the same schema. Titles
 * and descriptions make no difference. The answer is the same for a value and for its schema.
 */
export function contains(whole: AnyDataModel, part: AnyDataModel | string): boolean {
  const { properties, definitions } = shapeOf(whole.schema);
  if (typeof part === 'string') return properties.has(part);
  const other = shapeOf(part.schema);
  return [...other.properties].every(([key, schema]) => {
    const own = properties.get(key);
    return own !== undefined && meaning(own, definitions) === meaning(schema, other.definitions);
  });
}

/** One text for schemas that say the same in the same words. */
function meaning(schema: Json, definitions: Definitions): string {
  return canonicalJson([
    bare(schema),
    ...[...used(schema, definitions)].map(([name, part]) => [name, bare(part)]),
  ]);
}

function bare(schema: Json): Json {
  if (!isJsonObject(schema)) return schema;
  const { title: _, description: __, ...rest } = mapSubschemas(schema, bare);
  return rest;
}
