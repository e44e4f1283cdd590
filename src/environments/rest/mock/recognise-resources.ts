import { definitionsOf, objectShape } from '../schema-shape.js';
import type { PathPlace } from './path-place.js';
import { type ItemSchema, itemSchemaOf, successItem } from './response-schema.js';

/** A resource while it is being recognised. */
export interface ResourceDraft {
  readonly name: string;
  readonly literal: string;
  readonly item: ItemSchema;
  /** The collection that its objects live in. */
  readonly collection: string;
  /** Its operations there. */
  readonly places: readonly PathPlace[];
}

/**
 * The resources that paths show, by collection: `/things` is a collection where something is listed there or
 * `/things/{id}` exists. A list of the same objects elsewhere (`/users/{id}/orders` of `/orders`, `/pets/sick` of `/pets`)
 * belongs to the same resource.
 */
export function recogniseResources(places: readonly PathPlace[]): ReadonlyMap<string, ResourceDraft> {
  const drafts = new Map<string, ResourceDraft>();
  const names = new Set<string>();
  for (const group of byCollection(places)) {
    const [{ literal, collection, before } = { literal: null, collection: '', before: [] }] = group;
    const item = isCollection(group) ? itemOf(group) : null;
    if (item === null || literal === null) continue;
    const same = [...new Set(drafts.values())].find((draft) => holdsSame(draft, group, item));
    if (same !== undefined) {
      drafts.set(collection, same);
      continue;
    }
    const above = before
      .at(-1)
      ?.collection.split('/')
      .filter((part) => part !== '' && part !== '{}');
    const name = freeName(literal, above?.at(-1), names);
    drafts.set(collection, { name, literal, item, collection, places: group });
  }
  return drafts;
}

function freeName(literal: string, above: string | undefined, names: Set<string>): string {
  let name = names.has(literal) && above !== undefined ? `${above}_${literal}` : literal;
  for (let n = 2; names.has(name); n++) name = `${literal}_${n}`;
  names.add(name);
  return name;
}

/**
 * Collections with paths of single objects come first, lists of the same objects elsewhere belong to them; those that
 * stand alone come before those below others, which are then named after both.
 */
function byCollection(places: readonly PathPlace[]): readonly PathPlace[][] {
  const groups = new Map<string, PathPlace[]>();
  for (const place of places) {
    const group = groups.get(place.collection) ?? [];
    group.push(place);
    groups.set(place.collection, group);
  }
  const rank = (group: readonly PathPlace[]): number =>
    (hasObjects(group) ? 0 : 100) + (group[0]?.before.length ?? 0);
  return [...groups.values()].sort((a, b) => rank(a) - rank(b));
}

function hasObjects(group: readonly PathPlace[]): boolean {
  return group.some(({ key }) => key !== null);
}

function isCollection(group: readonly PathPlace[]): boolean {
  return (
    hasObjects(group) ||
    group.some(({ operation }) => operation.method === 'GET' && successItem(operation)?.isList === true)
  );
}

/** Whether a collection has the objects of a resource. One of both has to stand alone, else they are told apart by what they stand below. */
function holdsSame(draft: ResourceDraft, group: readonly PathPlace[], item: ItemSchema): boolean {
  const [place] = group;
  if (place === undefined || (place.before.length > 0 && draft.places[0]?.before.length !== 0)) return false;
  const isSameSchema = item.definition !== null && item.definition === draft.item.definition;
  if (draft.literal === place.literal)
    return isSameSchema || (!hasObjects(group) && hasSameMembers(draft.item, item));
  return isSameSchema && !hasObjects(group);
}

function hasSameMembers(first: ItemSchema, second: ItemSchema): boolean {
  const [a, b] = [first, second].map(({ schema }) => objectShape(schema, definitionsOf(schema))?.properties);
  return a !== undefined && a.size === b?.size && [...a.keys()].every((name) => b.has(name));
}

/** The schema of the objects that a group of paths is about, from the answer that shows one most plainly. */
function itemOf(group: readonly PathPlace[]): ItemSchema | null {
  const ranked = [...group].sort((a, b) => plainness(b) - plainness(a));
  for (const { operation, key } of ranked) {
    const item = successItem(operation, key !== null);
    if (item !== null) return item;
  }
  for (const { operation } of ranked) {
    const item = operation.body === null ? null : itemSchemaOf(operation.body.schema);
    if (item !== null) return item;
  }
  return null;
}

function plainness({ operation, key }: PathPlace): number {
  if (key !== null) return operation.method === 'GET' ? 5 : 3;
  return operation.method === 'GET' ? 4 : 2;
}
