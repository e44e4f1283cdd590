import { expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { dereferenced, listOf, objectShape, standingAlone, typesOf } from './schema-shape.js';

const shapeOf = (schema: JsonObject) => {
  const shape = objectShape(schema, {});
  return shape === null
    ? null
    : { names: [...shape.properties.keys()], required: [...shape.required], open: shape.open };
};
const named = { type: 'object', properties: { a: {} }, required: ['a'] };

it.each<[string, JsonObject, ReturnType<typeof shapeOf>]>([
  ['its members', named, { names: ['a'], required: ['a'], open: false }],
  [
    'that others are allowed',
    { ...named, additionalProperties: true },
    { names: ['a'], required: ['a'], open: true },
  ],
  [
    'members of all its parts',
    { allOf: [named, { properties: { b: {} } }] },
    { names: ['a', 'b'], required: ['a'], open: false },
  ],
  [
    'that a part allows others',
    { allOf: [{ ...named, additionalProperties: true }, { properties: { b: {} } }] },
    { names: ['a', 'b'], required: ['a'], open: true },
  ],
  ['nothing of a list', { type: 'array' }, null],
  ['nothing of what says nothing', {}, null],
  [
    'an object among other types',
    { ...named, type: ['object', 'null'] },
    { names: ['a'], required: ['a'], open: false },
  ],
  ['an object without members', { type: 'object' }, { names: [], required: [], open: false }],
  [
    'that others are not allowed',
    { ...named, additionalProperties: false },
    { names: ['a'], required: ['a'], open: false },
  ],
  [
    'what others have to be',
    { ...named, additionalProperties: {} },
    { names: ['a'], required: ['a'], open: true },
  ],
  [
    'members required by a part, and nothing of parts that are not an object',
    { allOf: [{ type: 'object', required: ['b', 7] }, { type: 'array' }, named] },
    { names: ['a'], required: ['b', 'a'], open: false },
  ],
])('the shape of an object schema says %s', (_, schema, shape) => expect(shapeOf(schema)).toEqual(shape));

it('joins what two parts say of a member', () => {
  const [first, second] = [{ minimum: 1 }, { maximum: 2 }];
  const parts = { allOf: [{ properties: { a: first } }], properties: { a: second, b: second } };
  const properties = objectShape(parts, {})?.properties;
  expect(properties?.get('a')).toEqual({ allOf: [first, second] });
  expect(properties?.get('b')).toBe(second);
});

it.each([
  'oneOf',
  'anyOf',
  'not',
  'if',
  'patternProperties',
  'propertyNames',
  'dependentSchemas',
  'dependentRequired',
  'enum',
  'const',
])('is no plain object with %s, where members have to be all', (keyword) => {
  const more = { ...named, [keyword]: [] };
  expect(objectShape(more, {}, { strict: true })).toBeNull();
  expect(objectShape({ allOf: [more, named] }, {}, { strict: true })).toBeNull();
  expect(objectShape(named, {}, { strict: true })).not.toBeNull();
  expect(objectShape(more, {})).not.toBeNull();
});

it.each<[JsonObject, readonly string[]]>([
  [{ type: 'string' }, ['string']],
  [{ type: ['string', 'null'] }, ['string', 'null']],
  [
    { enum: [1, 1.5, null, [], {}, true, 'x'] },
    ['integer', 'number', 'null', 'array', 'object', 'boolean', 'string'],
  ],
  [{ const: null }, ['null']],
  [{ oneOf: [{ type: 'string' }, { const: 1 }] }, ['string', 'integer']],
  [{ anyOf: [{ type: 'string' }, { $ref: '#/$defs/number' }] }, ['string', 'number']],
  [{ anyOf: [{ type: 'string' }, {}] }, []],
  [{ allOf: [{}, { type: 'integer' }, { type: 'string' }] }, ['integer']],
  [{ properties: {} }, ['object']],
  [{ items: {} }, ['array']],
  [{ items: true }, []],
  [{}, []],
])('values of %j can be %j', (schema, expected) => {
  expect([...typesOf(schema, { number: { type: 'number' } })]).toEqual(expected);
});

it('follows references, what stands beside them first, and ends in circles', () => {
  const definitions = {
    a: { $ref: '#/$defs/b', minimum: 1 },
    b: { minimum: 2, maximum: 3 },
    round: { $ref: '#/$defs/round' },
  };
  expect(dereferenced({ $ref: '#/$defs/a' }, definitions)).toEqual({ minimum: 1, maximum: 3 });
  expect(dereferenced({ $ref: '#/$defs/lost', minimum: 4 }, definitions)).toEqual({ minimum: 4 });
  expect(dereferenced({ $ref: '#/$defs/round' }, definitions)).toEqual({ $ref: '#/$defs/round' });
  expect([...typesOf({ $ref: '#/$defs/round' }, definitions)]).toEqual([]);
});

it('takes the schemas alone from a list', () => {
  expect(listOf([{ const: 1 }, true, 'x', {}])).toEqual([{ const: 1 }, {}]);
  expect(listOf({ const: 1 })).toEqual([]);
  expect(listOf(undefined)).toEqual([]);
});

it('puts definitions beside a part of a schema only where it refers to one', () => {
  const definitions = { Pet: named };
  const plain = { type: 'string', enum: ['$ref'] };
  expect(standingAlone(plain, definitions)).toBe(plain);
  const list = { type: 'array', items: { $ref: '#/$defs/Pet' } };
  expect(standingAlone(list, definitions)).toEqual({ ...list, $defs: definitions });
  expect(standingAlone(list, definitions)).toBe(standingAlone(list, definitions));
});
