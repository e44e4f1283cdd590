import { isJsonObject, type Json, type JsonObject, RandomStream } from '../../core/index.js';
import type { MockRoute } from './mock/mock-resource.js';
import type { MockServer } from './mock/mock-server.js';
import { type MockState, objectsOf } from './mock/mock-state.js';
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

function keysOf({ server, state }: SampleWorld): ReadonlyMap<string, readonly Json[]> {
  return new Map(
    [...server.plan.resources.values()].map(({ name, idMember }) => [
      name,
      [...objectsOf(state, name)].flatMap(([, object]) => {
        const key = idMember === null ? undefined : object[idMember];
        return key === undefined ? [] : [key];
      }),
    ]),
  );
}

/** The arguments that lead to one object, or to where one can be added. */
function pathArguments(
  operation: RestOperation,
  { server, state }: SampleWorld,
  random: RandomStream,
): ReadonlyMap<string, Json> {
  const route = server.plan.routes.find((each) => each.operation === operation);
  const values = new Map<string, Json>();
  if (route === undefined) return values;
  for (const [parameter, key] of chainOf(route, server, state, random)) {
    const argument = operation.parameters.find(
      (each) => each.in === 'path' && each.name === parameter,
    )?.argument;
    if (argument !== undefined) values.set(argument, key);
  }
  const resource = route.effect === 'replace' && route.parameter === null ? route.resource : null;
  const member = resource === null ? null : (server.plan.resources.get(resource)?.idMember ?? null);
  if (resource !== null && member !== null) {
    // A replacement whose path has no key: it stands in the body.
    const key = random.pick([...objectsOf(state, resource)].map(([, object]) => object[member] ?? null));
    const [argument] = [...(operation.body?.members ?? [])].find(([, name]) => name === member) ?? [];
    if (argument !== undefined && key !== null) values.set(argument, key);
  }
  return values;
}

/** Keys by path parameter, from the innermost object outwards, so that each belongs to the one above it. */
function chainOf(
  route: MockRoute,
  server: MockServer,
  state: MockState,
  random: RandomStream,
): ReadonlyMap<string, Json> {
  const keys = new Map<string, Json>();
  const steps = [...route.ancestors];
  if (route.resource !== null && route.parameter !== null) {
    steps.push({ resource: route.resource, parameter: route.parameter });
  }
  let inner: JsonObject | undefined;
  let members: ReadonlyMap<string, string> = new Map();
  for (const { resource: name, parameter } of steps.reverse()) {
    const resource = server.plan.resources.get(name);
    const objects = [...objectsOf(state, name)].map(([, object]) => object);
    const idMember = resource?.idMember ?? null;
    if (resource === undefined || objects.length === 0 || idMember === null) break;
    const reference = [...members].find(([, target]) => target === name)?.[0];
    const wanted = reference === undefined ? undefined : inner?.[reference];
    const object =
      objects.find((each) => wanted !== undefined && each[idMember] === wanted) ?? random.pick(objects);
    const key = object[idMember];
    if (key === undefined) break;
    keys.set(parameter, key);
    inner = object;
    members = resource.references;
  }
  return keys;
}
