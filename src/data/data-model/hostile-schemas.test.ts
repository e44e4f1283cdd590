import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../core/index.js';
import { concat } from './concat.js';
import { contains } from './contains.js';
import { DataModel } from './data-model.js';
import { factorize } from './factorize.js';
import { JsonDataModel, SymbolicDataModel } from './json-data-model.js';
import { inMask } from './masks.js';
import { getNestedEntity, getNestedEntityList } from './nested-entity.js';
import { prefix } from './rename-keys.js';

/** Each definition names the next one twice: a thousand million ways lead to the last. */
function doubling(keyword: string, last: JsonObject): JsonObject {
  const two = (at: number): Json => [{ $ref: `#/$defs/d${at}` }, { $ref: `#/$defs/d${at}` }];
  const definitions = Array.from({ length: 30 }, (_, at): [string, Json] => [
    `d${at}`,
    { [keyword]: two(at + 1) },
  ]);
  return { [keyword]: two(0), $defs: { ...Object.fromEntries(definitions), d30: last } };
}

const point: JsonObject = { type: 'object', properties: { x: { type: 'integer' } } };

describe('schemas that reach one part in very many ways', () => {
  it.each(['allOf', 'anyOf', 'oneOf'])('reads the members behind %s', (keyword) => {
    const schema = doubling(keyword, point);
    expect(new DataModel({ schema }).keys()).toEqual(['x']);
    expect(prefix(new SymbolicDataModel({ schema }), 'a').keys()).toEqual(['a_x']);
  });

  it('finds the kinds of a field', () => {
    const { $defs, ...at } = doubling('anyOf', point) as { readonly $defs: JsonObject };
    const schema: JsonObject = {
      type: 'object',
      properties: { at, all: { type: 'array', items: at } },
      $defs,
    };
    const data = new JsonDataModel({ schema, json: { at: { x: 1 }, all: [{ x: 2 }, 3] } });
    expect(getNestedEntity(data, 'at')?.json).toEqual({ x: 1 });
    expect(getNestedEntityList(data, 'all').map(({ json }) => json)).toEqual([{ x: 2 }]);
    expect(inMask(data, { mask: ['x'] })).toMatchObject({ json: { all: [{ x: 2 }] } });
  });

  it('refuses lists within members that a mask reaches by ever more ways', () => {
    let inner: JsonObject = { type: 'object', properties: { x: {} } };
    for (let level = 0; level < 60; level++)
      inner = { type: 'object', additionalProperties: { type: 'array', items: inner } };
    const model = new SymbolicDataModel({ schema: inner });
    expect(() => inMask(model, { mask: ['x'] })).toThrow(/has over 200000 parts/);
  });

  it('refuses references that copy one large part again and again', () => {
    let deep: JsonObject = {
      properties: Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [i, {}])),
    };
    for (let level = 0; level < 300; level++) deep = { items: deep };
    const into = Array.from({ length: 200 }, (_, at): [string, Json] => [
      `r${at}`,
      { $ref: `#/properties/deep${'/items'.repeat(at)}` },
    ]);
    const schema = { type: 'object', properties: { deep, ...Object.fromEntries(into) } };
    expect(() => prefix(new SymbolicDataModel({ schema }), 'a')).toThrow(/has over 20000 parts/);
  });

  it('refuses more fields than a validator compiles', () => {
    const fields = (count: number): SymbolicDataModel =>
      new SymbolicDataModel({
        schema: {
          type: 'object',
          properties: Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, {}])),
        },
      });
    expect(fields(19_999).keys()).toHaveLength(19_999);
    expect(() => fields(20_000).keys()).toThrow(/has over 20000 parts/);
  });

  it('refuses alternatives with more members in all than can be compared', () => {
    const anyOf = Array.from({ length: 1_000 }, (_, at) => ({ properties: { [`k${at}`]: {} } }));
    expect(() => new DataModel({ schema: { type: 'object', anyOf } })).toThrow(/has over 200000 parts/);
  });
});

it('copies no part of a schema that stays as it is', () => {
  const inner: JsonObject = { type: 'object', properties: { x: { items: { type: 'string' } } } };
  const model = new SymbolicDataModel({ schema: { type: 'object', properties: { inner } } });
  const fields = concat(model, prefix(model, 'a')).schema.properties as JsonObject;
  expect(fields.inner).toBe(inner);
  expect(fields.a_inner).toBe(inner);
});

it('puts several schemas of one member side by side', () => {
  const allOf = [1, 2, 2, 3].map((value) => ({ properties: { a: { maximum: value } } }));
  expect(new DataModel({ schema: { type: 'object', allOf } }).keys()).toEqual(['a']);
  expect(prefix(new SymbolicDataModel({ schema: { type: 'object', allOf } }), 'b').schema).toMatchObject({
    properties: { b_a: { allOf: [{ maximum: 1 }, { maximum: 2 }, { maximum: 3 }] } },
  });
});

it('compares definitions once, and only those that the fields reach', () => {
  const whole = (other: Json): SymbolicDataModel =>
    new SymbolicDataModel({
      schema: {
        type: 'object',
        properties: { a: { $ref: '#/$defs/a' }, b: { $ref: '#/$defs/a' }, c: { $ref: '#/$defs/c' } },
        $defs: { a: { items: { $ref: '#/$defs/b' } }, b: { anyOf: [{ $ref: '#/$defs/a' }, other] }, c: {} },
      },
    });
  expect(contains(whole({ type: 'null' }), whole({ type: 'null', title: 'None' }))).toBe(true);
  expect(contains(whole({ type: 'null' }), whole({ type: 'string' }))).toBe(false);
});

it('gathers fields in the order of their names', () => {
  const keys = ['query', 'query_1', 'queries', 'other', 'query_2'];
  const properties = Object.fromEntries(keys.map((key) => [key, key === 'queries' ? { type: 'array' } : {}]));
  const json = { query_1: 1, queries: [2, 3], other: 4, query: 5 };
  const gathered = factorize(new JsonDataModel({ schema: { type: 'object', properties }, json }));
  expect(gathered.json).toEqual({ queries: [5, 1, 2, 3], other: 4 });
});
