import { isJsonObject, type Json, type JsonObject, RandomStream } from '../../../core/index.js';
import type { RestParameter } from '../rest-operation.js';
import { definitionsOf, type ObjectShape, objectShape } from '../schema-shape.js';
import { completeObject } from './complete-object.js';
import { pageOf } from './list-query.js';
import { identityOf, type MockPlan, type MockResource, type MockRoute } from './mock-resource.js';
import { listResponse, type MockResponse, objectResponse, problemResponse } from './mock-response.js';
import {
  type Above,
  factName,
  factWithKey,
  isBelow,
  keyOfObject,
  type MockState,
  type NamedObject,
  objectAt,
  objectsOf,
  referrers,
  refersTo,
  scopeOf,
  valueAt,
  valuesAbove,
  withCount,
  withObject,
  withoutObjects,
  withValue,
} from './mock-state.js';
import { memberNamed } from './resource-names.js';
import { nextKey } from './seed-state.js';

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
    const { effect, resource: name } = this.#request.route;
    const above = this.#ancestors();
    const resource = this.#plan.resources.get(name ?? '');
    if (resource === undefined || effect === 'sample') return this.#answer(undefined);
    if (effect === 'list') return this.#list(resource, above);
    if (effect === 'create') return this.#create(resource, above);
    const [fact, object] = this.#find(resource, above);
    if (effect === 'read') return this.#answer(object);
    if (effect === 'remove') return this.#remove(resource, fact, object);
    return this.#change(resource, fact, object);
  }

  /** The values in the path above, by what they are of; each object has to exist, below the one before it. */
  #ancestors(): Above {
    const above = new Map<string, string>();
    for (const ancestor of this.#request.route.ancestors) {
      const value = this.#pathValue(ancestor.parameter);
      const resource = this.#plan.resources.get(ancestor.resource ?? '');
      if (resource !== undefined) this.#lookUp(resource, value, above);
      above.set(identityOf(ancestor), value);
    }
    return above;
  }

  #lookUp(resource: MockResource, key: string, above: Above): NamedObject {
    const values = resource.above.map((ancestor) => above.get(identityOf(ancestor)));
    const fact = values.includes(undefined)
      ? factWithKey(this.#state, resource, key)
      : factName(resource, key, scopeOf(resource, values));
    const object = fact === null ? undefined : objectAt(this.#state, fact);
    if (fact !== null && object !== undefined && isBelow(resource, [fact, object], above))
      return [fact, object];
    throw new Refusal(404, `${resource.name} has no ${key}.`);
  }

  /** The object that the path names, or the body where the path has no key. */
  #find(resource: MockResource, above: Above): NamedObject {
    const { route, body } = this.#request;
    if (route.parameter !== null) return this.#lookUp(resource, this.#pathValue(route.parameter), above);
    const key = isJsonObject(body) ? valueAt(body, resource.idPath) : undefined;
    if (key !== undefined) return this.#lookUp(resource, String(key), above);
    const needed = resource.idPath.join('.') || 'a key';
    throw new Refusal(400, `The body needs ${needed}, to say which of ${resource.name} is meant.`);
  }

  #list(resource: MockResource, above: Above): MockOutcome {
    const { route, values } = this.#request;
    const below = objectsOf(this.#state, resource.name).filter((each) => isBelow(resource, each, above));
    const members = new Set(shapeOf(resource).properties.keys());
    const objects = below.map(([, object]) => object);
    const page = pageOf(objects, route.operation.parameters, values, members);
    return { response: listResponse(route.operation, page, this.#random()), state: this.#state };
  }

  #create(resource: MockResource, above: Above): MockOutcome {
    const { body, route } = this.#request;
    if (body !== undefined && !isJsonObject(body)) return this.#answer(undefined);
    let given: JsonObject = { ...byMember(body ?? {}, resource), ...route.operation.sets };
    const holding = resource.above.map((each): [string | null, string] => [each.member, identityOf(each)]);
    for (const [member, target] of [...resource.references, ...holding]) {
      const key = above.get(target);
      if (key === undefined || member === null) continue;
      if (given[member] !== undefined && !refersTo(given[member], key)) {
        throw this.#invalid(`${member} is ${JSON.stringify(given[member])}, but the path names ${key}.`);
      }
      given = { [member]: this.#asInObject(target, key), ...given };
    }
    const values = resource.above.map((each) => above.get(identityOf(each)) ?? '');
    const factOf = (key: Json): string => factName(resource, String(key), scopeOf(resource, values));
    const wanted = valueAt(given, resource.idPath);
    const key = wanted ?? nextKey(resource, this.#state, (each) => this.#state.facts.has(factOf(each)));
    if (key === undefined) throw new Refusal(500, `There is no free key for ${resource.name}.`);
    const fact = factOf(key);
    if (this.#state.facts.has(fact)) throw new Refusal(409, `${resource.name} has ${String(key)} already.`);
    const object = this.#completed(resource, withValue(given, resource.idPath, key), fact, true);
    const isCounted = wanted === undefined || wanted === null;
    const state = isCounted ? withCount(this.#state, resource.name) : this.#state;
    return this.#answer(object, withObject(state, fact, object));
  }

  #change(resource: MockResource, fact: string, object: JsonObject): MockOutcome {
    const { route, body, values } = this.#request;
    const { operation, effect } = route;
    this.#checkAllowed(object);
    const { properties } = shapeOf(resource);
    const queried = [...values].filter(([each]) => each.in === 'query' && effect === 'act');
    const asked: JsonObject = {
      ...(isJsonObject(body) ? byMember(body, resource) : {}),
      ...Object.fromEntries(queried.map(([{ name }, value]) => [name, value])),
    };
    const key = valueAt(object, resource.idPath);
    const wanted = valueAt(asked, resource.idPath);
    if (wanted !== undefined && !refersTo(wanted, key ?? null))
      throw this.#invalid(`${resource.idPath.join('.')} can't be changed.`);
    // What requests of this operation can't hold outlasts a replacement.
    const clients = this.#clientMembers(resource);
    const kept = effect === 'replace' ? without(object, (member) => clients.has(member)) : object;
    const isLoose = effect === 'act' || operation.method === 'POST';
    const known = isLoose ? without(asked, (member) => !properties.has(member)) : asked;
    const given: JsonObject = { ...kept, ...known, ...operation.sets };
    const whole = key === undefined ? given : withValue(given, resource.idPath, key);
    const changed = this.#completed(resource, whole, fact, effect === 'replace');
    return this.#answer(changed, withObject(this.#state, fact, changed));
  }

  /** Refuses what `x-mettle-when` doesn't allow now. */
  #checkAllowed(object: JsonObject): void {
    for (const [member, allowed] of Object.entries(this.#request.route.operation.when)) {
      const wanted = Array.isArray(allowed) ? (allowed as readonly Json[]) : [allowed];
      const found = object[member] ?? null;
      if (wanted.includes(found)) continue;
      const needed = wanted.map((each) => JSON.stringify(each)).join(' or ');
      throw new Refusal(409, `${member} is ${JSON.stringify(found)}; it has to be ${needed}.`);
    }
  }

  #remove(resource: MockResource, fact: string, object: JsonObject): MockOutcome {
    const key = String(keyOfObject(resource, fact, object));
    const [first, ...more] = referrers(this.#plan, this.#state, resource.name, key).filter(
      (each) => each !== fact,
    );
    if (first !== undefined) {
      const others = more.length > 0 ? ` and ${more.length} more refer` : ' refers';
      throw new Refusal(409, `${fact} can't be deleted: ${first}${others} to it.`);
    }
    const values = valuesAbove(resource, fact, object).map(String);
    const above = new Map(resource.above.map((each, index) => [identityOf(each), values[index] ?? '']));
    above.set(resource.name, key);
    const inside = [...this.#plan.resources.values()]
      .filter((other) => other.above.some((each) => each.resource === resource.name))
      .flatMap((other) => objectsOf(this.#state, other.name).filter((each) => isBelow(other, each, above)));
    const gone = [fact, ...inside.map(([each]) => each)];
    return this.#answer(object, withoutObjects(this.#state, gone));
  }

  /** The object with defaults and what the server itself gives; refused where it does not fit the resource's schema. */
  #completed(resource: MockResource, given: JsonObject, name: string, isFresh: boolean): JsonObject {
    const clients = this.#clientMembers(resource);
    const completed = completeObject(this.#plan, this.#state, resource, { given, name, isFresh, clients });
    if (!completed.ok) throw this.#invalid(completed.problem);
    return completed.object;
  }

  /** The members of an object that requests of this operation can hold. */
  #clientMembers(resource: MockResource): ReadonlySet<string> {
    const schema = this.#request.route.operation.body?.schema ?? {};
    const taken = objectShape(schema, definitionsOf(schema))?.properties.keys() ?? [];
    const members = [...shapeOf(resource).properties.keys()];
    return new Set([...taken].map((name) => memberNamed(name, members) ?? name));
  }

  /** A key as it stands in the object: paths have text where objects may have numbers. */
  #asInObject(name: string, key: string): Json {
    const resource = this.#plan.resources.get(name);
    const fact = resource === undefined ? null : factWithKey(this.#state, resource, key);
    const object = fact === null ? undefined : objectAt(this.#state, fact);
    return resource && fact && object ? keyOfObject(resource, fact, object) : key;
  }

  #answer(object: JsonObject | undefined, state: MockState = this.#state): MockOutcome {
    const { operation, effect } = this.#request.route;
    return { response: objectResponse(operation, effect, object, this.#random()), state };
  }

  #random(): RandomStream {
    return new RandomStream(this.#state.seed, `rest/mock/answer/${this.#request.route.operation.tool.name}`);
  }

  /** What was asked for is understood, and not allowed: 422, or 400 where the operation declares only that. */
  #invalid(detail: string): Refusal {
    const { responses } = this.#request.route.operation;
    const has = (status: string): boolean => responses.some((response) => response.status === status);
    return new Refusal(has('400') && !has('422') ? 400 : 422, detail);
  }

  #pathValue(name: string): string {
    const value = [...this.#request.values].find(([each]) => each.in === 'path' && each.name === name)?.[1];
    return String(value ?? '');
  }
}

const NO_SHAPE: ObjectShape = { properties: new Map(), required: new Set(), open: true };

function shapeOf({ schema }: MockResource): ObjectShape {
  return objectShape(schema, definitionsOf(schema)) ?? NO_SHAPE;
}

/** Members of a request by what the objects call them: `FriendlyName` is `friendly_name` there. */
function byMember(given: JsonObject, resource: MockResource): JsonObject {
  const members = [...shapeOf(resource).properties.keys()];
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [memberNamed(name, members) ?? name, value]),
  );
}

function without(values: JsonObject, isLost: (member: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([member]) => !isLost(member)));
}
