import type { Json, JsonObject } from '../../core/index.js';
import type { JsonDataModel } from './json-data-model.js';
import { anyOf, followed, type ObjectShape, schemaOf, shapeOf } from './object-shape.js';
import { type AnyDataModel, jsonOf, type MaybeDataModel, result } from './operand.js';
import { rememberedFor } from './remembered.js';
import { pluralOf, topicOf, withoutNumber } from './words.js';

/** Fields about one topic, in order, and the list they are gathered in. */
interface Group {
  readonly list: string;
  readonly members: readonly { readonly key: string; readonly isList: boolean }[];
}

/**
 * Gathers fields with the same base name into one list: `query` and `query_1` become `queries`; the items of an
 * existing list (`queries`) are included. A field without a counterpart stays. Missing stays missing.
 */
export function factorize(operand: JsonDataModel): JsonDataModel;
export function factorize(operand: AnyDataModel): AnyDataModel;
export function factorize(operand: MaybeDataModel): MaybeDataModel;
export function factorize(operand: MaybeDataModel): MaybeDataModel {
  if (operand === null) return null;
  const { schema, groups } = gathered(operand.schema, '', () => {
    const shape = shapeOf(operand.schema);
    const found = groupsOf(shape);
    return { schema: schemaOf(gatherShape(shape, found)), groups: found };
  });
  return result([operand], schema, () => gatherJson(jsonOf(operand), groups));
}

const gathered = rememberedFor<{ readonly schema: JsonObject; readonly groups: readonly Group[] }>();

function groupsOf(shape: ObjectShape): readonly Group[] {
  const byTopic = new Map<string, string[]>();
  for (const key of shape.properties.keys()) {
    const topic = topicOf(key);
    const keys = byTopic.get(topic);
    if (keys === undefined) byTopic.set(topic, [key]);
    else keys.push(key);
  }
  const taken = new Set(shape.properties.keys());
  return [...byTopic].flatMap(([topic, keys]) => {
    if (keys.length < 2) return [];
    const members = keys.map((key) => ({ key, isList: listItems(key, shape) !== undefined }));
    for (const key of keys) taken.delete(key);
    let list = pluralOf(topic);
    for (let number = 1; taken.has(list); number += 1) list = `${pluralOf(topic)}_${number}`;
    taken.add(list);
    return [{ list, members }];
  });
}

/** What the items of a field are, where the field is a list with a plural name. */
function listItems(key: string, shape: ObjectShape): Json | undefined {
  const schema = followed(shape.properties.get(key) ?? true, shape.definitions);
  if (schema.type !== 'array' || pluralOf(topicOf(key)) !== withoutNumber(key)) return undefined;
  return Array.isArray(schema.prefixItems) ? true : (schema.items ?? true);
}

function gatherShape(shape: ObjectShape, groups: readonly Group[]): ObjectShape {
  const properties = new Map<string, Json>();
  const required = new Set(shape.required);
  const groupOf = new Map(groups.flatMap((group) => group.members.map(({ key }) => [key, group] as const)));
  for (const [key, schema] of shape.properties) {
    const group = groupOf.get(key);
    if (group === undefined) {
      properties.set(key, schema);
      continue;
    }
    if (required.delete(key)) required.add(group.list);
    if (properties.has(group.list)) continue;
    const items = group.members.map(
      (member) => listItems(member.key, shape) ?? shape.properties.get(member.key) ?? true,
    );
    properties.set(group.list, { type: 'array', items: anyOf(items) });
  }
  return { ...shape, properties, required };
}

function gatherJson(json: JsonObject, groups: readonly Group[]): JsonObject {
  const groupOf = new Map(groups.flatMap((group) => group.members.map(({ key }) => [key, group] as const)));
  const lists = new Map<Group, Json[]>();
  const members = new Map<string, Json>();
  for (const group of groups) {
    const items: Json[] = [];
    lists.set(group, items);
    for (const { key, isList } of group.members) {
      if (!Object.hasOwn(json, key)) continue;
      const value = json[key] as Json;
      if (isList && Array.isArray(value)) for (const item of value as readonly Json[]) items.push(item);
      else items.push(value);
    }
  }
  const placed = new Set<Group>();
  const reserved = new Set(groups.map((group) => group.list));
  for (const [key, value] of Object.entries(json)) {
    const group = groupOf.get(key);
    if (group === undefined) {
      members.set(freeOf(key, reserved, json), value);
      continue;
    }
    if (placed.has(group)) continue;
    placed.add(group);
    members.set(group.list, lists.get(group) ?? []);
  }
  return Object.fromEntries(members);
}

/** The name of a field that no schema declares, moved out of the way of a list. */
function freeOf(key: string, reserved: ReadonlySet<string>, json: JsonObject): string {
  if (!reserved.has(key)) return key;
  let number = 1;
  while (reserved.has(`${key}_${number}`) || Object.hasOwn(json, `${key}_${number}`)) number += 1;
  return `${key}_${number}`;
}
