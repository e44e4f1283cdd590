import { type Json, type JsonObject, visibleText } from '../../core/index.js';

/** Longest description that is taken from a server, in characters. */
const MAX_DESCRIPTION = 10_000;

/** Words of a server, for a model or a person: control characters are made visible, and too much is cut off. */
export function foreignText(text: string, maxLength: number = MAX_DESCRIPTION): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)} [cut off]` : text;
  return visibleText(cut);
}

/** Keywords whose value is data, not words about it. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);
const WORDS: ReadonlySet<string> = new Set(['title', 'description', '$comment']);

/** A schema of a server, whole; only the words in it are treated as {@link foreignText}. */
export function foreignSchema(schema: JsonObject): JsonObject {
  return mapWords(schema) as JsonObject;
}

function mapWords(value: Json): Json {
  if (Array.isArray(value)) return value.map(mapWords);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]): [string, Json] => {
      if (DATA.has(name)) return [name, inner];
      if (WORDS.has(name) && typeof inner === 'string') return [name, foreignText(inner)];
      return [name, mapWords(inner)];
    }),
  );
}
