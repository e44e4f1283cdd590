import { isJsonObject, type JsonObject } from '../../../core/index.js';
import type { RestOperation, RestResponse } from '../rest-operation.js';
import { SchemaMemo } from '../schema-memo.js';
import { definitionsOf, dereferenced, objectShape, typesOf } from '../schema-shape.js';

/** Names of members that hold the answer proper. */
const ENVELOPES = ['data', 'result', 'item', 'record'];

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
  const lists = [...shape.properties].filter(([, member]) => isListOfObjects(member, definitions));
  const hasId = [...shape.properties.keys()].some((name) => /^(?:id|uuid|_id)$/i.test(name));
  const [list] = lists;
  if (lists.length === 1 && list !== undefined && !hasId && looksLikePage(shape.properties, list[0])) {
    const inner = listOrObject(list[1], definitions);
    if (inner !== null) return { ...inner, envelope: list[0] };
  }
  const wrapped = [...shape.properties].find(([name]) => ENVELOPES.includes(name.toLowerCase()));
  if (wrapped !== undefined && !hasId) {
    const inner = listOrObject(wrapped[1], definitions);
    if (inner !== null) return { ...inner, envelope: wrapped[0] };
  }
  return { ...direct, envelope: null };
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

/** Whether a list is all that members hold, beside what describes a page: counts, links, marks. */
function looksLikePage(properties: ReadonlyMap<string, JsonObject>, list: string): boolean {
  const page =
    /^(?:total|count|limit|offset|page|pages|size|next|prev|previous|first|last|has|links?|_links|meta|pagination|cursor)/i;
  const others = [...properties.keys()].filter((name) => name !== list);
  const isNamedAsList = /s$|^(?:data|list|content|page)$/i.test(list);
  return others.every((name) => page.test(name)) && (isNamedAsList || others.length > 0);
}

function definitionName(schema: JsonObject): string | null {
  return typeof schema.$ref === 'string' ? schema.$ref.slice('#/$defs/'.length) : null;
}
