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
import type { MockPlan, MockResource } from './mock-resource.js';
import { factName, type MockState } from './mock-state.js';
import { keyOf } from './object-key.js';
import { namesResource, referencedWord } from './resource-names.js';

const USUAL_COUNT = 8;
const MAX_COUNT = 10_000;
/** Keys that are drawn before a resource counts as full. */
const KEY_TRIES = 200;
/** Objects below each parent, for resources that only their path ties to it. */
const SCOPED_COUNT = 2;

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
  const facts = new Map<string, Json>();
  const counts = new Map<string, number>();
  const random = new RandomStream(seed, 'rest/mock');
  const keys = new Map(
    [...plan.resources.values()].map((resource) => {
      const count = resource.scope.length > 0 ? SCOPED_COUNT : countOf(content.counts, resource.name);
      return [resource.name, drawKeys(resource, count, random.child(`${resource.name}/keys`))];
    }),
  );
  for (const resource of plan.resources.values()) {
    const own = keys.get(resource.name) ?? [];
    counts.set(resource.name, own.length);
    for (const scope of scopesOf(resource, keys)) {
      for (const key of own) {
        const name = factName(resource, String(key), scope);
        const object = drawObject(plan, resource, key, keys, random.child(name));
        // A resource that has no object begins empty, and is reported as left out.
        if (object === null) break;
        facts.set(name, object);
      }
    }
  }
  return { seed, facts, counts };
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

function drawKeys(resource: MockResource, count: number, random: RandomStream): readonly Json[] {
  const keys = new Map<string, Json>();
  for (let n = 1; keys.size < count && n <= count * 20; n++) {
    const key = keyOf(resource, n, random.child(String(n)));
    if (key === undefined) break;
    keys.set(String(key), key);
  }
  return [...keys.values()];
}

function* scopesOf(
  resource: MockResource,
  keys: ReadonlyMap<string, readonly Json[]>,
): Generator<readonly string[]> {
  let scopes: readonly (readonly string[])[] = [[]];
  for (const parent of resource.scope) {
    scopes = scopes.flatMap((scope) => (keys.get(parent) ?? []).map((key) => [...scope, String(key)]));
  }
  yield* scopes;
}

function drawObject(
  plan: MockPlan,
  resource: MockResource,
  key: Json,
  keys: ReadonlyMap<string, readonly Json[]>,
  random: RandomStream,
): JsonObject | null {
  const object = sampleValue(resource.schema, {
    random,
    name: resource.name,
    member: (name, schema, path) => {
      if (path.length === 0 && name === resource.idMember) return key;
      return drawReference(plan, resource, { name, schema, path }, keys, random);
    },
  });
  return isJsonObject(object) ? object : null;
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
    if (scope.length !== resource.scope.length) {
      throw restOptionError(
        `mock.initial: ${name} is named ${[name, ...resource.scope.map((each) => `KEY_OF_${each}`)].join('/')}.`,
      );
    }
    objects.forEach((object, index) => {
      const [problem] = schemaProblems(resource.schema, object);
      if (problem !== undefined) {
        throw restOptionError(describeProblem(problem, `mock.initial[${JSON.stringify(place)}][${index}]`));
      }
      const key = resource.idMember === null ? index + 1 : object[resource.idMember];
      const fact = factName(resource, String(key ?? index + 1), scope);
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
function highest({ idMember }: MockResource, objects: readonly JsonObject[]): number {
  const numbers = objects.map((object) => (idMember === null ? null : object[idMember]));
  return Math.max(objects.length, ...numbers.filter((key): key is number => Number.isSafeInteger(key)));
}
