import { isJsonObject, type Json, type JsonObject } from '../../../core/index.js';
import { OverlayState } from '../../overlay-state.js';
import type { WorldState } from '../../world-state.js';
import { definitionsOf, typesOf } from '../schema-shape.js';
import type { MockPlan, MockResource } from './mock-resource.js';

/** Everything that a mock server knows at one moment. Never changed, only replaced, so that a branch is a reference. */
export interface MockState {
  readonly seed: number;
  /** `RESOURCE/KEY` ↦ the object. */
  readonly facts: WorldState;
  /** How many objects each resource ever had: new keys are counted on, also after a deletion. */
  readonly counts: ReadonlyMap<string, number>;
}

/** A fact and the object that it is. */
export type NamedObject = readonly [fact: string, object: JsonObject];

/** Values that a path names, by what they are of: `MockAncestor.of`. */
export type Above = ReadonlyMap<string, Json>;

/** The name of an object's fact: its key, below the values of ancestors that no member of it holds. */
export function factName({ name, above }: MockResource, key: Json, values: readonly Json[] = []): string {
  const scope = values.filter((_, index) => above[index]?.member === null);
  return [name, ...scope, key].map((part) => escapeKey(String(part))).join('/');
}

/** The values that an object stands below, in the order of `above`: from its members, else from the name of its fact. */
export function valuesAbove({ above }: MockResource, fact: string, object: JsonObject): readonly Json[] {
  const parts = fact.split('/').slice(1).map(unescapeKey);
  return above.map(({ member, schema }) =>
    member === null ? asParameter(parts.shift() ?? '', schema) : (object[member] ?? null),
  );
}

/** The key of an object, as it stands in it, else as the name of its fact has it. */
export function keyOfObject({ idPath, idSchema }: MockResource, fact: string, object: JsonObject): Json {
  return valueAt(object, idPath) ?? asParameter(unescapeKey(fact.slice(fact.lastIndexOf('/') + 1)), idSchema);
}

/** Whether an object stands below what a path names: it refers to it, or the name of its fact has it. */
export function isBelow(resource: MockResource, [fact, object]: NamedObject, above: Above): boolean {
  const values = valuesAbove(resource, fact, object);
  return [...above].every(([of, value]) => {
    const index = resource.above.findIndex((ancestor) => ancestor.of === of);
    const members = [...resource.references].filter(([, target]) => target === of);
    const holding = index >= 0 ? [values[index]] : members.map(([member]) => object[member]);
    return holding.length === 0 || holding.some((each) => refersTo(each, value));
  });
}

/** The object with a key, below what is known of its place; undefined where there is none. */
export function findObject(
  state: MockState,
  resource: MockResource,
  key: Json,
  above: Above = new Map(),
): NamedObject | undefined {
  const fact = factName(
    resource,
    key,
    resource.above.map(({ of }) => above.get(of) ?? ''),
  );
  const object = state.facts.get(fact);
  if (isJsonObject(object)) return isBelow(resource, [fact, object], above) ? [fact, object] : undefined;
  if (resource.above.every(({ of, member }) => member !== null || above.has(of))) return undefined;
  const end = `/${escapeKey(String(key))}`;
  return objectsOf(state, resource.name).find(
    (each) => each[0].endsWith(end) && isBelow(resource, each, above),
  );
}

/** The objects of a state by resource: large documents have thousands, and ask for those of one again and again. */
const knownObjects = new WeakMap<WorldState, ReadonlyMap<string, readonly NamedObject[]>>();

/** Objects of a resource, in the order in which they came, each with its fact's name. */
export function objectsOf({ facts }: Pick<MockState, 'facts'>, resource: string): readonly NamedObject[] {
  const found = new Map<string, NamedObject[]>();
  const objects = knownObjects.get(facts) ?? found;
  if (objects === found) {
    knownObjects.set(facts, found);
    for (const [fact, object] of facts) {
      if (!isJsonObject(object)) continue;
      const name = fact.slice(0, fact.indexOf('/'));
      const all = found.get(name);
      if (all === undefined) found.set(name, [[fact, object]]);
      else all.push([fact, object]);
    }
  }
  return objects.get(escapeKey(resource)) ?? [];
}

/** The state with these objects, undefined for those that are gone; replaced ones keep their place in lists. */
export function withObjects(
  state: MockState,
  changes: ReadonlyMap<string, JsonObject | undefined>,
  counted?: string,
): MockState {
  const facts = state.facts instanceof OverlayState ? state.facts : new OverlayState(state.facts);
  const counts = new Map(state.counts);
  if (counted !== undefined) counts.set(counted, (counts.get(counted) ?? 0) + 1);
  return { ...state, facts: facts.with(changes), counts };
}

/** The facts that refer to an object. */
export function referrers(plan: MockPlan, state: MockState, resource: string, key: Json): readonly string[] {
  return [...plan.resources.values()].flatMap(({ name, references }) => {
    const members = [...references].filter(([, target]) => target === resource);
    const all = members.length === 0 ? [] : objectsOf(state, name);
    return all.flatMap(([fact, object]) =>
      members.some(([member]) => refersTo(object[member], key)) ? [fact] : [],
    );
  });
}

/** Whether a member, or an item of it, is a key. */
function refersTo(member: Json | undefined, key: Json): boolean {
  if (Array.isArray(member)) return (member as readonly Json[]).some((item) => refersTo(item, key));
  return member !== undefined && member !== null && String(member) === String(key);
}

/** The value at a path of members; undefined where there is none, or no path. */
export function valueAt(object: JsonObject, path: readonly string[]): Json | undefined {
  let value: Json | undefined = path.length === 0 ? undefined : object;
  for (const member of path)
    value = isJsonObject(value) && Object.hasOwn(value, member) ? value[member] : undefined;
  return value;
}

/** The object with a value at a path of members; the object itself where there is no path. */
export function withValue(object: JsonObject, [member, ...rest]: readonly string[], value: Json): JsonObject {
  if (member === undefined) return object;
  const inner = object[member];
  const below = rest.length === 0 ? value : withValue(isJsonObject(inner) ? inner : {}, rest, value);
  return { ...object, [member]: below };
}

/** A part of the name of a fact: no character of it ends the part. */
export function escapeKey(key: string): string {
  return key.replaceAll('%', '%25').replaceAll('/', '%2F');
}

function unescapeKey(part: string): string {
  return part.replaceAll('%2F', '/').replaceAll('%25', '%');
}

/** A key as a parameter of this schema takes it: paths have text for numbers, and documents numbers for texts. */
export function asParameter(key: Json, schema: JsonObject): Json {
  const types = typesOf(schema, definitionsOf(schema));
  const isNumeric = types.has('integer') || types.has('number');
  if (typeof key === 'number') return types.has('string') && !isNumeric ? String(key) : key;
  return isNumeric && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(String(key)) ? Number(key) : key;
}
