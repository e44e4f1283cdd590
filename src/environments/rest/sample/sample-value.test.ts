import { describe, expect, it } from 'vitest';
import { type JsonObject, RandomStream } from '../../../core/index.js';
import { meetsSchema } from '../known-validators.js';
import { type SampleOptions, sampleValue } from './sample-value.js';

const draws = (schema: JsonObject, count = 40, options: Partial<SampleOptions> = {}): readonly unknown[] =>
  Array.from({ length: count }, (_draw, seed) =>
    sampleValue(schema, { random: new RandomStream(seed, 'sample'), ...options }),
  );
const distinct = (schema: JsonObject, options: Partial<SampleOptions> = {}): readonly unknown[] =>
  [...new Set(draws(schema, 100, options).map((value) => JSON.stringify(value)))]
    .sort()
    .map((text) => (text === undefined ? undefined : JSON.parse(text)));

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

  it.each<[string, JsonObject, readonly unknown[]]>([
    ['whole numbers', { type: 'integer', minimum: 1, maximum: 3 }, [1, 2, 3]],
    ['limits that do not count', { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 4 }, [2, 3]],
    ['a broken limit', { type: 'integer', exclusiveMinimum: 1.5, maximum: 2 }, [2]],
    ['multiples', { type: 'integer', multipleOf: 5, minimum: 1, maximum: 10 }, [10, 5]],
    ['whole multiples of a half', { type: 'integer', multipleOf: 0.5, minimum: 1, maximum: 2 }, [1, 2]],
    ['hundredths', { type: 'number', minimum: 0.5, maximum: 0.52 }, [0.5, 0.51, 0.52]],
    ['hundredths between limits', { type: 'number', exclusiveMinimum: 0.1, exclusiveMaximum: 0.12 }, [0.11]],
    ['what is between narrow limits', { type: 'number', minimum: 0.001, maximum: 0.002 }, [0.0015]],
    ['no multiple', { type: 'number', multipleOf: 3, minimum: 1, maximum: 2 }, [undefined]],
    ['no whole number', { type: 'integer', minimum: 0.2, maximum: 0.8 }, [undefined]],
    ['a number past counting', { type: 'number', minimum: 1e300 }, [undefined]],
    ['null, where that is all', { type: ['null'] }, [null]],
    ['null now and then', { type: ['boolean', 'null'] }, [false, null, true]],
    ['up to three items', { type: 'array', items: { const: 1 } }, [[1, 1, 1], [1, 1], [1], []]],
    ['as few items as allowed', { type: 'array', items: { const: 1 }, maxItems: 1 }, [[1], []]],
    ['as many items as asked for', { type: 'array', items: { const: 1 }, minItems: 5 }, [[1, 1, 1, 1, 1]]],
    ['no list that is both', { type: 'array', items: { const: 1 }, minItems: 3, maxItems: 2 }, [undefined]],
    ['no list of thousands', { type: 'array', items: { const: 1 }, minItems: 1_001 }, [undefined]],
    [
      'items each once',
      { type: 'array', items: { enum: [1, 2] }, uniqueItems: true, minItems: 2 },
      [
        [1, 2],
        [2, 1],
      ],
    ],
    [
      'first items',
      { type: 'array', prefixItems: [{ const: 'a' }, { const: 2 }], minItems: 2, maxItems: 2 },
      [['a', 2]],
    ],
    [
      'an item that has to be there',
      { type: 'array', items: { enum: [1, 2] }, contains: { const: 2 }, minItems: 1, maxItems: 1 },
      [[2]],
    ],
    [
      'members',
      { type: 'object', properties: { a: { const: 1 }, b: { const: 2 } }, required: ['a'] },
      [{ a: 1, b: 2 }, { a: 1 }],
    ],
    [
      'members without a schema of their own',
      { type: 'object', required: ['x'], additionalProperties: { const: 3 } },
      [{ x: 3 }],
    ],
    ['a member of a map', { type: 'object', additionalProperties: { const: 3 } }, [{ key_1: 3 }]],
    [
      'no member that cannot be',
      { type: 'object', required: ['x'], additionalProperties: { enum: [] } },
      [undefined],
    ],
    [
      'more members of a map',
      { type: 'object', minProperties: 2, additionalProperties: { const: 3 } },
      [{ key_1: 3, key_2: 3 }],
    ],
    [
      'too few members',
      { type: 'object', minProperties: 2, properties: { a: { const: 1 } }, additionalProperties: false },
      [undefined],
    ],
    [
      'nothing of an endless object',
      {
        $defs: { n: { type: 'object', properties: { n: { $ref: '#/$defs/n' } }, required: ['n'] } },
        $ref: '#/$defs/n',
      },
      [undefined],
    ],
    [
      'never an example that the schema refuses',
      { type: 'integer', examples: ['x'], minimum: 1, maximum: 1 },
      [1],
    ],
  ])('draws %s', (_name, schema, values) => expect(distinct(schema)).toEqual(values));

  it.each<[JsonObject, number, number]>([
    [{ type: 'integer' }, 1, 101],
    [{ type: 'number' }, 1, 100],
    [{ type: 'integer', minimum: 1_000 }, 1_000, 1_100],
    [{ type: 'integer', maximum: 0 }, -100, 0],
    [{ type: 'integer', maximum: 500 }, 1, 500],
  ])('draws numbers of %j near its limits', (schema, low, high) => {
    const numbers = draws(schema, 300).map(Number);
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(low);
    expect(Math.min(...numbers)).toBeLessThan(low + (high - low) / 10);
    expect(Math.max(...numbers)).toBeLessThanOrEqual(high);
    expect(Math.max(...numbers)).toBeGreaterThan(high - (high - low) / 10);
  });

  it('draws what is not required as often as asked', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: { a: { const: 1 }, b: { const: 2 } },
      required: ['a'],
    };
    expect(distinct(schema, { optional: 0 })).toEqual([{ a: 1 }]);
    expect(distinct(schema, { optional: 1 })).toEqual([{ a: 1, b: 2 }]);
    const two: JsonObject = { ...schema, minProperties: 2 };
    expect(distinct(two, { optional: 0 })).toEqual([{ a: 1, b: 2 }]);
    expect(distinct({ type: 'object', additionalProperties: { const: 3 } }, { optional: 0 })).toEqual([{}]);
  });

  it('takes the values it is given for members, where they fit', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: {
        a: { type: 'integer', minimum: 5, maximum: 5 },
        b: { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
      },
      required: ['a', 'b'],
    };
    const member: SampleOptions['member'] = (_name, _schema, path) => (path.length === 0 ? 7 : 8);
    expect(distinct(schema, { member })).toEqual([{ a: 5, b: { a: 8 } }]);
  });

  it('draws examples often, and more often where there are several', () => {
    const share = (examples: readonly string[]): number =>
      draws({ type: 'string', examples }, 200).filter((value) => examples.includes(String(value))).length /
      200;
    expect(share(['e'])).toBeGreaterThan(0.3);
    expect(share(['e'])).toBeLessThan(0.5);
    expect(share(['e', 'f'])).toBeGreaterThan(0.8);
    expect(share(['e', 'f'])).toBeLessThan(1);
  });

  it('names text after what it is for, items after their list', () => {
    const list: JsonObject = { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 1 };
    const named = draws({ type: 'object', properties: { names: list }, required: ['names'] }, 1);
    expect(named).toEqual([{ names: ['Jade Bridge'] }]);
    expect(draws(list, 1, { name: 'labels' })).toEqual([['Jade Bridge']]);
    expect(draws(list, 1)).toEqual([['jade bridge']]);
  });

  it('ends trees that may go on', () => {
    const tree: JsonObject = {
      $defs: {
        node: {
          type: 'object',
          properties: { kids: { type: 'array', items: { $ref: '#/$defs/node' } }, v: { const: 1 } },
          required: ['v'],
        },
      },
      $ref: '#/$defs/node',
    };
    const sizes = draws(tree, 60).map((value) => JSON.stringify(value).length);
    expect(Math.max(...sizes)).toBeGreaterThan(60);
    expect(Math.max(...sizes)).toBeLessThan(5_000);
  });

  it('gives nothing where nothing is allowed', () => {
    expect(draws({ type: 'integer', minimum: 3, maximum: 2 }, 3)).toEqual([undefined, undefined, undefined]);
    expect(draws({ enum: [] }, 1)).toEqual([undefined]);
  });
});
