import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../core/index.js';
import { SchemaConverter, shortText, withDefinitions } from './convert-schema.js';

const schemas: JsonObject = {
  Pet: { type: 'object', properties: { owner: { $ref: '#/components/schemas/Owner' } } },
  Owner: {
    type: 'object',
    properties: { pets: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
  },
  'Odd name!': { const: 1 },
  Odd_name_: { const: 2 },
};
const converter = (version = '3.1.0', side: 'request' | 'response' = 'request'): SchemaConverter =>
  new SchemaConverter({ openapi: version, components: { schemas } }, side);
const convert = (schema: Json, version?: string): JsonObject => converter(version).convert(schema);
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

describe('a schema of an OpenAPI document', () => {
  it.each<[string, Json, JsonObject]>([
    ['anything', true, {}],
    ['nothing', false, { not: {} }],
    ['or null', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      'a value or null',
      { type: 'string', nullable: true, enum: ['a'] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      'null among its values',
      { type: 'string', nullable: true, enum: [null] },
      { type: ['string', 'null'], enum: [null] },
    ],
    [
      'a choice or null',
      { nullable: true, oneOf: [{ const: 1 }] },
      { anyOf: [{ oneOf: [{ const: 1 }] }, { type: 'null' }] },
    ],
    ['a limit that does not count', { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    ['an upper limit that does not count', { maximum: 2, exclusiveMaximum: true }, { exclusiveMaximum: 2 }],
    ['a limit that counts', { minimum: 1, exclusiveMinimum: false }, { minimum: 1 }],
    ['no limit that is none', { exclusiveMinimum: true, exclusiveMaximum: true }, {}],
    ['a limit of 3.1', { minimum: 1, exclusiveMinimum: 0 }, { minimum: 1, exclusiveMinimum: 0 }],
    ['an example', { example: 'a' }, { examples: ['a'] }],
    ['examples before an example', { examples: ['a'], example: 'b' }, { examples: ['a'] }],
    ['examples after an example', { example: 'b', examples: ['a'] }, { examples: ['a'] }],
    ['no examples by name', { examples: { one: { value: 1 } } }, {}],
    [
      'nothing that describes documents',
      { xml: { name: 'a' }, externalDocs: {}, discriminator: {}, deprecated: true, 'x-own': 1 },
      {},
    ],
    ['a pattern', { pattern: '^a+$' }, { pattern: '^a+$' }],
    ['no pattern that takes for ever', { type: 'string', pattern: '(a)\\1' }, { type: 'string' }],
    ['a short description', { description: ' two\n  words ' }, { description: 'two words' }],
    ['no description that is not text', { description: 7 }, {}],
    ['inner schemas', { items: { nullable: true, type: 'string' } }, { items: { type: ['string', 'null'] } }],
    ['lists of schemas', { allOf: [true, { example: 1 }] }, { allOf: [{}, { examples: [1] }] }],
    ['no list that is none', { allOf: { type: 'string' }, properties: [] }, {}],
    ['members', { properties: { a: { example: 1 } } }, { properties: { a: { examples: [1] } } }],
    [
      'yes and no',
      { additionalProperties: false, unevaluatedProperties: true },
      { additionalProperties: false, unevaluatedProperties: true },
    ],
  ])('keeps %s', (_name, schema, converted) => expect(convert(schema)).toEqual(converted));

  it.each([
    'type',
    'enum',
    'const',
    'format',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'minItems',
    'maxItems',
    'uniqueItems',
    'minContains',
    'maxContains',
    'minProperties',
    'maxProperties',
    'required',
    'dependentRequired',
    'default',
  ])('keeps %s as it stands', (keyword) => expect(convert({ [keyword]: 1 })).toEqual({ [keyword]: 1 }));

  it('converts the schemas in every keyword that holds some', () => {
    const inner: JsonObject = { example: 1 };
    const one = [
      'items',
      'additionalProperties',
      'not',
      'if',
      'then',
      'else',
      'contains',
      'propertyNames',
      'unevaluatedItems',
      'unevaluatedProperties',
    ];
    for (const keyword of one)
      expect(convert({ [keyword]: inner })).toEqual({ [keyword]: { examples: [1] } });
    for (const keyword of ['allOf', 'anyOf', 'oneOf', 'prefixItems'])
      expect(convert({ [keyword]: [inner] })).toEqual({ [keyword]: [{ examples: [1] }] });
    for (const keyword of ['properties', 'patternProperties', 'dependentSchemas'])
      expect(convert({ [keyword]: { a: inner } })).toEqual({ [keyword]: { a: { examples: [1] } } });
  });

  it.each<[Json, string]>([
    [null, 'null'],
    [[], 'a list'],
    ['x', 'a string'],
    [7, 'a number'],
  ])('is refused as %j', (schema, name) => {
    expect(() => convert({ items: schema })).toThrow(`A schema of the OpenAPI document is ${name}.`);
  });

  it('has its references as definitions, in a circle too, and each name once', () => {
    expect(convert(ref('Pet'))).toEqual({
      $ref: '#/$defs/Pet',
      $defs: {
        Owner: { type: 'object', properties: { pets: { type: 'array', items: { $ref: '#/$defs/Pet' } } } },
        Pet: { type: 'object', properties: { owner: { $ref: '#/$defs/Owner' } } },
      },
    });
    const odd = convert({ anyOf: [ref('Odd name!'), ref('Odd_name_'), ref('Odd name!')] });
    expect(odd).toEqual({
      anyOf: [{ $ref: '#/$defs/Odd_name_' }, { $ref: '#/$defs/Odd_name__2' }, { $ref: '#/$defs/Odd_name_' }],
      $defs: { Odd_name_: { const: 1 }, Odd_name__2: { const: 2 } },
    });
    expect(() => convert(ref('Lost'))).toThrow('Lost');
  });

  it('has the definitions alone that it needs', () => {
    const all = converter();
    all.convert(ref('Pet'));
    const odd = all.convert(ref('Odd name!'));
    expect(Object.keys(all.definitions(odd))).toEqual(['Odd_name_']);
    expect(Object.keys(all.definitions({ $ref: '#/$defs/Owner' }, odd))).toEqual([
      'Odd_name_',
      'Owner',
      'Pet',
    ]);
  });

  it('applies what stands beside a reference from version 3.1 on', () => {
    const beside = { ...ref('Odd name!'), description: 'An odd one.', type: 'integer' };
    const described = { $ref: '#/$defs/Odd_name_', description: 'An odd one.' };
    const $defs = { Odd_name_: { const: 1 } };
    expect(convert(beside)).toEqual({ ...described, type: 'integer', $defs });
    expect(convert(beside, '3.0.3')).toEqual({ ...described, $defs });
    expect(convert({ ...ref('Odd name!'), description: 'An odd one.' })).toEqual({ ...described, $defs });
    for (const keyword of ['items', 'allOf', 'properties'])
      expect(convert({ ...ref('Odd name!'), [keyword]: keyword === 'allOf' ? [] : {} })).toHaveProperty(
        keyword,
      );
  });

  it('leaves out what its side never holds, and does not require it', () => {
    const schema: JsonObject = {
      required: ['given', 'asked', 'both'],
      properties: { given: { readOnly: true }, asked: { writeOnly: true }, both: { readOnly: false } },
    };
    expect(converter('3.1.0', 'request').convert(schema)).toEqual({
      required: ['asked', 'both'],
      properties: { asked: {}, both: {} },
    });
    expect(converter('3.1.0', 'response').convert(schema)).toEqual({
      required: ['given', 'both'],
      properties: { given: {}, both: {} },
    });
  });
});

it('shortens the text of a stranger to one line of 300 characters', () => {
  expect(shortText('a\n b')).toBe('a b');
  expect(shortText('x'.repeat(300))).toBe('x'.repeat(300));
  expect(shortText('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
  expect(shortText('abcd', 3)).toBe('ab…');
});

it('puts definitions beside a schema where there are some', () => {
  const schema = { type: 'string' };
  expect(withDefinitions(schema, {})).toBe(schema);
  expect(withDefinitions(schema, { a: {} })).toEqual({ type: 'string', $defs: { a: {} } });
});

it('gives schemas that refer to the same definitions one list of them', () => {
  const shared = converter();
  const [first, second] = [
    shared.convert(ref('Pet')),
    shared.convert({ type: 'array', items: ref('Owner') }),
  ];
  expect(Object.keys((first.$defs ?? {}) as JsonObject)).toEqual(['Owner', 'Pet']);
  expect(second.$defs).toBe(first.$defs);
});
