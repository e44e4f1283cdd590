import { isJsonObject, type JsonObject } from '../../../core/index.js';
import type { RestOperation, RestResponse } from '../rest-operation.js';
import { SchemaMemo } from '../schema-memo.js';
import { definitionsOf, dereferenced, objectShape, typesOf } from '../schema-shape.js';

/** Names of members that hold the answer proper. */
const ENVELOPES = ['data', 'result', 'item', 'record'];
/** Names of members that hold the objects of a page. */
const LISTS = ['data', 'items', 'entries', 'results', 'values', 'records', 'content', 'list'];
/** Members that describe a page or an answer. */
const ABOUT_PAGE =
  /^(?:total|count|limit|offset|order|page|pages|size|next|prev|previous|first|last|start|end|has|links?|_links|meta|pagination|cursor|marker|object|ok|self|url?|uri|kind|apiVersion|metadata|response_metadata|warnings?)(?![a-z])/;

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
  const ranked = responses
    .filter(({ status }) => /^2\d\d$/.test(status))
    .sort((a, b) => (a.status < b.status ? -1 : 1));
  return (
    ranked[0] ??
    responses.find(({ status }) => status === '2XX') ??
    responses.find(({ status }) => status === 'default')
  );
}

/**
 * Where the answer of a success has the objects of a resource; null where it has none.
 * @param isOne - whether it is the answer of one object, which may hold a list of others.
 */
export function successItem(operation: RestOperation, isOne = false): ItemSchema | null {
  const schema = successResponse(operation)?.schema ?? null;
  const item = schema === null ? null : itemSchemaOf(schema);
  if (schema === null || item === null || !isOne || item.envelope === null || !item.isList) return item;
  return {
    schema,
    definition: definitionName(schema),
    envelope: null,
    isList: false,
    maxItems: item.maxItems,
  };
}

/** The declared answer of a status. */
export function responseOf({ responses }: RestOperation, status: number): RestResponse | undefined {
  return (
    responses.find((response) => response.status === String(status)) ??
    responses.find((response) => response.status === `${Math.floor(status / 100)}XX`) ??
    responses.find((response) => response.status === 'default')
  );
}

/** Where an answer's schema has the objects of a resource; null where it has none. */
export function itemSchemaOf(root: JsonObject): ItemSchema | null {
  return items.get(root, root, () => findItem(root));
}

function findItem(root: JsonObject): ItemSchema | null {
  const definitions = definitionsOf(root);
  const direct = listOrObject(root, definitions);
  if (direct?.isList === true) return { ...direct, envelope: null };
  const shape = objectShape(root, definitions);
  if (shape === null || direct === null) return null;
  if (hasKey(shape.properties)) return { ...direct, envelope: null };
  const envelope = listMember(shape.properties, definitions) ?? objectMember(shape.properties, definitions);
  const schema = envelope === null ? undefined : shape.properties.get(envelope);
  const inner = schema === undefined ? null : listOrObject(schema, definitions);
  return inner === null ? { ...direct, envelope: null } : { ...inner, envelope };
}

/** The member that holds the objects of a page: the only list, beside what describes the page, or one that is named as it usually is. */
function listMember(properties: ReadonlyMap<string, JsonObject>, definitions: JsonObject): string | null {
  const lists = [...properties].flatMap(([name, member]) =>
    isListOfObjects(member, definitions) ? [name] : [],
  );
  const [list] = lists;
  if (list === undefined) return null;
  const others = [...properties.keys()].filter((name) => name !== list);
  const isNamedAsList = /s$|^(?:data|list|content|page)$/i.test(list);
  const isOnly = lists.length === 1 && others.every((name) => isAboutPage(name));
  if (isOnly && (isNamedAsList || others.length > 0)) return list;
  const named = LISTS.find((name) => lists.includes(name)) ?? null;
  return [...properties.keys()].every((name) => name === named || isAboutPage(name)) ? named : null;
}

/** The member that holds the object: named as it usually is, or the only one, beside what describes the answer, with a key. */
function objectMember(properties: ReadonlyMap<string, JsonObject>, definitions: JsonObject): string | null {
  const named = [...properties.keys()].find((name) => ENVELOPES.includes(name.toLowerCase()));
  if (named !== undefined) return named;
  const [only, ...more] = [...properties.keys()].filter((name) => !isAboutPage(name));
  const inner = only === undefined ? undefined : properties.get(only);
  const shape = inner === undefined || more.length > 0 ? null : objectShape(inner, definitions);
  return shape !== null && only !== undefined && hasKey(shape.properties) ? only : null;
}

function isAboutPage(name: string): boolean {
  return ABOUT_PAGE.test(name.slice(0, 1).toLowerCase() + name.slice(1));
}

function hasKey(properties: ReadonlyMap<string, JsonObject>): boolean {
  return [...properties.keys()].some((name) => /^(?:id|uuid|_id|sid|gid)$/i.test(name));
}

/** A schema of the document as one that stands alone. */
function standingAlone(schema: JsonObject, definitions: JsonObject): JsonObject {
  return Object.keys(definitions).length === 0 ? schema : { ...schema, $defs: definitions };
}

function listOrObject(schema: JsonObject, definitions: JsonObject): Omit<ItemSchema, 'envelope'> | null {
  const found = dereferenced(schema, definitions);
  const isList = typesOf(found, definitions).has('array') && isJsonObject(found.items);
  const { $defs: _, ...object } = isList && isJsonObject(found.items) ? found.items : schema;
  if (objectShape(object, definitions) === null) return null;
  return {
    schema: standingAlone(object, definitions),
    definition: definitionName(object),
    isList,
    maxItems: isList && typeof found.maxItems === 'number' ? found.maxItems : Number.POSITIVE_INFINITY,
  };
}

function isListOfObjects(schema: JsonObject, definitions: JsonObject): boolean {
  return listOrObject(schema, definitions)?.isList === true;
}

function definitionName(schema: JsonObject): string | null {
  return typeof schema.$ref === 'string' ? schema.$ref.slice('#/$defs/'.length) : null;
}
