import { isJsonObject, type Json, type RandomStream } from '../../../core/index.js';
import { meetsSchema } from '../known-validators.js';
import { sampleValue } from '../sample/sample-value.js';
import { typesOf } from '../schema-shape.js';
import type { MockResource } from './mock-resource.js';

/** The n-th key: a number, a word with a number, or drawn from the schema where that asks for more. */
export function keyOf(
  { idSchema, name }: Pick<MockResource, 'idSchema' | 'name'>,
  n: number,
  random: RandomStream,
): Json | undefined {
  const types = typesOf(idSchema, isJsonObject(idSchema.$defs) ? idSchema.$defs : {});
  const start = typeof idSchema.minimum === 'number' ? Math.max(1, Math.ceil(idSchema.minimum)) : 1;
  const plain: Json =
    types.has('integer') || types.has('number') ? start + n - 1 : `${name.replace(/s$/, '')}-${n}`;
  const asksForMore = ['format', 'pattern', 'enum', 'examples'].some((keyword) =>
    Object.hasOwn(idSchema, keyword),
  );
  const isPlain = meetsSchema(idSchema, plain) && (typeof plain === 'number' || !asksForMore);
  return isPlain ? plain : sampleValue(idSchema, { random, name: 'id' });
}
