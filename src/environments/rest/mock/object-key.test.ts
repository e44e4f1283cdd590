import { describe, expect, it } from 'vitest';
import { type Json, type JsonObject, RandomStream } from '../../../core/index.js';
import type { MockResource } from './mock-resource.js';
import {
  factName,
  factWithKey,
  keyOfObject,
  objectsOf,
  refersTo,
  valueAt,
  valuesAbove,
  withCount,
  withObject,
  withoutObjects,
  withValue,
} from './mock-state.js';
import { keyOf } from './object-key.js';

const key = (idSchema: JsonObject, n = 3, name = 'dogs'): Json | undefined =>
  keyOf({ idSchema, name }, n, new RandomStream(1, 'key'));

describe('the n-th key', () => {
  it.each<[JsonObject, Json]>([
    [{ type: 'integer' }, 3],
    [{ type: 'number', minimum: 0 }, 3],
    [{ type: 'integer', minimum: 10 }, 12],
    [{ type: 'integer', minimum: 10.5 }, 13],
    [{ type: 'integer', examples: [9] }, 3],
    [{ $ref: '#/$defs/id', $defs: { id: { type: 'integer' } } }, 3],
    [{ type: 'string' }, 'dog-3'],
    [{}, 'dog-3'],
  ])('of %j is %j', (schema, expected) => expect(key(schema)).toBe(expected));

  it('is drawn where a text asks for more, or a number may not be so large', () => {
    expect(key({ type: 'string', format: 'uuid' })).toMatch(/^[0-9a-f]{8}-/);
    expect(key({ type: 'string', pattern: '^[A-Z]{3}$' })).toMatch(/^[A-Z]{3}$/);
    expect(key({ type: 'string', enum: ['a'] })).toBe('a');
    expect(key({ type: 'integer', maximum: 2 })).toBeLessThan(3);
    expect(key({ type: 'string', maxLength: 2 })).toHaveLength(2);
  });

  it('takes the name of one object', () => {
    expect(key({ type: 'string' }, 1, 'series')).toBe('serie-1');
    expect(key({ type: 'string' }, 1, 'staff')).toBe('staff-1');
  });
});

describe('the state of a mock server', () => {
  const number = { type: 'integer' };
  const above = [
    { parameter: 'dog', resource: 'dogs', schema: {}, member: null },
    { parameter: 'size', resource: null, schema: number, member: null },
    { parameter: 'kind', resource: null, schema: {}, member: 'kind' },
  ];
  const dogs = { name: 'dogs', above: [], idPath: ['id'], idSchema: number } as unknown as MockResource;
  const toys = { name: 'toys', above, idPath: [], idSchema: number } as unknown as MockResource;
  const empty = { seed: 1, facts: new Map(), counts: new Map() };

  it('names objects by their place, whatever characters keys have', () => {
    expect(factName(dogs, 'a/b%')).toBe('dogs/a%2Fb%25');
    expect(factName(toys, '7', ['a/b'])).toBe('toys/a%2Fb/7');
  });

  it('is replaced and never changed', () => {
    const one = withObject(withObject(empty, 'dogs/1', { a: 1 }), 'dogs/2', { a: 2 });
    const two = withObject(one, 'dogs/1', { a: 3 });
    expect([...objectsOf(one, 'dogs')]).toEqual([
      ['dogs/1', { a: 1 }],
      ['dogs/2', { a: 2 }],
    ]);
    expect([...two.facts.keys()]).toEqual(['dogs/1', 'dogs/2']);
    expect([...withoutObjects(two, ['dogs/1', 'none']).facts]).toEqual([['dogs/2', { a: 2 }]]);
    expect(two.facts.size).toBe(2);
    expect(empty.facts.size).toBe(0);
    expect(withCount(withCount(empty, 'dogs'), 'dogs').counts).toEqual(new Map([['dogs', 2]]));
    expect([...objectsOf(withObject(empty, 'dogs2/1', {}), 'dogs')]).toEqual([]);
  });

  it('finds objects by their key, wherever their path has it', () => {
    const state = withObject(withObject(empty, 'dogs/1', {}), 'toys/1/a%2Fb', {});
    expect([1, '1', 2].map((each) => factWithKey(state, dogs, each))).toEqual(['dogs/1', 'dogs/1', null]);
    expect(['a/b', 'b', 1].map((each) => factWithKey(state, toys, each))).toEqual([
      'toys/1/a%2Fb',
      null,
      null,
    ]);
  });

  it('tells what an object stands below and what its key is, as the schemas have them', () => {
    expect(valuesAbove(toys, 'toys/a%2Fb/7/1', { kind: 'ball' })).toEqual(['a/b', 7, 'ball']);
    expect(keyOfObject(toys, 'toys/a%2Fb/7/1', {})).toBe(1);
    expect(keyOfObject(dogs, 'dogs/1', { id: 1 })).toBe(1);
  });

  it('reaches values in objects within objects', () => {
    expect(valueAt({ metadata: { name: 'x' } }, ['metadata', 'name'])).toBe('x');
    expect([valueAt({ a: 1 }, []), valueAt({ a: 1 }, ['a', 'b']), valueAt({}, ['toString'])]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(withValue({ metadata: { uid: 1 } }, ['metadata', 'name'], 'x')).toEqual({
      metadata: { uid: 1, name: 'x' },
    });
    expect(withValue({ a: 1 }, ['b', 'c'], 'x')).toEqual({ a: 1, b: { c: 'x' } });
  });

  it('tells what refers to a key', () => {
    expect([refersTo(1, '1'), refersTo('1', 1), refersTo([2, [1]], 1), refersTo([], 1)]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect([refersTo(null, 'null'), refersTo(undefined, 'undefined'), refersTo(1, 2)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
