import { type JsonObject, RandomStream } from '../../../core/index.js';
import { meetsSchema } from '../known-validators.js';
import type { RestOperation } from '../rest-operation.js';
import { definitionsOf, objectShape, typesOf } from '../schema-shape.js';
import type { MockAncestor, MockEffect, MockPlan, MockResource, MockRoute } from './mock-resource.js';
import { keyOf } from './object-key.js';
import { namesResource, referencedWord } from './resource-names.js';
import { type ItemSchema, itemSchemaOf, successResponse } from './response-schema.js';

/** What the values of a key can be. */
const KEY_TYPES: ReadonlySet<string> = new Set(['string', 'integer', 'number']);

/** A path taken apart: literals, and parameters in the place of keys. */
interface PathParts {
  readonly operation: RestOperation;
  /** The last literal; null for the path `/`. */
  readonly literal: string | null;
  /** The path up to the last literal, parameters without names: `/users/{}/orders`. */
  readonly collection: string;
  /** The parameter behind the last literal; null where the path ends with the literal. */
  readonly parameter: string | null;
  /** Collections before, each with the parameter behind it. */
  readonly before: readonly { readonly collection: string; readonly parameter: string }[];
}

/** A resource while it is being recognised. */
interface Draft {
  readonly name: string;
  readonly literal: string;
  readonly item: ItemSchema;
  readonly parameter: string | null;
  readonly paths: PathParts[];
}

/**
 * The resources and effects that the paths of an OpenAPI document show: `/things` is a collection where something can
 * be listed there or `/things/{id}` exists. What fits nowhere is answered from the schema of its response.
 */
export function planMock(operations: readonly RestOperation[]): MockPlan {
  const parts = operations.map(takeApart);
  const drafts = recogniseResources(parts);
  const resources = new Map<string, MockResource>();
  for (const draft of drafts.values()) {
    const references = referencesOf(draft, drafts);
    resources.set(draft.name, finish(draft, references, drafts));
  }
  return { resources, routes: parts.map((part) => routeOf(part, drafts)) };
}

function takeApart(operation: RestOperation): PathParts {
  const before: { collection: string; parameter: string }[] = [];
  let literal: string | null = null;
  let parameter: string | null = null;
  let collection = '';
  let path = '';
  for (const segment of operation.path.split('/').filter((each) => each !== '')) {
    const name = /^\{([^{}]+)\}$/.exec(segment)?.[1];
    path += name === undefined ? `/${segment}` : '/{}';
    if (name === undefined) {
      if (literal !== null && parameter !== null) before.push({ collection, parameter });
      literal = segment;
      collection = path;
      parameter = null;
    } else if (literal !== null && parameter === null) parameter = name;
    else literal = null;
  }
  return { operation, literal, collection, parameter, before };
}

function recogniseResources(parts: readonly PathParts[]): ReadonlyMap<string, Draft> {
  const drafts = new Map<string, Draft>();
  // Collections with paths of single objects come first, lists of the same objects elsewhere belong to them; those that
  // stand alone come before those below others, which are then named after both.
  const rank = (group: readonly PathParts[]): number =>
    (hasItems(group) ? 0 : 100) + (group[0]?.before.length ?? 0);
  const groups = groupByCollection(parts).sort((a, b) => rank(a) - rank(b));
  for (const group of groups) {
    const [first] = group;
    if (first === undefined) continue;
    const { literal, before } = first;
    const item = itemOf(group);
    if (item === null || literal === null || !isCollection(group)) continue;
    const same = [...drafts.values()].find((draft) => holdsSame(draft, literal, item, hasItems(group)));
    if (same !== undefined) {
      same.paths.push(...group);
      continue;
    }
    const above = before.at(-1)?.collection.split('/').at(-1);
    let name = drafts.has(literal) && above !== undefined ? `${above}_${literal}` : literal;
    for (let n = 2; drafts.has(name); n++) name = `${literal}_${n}`;
    const parameter = group.find((part) => part.parameter !== null)?.parameter ?? null;
    drafts.set(name, { name, literal, item, parameter, paths: [...group] });
  }
  return drafts;
}

/** Whether a collection has the objects of a resource: `/users/{id}/orders` those of `/orders`, `/pets/sick` those of `/pets`. */
function holdsSame(draft: Draft, literal: string, item: ItemSchema, hasOwnItems: boolean): boolean {
  const isSameSchema = item.definition !== null && draft.item.definition === item.definition;
  if (isSameSchema) return draft.literal === literal || !hasOwnItems;
  return draft.literal === literal && (item.definition === null || draft.item.definition === null);
}

function groupByCollection(parts: readonly PathParts[]): PathParts[][] {
  const groups = new Map<string, PathParts[]>();
  for (const part of parts) {
    if (part.literal === null) continue;
    groups.set(part.collection, [...(groups.get(part.collection) ?? []), part]);
  }
  return [...groups.values()];
}

/** The resource that a collection belongs to. */
function draftAt(drafts: ReadonlyMap<string, Draft>, collection: string): Draft | undefined {
  return [...drafts.values()].find(({ paths }) => paths.some((part) => part.collection === collection));
}

function hasItems(group: readonly PathParts[]): boolean {
  return group.some((part) => part.parameter !== null);
}

function isCollection(group: readonly PathParts[]): boolean {
  return (
    hasItems(group) ||
    group.some(({ operation }) => operation.method === 'GET' && successItem(operation)?.isList === true)
  );
}

/** The schema of the objects that a group of paths is about, from the answer that shows one most plainly. */
function itemOf(group: readonly PathParts[]): ItemSchema | null {
  const ranked = [...group].sort((a, b) => plainness(b) - plainness(a));
  for (const { operation } of ranked) {
    const item = successItem(operation);
    if (item !== null) return item;
  }
  for (const { operation } of ranked) {
    const item = operation.body === null ? null : itemSchemaOf(operation.body.schema);
    if (item !== null) return item;
  }
  return null;
}

function plainness({ operation, parameter }: PathParts): number {
  if (parameter !== null) return operation.method === 'GET' ? 5 : 3;
  return operation.method === 'GET' ? 4 : 2;
}

function successItem(operation: RestOperation): ItemSchema | null {
  const schema = successResponse(operation)?.schema ?? null;
  return schema === null ? null : itemSchemaOf(schema);
}

/** The members of a resource that name another one and can hold its keys. */
function referencesOf(draft: Draft, drafts: ReadonlyMap<string, Draft>): ReadonlyMap<string, string> {
  const definitions = definitionsOf(draft.item.schema);
  const shape = objectShape(draft.item.schema, definitions);
  const own = idMemberOf(draft);
  const found = new Map<string, string>();
  for (const [member, schema] of shape?.properties ?? []) {
    const word = referencedWord(member);
    const target =
      word === null ? undefined : [...drafts.values()].find(({ name }) => namesResource(word, name));
    if (target === undefined || member === own) continue;
    const key = keyOf(
      { name: target.name, idSchema: idSchemaOf(target) },
      1,
      new RandomStream(0, 'rest/mock/key'),
    );
    const alone = { ...schema, $defs: definitions };
    if (key !== undefined && (meetsSchema(alone, key) || meetsSchema(alone, [key])))
      found.set(member, target.name);
  }
  return found;
}

function finish(
  draft: Draft,
  references: ReadonlyMap<string, string>,
  drafts: ReadonlyMap<string, Draft>,
): MockResource {
  const { name, item, paths } = draft;
  const above = paths.map(({ before }) =>
    before.flatMap(({ collection }) => draftAt(drafts, collection)?.name ?? []),
  );
  const referred = new Set(references.values());
  const scope = (above[0] ?? []).filter(
    (ancestor) => !referred.has(ancestor) && above.every((list) => list.includes(ancestor)),
  );
  return {
    name,
    schema: item.schema,
    idMember: idMemberOf(draft),
    idSchema: idSchemaOf(draft),
    references,
    scope,
  };
}

function idSchemaOf(draft: Draft): JsonObject {
  const { item, paths } = draft;
  const definitions = definitionsOf(item.schema);
  const idMember = idMemberOf(draft);
  const own = idMember === null ? undefined : objectShape(item.schema, definitions)?.properties.get(idMember);
  if (own !== undefined) return { ...own, $defs: definitions };
  const parameter = paths
    .flatMap(({ operation }) => operation.parameters)
    .find((each) => each.in === 'path' && each.name === draft.parameter);
  return parameter?.schema ?? { type: 'integer', minimum: 1 };
}

/** The member with the key: named as the path's parameter, `id`, or by the resource, `order_id` of `orders`. */
function idMemberOf({ name, item, parameter }: Draft): string | null {
  const definitions = definitionsOf(item.schema);
  const shape = objectShape(item.schema, definitions);
  if (shape === null) return null;
  const names = [...shape.properties.keys()];
  const scalar = (member: string | undefined): member is string => {
    const schema = member === undefined ? undefined : shape.properties.get(member);
    const types = schema === undefined ? new Set<string>() : typesOf(schema, definitions);
    return types.size > 0 && [...types].every((type) => KEY_TYPES.has(type));
  };
  const byWord = (member: string): boolean => namesResource(referencedWord(member) ?? '', name);
  const candidates = [
    names.find((member) => member === parameter && member !== 'name'),
    names.find((member) => /^_?id$/i.test(member)),
    names.find(byWord),
    names.find((member) => /^(?:uuid|guid|key|slug|code)$/i.test(member)),
    names.find((member) => member === parameter),
    parameter === null
      ? undefined
      : names.find(
          (member) =>
            member.toLowerCase() === (/(?<![A-Za-z])[A-Za-z]+$/.exec(parameter)?.[0] ?? '').toLowerCase(),
        ),
  ];
  return candidates.find(scalar) ?? null;
}

function routeOf(part: PathParts, drafts: ReadonlyMap<string, Draft>): MockRoute {
  const { operation, parameter } = part;
  const ancestors = part.before.flatMap(({ collection, parameter: key }): MockAncestor[] => {
    const resource = draftAt(drafts, collection)?.name;
    return resource === undefined ? [] : [{ resource, parameter: key }];
  });
  const draft = [...drafts.values()].find(({ paths }) => paths.includes(part));
  if (draft !== undefined) {
    const effect = effectOf(operation, parameter !== null);
    if (effect !== 'sample') return { operation, effect, resource: draft.name, parameter, ancestors };
  }
  const owner = ancestors.at(-1);
  const acts =
    operation.method !== 'GET' && operation.method !== 'HEAD' && parameter === null && draft === undefined;
  if (owner !== undefined && acts && part.before.at(-1)?.parameter === owner.parameter) {
    return {
      operation,
      effect: 'act',
      resource: owner.resource,
      parameter: owner.parameter,
      ancestors: ancestors.slice(0, -1),
    };
  }
  return { operation, effect: 'sample', resource: null, parameter: null, ancestors };
}

function effectOf(operation: RestOperation, hasKey: boolean): MockEffect {
  const { method } = operation;
  if (hasKey) {
    const effects: Readonly<Record<string, MockEffect>> = {
      GET: 'read',
      PUT: 'replace',
      PATCH: 'update',
      DELETE: 'remove',
      POST: 'act',
    };
    return effects[method] ?? 'sample';
  }
  if (method === 'GET') return successItem(operation)?.isList === true ? 'list' : 'sample';
  if (method === 'POST') return 'create';
  return method === 'PUT' && operation.body !== null ? 'replace' : 'sample';
}
