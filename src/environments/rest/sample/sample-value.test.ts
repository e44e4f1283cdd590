import { describe, expect, it } from 'vitest';
import { type JsonObject, RandomStream } from '../../../core/index.js';
import { meetsSchema } from '../known-validators.js';
import { sampleValue } from './sample-value.js';

const draws = (schema: JsonObject, count = 40): readonly unknown[] =>
  Array.from({ length: count }, (_draw, seed) =>
    sampleValue(schema, { random: new RandomStream(seed, 'sample') }),
  );

describe('sampleValue', () => {
  it.each<[string, JsonObject]>([
    [
      'one of choices that overlap',
      { oneOf: [{ type: 'integer' }, { type: 'number', minimum: 3, maximum: 9 }] },
    ],
    ['any of choices', { anyOf: [{ type: 'boolean' }, { type: 'string', maxLength: 3 }] }],
    ['what another schema refuses', { type: 'integer', minimum: 0, maximum: 3, not: { const: 2 } }],
    ['members without a type', { properties: { a: { type: 'integer' } }, required: ['a'] }],
    ['items without a type', { items: { type: 'integer' }, minItems: 2 }],
  ])('draws %s', (_name, schema) => {
    for (const value of draws(schema)) {
      expect(value).toBeDefined();
      expect(meetsSchema(schema, value as never)).toBe(true);
    }
  });

  it('draws each choice, and the only value of a constant', () => {
    const kinds = draws({ oneOf: [{ type: 'integer' }, { type: 'string' }] }).map((value) => typeof value);
    expect(new Set(kinds)).toEqual(new Set(['number', 'string']));
    expect(draws({ const: { a: 1 } }, 1)).toEqual([{ a: 1 }]);
    expect(new Set(draws({ enum: ['x', 'y'] }))).toEqual(new Set(['x', 'y']));
  });

  it('tells the type from what a schema says without one', () => {
    expect(draws({ properties: { a: { type: 'boolean' } }, required: ['a'] }, 1)).toEqual([
      { a: expect.any(Boolean) },
    ]);
    expect(draws({ items: { const: 1 }, minItems: 2, maxItems: 2 }, 1)).toEqual([[1, 1]]);
    expect(draws({ minimum: 2, maximum: 2 }, 1)).toEqual([2]);
  });

  it('gives nothing where nothing is allowed', () => {
    expect(draws({ type: 'integer', minimum: 3, maximum: 2 }, 3)).toEqual([undefined, undefined, undefined]);
    expect(draws({ enum: [] }, 1)).toEqual([undefined]);
  });
});
