import type { Json, JsonObject } from '../../core/index.js';
import { shortened, visibleText } from '../../core/internal.js';

/** Longest description that is taken from a server, in characters. */
const MAX_DESCRIPTION = 10_000;

/** Words of a server, for a model or a person: control characters are made visible, and too much is cut off. */
export function foreignText(text: string, maxLength: number = MAX_DESCRIPTION): string {
  return visibleText(shortened(text, maxLength, { mark: () => ' [cut off]' }));
}

/** Keywords whose value is data, not words about it. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);
const WORDS: ReadonlySet<string> = new Set(['title', 'description', '$comment']);
/** Keywords whose value maps names to schemas: there, no name is a keyword. */
const MAPS: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'properties',
  'patternProperties',
  'dependentSchemas',
]);

/** A schema of a server, whole; only the words in it are treated as {@link foreignText}. */
export function foreignSchema(schema: JsonObject): JsonObject {
  return mapWords(schema, false) as JsonObject;
}

function mapWords(value: Json, isMap: boolean): Json {
  if (Array.isArray(value)) return value.map((item) => mapWords(item, false));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]): [string, Json] => {
      if (isMap) return [name, mapWords(inner, false)];
      if (DATA.has(name)) return [name, inner];
      if (WORDS.has(name) && typeof inner === 'string') return [name, foreignText(inner)];
      return [name, mapWords(inner, MAPS.has(name))];
    }),
  );
}
