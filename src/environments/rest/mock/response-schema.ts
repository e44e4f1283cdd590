import { isJsonObject, type JsonObject } from '../../../core/index.js';
import type { RestOperation, RestResponse } from '../rest-operation.js';
import { SchemaMemo } from '../schema-memo.js';
import { definitionsOf, dereferenced, objectShape, typesOf } from '../schema-shape.js';

/** What was found for schemas before: the same objects again, so that each is compiled once. */
const items = new SchemaMemo<ItemSchema | null>();

/** The schema of the objects in an answer. */
export interface ItemSchema {
  /** JSON Schema of one object, standing alone. */
  readonly schema: JsonObject;
  /** The name of its definition; null where it has none. */
  readonly definition: string | null;
  /** The member of the answer that holds the object or the list; null where the answer is it. */
  readonly envelope: string | null;
  readonly isList: boolean;
  /** The most objects that the list may have. */
  readonly maxItems: number;
}

/** The declared answer that a success has: the lowest 2xx, else 2XX, else the default. */
export function successResponse({ responses }: RestOperation): RestResponse | undefined {
  const statuses = responses.map(({ status }) => status).filter((status) => /^2\d\d$/.test(status));
  const wanted = [statuses.sort()[0], '2XX', 'default'];
  const found = wanted.map((each) => responses.find(({ status }) => status === each));
  return found.find((each) => each !== undefined);
}

/** The declared answer of a status. */
export function responseOf({ responses }: RestOperation, status: number): RestResponse | undefined {
  const wanted = [String(status), `${Math.floor(status / 100)}XX`, 'default'];
  const found = wanted.map((each) => responses.find((response) => response.status === each));
  return found.find((each) => each !== undefined);
}

/**
 * Where the answer of a success has the objects of a resource; null where it has none.
 * @param isOne - whether it is the answer of one object, which may hold a list of others.
 */
export function successItem(operation: RestOperation, isOne = false): ItemSchema | null {
  const schema = successResponse(operation)?.schema ?? null;
  const item = schema === null ? null : itemSchemaOf(schema);
  return schema !== null && isOne && item?.isList === true && item.envelope !== null
    ? { ...item, schema, definition: definitionName(schema), envelope: null, isList: false }
    : item;
}

/**
 * Where an answer's schema has the objects of a resource; null where it has none. An answer without a key holds them in
 * `data`, in its only list of objects, else in its only object that has a key.
 */
export function itemSchemaOf(root: JsonObject): ItemSchema | null {
  return items.get(root, root, () => findItem(root));
}

function findItem(root: JsonObject): ItemSchema | null {
  const definitions = definitionsOf(root);
  const direct = listOrObject(root, definitions, null);
  const { properties } = objectShape(root, definitions) ?? { properties: new Map<string, JsonObject>() };
  if (direct === null || direct.isList || hasKey(properties)) return direct;
  const inner = [...properties].flatMap(([name, member]) => listOrObject(member, definitions, name) ?? []);
  const data = inner.find(({ envelope }) => envelope === 'data');
  if (data !== undefined) return data;
  const lists = inner.filter(({ isList }) => isList);
  if (lists.length === 1) return lists[0] ?? null;
  const keyed = inner.filter(({ schema }) => hasKey(objectShape(schema, definitions)?.properties));
  return (lists.length === 0 && keyed.length === 1 ? keyed[0] : null) ?? direct;
}

function hasKey(properties: ReadonlyMap<string, JsonObject> = new Map()): boolean {
  return [...properties.keys()].some((name) => /^(?:id|uuid|_id|sid|gid)$/i.test(name));
}

function listOrObject(
  schema: JsonObject,
  definitions: JsonObject,
  envelope: string | null,
): ItemSchema | null {
  const found = dereferenced(schema, definitions);
  const isList = typesOf(found, definitions).has('array') && isJsonObject(found.items);
  const { $defs: _, ...object } = isList && isJsonObject(found.items) ? found.items : schema;
  if (objectShape(object, definitions) === null) return null;
  return {
    schema: Object.keys(definitions).length === 0 ? object : { ...object, $defs: definitions },
    definition: definitionName(object),
    envelope,
    isList,
    maxItems: isList && typeof found.maxItems === 'number' ? found.maxItems : Number.POSITIVE_INFINITY,
  };
}

function definitionName(schema: JsonObject): string | null {
  return typeof schema.$ref === 'string' ? schema.$ref.slice('#/$defs/'.length) : null;
}
