import { expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { objectShape } from './schema-shape.js';

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
])('the shape of an object schema says %s', (_, schema, shape) => expect(shapeOf(schema)).toEqual(shape));
