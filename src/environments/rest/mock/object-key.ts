import { isJsonObject, type Json, RandomStream } from '../../../core/index.js';
import { meetsSchema } from '../known-validators.js';
import { sampleValue } from '../sample/sample-value.js';
import { typesOf } from '../schema-shape.js';
import type { MockResource } from './mock-resource.js';
import type { MockState } from './mock-state.js';

/** Keys that are drawn before a resource counts as full. */
const KEY_TRIES = 200;

/** The n-th key: a number, a word with a number, or drawn from the schema where that asks for more. */
export function keyOf(
  { idSchema, name }: Pick<MockResource, 'idSchema' | 'name'>,
  n: number,
  random: RandomStream,
): Json | undefined {
  const types = typesOf(idSchema, isJsonObject(idSchema.$defs) ? idSchema.$defs : {});
  const start = typeof idSchema.minimum === 'number' ? Math.max(1, Math.ceil(idSchema.minimum)) : 1;
  const isNumber = types.has('integer') || types.has('number');
  const plain: Json = isNumber ? start + n - 1 : `${name.replace(/s$/, '')}-${n}`;
  const asksForMore = ['format', 'pattern', 'enum', 'examples'].some((keyword) =>
    Object.hasOwn(idSchema, keyword),
  );
  const isPlain = meetsSchema(idSchema, plain) && (isNumber || !asksForMore);
  return isPlain ? plain : sampleValue(idSchema, { random, name: 'id' });
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
