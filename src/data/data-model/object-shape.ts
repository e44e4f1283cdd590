import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { startOf } from '../../core/internal.js';
import { dataError } from '../error-codes.js';
import { type Definitions, joinDefinitions, referenced, resolveDefinitions, used } from './definitions.js';
import { PartBudget } from './part-budget.js';

/** What a schema says of an object's members, apart from how it says it. Every object of the schema fits it. */
export interface ObjectShape {
  readonly title: Json | undefined;
  readonly description: Json | undefined;
  readonly properties: ReadonlyMap<string, Json>;
  readonly required: ReadonlySet<string>;
  /** The schema of members that are not among `properties`: false when there are none. */
  readonly additional: Json;
  readonly definitions: Definitions;
}

type Members = Pick<ObjectShape, 'properties' | 'required' | 'additional'>;

const shapes = new WeakMap<JsonObject, ObjectShape>();

/**
 * Reads the shape of the objects of a schema. Members that only a combination (`anyOf`, `allOf`) names are found;
 * what a schema asks of the object as a whole (`minProperties`, `if`) is left out, for it speaks of that object alone.
 *
 * @throws {MettleError} `data/not_an_object` for a schema of something else; `data/unsupported_schema`.
 */
export function shapeOf(schema: JsonObject): ObjectShape {
  const known = shapes.get(schema);
  if (known !== undefined) return known;
  const { schema: own, definitions } = resolveDefinitions(schema);
  const members = membersOf(own, definitions, new Map());
  if (members === null) {
    throw dataError(
      'not_an_object',
      `A data model is a JSON object with named fields; this schema is of ${startOf(JSON.stringify(own.type ?? own), 80)}. Put the value into a field.`,
    );
  }
  const target = followed(own, definitions);
  const shape = {
    title: own.title ?? target.title,
    description: own.description ?? target.description,
    ...members,
    definitions,
  };
  shapes.set(schema, shape);
  return shape;
}

/** A shape as a schema; definitions that nothing refers to are dropped. */
export function schemaOf(shape: ObjectShape): JsonObject {
  const body: JsonObject = {
    ...(shape.title === undefined ? {} : { title: shape.title }),
    ...(shape.description === undefined ? {} : { description: shape.description }),
    type: 'object',
    properties: Object.fromEntries(shape.properties),
    ...(shape.required.size === 0 ? {} : { required: [...shape.required] }),
    ...(shape.additional === true ? {} : { additionalProperties: shape.additional }),
  };
  const definitions = used(body, shape.definitions);
  return definitions.size === 0 ? body : { ...body, $defs: Object.fromEntries(definitions) };
}

/** The second shape written beside the definitions of the first, which both share then. */
export function besides(left: ObjectShape, right: ObjectShape): readonly [ObjectShape, ObjectShape] {
  const { definitions, rename } = joinDefinitions(left.definitions, right.definitions);
  if (rename === null)
    return [
      { ...left, definitions },
      { ...right, definitions },
    ];
  const renamed = {
    ...right,
    properties: new Map([...right.properties].map(([key, schema]) => [key, rename(schema)])),
    additional: rename(right.additional),
    definitions,
  };
  return [{ ...left, definitions }, renamed];
}

/** What holds for every object that has one of these shapes. */
export function eitherOf(shapes: readonly Members[]): Members {
  const keys = new Set(shapes.flatMap((shape) => [...shape.properties.keys()]));
  const properties = new Map<string, Json>();
  new PartBudget().take(keys.size * shapes.length);
  for (const key of keys) {
    const schemas = shapes.map((shape) => shape.properties.get(key) ?? shape.additional);
    properties.set(key, anyOf(schemas.filter((schema) => schema !== false)));
  }
  const required = [...keys].filter((key) => shapes.every((shape) => shape.required.has(key)));
  return {
    properties,
    required: new Set(required),
    additional: anyOf(shapes.map((shape) => shape.additional).filter((schema) => schema !== false)),
  };
}

/** A schema for what meets one of these: no two alike, and nothing said where one says nothing. False for none. */
export function anyOf(schemas: readonly Json[]): Json {
  if (
    schemas.some((schema) => schema === true || (isJsonObject(schema) && Object.keys(schema).length === 0))
  ) {
    return true;
  }
  const list = distinct(schemas);
  return list.length < 2 ? (list[0] ?? false) : { anyOf: list };
}

/** Schemas without those that are the same as one before. */
function distinct(schemas: readonly Json[]): readonly Json[] {
  if (schemas.length < 2) return schemas;
  return [...new Map(schemas.map((schema) => [canonicalJson(schema), schema])).values()];
}

/** A schema that is nothing but a reference, followed to what it stands for. */
export function followed(schema: Json, definitions: Definitions): JsonObject {
  const seen = new Set<string>();
  let at = schema;
  while (isJsonObject(at)) {
    const name = referenced(at);
    if (name === undefined || seen.has(name)) return at;
    seen.add(name);
    at = definitions.get(name) ?? true;
  }
  return {};
}

/** @param known - what was read before, once however many ways lead there; null where that goes on. */
function membersOf(
  schema: Json,
  definitions: Definitions,
  known: Map<JsonObject, Members | null>,
): Members | null {
  if (!isJsonObject(schema)) return null;
  const before = known.get(schema);
  if (before !== undefined) return before;
  known.set(schema, null);
  const members = readMembers(schema, definitions, known);
  known.set(schema, members);
  return members;
}

function readMembers(
  schema: JsonObject,
  definitions: Definitions,
  known: Map<JsonObject, Members | null>,
): Members | null {
  const { type } = schema;
  if (type !== undefined && type !== 'object' && !(Array.isArray(type) && type.includes('object')))
    return null;
  const parts: Members[] = [];
  const { properties, required, additionalProperties, patternProperties } = schema;
  if (isJsonObject(properties) || type !== undefined) {
    parts.push({
      properties: new Map(Object.entries(isJsonObject(properties) ? properties : {})),
      required: new Set(Array.isArray(required) ? required.filter((key) => typeof key === 'string') : []),
      additional: patternProperties === undefined ? (additionalProperties ?? true) : true,
    });
  }
  const name = referenced(schema);
  const all = Array.isArray(schema.allOf) ? (schema.allOf as readonly Json[]) : [];
  for (const part of [...all, ...(name === undefined ? [] : [definitions.get(name) ?? true])]) {
    const members = membersOf(part, definitions, known);
    if (members !== null) parts.push(members);
  }
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = schema[keyword];
    if (!Array.isArray(branches)) continue;
    const members = branches.map((branch: Json) => membersOf(branch, definitions, known));
    const objects = members.filter((found) => found !== null);
    if (objects.length > 0 && objects.length === members.length) parts.push(eitherOf(objects));
  }
  return parts.length === 0 ? null : allOf(parts);
}

function allOf(parts: readonly Members[]): Members {
  const [first, ...more] = parts;
  if (first !== undefined && more.length === 0) return first;
  const found = new Map<string, Json[]>();
  for (const part of parts) {
    for (const [key, schema] of part.properties) {
      const others = found.get(key);
      if (others === undefined) found.set(key, [schema]);
      else others.push(schema);
    }
  }
  const properties = new Map<string, Json>();
  for (const [key, schemas] of found) {
    const list = distinct(schemas);
    properties.set(key, list.length === 1 ? (list[0] as Json) : { allOf: list });
  }
  return { properties, required: new Set(parts.flatMap((part) => [...part.required])), additional: true };
}
