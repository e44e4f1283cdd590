import { describeProblem, type Json, type JsonObject, RandomStream } from '../../../core/index.js';
import { meetsSchema, schemaProblems } from '../known-validators.js';
import { sampleValue } from '../sample/sample-value.js';
import { definitionsOf, dereferenced, objectShape, standingAlone, typesOf } from '../schema-shape.js';
import type { MockPlan, MockResource } from './mock-resource.js';
import { findObject, keyOfObject, type MockState, objectsOf } from './mock-state.js';

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

/** The object with what the server itself gives, in the order of its schema; or in words what is wrong with it. */
export function completeObject(
  plan: MockPlan,
  state: MockState,
  resource: MockResource,
  { given, name, isFresh, clients }: ObjectDraft,
): JsonObject | string {
  const definitions = definitionsOf(resource.schema);
  const shape = objectShape(resource.schema, definitions);
  const known: Record<string, Json> = {};
  for (const [member, schema] of shape?.properties ?? []) {
    const isNeeded = shape?.required.has(member) === true || !clients.has(member);
    const isLeftOut = isFresh && given[member] === undefined;
    const value = isLeftOut
      ? serverValue(plan, state, resource, { member, schema, isNeeded, name })
      : given[member];
    if (value !== undefined) known[member] = value;
  }
  const { additionalProperties } = dereferenced(resource.schema, definitions);
  const object = shape?.open === false && additionalProperties === false ? known : { ...known, ...given };
  for (const [member, target] of resource.references) {
    const other = plan.resources.get(target);
    const keys = [object[member] ?? []].flat() as readonly Json[];
    const lost = keys.find((key) => other !== undefined && findObject(state, other, key) === undefined);
    if (lost !== undefined) return `${member}: ${target} has no ${String(lost)}.`;
  }
  const [problem] = schemaProblems(resource.schema, object);
  return problem === undefined ? object : `${describeProblem(problem, 'body')}.`;
}

/**
 * What the server gives for a member of a new object that the request left out: the default; where it is needed, the first
 * of an enumeration, null, the first object that a reference can lead to, else a value drawn under the world's seed.
 */
function serverValue(
  plan: MockPlan,
  state: MockState,
  resource: MockResource,
  { member, schema, isNeeded, name }: { member: string; schema: JsonObject; isNeeded: boolean; name: string },
): Json | undefined {
  const definitions = definitionsOf(resource.schema);
  const found = dereferenced(schema, definitions);
  if (found.default !== undefined || !isNeeded) return found.default;
  if (Array.isArray(found.enum)) return (found.enum as readonly Json[])[0];
  if (typesOf(found, definitions).has('null')) return null;
  const alone = standingAlone(schema, definitions);
  const target = plan.resources.get(resource.references.get(member) ?? '');
  const [first] = target === undefined ? [] : objectsOf(state, target.name);
  const key = target === undefined || first === undefined ? undefined : keyOfObject(target, ...first);
  if (target !== undefined) return key !== undefined && meetsSchema(alone, key) ? key : undefined;
  const random = new RandomStream(state.seed, `rest/mock/new/${name}/${member}`);
  return sampleValue(alone, { random, name: member });
}
