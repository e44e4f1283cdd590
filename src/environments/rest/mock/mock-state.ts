import { isJsonObject, type Json, type JsonObject } from '../../../core/index.js';
import type { WorldState } from '../../world-state.js';
import type { MockPlan, MockResource } from './mock-resource.js';

/** Everything that a mock server knows at one moment. Never changed, only replaced, so that a branch is a reference. */
export interface MockState {
  readonly seed: number;
  /** `RESOURCE/KEY` ↦ the object. */
  readonly facts: WorldState;
  /** How many objects each resource ever had: new keys are counted on, also after a deletion. */
  readonly counts: ReadonlyMap<string, number>;
}

/** The name of an object's fact. */
export function factName(resource: MockResource, key: string, scope: readonly string[] = []): string {
  return [resource.name, ...scope, key].map(escapeKey).join('/');
}

/** Objects of a resource, in the order in which they came, each with its fact's name. */
export function* objectsOf(state: MockState, resource: string): Generator<readonly [string, JsonObject]> {
  const prefix = `${escapeKey(resource)}/`;
  for (const [name, fact] of state.facts) {
    if (name.startsWith(prefix) && isJsonObject(fact)) yield [name, fact];
  }
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

/** Whether an object of a resource has this key, in whatever place its path has. */
export function hasKey(state: MockState, resource: MockResource, key: Json): boolean {
  if (resource.scope.length === 0) return state.facts.has(factName(resource, String(key)));
  const end = `/${escapeKey(String(key))}`;
  for (const [name] of objectsOf(state, resource.name)) if (name.endsWith(end)) return true;
  return false;
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
