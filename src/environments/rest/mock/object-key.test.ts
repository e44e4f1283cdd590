import { describe, expect, it } from 'vitest';
import { type Json, type JsonObject, RandomStream } from '../../../core/index.js';
import type { MockResource } from './mock-resource.js';
import {
  factName,
  findObject,
  keyOfObject,
  objectsOf,
  referrers,
  valueAt,
  valuesAbove,
  withObjects,
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
    { parameter: 'dog', of: 'dogs', schema: {}, member: null },
    { parameter: 'size', of: 'size', schema: number, member: null },
    { parameter: 'kind', of: 'kind', schema: {}, member: 'kind' },
  ];
  const dogs = {
    name: 'dogs',
    above: [],
    idPath: ['id'],
    idSchema: number,
    references: new Map(),
  } as unknown as MockResource;
  const toys = {
    name: 'toys',
    above,
    idPath: [],
    idSchema: number,
    references: new Map(),
  } as unknown as MockResource;
  const empty = { seed: 1, facts: new Map(), counts: new Map() };

  it('names objects by their place, whatever characters keys have', () => {
    expect(factName(dogs, 'a/b%')).toBe('dogs/a%2Fb%25');
    expect(factName(toys, '7', ['a/b'])).toBe('toys/a%2Fb/7');
  });

  it('is replaced and never changed', () => {
    const one = withObjects(
      empty,
      new Map([
        ['dogs/1', { a: 1 }],
        ['dogs/2', { a: 2 }],
      ]),
    );
    const two = withObjects(one, new Map([['dogs/1', { a: 3 }]]));
    expect([...objectsOf(one, 'dogs')]).toEqual([
      ['dogs/1', { a: 1 }],
      ['dogs/2', { a: 2 }],
    ]);
    expect([...two.facts.keys()]).toEqual(['dogs/1', 'dogs/2']);
    expect([...withObjects(two, new Map([['dogs/1', undefined]])).facts]).toEqual([['dogs/2', { a: 2 }]]);
    expect(two.facts.size).toBe(2);
    expect(empty.facts.size).toBe(0);
    const counted = withObjects(withObjects(empty, new Map(), 'dogs'), new Map(), 'dogs');
    expect(counted.counts).toEqual(new Map([['dogs', 2]]));
    expect([...objectsOf(withObjects(empty, new Map([['dogs2/1', {}]])), 'dogs')]).toEqual([]);
  });

  it('finds objects by their key, wherever their path has it', () => {
    const objects = new Map([
      ['dogs/1', {}],
      ['toys/1/4/a%2Fb', { kind: 'ball' }],
    ]);
    const state = withObjects(empty, objects);
    expect([1, '1', 2].map((each) => findObject(state, dogs, each)?.[0])).toEqual([
      'dogs/1',
      'dogs/1',
      undefined,
    ]);
    const found = ['a/b', 'b', 1].map((each) => findObject(state, toys, each)?.[0]);
    expect(found).toEqual(['toys/1/4/a%2Fb', undefined, undefined]);
    const below = (values: Readonly<Record<string, Json>>) =>
      findObject(state, toys, 'a/b', new Map(Object.entries(values)))?.[0];
    expect(below({ dogs: '1', size: 4, kind: 'ball' })).toBe('toys/1/4/a%2Fb');
    expect([below({ dogs: 2 }), below({ dogs: 1, size: 4, kind: 'rope' })]).toEqual([undefined, undefined]);
    expect(below({ colour: 'any' })).toBe('toys/1/4/a%2Fb');
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

  it('tells what refers to a key, in a member or an item of it', () => {
    const other = { name: 'owners', references: new Map([['pet', 'dogs']]) } as unknown as MockResource;
    const plan = { resources: new Map([['owners', other]]), routes: [] };
    const pets: readonly Json[] = [1, '1', [2, [1]], [], null, 2];
    const facts = new Map(pets.map((pet, index) => [`owners/${index}`, { pet }]));
    expect(referrers(plan, { ...empty, facts }, 'dogs', 1)).toEqual(['owners/0', 'owners/1', 'owners/2']);
    expect(referrers(plan, { ...empty, facts }, 'dogs', 'null')).toEqual([]);
  });
});
