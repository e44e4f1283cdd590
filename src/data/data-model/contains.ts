import { canonicalJson, isJsonObject, type Json } from '../../core/index.js';
import { namesReferencedIn } from './definitions.js';
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
  const pending = [...other.properties].map(([key, schema]) => [properties.get(key), schema] as const);
  const compared = new Set<string>();
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [own, schema] = pair;
    if (own === undefined) return false;
    if (own !== schema && canonicalJson(bare(own)) !== canonicalJson(bare(schema))) return false;
    // They refer to the same names, which have to stand for the same on both sides.
    for (const name of namesReferencedIn(schema)) {
      if (compared.has(name)) continue;
      compared.add(name);
      pending.push([definitions.get(name) ?? true, other.definitions.get(name) ?? true]);
    }
  }
  return true;
}

function bare(schema: Json): Json {
  if (!isJsonObject(schema)) return schema;
  const { title: _, description: __, ...rest } = mapSubschemas(schema, bare);
  return rest;
}
