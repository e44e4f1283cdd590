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
import { schemaProblems } from '../known-validators.js';
import { restOptionError } from '../rest-error.js';
import { sampleValue } from '../sample/sample-value.js';
import { identityOf, type MockPlan, type MockResource, type ResourceAncestor } from './mock-resource.js';
import {
  factName,
  keyOfObject,
  type MockState,
  type NamedObject,
  scopeOf,
  valueAt,
  valuesAbove,
  withValue,
} from './mock-state.js';
import { keyOf } from './object-key.js';
import { namesResource, referencedWord } from './resource-names.js';

const USUAL_COUNT = 8;
const MAX_COUNT = 10_000;
/** Keys that are drawn before a resource counts as full. */
const KEY_TRIES = 200;
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
  const resources = [...plan.resources.values()].sort((a, b) => a.above.length - b.above.length);
  for (const resource of resources) {
    const own = keys.get(resource.name) ?? [];
    const objects: NamedObject[] = [];
    made.set(resource.name, objects);
    const places = placesAbove(plan, made, resource, random);
    counts.set(resource.name, places.length === 0 ? 0 : own.length);
    const scopes = resource.above.some(isScope) ? places : places.slice(0, 1);
    for (const place of scopes) {
      for (const key of own) {
        const name = factName(resource, String(key), scopeOf(resource, place));
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
  for (const [index, { resource: name, parameter, schema }] of above.entries()) {
    const parent = name === null ? undefined : plan.resources.get(name);
    const objects = made.get(name ?? '') ?? [];
    if (parent === undefined) {
      const values = drawKeys(
        { name: parameter, idSchema: schema },
        FREE_COUNT,
        random.child(`free/${parameter}`),
      );
      places = places.flatMap((place) => values.map((value) => [...place, value]));
    } else if (parent.above.length === index && index > 0) {
      // It stands below the same: its objects say where.
      places = objects.map(([fact, object]) => [
        ...valuesAbove(parent, fact, object),
        keyOfObject(parent, fact, object),
      ]);
    } else {
      const keys = objects.map(([fact, object]) => keyOfObject(parent, fact, object));
      places = places.flatMap((place) => keys.map((key) => [...place, key]));
    }
  }
  return above.some(isScope) ? places.slice(0, MOST_PLACES) : places;
}

/** A key that no object of a resource has. */
export function nextKey(
  resource: MockResource,
  state: MockState,
  taken: (key: Json) => boolean,
): Json | undefined {
  const count = state.counts.get(resource.name) ?? 0;
  for (let n = count + 1; n < count + KEY_TRIES; n++) {
    const key = keyOf(resource, n, new RandomStream(state.seed, `rest/mock/${resource.name}/key/${n}`));
    if (key !== undefined && !taken(key)) return key;
  }
  return undefined;
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
  const count = typeof counts === 'number' ? counts : counts?.[name];
  return count ?? USUAL_COUNT;
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
  return schemaProblems(schema, complete).length === 0 ? complete : object;
}

/** The resources that words of references name: a large document asks for the same few words again and again. */
const namedResources = new WeakMap<MockPlan, Map<string, string | undefined>>();

function resourceOf(plan: MockPlan, word: string): string | undefined {
  let known = namedResources.get(plan);
  if (known === undefined) {
    known = new Map();
    namedResources.set(plan, known);
  }
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
  {
    name,
    schema,
    path,
  }: { readonly name: string; readonly schema: JsonObject; readonly path: readonly string[] },
  keys: ReadonlyMap<string, readonly Json[]>,
  random: RandomStream,
): Json | undefined {
  const word = referencedWord(name);
  if (word === null) return undefined;
  const direct = path.length === 0 ? resource?.references.get(name) : undefined;
  const target = direct ?? resourceOf(plan, word);
  const known = target === undefined ? [] : (keys.get(target) ?? []);
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
    const wanted = resource.above.filter(isScope).map((each) => `KEY_OF_${identityOf(each)}`);
    if (scope.length !== wanted.length) {
      throw restOptionError(`mock.initial: ${name} is named ${[name, ...wanted].join('/')}.`);
    }
    objects.forEach((object, index) => {
      const [problem] = schemaProblems(resource.schema, object);
      if (problem !== undefined) {
        throw restOptionError(describeProblem(problem, `mock.initial[${JSON.stringify(place)}][${index}]`));
      }
      const key = valueAt(object, resource.idPath) ?? index + 1;
      const fact = factName(resource, String(key), scope);
      if (facts.has(fact))
        throw restOptionError(`mock.initial[${JSON.stringify(place)}] has two objects ${String(key)}.`);
      // A copy, because facts are frozen and the object is the user's.
      facts.set(fact, structuredClone(object));
    });
    counts.set(name, Math.max(counts.get(name) ?? 0, highest(resource, objects)));
  }
  return { seed, facts, counts };
}

/** The number from which new keys are counted on. */
function highest({ idPath }: MockResource, objects: readonly JsonObject[]): number {
  const numbers = objects.map((object) => valueAt(object, idPath));
  return Math.max(objects.length, ...numbers.filter((key): key is number => Number.isSafeInteger(key)));
}
