import { describe, expect, it } from 'vitest';
import { type Json, type JsonObject, RandomStream } from '../../../core/index.js';
import type { MockResource } from './mock-resource.js';
import {
  factName,
  hasKey,
  objectsOf,
  refersTo,
  withCount,
  withObject,
  withoutObjects,
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
  const dogs = { name: 'dogs', scope: [] as readonly string[] } as unknown as MockResource;
  const toys = { name: 'toys', scope: ['dogs'] } as unknown as MockResource;
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

  it('knows whether an object has a key, wherever its path has it', () => {
    const state = withObject(withObject(empty, 'dogs/1', {}), 'toys/1/a%2Fb', {});
    expect([hasKey(state, dogs, 1), hasKey(state, dogs, '1'), hasKey(state, dogs, 2)]).toEqual([
      true,
      true,
      false,
    ]);
    expect([hasKey(state, toys, 'a/b'), hasKey(state, toys, 'b'), hasKey(state, toys, 1)]).toEqual([
      true,
      false,
      false,
    ]);
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
