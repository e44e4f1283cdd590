import { isJsonObject, type Json, type JsonObject, RandomStream } from '../../../core/index.js';
import type { RestParameter } from '../rest-operation.js';
import { definitionsOf, objectShape } from '../schema-shape.js';
import { completeObject } from './complete-object.js';
import { pageOf } from './list-query.js';
import type { MockPlan, MockResource, MockRoute } from './mock-resource.js';
import { listResponse, type MockResponse, objectResponse, problemResponse } from './mock-response.js';
import {
  factName,
  type MockState,
  objectAt,
  objectsOf,
  referrers,
  refersTo,
  withCount,
  withObject,
  withoutObjects,
} from './mock-state.js';
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
  readonly #random: RandomStream;

  constructor(plan: MockPlan, request: CheckedRequest, state: MockState) {
    this.#plan = plan;
    this.#request = request;
    this.#state = state;
    const { tool } = request.route.operation;
    this.#random = new RandomStream(state.seed, `rest/mock/answer/${tool.name}`);
  }

  apply(): MockOutcome {
    const { route } = this.#request;
    const above = this.#checkAncestors();
    const resource = route.resource === null ? undefined : this.#plan.resources.get(route.resource);
    if (resource === undefined || route.effect === 'sample') return this.#answer(undefined);
    if (route.effect === 'list') return this.#list(resource, above);
    if (route.effect === 'create') return this.#create(resource, above);
    const [name, object] = this.#find(resource, above);
    if (route.effect === 'read') return this.#answer(object);
    if (route.effect === 'remove') return this.#remove(resource, name, object);
    return this.#change(resource, name, object);
  }

  /** The keys in the path above, by resource; each object has to exist, below the one before it. */
  #checkAncestors(): ReadonlyMap<string, string> {
    const above = new Map<string, string>();
    for (const { resource: name, parameter } of this.#request.route.ancestors) {
      const resource = this.#plan.resources.get(name);
      if (resource === undefined) continue;
      const key = this.#pathValue(parameter);
      const object = objectAt(this.#state, factName(resource, key, scopeOf(resource, above)));
      if (object === undefined || !isBelow(resource, object, above)) throw missing(name, key);
      above.set(name, key);
    }
    return above;
  }

  #find(resource: MockResource, above: ReadonlyMap<string, string>): readonly [string, JsonObject] {
    const { parameter } = this.#request.route;
    const { body } = this.#request;
    const { idMember } = resource;
    const inBody = isJsonObject(body) && idMember !== null ? body[idMember] : undefined;
    if (parameter === null && inBody === undefined) {
      throw new Refusal(
        400,
        `The body needs ${idMember ?? 'a key'}, to say which of ${resource.name} is meant.`,
      );
    }
    const key = parameter === null ? String(inBody) : this.#pathValue(parameter);
    const name = factName(resource, key, scopeOf(resource, above));
    const object = objectAt(this.#state, name);
    if (object === undefined || !isBelow(resource, object, above)) throw missing(resource.name, key);
    return [name, object];
  }

  #list(resource: MockResource, above: ReadonlyMap<string, string>): MockOutcome {
    const { route, values } = this.#request;
    const scope = scopeOf(resource, above);
    const prefix = scope.length === 0 ? '' : factName(resource, '', scope);
    const below = [...objectsOf(this.#state, resource.name)]
      .filter(([name, object]) => name.startsWith(prefix) && isBelow(resource, object, above))
      .map(([, object]) => object);
    const members = new Set(this.#shape(resource).properties.keys());
    const page = pageOf(below, route.operation.parameters, values, members);
    return { response: listResponse(route.operation, page, this.#random), state: this.#state };
  }

  #create(resource: MockResource, above: ReadonlyMap<string, string>): MockOutcome {
    const { body, route } = this.#request;
    if (body !== undefined && !isJsonObject(body)) return this.#answer(undefined);
    const given: Record<string, Json> = { ...body, ...route.operation.sets };
    for (const [member, target] of resource.references) {
      const key = above.get(target);
      if (key === undefined) continue;
      if (given[member] !== undefined && !refersTo(given[member], key)) {
        throw this.#invalid(`${member} is ${JSON.stringify(given[member])}, but the path names ${key}.`);
      }
      given[member] ??= objectKey(this.#plan, this.#state, target, key);
    }
    const scope = scopeOf(resource, above);
    const { idMember } = resource;
    const wanted = idMember === null ? undefined : given[idMember];
    const key =
      wanted ??
      nextKey(resource, this.#state, (each) =>
        this.#state.facts.has(factName(resource, String(each), scope)),
      );
    if (key === undefined) throw new Refusal(500, `There is no free key for ${resource.name}.`);
    const name = factName(resource, String(key), scope);
    if (this.#state.facts.has(name)) throw new Refusal(409, `${resource.name} has ${String(key)} already.`);
    if (idMember !== null) given[idMember] = key;
    const object = this.#completed(resource, given, name);
    const counted =
      wanted === undefined || wanted === null ? withCount(this.#state, resource.name) : this.#state;
    return this.#answer(object, withObject(counted, name, object));
  }

  #change(resource: MockResource, name: string, object: JsonObject): MockOutcome {
    const { route, body, values } = this.#request;
    const { operation, effect } = route;
    for (const [member, allowed] of Object.entries(operation.when)) {
      const wanted = Array.isArray(allowed) ? (allowed as readonly Json[]) : [allowed];
      const found = object[member] ?? null;
      if (!wanted.includes(found)) {
        throw new Refusal(
          409,
          `${member} is ${JSON.stringify(found)}; it has to be ${wanted.map((each) => JSON.stringify(each)).join(' or ')}.`,
        );
      }
    }
    const { properties } = this.#shape(resource);
    const asked: Record<string, Json> = isJsonObject(body) ? { ...body } : {};
    for (const [parameter, value] of values) {
      if (parameter.in === 'query' && effect === 'act' && properties.has(parameter.name))
        asked[parameter.name] = value;
    }
    const { idMember } = resource;
    if (
      idMember !== null &&
      asked[idMember] !== undefined &&
      !refersTo(asked[idMember], object[idMember] ?? null)
    ) {
      throw this.#invalid(`${idMember} can't be changed.`);
    }
    if (idMember !== null) delete asked[idMember];
    const kept = effect === 'replace' ? this.#notOfClient(resource, object) : object;
    const known = effect === 'act' ? onlyKnown(asked, properties) : asked;
    const changed = this.#completed(
      resource,
      { ...kept, ...known, ...operation.sets },
      name,
      effect === 'replace',
    );
    return this.#answer(changed, withObject(this.#state, name, changed));
  }

  #remove(resource: MockResource, name: string, object: JsonObject): MockOutcome {
    const key = resource.idMember === null ? null : (object[resource.idMember] ?? null);
    const using = referrers(this.#plan, this.#state, resource.name, key).filter((each) => each !== name);
    if (using.length > 0) {
      const more = using.length > 1 ? ` and ${using.length - 1} more refer` : ' refers';
      throw new Refusal(409, `${name} can't be deleted: ${using[0]}${more} to it.`);
    }
    const own = name.slice(name.indexOf('/') + 1);
    const inside = [...this.#plan.resources.values()]
      .filter((other) => other.scope.includes(resource.name))
      .flatMap((other) => [...objectsOf(this.#state, other.name)].map(([each]) => each))
      .filter((each) => each.slice(each.indexOf('/') + 1).startsWith(`${own}/`));
    return this.#answer(object, withoutObjects(this.#state, [name, ...inside]));
  }

  /** The object with defaults and what the server itself gives; refused where it does not fit the resource's schema. */
  #completed(resource: MockResource, given: JsonObject, name: string, isFresh = true): JsonObject {
    const clients = this.#clientMembers();
    const completed = completeObject(this.#plan, this.#state, resource, { given, name, isFresh, clients });
    if (!completed.ok) throw this.#invalid(completed.problem);
    return completed.object;
  }

  /** The members of an object that requests of this operation can't hold: they outlast a replacement. */
  #notOfClient(resource: MockResource, object: JsonObject): JsonObject {
    const clients = this.#clientMembers();
    return Object.fromEntries(
      Object.entries(object).filter(([member]) => member === resource.idMember || !clients.has(member)),
    );
  }

  #clientMembers(): ReadonlySet<string> {
    const { body } = this.#request.route.operation;
    if (body === null) return new Set();
    return new Set(objectShape(body.schema, definitionsOf(body.schema))?.properties.keys() ?? []);
  }

  #shape(resource: MockResource): NonNullable<ReturnType<typeof objectShape>> {
    const empty = { properties: new Map<string, JsonObject>(), required: new Set<string>(), open: true };
    return objectShape(resource.schema, definitionsOf(resource.schema)) ?? empty;
  }

  #answer(object: JsonObject | undefined, state: MockState = this.#state): MockOutcome {
    const { operation, effect } = this.#request.route;
    return { response: objectResponse(operation, effect, object, this.#random), state };
  }

  /** What was asked for is understood, and not allowed: 422, or 400 where the operation declares only that. */
  #invalid(detail: string): Refusal {
    const { responses } = this.#request.route.operation;
    const has = (status: string): boolean => responses.some((response) => response.status === status);
    return new Refusal(has('400') && !has('422') ? 400 : 422, detail);
  }

  #pathValue(name: string): string {
    for (const [parameter, value] of this.#request.values) {
      if (parameter.in === 'path' && parameter.name === name) return String(value);
    }
    return '';
  }
}

function missing(resource: string, key: string): Refusal {
  return new Refusal(404, `${resource} has no ${key}.`);
}

function scopeOf(resource: MockResource, above: ReadonlyMap<string, string>): readonly string[] {
  return resource.scope.map((name) => above.get(name) ?? '');
}

/** Whether an object refers to every object above it that it has a member for. */
function isBelow(resource: MockResource, object: JsonObject, above: ReadonlyMap<string, string>): boolean {
  for (const [name, key] of above) {
    const members = [...resource.references]
      .filter(([, target]) => target === name)
      .map(([member]) => member);
    if (members.length > 0 && !members.some((member) => refersTo(object[member], key))) return false;
  }
  return true;
}

/** The key of an object as it stands in the object: paths have text where objects may have numbers. */
function objectKey(plan: MockPlan, state: MockState, name: string, key: string): Json {
  const resource = plan.resources.get(name);
  if (resource === undefined || resource.idMember === null) return key;
  for (const [, object] of objectsOf(state, name)) {
    const own = object[resource.idMember];
    if (refersTo(own, key)) return own ?? key;
  }
  return key;
}

function onlyKnown(values: JsonObject, properties: ReadonlyMap<string, JsonObject>): Record<string, Json> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => properties.has(name)));
}
