import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { type Definitions, referenced } from './definitions.js';
import { type Mask, maskValue } from './mask-value.js';
import { anyOf, type ObjectShape } from './object-shape.js';
import { PartBudget } from './part-budget.js';
import { mapEntries, mapSubschemas } from './schema-positions.js';

/** What speaks of an object or a list as it was before the mask. */
const DROPPED: ReadonlySet<string> = new Set([
  'contains',
  'default',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'else',
  'examples',
  'if',
  'maxContains',
  'minContains',
  'minProperties',
  'not',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
  'uniqueItems',
]);

/** The shape of what a mask leaves of objects of a shape. */
export function maskShape(shape: ObjectShape, mask: Mask): ObjectShape {
  const inside = new SchemaMask(shape.definitions, mask);
  return {
    ...shape,
    properties: new Map(inside.properties(shape.properties)),
    required: new Set([...shape.required].filter((key) => mask.matches(key) === mask.keep)),
    additional: inside.unnamed(shape.additional),
    definitions: mask.recursive
      ? new Map([...shape.definitions].map(([name, schema]) => [name, inside.schema(schema)]))
      : shape.definitions,
  };
}

/** Rewrites schemas so that what a mask leaves of any value that met one meets the new one. */
class SchemaMask {
  readonly #definitions: Definitions;
  readonly #mask: Mask;
  readonly #budget = new PartBudget();

  constructor(definitions: Definitions, mask: Mask) {
    this.#definitions = definitions;
    this.#mask = mask;
  }

  /** The schema of a value under a key that stays. */
  schema(schema: Json): Json {
    if (!this.#mask.recursive || !isJsonObject(schema)) return schema;
    this.#budget.take();
    const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !DROPPED.has(keyword)));
    const { properties, required, additionalProperties, patternProperties, oneOf, ...rest } = kept;
    return {
      ...this.#literals(mapSubschemas(rest, (inner) => this.schema(inner))),
      ...(isJsonObject(properties)
        ? { properties: Object.fromEntries(this.properties(Object.entries(properties))) }
        : {}),
      ...(Array.isArray(required) ? { required: required.filter((key) => this.#stays(key)) } : {}),
      ...(additionalProperties === undefined
        ? {}
        : { additionalProperties: this.unnamed(additionalProperties) }),
      ...(isJsonObject(patternProperties)
        ? { patternProperties: mapEntries(patternProperties, (inner) => this.unnamed(inner)) }
        : {}),
      // Alternatives that a masked field told apart may both hold now.
      ...(Array.isArray(oneOf) && rest.anyOf === undefined
        ? { anyOf: oneOf.map((inner: Json) => this.schema(inner)) }
        : {}),
    };
  }

  /** The fields that stay. */
  properties(properties: Iterable<readonly [string, Json]>): [string, Json][] {
    const kept: [string, Json][] = [];
    for (const [key, schema] of properties) {
      if (this.#stays(key)) kept.push([key, this.schema(schema)]);
      else {
        const list = this.#list(schema);
        if (list !== null) kept.push([key, list]);
      }
    }
    return kept;
  }

  /** The schema of fields that are not named: some stay, of others only the lists do. */
  unnamed(schema: Json): Json {
    const list = this.#list(schema);
    return list === null ? this.schema(schema) : anyOf([this.schema(schema), list]);
  }

  #stays(key: Json): boolean {
    return typeof key === 'string' && this.#mask.matches(key) === this.#mask.keep;
  }

  #literals(schema: JsonObject): JsonObject {
    return mapEntries(schema, (value, keyword) => {
      if (keyword === 'const') return maskValue(value, this.#mask);
      if (keyword === 'enum' && Array.isArray(value)) {
        return (value as readonly Json[]).map((item) => maskValue(item, this.#mask));
      }
      return value;
    });
  }

  /** The schema of the list that stays under a key that does not; null where there can be none. */
  #list(schema: Json): Json | null {
    if (!this.#mask.keep || !this.#mask.recursive) return null;
    const items = this.#itemsIn(schema, new Set()).filter((item) => this.#mayContain(item, new Set()));
    if (items.length === 0) return null;
    const said = isJsonObject(schema) ? schema : {};
    return {
      ...(said.title === undefined ? {} : { title: said.title }),
      ...(said.description === undefined ? {} : { description: said.description }),
      type: 'array',
      items: anyOf(items.map((item) => this.schema(item))),
    };
  }

  /** What items a value can have where it is a list; empty where it never is. */
  #itemsIn(schema: Json, seen: Set<Json>): readonly Json[] {
    if (schema === false || seen.has(schema)) return [];
    if (!isJsonObject(schema)) return [true];
    this.#budget.take();
    if (!allowsType(schema, ['array'])) return [];
    seen.add(schema);
    const alternatives = this.#alternatives(schema);
    if (alternatives !== undefined) return alternatives.flatMap((inner) => this.#itemsIn(inner, seen));
    if (Array.isArray(schema.allOf) || schema.prefixItems !== undefined) return [true];
    return [Array.isArray(schema.items) ? true : (schema.items ?? true)];
  }

  /** Whether a value can be an object or a list. */
  #mayContain(schema: Json, seen: Set<Json>): boolean {
    if (schema === false || seen.has(schema)) return false;
    if (!isJsonObject(schema)) return true;
    this.#budget.take();
    if (!allowsType(schema, ['array', 'object'])) return false;
    seen.add(schema);
    const alternatives = this.#alternatives(schema);
    return alternatives?.some((inner) => this.#mayContain(inner, seen)) ?? true;
  }

  #alternatives(schema: JsonObject): readonly Json[] | undefined {
    const name = referenced(schema);
    if (name !== undefined) return [this.#definitions.get(name) ?? true];
    const branches = schema.anyOf ?? schema.oneOf;
    return Array.isArray(branches) ? (branches as readonly Json[]) : undefined;
  }
}

function allowsType({ type, const: literal, enum: literals }: JsonObject, types: readonly string[]): boolean {
  const values = literal === undefined ? literals : [literal];
  if (Array.isArray(values)) return values.some((value) => typeof value === 'object' && value !== null);
  if (typeof type === 'string') return types.includes(type);
  return !Array.isArray(type) || type.some((name) => types.includes(name as string));
}
