import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../core/index.js';
import { mergedSchema, mergeTwo } from './merge-schemas.js';

describe('one schema for two', () => {
  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    ['what only one says', { minimum: 1 }, { maximum: 2 }, { minimum: 1, maximum: 2 }],
    [
      'the tighter limits',
      { minimum: 1, maximum: 9, exclusiveMinimum: 4, exclusiveMaximum: 8, minLength: 2, maxItems: 3 },
      { minimum: 2, maximum: 8, exclusiveMinimum: 3, exclusiveMaximum: 9, minLength: 1, maxItems: 4 },
      { minimum: 2, maximum: 8, exclusiveMinimum: 4, exclusiveMaximum: 8, minLength: 2, maxItems: 3 },
    ],
    [
      'each name that is required once',
      { required: ['a'] },
      { required: ['b', 'a'] },
      { required: ['a', 'b'] },
    ],
    ['values that both list', { enum: [1, [2], 3] }, { enum: [[2], 3, 4] }, { enum: [[2], 3] }],
    ['the type of both', { type: ['string', 'null'] }, { type: 'string' }, { type: 'string' }],
    [
      'several types of both',
      { type: ['string', 'null', 'array'] },
      { type: ['null', 'array'] },
      { type: ['null', 'array'] },
    ],
    ['the narrower number', { type: 'integer' }, { type: 'number' }, { type: 'integer' }],
    [
      'the narrower number, said second',
      { type: ['number', 'null'] },
      { type: ['integer', 'null'] },
      { type: ['null', 'integer'] },
    ],
    ['no type that only one allows', { type: 'string' }, { type: 'integer' }, { type: [] }],
    [
      'members of both',
      { properties: { a: { minimum: 1 }, b: {} } },
      { properties: { a: { maximum: 2 }, c: { const: 1 } } },
      { properties: { a: { allOf: [{ minimum: 1 }, { maximum: 2 }] }, b: {}, c: { const: 1 } } },
    ],
    [
      'the shorter list of choices',
      { anyOf: [{}, { const: 1 }] },
      { anyOf: [{ const: 1 }] },
      { anyOf: [{ const: 1 }] },
    ],
    [
      'the first of choices as long',
      { oneOf: [{ const: 2 }] },
      { oneOf: [{ const: 1 }] },
      { oneOf: [{ const: 2 }] },
    ],
    ['the first of what cannot be joined', { format: 'date' }, { format: 'time' }, { format: 'date' }],
  ])('has %s', (_name, first, second, merged) => expect(mergeTwo(first, second)).toEqual(merged));

  it('joins the parts of allOf, references and their parts with it', () => {
    const definitions: JsonObject = { a: { allOf: [{ minimum: 3 }], maximum: 9 } };
    const schema: JsonObject = { type: 'integer', allOf: [{ $ref: '#/$defs/a' }, { multipleOf: 2 }] };
    expect(mergedSchema(schema, definitions)).toEqual({
      type: 'integer',
      minimum: 3,
      maximum: 9,
      multipleOf: 2,
    });
    expect(mergedSchema({ type: 'null' }, definitions)).toEqual({ type: 'null' });
  });
});
