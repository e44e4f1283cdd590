import { describeProblem, type Json, type JsonObject } from '../../../core/index.js';
import { schemaProblems } from '../known-validators.js';
import { definitionsOf, dereferenced, objectShape } from '../schema-shape.js';
import type { MockPlan, MockResource } from './mock-resource.js';
import { factWithKey, type MockState } from './mock-state.js';
import { serverValue } from './server-value.js';

/** What {@link completeObject} makes an object from. */
export interface ObjectDraft {
  readonly given: JsonObject;
  /** The name of its fact. */
  readonly name: string;
  /** Whether members that are not there get a value: in new objects and replacements, not in changes. */
  readonly isFresh: boolean;
  /** The members that a request can give. */
  readonly clients: ReadonlySet<string>;
}

/** The object with defaults and what the server itself gives, or what is wrong with it. */
export function completeObject(
  plan: MockPlan,
  state: MockState,
  resource: MockResource,
  { given, name, isFresh, clients }: ObjectDraft,
): { readonly ok: true; readonly object: JsonObject } | { readonly ok: false; readonly problem: string } {
  const definitions = definitionsOf(resource.schema);
  const shape = objectShape(resource.schema, definitions);
  const properties = shape?.properties ?? new Map<string, JsonObject>();
  const isClosed =
    shape?.open === false && dereferenced(resource.schema, definitions).additionalProperties === false;
  const filled: Record<string, Json> = Object.fromEntries(
    Object.entries(given).filter(([member]) => !isClosed || properties.has(member)),
  );
  for (const [member, schema] of isFresh ? properties : []) {
    if (filled[member] !== undefined) continue;
    const isOwn = shape?.required.has(member) === true || !clients.has(member);
    const value = isOwn
      ? serverValue(plan, state, resource, { member, schema, name })
      : dereferenced(schema, definitions).default;
    if (value !== undefined) filled[member] = value;
  }
  const lost = lostReference(plan, state, resource, filled);
  if (lost !== null) return { ok: false, problem: lost };
  const [problem] = schemaProblems(resource.schema, filled);
  if (problem !== undefined) return { ok: false, problem: `${describeProblem(problem, 'body')}.` };
  const known = [...properties.keys()].flatMap((member): [string, Json][] => {
    const value = filled[member];
    return value === undefined ? [] : [[member, value]];
  });
  const others = Object.entries(filled).filter(([member]) => !properties.has(member));
  return { ok: true, object: Object.fromEntries([...known, ...others]) };
}

function lostReference(
  plan: MockPlan,
  state: MockState,
  resource: MockResource,
  object: JsonObject,
): string | null {
  for (const [member, target] of resource.references) {
    const value = object[member];
    const other = plan.resources.get(target);
    if (value === undefined || value === null || other === undefined) continue;
    for (const key of Array.isArray(value) ? (value as readonly Json[]) : [value]) {
      if (factWithKey(state, other, key) === null) return `${member}: ${target} has no ${String(key)}.`;
    }
  }
  return null;
}
