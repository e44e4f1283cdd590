import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { referencesOf } from './convert-schema.js';
import { SchemaMemo } from './schema-memo.js';

/** The members that an object schema names. */
export interface ObjectShape {
  readonly properties: ReadonlyMap<string, JsonObject>;
  readonly required: ReadonlySet<string>;
  /** Whether members without a name in the schema are allowed on purpose. */
  readonly open: boolean;
}

/** One object for all, so that what is known of schemas is found again. */
const NO_DEFINITIONS: JsonObject = {};
const shapes = new SchemaMemo<ObjectShape | null>();
const strictShapes = new SchemaMemo<ObjectShape | null>();
const types = new SchemaMemo<ReadonlySet<string>>();
const alone = new SchemaMemo<JsonObject>();

/** Depth of references and `allOf` that are looked through. */
const MAX_DEPTH = 30;
/** What makes an object more than a list of members. */
const BEYOND_MEMBERS = [
  'oneOf',
  'anyOf',
  'not',
  'if',
  'patternProperties',
  'propertyNames',
  'dependentSchemas',
  'dependentRequired',
  'enum',
  'const',
];

/** A schema with the definition in its place where it is a reference. */
export function dereferenced(schema: JsonObject, definitions: JsonObject): JsonObject {
  let found = schema;
  for (let hops = 0; typeof found.$ref === 'string' && hops < MAX_DEPTH; hops++) {
    const { $ref, ...beside } = found;
    const target = definitions[$ref.slice('#/$defs/'.length)];
    found = isJsonObject(target) ? { ...target, ...beside } : beside;
  }
  return found;
}

/** The definitions of a schema that stands alone. */
export function definitionsOf(root: JsonObject): JsonObject {
  return isJsonObject(root.$defs) ? root.$defs : NO_DEFINITIONS;
}

/** A part of a schema as one that stands alone: with the definitions beside it where it refers to any. */
export function standingAlone(part: JsonObject, definitions: JsonObject): JsonObject {
  return alone.get(part, definitions, () =>
    referencesOf(part).next().done === true ? part : { ...part, $defs: definitions },
  );
}

/**
 * The members of an object schema, those of `allOf` joined; null for what is no plain object: a choice, a map, a list.
 * @param strict - whether conditions on the members together, such as `minProperties`, make it no plain object.
 */
export function objectShape(
  schema: JsonObject,
  definitions: JsonObject,
  { strict = false, depth = 0 }: { readonly strict?: boolean; readonly depth?: number } = {},
): ObjectShape | null {
  const memo = strict ? strictShapes : shapes;
  return memo.get(schema, definitions, () => computeShape(schema, definitions, strict, depth));
}

function computeShape(
  schema: JsonObject,
  definitions: JsonObject,
  strict: boolean,
  depth: number,
): ObjectShape | null {
  const found = dereferenced(schema, definitions);
  if (depth > MAX_DEPTH || !mayBeObject(found)) return null;
  if (strict && BEYOND_MEMBERS.some((keyword) => Object.hasOwn(found, keyword))) return null;
  const properties = new Map<string, JsonObject>();
  const required = new Set<string>();
  let open = found.additionalProperties !== undefined && isAllowing(found.additionalProperties);
  let named = isJsonObject(found.properties) || found.type !== undefined;
  for (const part of listOf(found.allOf)) {
    const shape = objectShape(part, definitions, { strict, depth: depth + 1 });
    if (shape === null) {
      if (strict) return null;
      continue;
    }
    named = true;
    open ||= shape.open;
    for (const [name, property] of shape.properties)
      properties.set(name, both(properties.get(name), property));
    for (const name of shape.required) required.add(name);
  }
  if (isJsonObject(found.properties)) {
    for (const [name, property] of Object.entries(found.properties)) {
      if (isJsonObject(property)) properties.set(name, both(properties.get(name), property));
    }
  }
  for (const name of Array.isArray(found.required) ? (found.required as readonly Json[]) : []) {
    if (typeof name === 'string') required.add(name);
  }
  return named ? { properties, required, open } : null;
}

/** The JSON types that values of a schema can have; empty for any. */
export function typesOf(schema: JsonObject, definitions: JsonObject, depth = 0): ReadonlySet<string> {
  return types.get(schema, definitions, () => computeTypes(schema, definitions, depth));
}

function computeTypes(schema: JsonObject, definitions: JsonObject, depth: number): ReadonlySet<string> {
  const found = dereferenced(schema, definitions);
  if (typeof found.type === 'string') return new Set([found.type]);
  if (Array.isArray(found.type)) return new Set(found.type.map(String));
  if (Array.isArray(found.enum)) return new Set((found.enum as readonly Json[]).map(typeOf));
  if (Object.hasOwn(found, 'const')) return new Set([typeOf(found.const ?? null)]);
  if (depth > MAX_DEPTH) return new Set();
  const choices = [...listOf(found.oneOf), ...listOf(found.anyOf)];
  const all = choices.map((choice) => typesOf(choice, definitions, depth + 1));
  if (all.length > 0 && all.every((each) => each.size > 0)) return new Set(all.flatMap((each) => [...each]));
  for (const part of listOf(found.allOf)) {
    const types = typesOf(part, definitions, depth + 1);
    if (types.size > 0) return types;
  }
  if (isJsonObject(found.properties)) return new Set(['object']);
  return isJsonObject(found.items) ? new Set(['array']) : new Set();
}

/** The schemas of a list of schemas. */
export function listOf(schemas: Json | undefined): readonly JsonObject[] {
  return Array.isArray(schemas) ? (schemas as readonly Json[]).filter(isJsonObject) : [];
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function mayBeObject(schema: JsonObject): boolean {
  const { type } = schema;
  return type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'));
}

function isAllowing(schema: Json): boolean {
  return schema === true || isJsonObject(schema);
}

function both(first: JsonObject | undefined, second: JsonObject): JsonObject {
  return first === undefined || first === second ? second : { allOf: [first, second] };
}
