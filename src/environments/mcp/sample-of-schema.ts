import { isJsonObject, type Json, type JsonObject, schemaValidator } from '../../core/index.js';

/** Levels of a schema that samples are made for. */
const MAX_DEPTH = 5;

/** Arguments with what a schema requires and nothing else; null where none that fit are found. */
export function sampleOfSchema(schema: JsonObject, prompt: string): JsonObject | null {
  const word = prompt.match(/[A-Za-z0-9]{3,}/)?.[0] ?? 'sample';
  const sample = sampleOf(schema, word, 0);
  return isJsonObject(sample) && schemaValidator(schema).check(sample).length === 0 ? sample : null;
}

function sampleOf(schema: Json | undefined, word: string, depth: number): Json {
  if (!isJsonObject(schema) || depth > MAX_DEPTH) return null;
  const { const: fixed, enum: choices, default: usual, examples } = schema;
  if (fixed !== undefined) return fixed;
  if (usual !== undefined) return usual;
  for (const list of [choices, examples]) {
    if (Array.isArray(list) && list[0] !== undefined) return list[0];
  }
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return word;
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 1;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'object':
      return objectOf(schema, word, depth);
    default:
      return null;
  }
}

function objectOf({ properties, required }: JsonObject, word: string, depth: number): JsonObject {
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  const declared = isJsonObject(properties) ? properties : {};
  return Object.fromEntries(names.map((name) => [name, sampleOf(declared[name], word, depth + 1)]));
}
