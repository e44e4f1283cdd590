import { type Json, type JsonObject, RandomStream } from '../../../core/index.js';
import { meetsSchema } from '../known-validators.js';
import { sampleValue } from '../sample/sample-value.js';
import { definitionsOf, dereferenced, typesOf } from '../schema-shape.js';
import type { MockPlan, MockResource } from './mock-resource.js';
import { keyOfObject, type MockState, objectsOf } from './mock-state.js';

/**
 * What the server itself gives for a member of a new object that the request left out: the default, the first of an
 * enumeration, null, the first object that a reference can lead to, else a value drawn under the world's seed.
 */
export function serverValue(
  plan: MockPlan,
  state: MockState,
  resource: MockResource,
  { member, schema, name }: { readonly member: string; readonly schema: JsonObject; readonly name: string },
): Json | undefined {
  const definitions = definitionsOf(resource.schema);
  const found = dereferenced(schema, definitions);
  if (found.default !== undefined) return found.default;
  if (Array.isArray(found.enum)) return (found.enum as readonly Json[])[0];
  if (typesOf(found, definitions).has('null')) return null;
  const alone = { ...schema, $defs: definitions };
  const target = plan.resources.get(resource.references.get(member) ?? '');
  if (target !== undefined) {
    const [first] = objectsOf(state, target.name);
    const key = first === undefined ? undefined : keyOfObject(target, ...first);
    return key !== undefined && meetsSchema(alone, key) ? key : undefined;
  }
  const random = new RandomStream(state.seed, `rest/mock/new/${name}/${member}`);
  return sampleValue(alone, { random, name: member });
}
