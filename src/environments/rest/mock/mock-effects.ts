import { isJsonObject, type Json, type JsonObject, RandomStream } from '../../../core/index.js';
import type { RestOperation, RestParameter } from '../rest-operation.js';
import { definitionsOf, type ObjectShape, objectShape } from '../schema-shape.js';
import { completeObject } from './complete-object.js';
import { pageOf } from './list-query.js';
import type { MockPlan, MockResource, MockRoute } from './mock-resource.js';
import { listResponse, type MockResponse, objectResponse, problemResponse } from './mock-response.js';
import {
  type Above,
  factName,
  findObject,
  isBelow,
  keyOfObject,
  type MockState,
  type NamedObject,
  objectsOf,
  referrers,
  valueAt,
  valuesAbove,
  withObjects,
  withValue,
} from './mock-state.js';
import { nextKey } from './object-key.js';
import { memberNamed } from './resource-names.js';

/** A request whose parameters and body were read and fit their schemas. */
export interface CheckedRequest {
  readonly route: MockRoute;
  readonly values: ReadonlyMap<RestParameter, Json>;
  readonly body: Json | undefined;
}

/** An answer, and the state after it. */
export interface MockOutcome {
  readonly response: MockResponse;
  readonly state: MockState;
}

/** Ends a request with a problem; the state stays as it was. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** Does what a route says, in memory. */
export function applyEffect(plan: MockPlan, request: CheckedRequest, state: MockState): MockOutcome {
  try {
    return new Effect(plan, request, state).apply();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { response: problemResponse(request.route.operation, error.status, error.message), state };
  }
}

/** The status for what a request can't have: 422, or 400 where the operation declares only that. */
export function invalidStatus({ responses }: RestOperation): number {
  const has = (status: string): boolean => responses.some((response) => response.status === status);
  return has('400') && !has('422') ? 400 : 422;
}

/** One request at work on one state. */
class Effect {
  readonly #plan: MockPlan;
  readonly #request: CheckedRequest;
  readonly #state: MockState;

  constructor(plan: MockPlan, request: CheckedRequest, state: MockState) {
    this.#plan = plan;
    this.#request = request;
    this.#state = state;
  }

  apply(): MockOutcome {
    const { effect, resource: name, ancestors } = this.#request.route;
    // The values in the path above, by what they are of; each object has to exist, below the one before it.
    const above = new Map<string, Json>();
    for (const { parameter, of } of ancestors) {
      const resource = this.#plan.resources.get(of);
      const value = this.#pathValue(parameter);
      above.set(
        of,
        resource === undefined ? value : keyOfObject(resource, ...this.#lookUp(resource, value, above)),
      );
    }
    const resource = this.#plan.resources.get(name ?? '');
    if (resource === undefined || effect === 'sample') return this.#answer(undefined);
    if (effect === 'list') return this.#list(resource, above);
    if (effect === 'create') return this.#create(resource, above);
    const found = this.#find(resource, above);
    if (effect === 'read') return this.#answer(found[1]);
    return effect === 'remove' ? this.#remove(resource, found) : this.#change(resource, found);
  }

  #lookUp(resource: MockResource, key: Json, above: Above): NamedObject {
    const found = findObject(this.#state, resource, key, above);
    if (found === undefined) throw new Refusal(404, `${resource.name} has no ${String(key)}.`);
    return found;
  }

  /** The object that the path names, or the body where the path has no key. */
  #find(resource: MockResource, above: Above): NamedObject {
    const { route, body } = this.#request;
    const inBody = isJsonObject(body) ? valueAt(body, resource.idPath) : undefined;
    const key = route.parameter === null ? inBody : this.#pathValue(route.parameter);
    if (key !== undefined) return this.#lookUp(resource, key, above);
    const needed = resource.idPath.join('.') || 'a key';
    throw new Refusal(400, `The body needs ${needed}, to say which of ${resource.name} is meant.`);
  }

  #list(resource: MockResource, above: Above): MockOutcome {
    const { route, values } = this.#request;
    const objects = objectsOf(this.#state, resource.name)
      .filter((each) => isBelow(resource, each, above))
      .map(([, object]) => object);
    const page = pageOf(
      objects,
      route.operation.parameters,
      values,
      shapeOf(resource.schema).properties.keys(),
    );
    return { response: listResponse(route.operation, page, this.#random()), state: this.#state };
  }

  #create(resource: MockResource, above: Above): MockOutcome {
    const { body, route } = this.#request;
    if (body !== undefined && !isJsonObject(body)) return this.#answer(undefined);
    const holding = resource.above.map(({ member, of }): [string | null, string] => [member, of]);
    const held = [...resource.references, ...holding].flatMap(([member, of]): [string, Json][] => {
      const value = above.get(of);
      return member === null || value === undefined ? [] : [[member, value]];
    });
    const given = { ...byMember(body ?? {}, resource), ...route.operation.sets, ...Object.fromEntries(held) };
    const factOf = (key: Json): string =>
      factName(
        resource,
        key,
        resource.above.map(({ of }) => above.get(of) ?? ''),
      );
    const wanted = valueAt(given, resource.idPath) ?? undefined;
    const key = wanted ?? nextKey(resource, this.#state, (each) => this.#state.facts.has(factOf(each)));
    if (key === undefined) throw new Refusal(500, `There is no free key for ${resource.name}.`);
    const fact = factOf(key);
    if (this.#state.facts.has(fact)) throw new Refusal(409, `${resource.name} has ${String(key)} already.`);
    const object = this.#completed(resource, fact, withValue(given, resource.idPath, key), true);
    const counted = wanted === undefined ? resource.name : undefined;
    return this.#answer(object, withObjects(this.#state, new Map([[fact, object]]), counted));
  }

  #change(resource: MockResource, [fact, object]: NamedObject): MockOutcome {
    const { route, body, values } = this.#request;
    const { operation, effect } = route;
    this.#checkAllowed(object);
    const queried = [...values].filter(([each]) => each.in === 'query' && effect === 'act');
    const asked: JsonObject = {
      ...(isJsonObject(body) ? byMember(body, resource) : {}),
      ...Object.fromEntries(queried.map(([{ name }, value]) => [name, value])),
    };
    const { properties } = shapeOf(resource.schema);
    const clients = this.#clientMembers(resource);
    // What requests of this operation can't hold outlasts a replacement; what is no member of the object is for a POST alone.
    const kept = Object.entries(object).filter(([member]) => effect !== 'replace' || !clients.has(member));
    const known = Object.entries(asked).filter(
      ([member]) => operation.method !== 'POST' || properties.has(member),
    );
    const given: JsonObject = { ...Object.fromEntries([...kept, ...known]), ...operation.sets };
    // The key stays, whatever the body says.
    const key = valueAt(object, resource.idPath);
    const whole = key === undefined ? given : withValue(given, resource.idPath, key);
    const changed = this.#completed(resource, fact, whole, effect === 'replace');
    return this.#answer(changed, withObjects(this.#state, new Map([[fact, changed]])));
  }

  /** Refuses what `x-mettle-when` doesn't allow now. */
  #checkAllowed(object: JsonObject): void {
    for (const [member, allowed] of Object.entries(this.#request.route.operation.when)) {
      const wanted = [allowed].flat() as readonly Json[];
      const found = object[member] ?? null;
      if (wanted.includes(found)) continue;
      const needed = wanted.map((each) => JSON.stringify(each)).join(' or ');
      throw new Refusal(409, `${member} is ${JSON.stringify(found)}; it has to be ${needed}.`);
    }
  }

  #remove(resource: MockResource, [fact, object]: NamedObject): MockOutcome {
    const key = keyOfObject(resource, fact, object);
    const referring = referrers(this.#plan, this.#state, resource.name, key);
    const [first, ...more] = referring.filter((each) => each !== fact);
    if (first !== undefined) {
      const others = more.length > 0 ? ` and ${more.length} more refer` : ' refers';
      throw new Refusal(409, `${fact} can't be deleted: ${first}${others} to it.`);
    }
    const values = valuesAbove(resource, fact, object);
    const above = new Map<string, Json>(resource.above.map(({ of }, index) => [of, values[index] ?? '']));
    above.set(resource.name, key);
    const inside = [...this.#plan.resources.values()]
      .filter((other) => other.above.some(({ of }) => of === resource.name))
      .flatMap((other) => objectsOf(this.#state, other.name).filter((each) => isBelow(other, each, above)));
    const gone = [fact, ...inside.map(([each]) => each)];
    return this.#answer(object, withObjects(this.#state, new Map(gone.map((each) => [each, undefined]))));
  }

  /** The object with what the server itself gives; refused where it does not fit the resource's schema. */
  #completed(resource: MockResource, name: string, given: JsonObject, isFresh: boolean): JsonObject {
    const draft = { given, name, isFresh, clients: this.#clientMembers(resource) };
    const completed = completeObject(this.#plan, this.#state, resource, draft);
    if (typeof completed !== 'string') return completed;
    throw new Refusal(invalidStatus(this.#request.route.operation), completed);
  }

  /** The members of an object that requests of this operation can hold. */
  #clientMembers(resource: MockResource): ReadonlySet<string> {
    const taken = shapeOf(this.#request.route.operation.body?.schema ?? {}).properties.keys();
    const members = [...shapeOf(resource.schema).properties.keys()];
    return new Set([...taken].map((name) => memberNamed(name, members) ?? name));
  }

  #answer(object: JsonObject | undefined, state: MockState = this.#state): MockOutcome {
    const { operation, effect } = this.#request.route;
    return {
      response: objectResponse(operation, effect === 'create' ? 201 : 200, object, this.#random()),
      state,
    };
  }

  #random(): RandomStream {
    return new RandomStream(this.#state.seed, `rest/mock/answer/${this.#request.route.operation.tool.name}`);
  }

  #pathValue(name: string): Json {
    return [...this.#request.values].find(([each]) => each.in === 'path' && each.name === name)?.[1] ?? '';
  }
}

const NO_SHAPE: ObjectShape = { properties: new Map(), required: new Set(), open: true };

function shapeOf(schema: JsonObject): ObjectShape {
  return objectShape(schema, definitionsOf(schema)) ?? NO_SHAPE;
}

/** Members of a request by what the objects call them: `FriendlyName` is `friendly_name` there. */
function byMember(given: JsonObject, { schema }: MockResource): JsonObject {
  const members = [...shapeOf(schema).properties.keys()];
  const entries = Object.entries(given);
  return Object.fromEntries(entries.map(([name, value]) => [memberNamed(name, members) ?? name, value]));
}
