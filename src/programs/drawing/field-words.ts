import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';

/** Most fields that are shown of one schema. */
const MOST = 8;

/** The fields of an object's schema in words, each `name: type`, or `name?: type` where it may be left out. */
export function fieldWords(schema: JsonObject): readonly string[] {
  const { properties, required } = schema;
  if (!isJsonObject(properties)) return [];
  const needed: readonly Json[] = Array.isArray(required) ? required : [];
  const fields = Object.entries(properties).map(
    ([name, type]) => `${name}${needed.includes(name) ? '' : '?'}: ${typeWords(type)}`,
  );
  return fields.length <= MOST
    ? fields
    : [...fields.slice(0, MOST - 1), `… ${fields.length - MOST + 1} more`];
}

function typeWords(schema: Json | undefined): string {
  if (!isJsonObject(schema)) return 'anything';
  const { type, $ref: reference, enum: values, const: constant, items, title } = schema;
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) {
    const shown = values.slice(0, 4).map((value) => JSON.stringify(value));
    return `${shown.join(' | ')}${values.length > 4 ? ' | …' : ''}`;
  }
  if (typeof reference === 'string') return reference.slice(reference.lastIndexOf('/') + 1);
  if (type === 'array') return `list of ${typeWords(items)}`;
  if (type === 'object' && typeof title === 'string') return title;
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return type.join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  return Array.isArray(options) ? options.map(typeWords).join(' | ') : 'anything';
}
