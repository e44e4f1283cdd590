import { isJsonObject, type Json, type JsonObject, RandomStream } from '../../core/index.js';
import type { MockResource, MockRoute } from './mock/mock-resource.js';
import type { MockServer } from './mock/mock-server.js';
import {
  asParameter,
  keyOfObject,
  type MockState,
  type NamedObject,
  objectsOf,
  valuesAbove,
} from './mock/mock-state.js';
import { referencedWord } from './mock/resource-names.js';
import { drawReference } from './mock/seed-state.js';
import type { RestOperation } from './rest-operation.js';
import { buildRequest, type RestRequest } from './rest-request.js';
import { sampleValue } from './sample/sample-value.js';

/** A mock server and the state that arguments should make sense in. */
export interface SampleWorld {
  readonly server: MockServer;
  readonly state: MockState;
  readonly complete: (request: RestRequest, operation: RestOperation) => RestRequest;
}

const TRIES = 24;

/**
 * Arguments that an operation's tool takes, drawn from its schema; for a mock server, such that it answers with a
 * success; for a real one, only where its document says which objects exist. Null where none are found.
 */
export function sampleRestArguments(
  operation: RestOperation,
  { prompt, seed }: { readonly prompt: string; readonly seed: number },
  world: SampleWorld | null,
): JsonObject | null {
  if (world === null && !isKnowable(operation)) return null;
  const random = new RandomStream(seed, `rest/arguments/${operation.tool.name}/${prompt}`);
  for (let n = 0; n < TRIES; n++) {
    const drawn = draw(operation, random, world);
    if (drawn !== null && isAnswered(operation, drawn, world)) return drawn;
  }
  return null;
}

/** Whether the document says enough: which objects a real server has, only its examples can tell. */
function isKnowable({ tool, parameters }: RestOperation): boolean {
  const { properties, required } = tool.parameters;
  const needed = Array.isArray(required) ? (required as readonly Json[]).map(String) : [];
  const paths = new Set(parameters.filter((each) => each.in === 'path').map(({ argument }) => argument));
  return needed.every((name) => {
    if (!paths.has(name) && referencedWord(name) === null) return true;
    const schema = isJsonObject(properties) ? properties[name] : undefined;
    return (
      isJsonObject(schema) && ['examples', 'enum', 'const'].some((keyword) => Object.hasOwn(schema, keyword))
    );
  });
}

/** Whether a request can be made of arguments, and a mock server answers it with a success. */
function isAnswered(operation: RestOperation, values: JsonObject, world: SampleWorld | null): boolean {
  const built = buildRequest(operation, values);
  if (!built.ok || world === null) return built.ok;
  return world.server.answer(world.complete(built.request, operation), world.state).response.status < 300;
}

function draw(operation: RestOperation, random: RandomStream, world: SampleWorld | null): JsonObject | null {
  const keys = world === null ? new Map<string, readonly Json[]>() : keysOf(world);
  const path = world === null ? new Map<string, Json>() : pathArguments(operation, world, random);
  const value = sampleValue(operation.tool.parameters, {
    random,
    optional: world === null ? 0 : 0.3,
    member: (name, schema, place) => {
      const known = place.length === 0 ? path.get(name) : undefined;
      if (known !== undefined || world === null) return known;
      return drawReference(world.server.plan, null, { name, schema, path: place }, keys, random);
    },
  });
  return isJsonObject(value) ? value : null;
}

/** The keys of all objects, by resource: they are the same for all arguments that are drawn in one state. */
const knownKeys = new WeakMap<MockState, ReadonlyMap<string, readonly Json[]>>();

function keysOf({ server, state }: SampleWorld): ReadonlyMap<string, readonly Json[]> {
  let keys = knownKeys.get(state);
  if (keys === undefined) {
    keys = new Map(
      [...server.plan.resources.values()].map((resource) => [
        resource.name,
        objectsOf(state, resource.name).map(([fact, object]) => keyOfObject(resource, fact, object)),
      ]),
    );
    knownKeys.set(state, keys);
  }
  return keys;
}

/** The arguments that lead to one object, or to where one can be added. */
function pathArguments(
  operation: RestOperation,
  world: SampleWorld,
  random: RandomStream,
): ReadonlyMap<string, Json> {
  const { server, state } = world;
  const route = server.plan.routes.find((each) => each.operation === operation);
  const values = new Map<string, Json>();
  if (route === undefined) return values;
  for (const [name, value] of pathValues(route, world, random)) {
    const parameter = operation.parameters.find((each) => each.in === 'path' && each.name === name);
    if (parameter !== undefined) values.set(parameter.argument, asParameter(value, parameter.schema));
  }
  const resource = server.plan.resources.get(route.resource ?? '');
  if (route.effect === 'replace' && route.parameter === null && resource !== undefined) {
    // A replacement whose path has no key: it stands in the body.
    const object = pickObject(resource, state, random);
    const [argument] =
      [...(operation.body?.members ?? [])].find(([, name]) => name === resource.idPath[0]) ?? [];
    if (argument !== undefined && object !== null) values.set(argument, keyOfObject(resource, ...object));
  }
  return values;
}

/** Values by path parameter: those of an object that exists, and of what it stands below. */
function pathValues(
  { ancestors, resource: name, parameter }: MockRoute,
  { server, state }: SampleWorld,
  random: RandomStream,
): ReadonlyMap<string, Json> {
  const { resources } = server.plan;
  const known = new Map<string, Json>();
  const learn = (resource: MockResource, withKey: boolean): void => {
    const found = pickObject(resource, state, random);
    if (found === null) return;
    const [fact, object] = found;
    const values = valuesAbove(resource, fact, object);
    if (withKey) known.set(resource.name, keyOfObject(resource, fact, object));
    for (const [index, ancestor] of resource.above.entries()) known.set(ancestor.of, values[index] ?? null);
    for (const [member, target] of resource.references) {
      const value = object[member];
      if (value !== undefined && value !== null && !Array.isArray(value) && !known.has(target))
        known.set(target, value);
    }
  };
  const own = resources.get(name ?? '');
  if (own !== undefined) learn(own, parameter !== null);
  const steps =
    own === undefined || parameter === null ? ancestors : [...ancestors, { of: own.name, parameter }];
  const values = new Map<string, Json>();
  for (const step of [...steps].reverse()) {
    const resource = resources.get(step.of);
    if (resource !== undefined && !known.has(resource.name)) learn(resource, true);
    const value = known.get(step.of);
    if (value !== undefined && value !== null) values.set(step.parameter, value);
  }
  return values;
}

function pickObject(resource: MockResource, state: MockState, random: RandomStream): NamedObject | null {
  const objects = objectsOf(state, resource.name);
  return objects.length === 0 ? null : random.pick(objects);
}
