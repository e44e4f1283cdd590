import {
  describeProblem,
  isJsonObject,
  type Json,
  type JsonObject,
  type MettleError,
  type OptionKinds,
  option,
  RandomStream,
} from '../../../core/index.js';
import { meetsSchema, schemaProblems } from '../known-validators.js';
import { restOptionError } from '../rest-error.js';
import { sampleValue } from '../sample/sample-value.js';
import type { MockPlan, MockResource, ResourceAncestor } from './mock-resource.js';
import {
  factName,
  keyOfObject,
  type MockState,
  type NamedObject,
  valueAt,
  valuesAbove,
  withValue,
} from './mock-state.js';
import { keyOf } from './object-key.js';
import { namesResource, referencedWord } from './resource-names.js';

const USUAL_COUNT = 8;
const MAX_COUNT = 10_000;
/** Objects below each parent, for resources that only their path ties to it, and parents that have some. */
const SCOPED_COUNT = 2;
const MOST_PLACES = 4;
/** Values of a parameter that is the key of no resource. */
const FREE_COUNT = 2;

/** What a mock server starts with. */
export interface MockContent {
  /** Generated objects: of every resource, or by the resource's name. Default 8. */
  readonly counts?: number | Readonly<Record<string, number>>;
  /**
   * The objects themselves, by the resource's name, in place of generated ones: resources that are not named start
   * empty. Objects that only their path ties to a parent are named with its key: `settings/7`.
   */
  readonly initial?: Readonly<Record<string, readonly JsonObject[]>>;
}

/** The kinds of {@link MockContent}. */
export const MOCK_CONTENT: OptionKinds<MockContent> = {
  counts: option.either(option.number, option.object),
  initial: option.record,
};

/** What a seed gives: the generated or given objects, whose references lead to objects that exist. */
export function seedState(plan: MockPlan, content: MockContent, seed: number): MockState {
  checkCounts(plan, content.counts);
  if (content.initial !== undefined) return givenState(plan, content.initial, seed);
  const random = new RandomStream(seed, 'rest/mock');
  const keys = new Map<string, readonly Json[]>();
  for (const resource of plan.resources.values()) {
    const count = resource.above.some(isScope) ? SCOPED_COUNT : countOf(content.counts, resource.name);
    keys.set(resource.name, drawKeys(resource, count, random.child(`${resource.name}/keys`)));
  }
  const made = new Map<string, NamedObject[]>();
  const counts = new Map<string, number>();
  // Objects come after those that they stand below.
  for (const resource of [...plan.resources.values()].sort((a, b) => a.above.length - b.above.length)) {
    const own = keys.get(resource.name) ?? [];
    const objects: NamedObject[] = [];
    made.set(resource.name, objects);
    const places = placesAbove(plan, made, resource, random);
    counts.set(resource.name, places.length === 0 ? 0 : own.length);
    const scopes = resource.above.some(isScope) ? places : places.slice(0, 1);
    for (const place of scopes) {
      for (const key of own) {
        const name = factName(resource, key, place);
        const child = random.child(name);
        const above = scopes.length < places.length ? child.pick(places) : place;
        const object = drawObject(plan, resource, { key, above }, keys, child);
        // A resource that has no object begins empty, and is reported as left out.
        if (object === null) break;
        objects.push([name, object]);
      }
    }
  }
  return { seed, facts: new Map([...made.values()].flat()), counts };
}

/** Whether the values of an ancestor stand in the names of facts. */
function isScope({ member }: ResourceAncestor): boolean {
  return member === null;
}

/** Where objects of a resource can stand: the values of its ancestors, of objects that exist. */
function placesAbove(
  plan: MockPlan,
  made: ReadonlyMap<string, readonly NamedObject[]>,
  { above }: MockResource,
  random: RandomStream,
): readonly (readonly Json[])[] {
  let places: readonly (readonly Json[])[] = [[]];
  for (const [index, { of, schema }] of above.entries()) {
    const parent = plan.resources.get(of);
    const known = (made.get(of) ?? []).map(([fact, object]): readonly Json[] =>
      parent === undefined ? [] : [...valuesAbove(parent, fact, object), keyOfObject(parent, fact, object)],
    );
    // Where the parent stands below the same, its objects say where.
    if (parent?.above.length === index) places = known;
    else {
      const free = { name: of, idSchema: schema };
      const values =
        parent === undefined
          ? drawKeys(free, FREE_COUNT, random.child(`free/${of}`))
          : known.map((each) => each.at(-1) ?? null);
      places = places.flatMap((place) => values.map((value) => [...place, value]));
    }
  }
  return above.some(isScope) ? places.slice(0, MOST_PLACES) : places;
}

function checkCounts(plan: MockPlan, counts: MockContent['counts']): void {
  const each = typeof counts === 'object' ? Object.entries(counts) : [[null, counts ?? 0] as const];
  for (const [name, count] of each) {
    if (name !== null && !plan.resources.has(name)) throw unknownResource(plan, 'counts', name);
    if (Number.isSafeInteger(count) && count >= 0 && count <= MAX_COUNT) continue;
    const place = name === null ? 'mock.counts' : `mock.counts.${name}`;
    throw restOptionError(`${place} is a whole number from 0 to ${MAX_COUNT}; got ${count}.`);
  }
}

function unknownResource(plan: MockPlan, option: string, name: string): MettleError {
  const names = [...plan.resources.keys()].join(', ');
  return restOptionError(`mock.${option} names ${JSON.stringify(name)}; the resources are: ${names}.`);
}

function countOf(counts: MockContent['counts'], name: string): number {
  return (typeof counts === 'number' ? counts : counts?.[name]) ?? USUAL_COUNT;
}

function drawKeys(
  resource: Pick<MockResource, 'name' | 'idSchema'>,
  count: number,
  random: RandomStream,
): readonly Json[] {
  const keys = new Map<string, Json>();
  for (let n = 1; keys.size < count && n <= count * 20; n++) {
    const key = keyOf(resource, n, random.child(String(n)));
    if (key === undefined) break;
    if (key !== null) keys.set(String(key), key);
  }
  return [...keys.values()];
}

function drawObject(
  plan: MockPlan,
  resource: MockResource,
  { key, above }: { readonly key: Json; readonly above: readonly Json[] },
  keys: ReadonlyMap<string, readonly Json[]>,
  random: RandomStream,
): JsonObject | null {
  const { schema, idPath, name } = resource;
  const held = new Map(resource.above.map(({ member }, index) => [member, above[index]]));
  const object = sampleValue(schema, {
    random,
    name,
    member: (member, own, path) => {
      if ([...path, member].join('/') === idPath.join('/')) return key;
      const value = path.length === 0 ? held.get(member) : undefined;
      return value ?? drawReference(plan, resource, { name: member, schema: own, path }, keys, random);
    },
  });
  if (!isJsonObject(object)) return null;
  let complete = withValue(object, idPath, key);
  for (const [member, value] of held)
    if (member !== null) complete = withValue(complete, [member], value ?? null);
  return meetsSchema(schema, complete) ? complete : object;
}

/** The resources that words of references name: a large document asks for the same few words again and again. */
const namedResources = new WeakMap<MockPlan, Map<string, string | undefined>>();

function resourceOf(plan: MockPlan, word: string): string | undefined {
  const known = namedResources.get(plan) ?? new Map<string, string | undefined>();
  namedResources.set(plan, known);
  if (!known.has(word))
    known.set(
      word,
      [...plan.resources.keys()].find((name) => namesResource(word, name)),
    );
  return known.get(word);
}

/** A key of the resource that a member names, or several for a list of keys. */
export function drawReference(
  plan: MockPlan,
  resource: MockResource | null,
  member: { readonly name: string; readonly schema: JsonObject; readonly path: readonly string[] },
  keys: ReadonlyMap<string, readonly Json[]>,
  random: RandomStream,
): Json | undefined {
  const { name, schema, path } = member;
  const word = referencedWord(name);
  if (word === null) return undefined;
  const direct = path.length === 0 ? resource?.references.get(name) : undefined;
  const known = keys.get(direct ?? resourceOf(plan, word) ?? '') ?? [];
  if (known.length === 0) return undefined;
  const isList = schema.type === 'array' || isJsonObject(schema.items);
  return isList ? random.sample(known, random.integer(1, 2)) : random.pick(known);
}

function givenState(plan: MockPlan, initial: NonNullable<MockContent['initial']>, seed: number): MockState {
  const facts = new Map<string, Json>();
  const counts = new Map<string, number>();
  for (const [place, objects] of Object.entries(initial)) {
    const [name = '', ...scope] = place.split('/');
    const resource = plan.resources.get(name);
    if (resource === undefined) throw unknownResource(plan, 'initial', name);
    const wanted = resource.above.filter(isScope).map(({ of }) => `KEY_OF_${of}`);
    if (scope.length !== wanted.length)
      throw restOptionError(`mock.initial: ${name} is named ${[name, ...wanted].join('/')}.`);
    let highest = Math.max(counts.get(name) ?? 0, objects.length);
    for (const [index, object] of objects.entries()) {
      const [problem] = schemaProblems(resource.schema, object);
      const which = `mock.initial[${JSON.stringify(place)}]`;
      if (problem !== undefined) throw restOptionError(describeProblem(problem, `${which}[${index}]`));
      const key = valueAt(object, resource.idPath) ?? index + 1;
      const fact = factName({ ...resource, above: resource.above.filter(isScope) }, key, scope);
      if (facts.has(fact)) throw restOptionError(`${which} has two objects ${String(key)}.`);
      // A copy, because facts are frozen and the object is the user's.
      facts.set(fact, structuredClone(object));
      if (Number.isSafeInteger(key)) highest = Math.max(highest, Number(key));
    }
    counts.set(name, highest);
  }
  return { seed, facts, counts };
}
