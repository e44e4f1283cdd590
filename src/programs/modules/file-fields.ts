import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import type { FilePart } from '../../models/index.js';

/**
 * JSON Schema of a file in data: `{type: 'file', mediaType, data}`, with the bytes as base64, a `data:` URL, or an `https:`
 * address that the provider reads. A module with a model hands such a field on as a file and not as text.
 *
 * @param kind - what media types begin with: `image`, `audio`. Default: any.
 */
export function fileSchema(kind?: 'image' | 'audio' | 'video' | 'application' | 'text'): JsonObject {
  return {
    title: 'File',
    type: 'object',
    properties: {
      type: { const: 'file' },
      mediaType: { type: 'string', ...(kind === undefined ? {} : { pattern: `^${kind}/` }) },
      data: { type: 'string' },
      filename: { type: 'string' },
    },
    required: ['type', 'mediaType', 'data'],
    additionalProperties: false,
  };
}

/** Data without its files, which are numbered from 1 in the order of their fields. */
export interface WithoutFiles {
  readonly json: Json;
  readonly files: readonly FilePart[];
}

/**
 * Takes the files out of data. Only what the schema declares to be a file is one: text that looks like it, which anyone may
 * have written, stays text.
 */
export function withoutFiles(value: Json, schema: Json): WithoutFiles {
  const files: FilePart[] = [];
  const take = (at: Json, of: Json): Json => {
    const kinds = kindsOf(of, schema, 0);
    if (isJsonObject(at) && kinds.some(isFile) && typeof at.data === 'string') {
      files.push(partOf(at));
      return { file: files.length };
    }
    if (Array.isArray(at)) {
      const items = kinds.find((kind) => kind.items !== undefined)?.items ?? true;
      return (at as readonly Json[]).map((item) => take(item, items));
    }
    if (!isJsonObject(at)) return at;
    const properties = Object.assign({}, ...kinds.map((kind) => kind.properties ?? {})) as JsonObject;
    return Object.fromEntries(
      Object.entries(at).map(([key, member]) => [
        key,
        take(member, Object.hasOwn(properties, key) ? (properties[key] as Json) : true),
      ]),
    );
  };
  return { json: take(value, schema), files };
}

const DATA_URL = /^data:([^;,]+)?(?:;[^,]*)?;base64,(.*)$/s;

function partOf({ mediaType, data, filename }: JsonObject): FilePart {
  const [, named, bytes] = DATA_URL.exec(String(data)) ?? [];
  return {
    type: 'file',
    mediaType: named ?? String(mediaType),
    data: bytes ?? String(data),
    ...(typeof filename === 'string' ? { filename } : {}),
  };
}

function isFile({ properties }: JsonObject): boolean {
  const type = isJsonObject(properties) ? properties.type : undefined;
  return (
    isJsonObject(type) && (type.const === 'file' || (Array.isArray(type.enum) && type.enum.join() === 'file'))
  );
}

/** What a value of a schema may be: references to `$defs` followed, alternatives apart. */
function kindsOf(schema: Json, root: Json, depth: number): JsonObject[] {
  if (!isJsonObject(schema) || depth > 20) return [];
  const { $ref, anyOf, oneOf, allOf } = schema;
  const name = typeof $ref === 'string' ? /^#\/\$defs\/(.+)$/.exec($ref)?.[1] : undefined;
  const definitions = isJsonObject(root) && isJsonObject(root.$defs) ? root.$defs : {};
  const more = [
    ...(name !== undefined && Object.hasOwn(definitions, name) ? [definitions[name] as Json] : []),
    ...[anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? (list as readonly Json[]) : [])),
  ];
  return [schema, ...more.flatMap((part) => kindsOf(part, root, depth + 1))];
}
