import { isJsonObject, type Json, type JsonObject } from '../../../core/index.js';
import type { WorldState } from '../../world-state.js';
import { definitionsOf, typesOf } from '../schema-shape.js';
import { identityOf, type MockPlan, type MockResource } from './mock-resource.js';

/** Everything that a mock server knows at one moment. Never changed, only replaced, so that a branch is a reference. */
export interface MockState {
  readonly seed: number;
  /** `RESOURCE/KEY` ↦ the object. */
  readonly facts: WorldState;
  /** How many objects each resource ever had: new keys are counted on, also after a deletion. */
  readonly counts: ReadonlyMap<string, number>;
}

/** The name of an object's fact, with the values of ancestors that no member holds. */
export function factName({ name }: MockResource, key: string, scope: readonly string[] = []): string {
  return [name, ...scope, key].map(escapeKey).join('/');
}

/** The values that an object stands below, in the order of `above`: from its members, else from the name of its fact. */
export function valuesAbove(resource: MockResource, fact: string, object: JsonObject): readonly Json[] {
  const parts = fact.split('/').slice(1).map(unescapeKey);
  let next = 0;
  return resource.above.map(({ member, schema }) =>
    member === null ? typedText(parts[next++] ?? '', schema) : (object[member] ?? null),
  );
}

/** The values that stand in the name of a fact, of all that an object stands below. */
export function scopeOf({ above }: MockResource, values: readonly (Json | undefined)[]): readonly string[] {
  return values.filter((_, index) => above[index]?.member === null).map(String);
}

/** Values that a path names, by what they are of: `identityOf`. */
export type Above = ReadonlyMap<string, string>;

/** Whether an object stands below what a path names: it refers to it, or the name of its fact has it. */
export function isBelow(resource: MockResource, [fact, object]: NamedObject, above: Above): boolean {
  const values = valuesAbove(resource, fact, object);
  for (const [identity, value] of above) {
    const index = resource.above.findIndex((ancestor) => identityOf(ancestor) === identity);
    const members = [...resource.references].filter(([, target]) => target === identity);
    const holding = index >= 0 ? [values[index]] : members.map(([member]) => object[member]);
    if (holding.length > 0 && !holding.some((each) => refersTo(each, value))) return false;
  }
  return true;
}

/** The key of an object, as it stands in it, else as the name of its fact has it. */
export function keyOfObject({ idPath, idSchema }: MockResource, fact: string, object: JsonObject): Json {
  return valueAt(object, idPath) ?? typedText(unescapeKey(fact.slice(fact.lastIndexOf('/') + 1)), idSchema);
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
  return {
    ...object,
    [member]: rest.length === 0 ? value : withValue(isJsonObject(inner) ? inner : {}, rest, value),
  };
}

/** A fact and the object that it is. */
export type NamedObject = readonly [fact: string, object: JsonObject];

/** The objects of a state by resource: large documents have thousands, and ask for those of one again and again. */
const knownObjects = new WeakMap<WorldState, ReadonlyMap<string, readonly NamedObject[]>>();

/** Objects of a resource, in the order in which they came, each with its fact's name. */
export function objectsOf({ facts }: Pick<MockState, 'facts'>, resource: string): readonly NamedObject[] {
  let objects = knownObjects.get(facts);
  if (objects === undefined) {
    const found = new Map<string, NamedObject[]>();
    for (const [fact, object] of facts) {
      if (!isJsonObject(object)) continue;
      const name = fact.slice(0, fact.indexOf('/'));
      const all = found.get(name);
      if (all === undefined) found.set(name, [[fact, object]]);
      else all.push([fact, object]);
    }
    knownObjects.set(facts, found);
    objects = found;
  }
  return objects.get(escapeKey(resource)) ?? [];
}

/** An object by the name of its fact. */
export function objectAt(state: MockState, name: string): JsonObject | undefined {
  const fact = state.facts.get(name);
  return isJsonObject(fact) ? fact : undefined;
}

/** A state with an object added or replaced; replaced ones keep their place in lists. */
export function withObject(state: MockState, name: string, value: JsonObject): MockState {
  return { ...state, facts: new Map(state.facts).set(name, value) };
}

/** A state in which one more object of a resource was counted. */
export function withCount(state: MockState, resource: string): MockState {
  return { ...state, counts: new Map(state.counts).set(resource, (state.counts.get(resource) ?? 0) + 1) };
}

/** A state without the named objects. */
export function withoutObjects(state: MockState, names: readonly string[]): MockState {
  const facts = new Map(state.facts);
  for (const name of names) facts.delete(name);
  return { ...state, facts };
}

/** The fact with this key, in whatever place its path has; null where there is none. */
export function factWithKey(state: MockState, resource: MockResource, key: Json): string | null {
  const name = factName(resource, String(key));
  if (state.facts.has(name)) return name;
  if (resource.above.every(({ member }) => member !== null)) return null;
  const end = `/${escapeKey(String(key))}`;
  for (const [fact] of objectsOf(state, resource.name)) if (fact.endsWith(end)) return fact;
  return null;
}

/** The facts that refer to an object: the first member that does, of each. */
export function referrers(plan: MockPlan, state: MockState, resource: string, key: Json): readonly string[] {
  const found: string[] = [];
  for (const other of plan.resources.values()) {
    const members = [...other.references]
      .filter(([, target]) => target === resource)
      .map(([member]) => member);
    if (members.length === 0) continue;
    for (const [name, object] of objectsOf(state, other.name)) {
      if (members.some((member) => refersTo(object[member], key))) found.push(name);
    }
  }
  return found;
}

/** Whether a member, or an item of it, is a key. */
export function refersTo(member: Json | undefined, key: Json): boolean {
  if (Array.isArray(member)) return (member as readonly Json[]).some((item) => refersTo(item, key));
  return member !== undefined && member !== null && String(member) === String(key);
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
  if (typeof key === 'string') return typedText(key, schema);
  return typeof key === 'number' && types.has('string') && !isNumeric(types) ? String(key) : key;
}

function typedText(text: string, schema: JsonObject): Json {
  const isNumber = isNumeric(typesOf(schema, definitionsOf(schema)));
  return isNumber && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

function isNumeric(types: ReadonlySet<string>): boolean {
  return types.has('integer') || types.has('number');
}
