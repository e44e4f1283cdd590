import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import type { RestParameter } from './rest-operation.js';
import { definitionsOf, dereferenced, objectShape, typesOf } from './schema-shape.js';

/** A name and a value of a query or of cookies, not yet escaped. */
export type Pair = readonly [name: string, value: string];

const SEPARATORS: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' };

/** A parameter of the query or of the cookies as pairs (OpenAPI 3.1, "Style Values"). */
export function writePairs(parameter: RestParameter, value: Json): readonly Pair[] {
  const { name, style, explode, json } = parameter;
  if (json) return [[name, JSON.stringify(value)]];
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map(scalarText);
    if (explode && style === 'form') return items.map((item) => [name, item]);
    return [[name, items.join(SEPARATORS[style] ?? ',')]];
  }
  if (!isJsonObject(value)) return [[name, scalarText(value)]];
  const members = Object.entries(value).map(([key, member]): Pair => [key, scalarText(member)]);
  if (style === 'deepObject') return members.map(([key, text]) => [`${name}[${key}]`, text]);
  return explode ? members : [[name, members.flat().join(',')]];
}

/** The value that {@link writePairs} wrote; undefined where no pair is of the parameter. */
export function readPairs(parameter: RestParameter, pairs: readonly Pair[]): Json | undefined {
  const { name, schema, style, explode, json } = parameter;
  const definitions = definitionsOf(schema);
  const own = pairs.filter(([key]) => key === name).map(([, text]) => text);
  const types = typesOf(schema, definitions);
  if (json) return own[0] === undefined ? undefined : jsonOrText(own[0]);
  if (types.has('array')) {
    if (own.length === 0) return undefined;
    const separated = own.length === 1 && !(explode && style === 'form');
    const items = separated ? split(own[0] ?? '', SEPARATORS[style] ?? ',') : own;
    return items.map((text) => scalarOf(text, itemSchema(schema, definitions), definitions));
  }
  const shape = types.has('object') ? objectShape(schema, definitions) : null;
  if (shape !== null) {
    const found: Pair[] = [];
    if (style === 'deepObject') {
      for (const [key, text] of pairs) {
        if (key.startsWith(`${name}[`) && key.endsWith(']'))
          found.push([key.slice(name.length + 1, -1), text]);
      }
    } else if (explode) found.push(...pairs.filter(([key]) => shape.properties.has(key)));
    else if (own[0] !== undefined) {
      const parts = split(own[0], ',');
      for (let i = 0; i + 1 < parts.length; i += 2) found.push([parts[i] ?? '', parts[i + 1] ?? '']);
    }
    if (found.length === 0) return undefined;
    return Object.fromEntries(
      found.map(([key, text]) => [key, scalarOf(text, shape.properties.get(key) ?? {}, definitions)]),
    );
  }
  return own[0] === undefined ? undefined : scalarOf(own[0], schema, definitions);
}

/** A parameter of the path or of a header as one text; parts are escaped by `encode`. */
export function writeText(parameter: RestParameter, value: Json, encode: (text: string) => string): string {
  const { name, style, explode, json } = parameter;
  if (json) return encode(JSON.stringify(value));
  const text = (part: Json): string => encode(scalarText(part));
  if (style === 'matrix' || style === 'label') {
    const start = style === 'label' ? '.' : ';';
    if (Array.isArray(value)) {
      const items = (value as readonly Json[]).map(text);
      if (style === 'label') return start + items.join(explode ? '.' : ',');
      return explode ? items.map((item) => `;${name}=${item}`).join('') : `;${name}=${items.join(',')}`;
    }
    if (!isJsonObject(value)) return style === 'label' ? start + text(value) : `;${name}=${text(value)}`;
    const members = Object.entries(value);
    if (explode) return members.map(([key, member]) => `${start}${encode(key)}=${text(member)}`).join('');
    const flat = members.map(([key, member]) => `${encode(key)},${text(member)}`).join(',');
    return style === 'label' ? start + flat : `;${name}=${flat}`;
  }
  if (Array.isArray(value)) return (value as readonly Json[]).map(text).join(',');
  if (!isJsonObject(value)) return text(value);
  const sign = explode ? '=' : ',';
  return Object.entries(value)
    .map(([key, member]) => encode(key) + sign + text(member))
    .join(',');
}

/** The value that {@link writeText} wrote in the style `simple`. */
export function readText(parameter: RestParameter, raw: string, decode: (text: string) => string): Json {
  const { schema, json, explode, style, name } = parameter;
  const definitions = definitionsOf(schema);
  const types = typesOf(schema, definitions);
  if (json) return jsonOrText(decode(raw));
  const plain =
    style === 'label' ? raw.replace(/^\./, '') : style === 'matrix' ? raw.replace(`;${name}=`, '') : raw;
  if (types.has('array')) {
    return split(plain, ',').map((part) =>
      scalarOf(decode(part), itemSchema(schema, definitions), definitions),
    );
  }
  const shape = types.has('object') ? objectShape(schema, definitions) : null;
  if (shape === null) return scalarOf(decode(plain), schema, definitions);
  const parts = split(plain, ',').flatMap((part) => (explode ? part.split('=', 2) : [part]));
  const members: [string, Json][] = [];
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const key = decode(parts[i] ?? '');
    members.push([key, scalarOf(decode(parts[i + 1] ?? ''), shape.properties.get(key) ?? {}, definitions)]);
  }
  return Object.fromEntries(members);
}

/** Text as the value that a schema asks for; the text itself where it is no such value. */
function scalarOf(text: string, schema: JsonObject, definitions: JsonObject): Json {
  const types = typesOf(schema, definitions);
  const isNumber = types.has('integer') || types.has('number');
  if (isNumber && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return Number(text);
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.has('null') && (text === 'null' || (text === '' && !types.has('string')))) return null;
  return text;
}

function itemSchema(schema: JsonObject, definitions: JsonObject): JsonObject {
  const { items } = dereferenced(schema, definitions);
  return isJsonObject(items) ? items : {};
}

function split(text: string, separator: string): readonly string[] {
  return text === '' ? [] : text.split(separator);
}

function scalarText(value: Json): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function jsonOrText(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
