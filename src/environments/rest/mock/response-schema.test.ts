import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../core/index.js';
import { itemSchemaOf } from './response-schema.js';

const dog: JsonObject = { type: 'object', properties: { name: { type: 'string' } } };
const keyed: JsonObject = { type: 'object', properties: { uuid: {} } };
const list = (items: JsonObject = dog): JsonObject => ({ type: 'array', items });
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
/** Where the objects are, whether they are a list, and the name of their definition. */
const found = (schema: JsonObject) => {
  const item = itemSchemaOf(schema);
  return item === null ? null : [item.envelope, item.isList, item.definition];
};

describe('the objects in an answer', () => {
  it.each<[string, JsonObject, ReturnType<typeof found>]>([
    ['the answer', dog, [null, false, null]],
    ['a list', list(), [null, true, null]],
    ['by their definition', { ...list({ $ref: '#/$defs/Dog' }), $defs: { Dog: dog } }, [null, true, 'Dog']],
    ['in the one member that has a key', object({ part: keyed, note: {} }), ['part', false, null]],
    ['in data beside others', object({ data: dog, errors: list(), user: keyed }), ['data', false, null]],
    ['in data that is a list', object({ data: list(), errors: list() }), ['data', true, null]],
    ['not in a member without a key', object({ part: dog }), [null, false, null]],
    ['not in two members with keys', object({ cat: keyed, dog: keyed }), [null, false, null]],
    ['not in data beside an id', object({ id: {}, data: dog }), [null, false, null]],
    ['not in data that holds none', object({ data: { type: 'string' } }), [null, false, null]],
    ['in a list in data', object({ data: list() }), ['data', true, null]],
    ['in a list with an s', object({ dogs: list() }), ['dogs', true, null]],
    ['in a list of content', object({ content: list() }), ['content', true, null]],
    [
      'in a list beside a count',
      object({ pack: list(), total: {}, next: {}, _links: {}, has_more: {} }),
      ['pack', true, null],
    ],
    [
      'in the only list beside other members',
      object({ pack: list(), name: {}, owner: keyed }),
      ['pack', true, null],
    ],
    ['not in a list beside a key', object({ dogs: list(), uuid: {} }), [null, false, null]],
    ['not in two lists', object({ dogs: list(), cats: list() }), [null, false, null]],
    ['nowhere in a text', { type: 'string' }, null],
    [
      'the answer, where items are said of what is no list',
      { ...dog, items: { type: 'string' } },
      [null, false, null],
    ],
    ['nowhere in a list of texts', list({ type: 'string' }), null],
  ])('are %s', (_name, schema, expected) => expect(found(schema)).toEqual(expected));

  it('stand alone, as many as may be', () => {
    const $defs = { Dog: dog };
    expect(itemSchemaOf({ ...list({ $ref: '#/$defs/Dog' }), maxItems: 3, $defs })).toMatchObject({
      schema: { $ref: '#/$defs/Dog', $defs },
      maxItems: 3,
    });
    expect(itemSchemaOf(list())).toMatchObject({ schema: dog, maxItems: Number.POSITIVE_INFINITY });
    expect(itemSchemaOf({ ...dog, $defs })?.schema).toEqual({ ...dog, $defs });
  });
});
