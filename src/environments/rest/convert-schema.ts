import { isJsonObject, type Json, type JsonObject, MettleError, schemaValidator } from '../../core/index.js';
import { quoted, shortened, visibleText } from '../../core/internal.js';
import { followReference } from './document.js';
import { specError } from './rest-error.js';

/** Which side of an exchange a schema describes: requests never hold what is `readOnly`, responses nothing `writeOnly`. */
export type SchemaSide = 'request' | 'response';

/** Characters of a description that a tool keeps. */
const MAX_DESCRIPTION = 300;

const ONE_SCHEMA = new Set([
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const SCHEMA_LIST = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const SCHEMA_MAP = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const PLAIN = new Set([
  'type',
  'enum',
  'const',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
  'required',
  'dependentRequired',
  'default',
]);

/**
 * Rewrites schemas of an OpenAPI 3.0 or 3.1 document as JSON Schema (draft 2020-12): references become `$defs`, cycles
 * included; `nullable`, the boolean `exclusiveMinimum` and `example` of 3.0 become what 2020-12 calls them; what
 * describes documents alone is left out. One converter serves one side of all exchanges of a document.
 */
export class SchemaConverter {
  readonly #document: JsonObject;
  readonly #side: SchemaSide;
  readonly #names = new Map<string, string>();
  readonly #definitions = new Map<string, JsonObject>();
  /** Definitions that each definition refers to. */
  readonly #uses = new Map<string, Set<string>>();
  /** Lists of definitions by their names: schemas that refer to the same share one, and what is known of it. */
  readonly #lists = new Map<string, JsonObject>();

  constructor(document: JsonObject, side: SchemaSide) {
    this.#document = document;
    this.#side = side;
  }

  /**
   * The schema as one that stands alone.
   * @throws {MettleError} `environments/invalid_openapi` for references that lead out of the document or to nothing.
   */
  convert(schema: Json | undefined): JsonObject {
    const uses = new Set<string>();
    const converted = this.#convert(schema ?? true, uses);
    return withDefinitions(converted, this.definitions(converted));
  }

  /** The definitions that converted schemas refer to, directly or not, by name. */
  definitions(...schemas: readonly JsonObject[]): JsonObject {
    const needed = new Set<string>();
    const pending = schemas.flatMap((schema) => [...referencesOf(schema)]);
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      if (needed.has(name)) continue;
      needed.add(name);
      pending.push(...(this.#uses.get(name) ?? []));
    }
    const names = [...needed].sort();
    const definitions = names.map((name): [string, JsonObject] => {
      const definition = this.#definitions.get(name);
      if (definition === undefined) throw specError(`The schema ${quoted(name)} can't be read.`);
      return [name, definition];
    });
    // Names hold no spaces.
    const key = names.join(' ');
    const list = this.#lists.get(key) ?? Object.fromEntries(definitions);
    this.#lists.set(key, list);
    return list;
  }

  #convert(schema: Json, uses: Set<string>): JsonObject {
    if (schema === true) return {};
    if (schema === false) return { not: {} };
    if (!isJsonObject(schema)) throw specError(`A schema of the OpenAPI document is ${typeName(schema)}.`);
    if (typeof schema.$ref === 'string') return this.#reference(schema.$ref, schema, uses);
    const result: Record<string, Json> = {};
    for (const [keyword, value] of Object.entries(schema)) this.#keyword(keyword, value, result, uses);
    exclusiveLimits(schema, result);
    this.#hideProperties(schema, result);
    return schema.nullable === true ? orNull(result) : result;
  }

  #reference(reference: string, schema: JsonObject, uses: Set<string>): JsonObject {
    const name = this.#define(reference);
    uses.add(name);
    const pointed: JsonObject = { $ref: `#/$defs/${name}` };
    const { $ref: _, ...beside } = schema;
    const described = typeof beside.description === 'string' ? shortText(beside.description) : undefined;
    const others = Object.keys(beside).some((keyword) => isConstraint(keyword));
    // Version 3.0 ignores what stands beside a reference; 3.1 applies it.
    if (others && String(this.#document.openapi).startsWith('3.1')) {
      return { ...this.#convert(beside, uses), ...pointed };
    }
    return described === undefined ? pointed : { ...pointed, description: described };
  }

  #define(reference: string): string {
    const { pointer, value } = followReference(this.#document, reference);
    const known = this.#names.get(pointer);
    if (known !== undefined) return known;
    const last = pointer.slice(pointer.lastIndexOf('/') + 1).replaceAll(/[^A-Za-z0-9_]+/g, '_');
    let name = last;
    for (let n = 2; this.#definitions.has(name); n++) name = `${last}_${n}`;
    this.#names.set(pointer, name);
    this.#definitions.set(name, {});
    const uses = new Set<string>();
    try {
      this.#definitions.set(name, this.#convert(value, uses));
    } catch (error) {
      // Whatever refers to it has to fail too, now and later.
      this.#names.delete(pointer);
      this.#definitions.delete(name);
      throw error;
    }
    this.#uses.set(name, uses);
    return name;
  }

  #keyword(keyword: string, value: Json, result: Record<string, Json>, uses: Set<string>): void {
    if (PLAIN.has(keyword)) result[keyword] = value;
    else if (ONE_SCHEMA.has(keyword)) {
      result[keyword] = typeof value === 'boolean' ? value : this.#convert(value, uses);
    } else if (SCHEMA_LIST.has(keyword) && Array.isArray(value)) {
      result[keyword] = (value as readonly Json[]).map((item) => this.#convert(item, uses));
    } else if (SCHEMA_MAP.has(keyword) && isJsonObject(value)) {
      result[keyword] = Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, this.#convert(item, uses)]),
      );
    } else if (keyword === 'pattern' && typeof value === 'string') {
      // A pattern that no linear-time engine can run is left to the server, which checks again.
      if (canRun(value)) result.pattern = value;
    } else if (keyword === 'description' && typeof value === 'string') result.description = shortText(value);
    else if (keyword === 'example') result.examples ??= [value];
    else if (keyword === 'examples' && Array.isArray(value)) result.examples = value as readonly Json[];
  }

  /** Takes the properties out that this side never holds. */
  #hideProperties(schema: JsonObject, result: Record<string, Json>): void {
    const { properties } = schema;
    if (!isJsonObject(properties)) return;
    const hidden = this.#side === 'request' ? 'readOnly' : 'writeOnly';
    const isHidden = (name: string): boolean => {
      const property = properties[name];
      return isJsonObject(property) && property[hidden] === true;
    };
    result.properties = Object.fromEntries(
      Object.entries((result.properties ?? {}) as JsonObject).filter(([name]) => !isHidden(name)),
    );
    const { required } = result;
    if (Array.isArray(required)) {
      result.required = (required as readonly Json[]).filter((name) => !isHidden(String(name)));
    }
  }
}

/** A schema with the definitions it refers to beside it. */
export function withDefinitions(schema: JsonObject, definitions: JsonObject): JsonObject {
  return Object.keys(definitions).length === 0 ? schema : { ...schema, $defs: definitions };
}

/** The names of the definitions that a schema refers to. */
export function* referencesOf(schema: Json): Generator<string> {
  if (Array.isArray(schema)) for (const item of schema as readonly Json[]) yield* referencesOf(item);
  else if (isJsonObject(schema)) {
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === '$ref' && typeof value === 'string') yield value.slice('#/$defs/'.length);
      else if (typeof value === 'object') yield* referencesOf(value);
    }
  }
}

function exclusiveLimits(schema: JsonObject, result: Record<string, Json>): void {
  for (const [exclusive, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof schema[exclusive] !== 'boolean') continue;
    delete result[exclusive];
    const value = schema[limit];
    if (schema[exclusive] === true && typeof value === 'number') {
      delete result[limit];
      result[exclusive] = value;
    }
  }
}

function orNull(schema: Record<string, Json>): JsonObject {
  const { type, enum: values } = schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  const nullable = { ...schema, type: [type, 'null'] };
  return Array.isArray(values) && !values.includes(null)
    ? { ...nullable, enum: [...values, null] }
    : nullable;
}

function isConstraint(keyword: string): boolean {
  return PLAIN.has(keyword) || ONE_SCHEMA.has(keyword) || SCHEMA_LIST.has(keyword) || SCHEMA_MAP.has(keyword);
}

function canRun(pattern: string): boolean {
  try {
    schemaValidator({ pattern });
    return true;
  } catch (error) {
    if (MettleError.isInstance(error)) return false;
    throw error;
  }
}

/** Text of a stranger for a model: one paragraph, bounded, without hidden characters. */
export function shortText(text: string, length: number = MAX_DESCRIPTION): string {
  return shortened(visibleText(text.replaceAll(/\s+/g, ' ').trim()), length);
}

function typeName(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
