import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../core/index.js';
import { readOperations } from '../read-operations.js';
import { completeObject } from './complete-object.js';
import { MockServer } from './mock-server.js';

const text = { type: 'string' };
const number = { type: 'integer' };
const shape: JsonObject = {
  type: 'object',
  required: ['id', 'name', 'stamp'],
  properties: {
    id: number,
    name: text,
    mood: { type: 'string', default: 'calm' },
    note: text,
    stamp: { type: 'integer', minimum: 5, maximum: 5 },
    own: { type: 'integer', const: 9 },
    owner_id: { type: ['integer', 'null'] },
    friend_ids: { type: 'array', items: number },
  },
};

/** A dog as a server makes it of what a request gives. */
function made(given: JsonObject, { isFresh = true, more = {} as JsonObject } = {}): Json {
  const dog = { ...shape, ...more };
  const list = (schema: JsonObject): JsonObject => ({
    get: {
      responses: { '200': { content: { 'application/json': { schema: { type: 'array', items: schema } } } } },
    },
  });
  const owner: JsonObject = { type: 'object', properties: { id: number } };
  const server = new MockServer(
    readOperations({
      openapi: '3.1.0',
      info: { title: 'x', version: '1' },
      paths: { '/dogs': list(dog), '/owners': list(owner), '/friends': list(owner) },
    }),
    { initial: { owners: [{ id: 1 }], friends: [{ id: 3 }] } },
  );
  const resource = server.plan.resources.get('dogs');
  if (resource === undefined) throw new Error('no dogs');
  const clients = new Set(['name', 'mood', 'note', 'owner_id', 'friend_ids']);
  return completeObject(server.plan, server.begin(1), resource, { given, name: 'dogs/7', isFresh, clients });
}

describe('a new object', () => {
  const least = { id: 7, name: 'Rex' };

  it('gets defaults, what it needs, and what only the server gives, in the order of its schema', () => {
    const object = made(least);
    expect(object).toEqual({ id: 7, name: 'Rex', mood: 'calm', stamp: 5, own: 9 });
    expect(Object.keys(object as JsonObject)).toEqual(['id', 'name', 'mood', 'stamp', 'own']);
    expect(made({ ...least, mood: 'keen', note: 'n', own: 9, stamp: 5 })).toEqual({
      ...least,
      mood: 'keen',
      note: 'n',
      own: 9,
      stamp: 5,
    });
  });

  it('keeps members that are not named, and leaves them out where the schema is closed', () => {
    expect(made({ extra: 1, ...least })).toMatchObject({ extra: 1 });
    expect(Object.keys(made({ extra: 1, ...least }) as JsonObject).at(-1)).toBe('extra');
    expect(made({ extra: 1, ...least }, { more: { additionalProperties: false } })).not.toHaveProperty(
      'extra',
    );
    expect(made({ extra: 1, ...least }, { more: { additionalProperties: number } })).toMatchObject({
      extra: 1,
    });
  });

  it('refers to what exists', () => {
    expect(made({ ...least, owner_id: 1, friend_ids: [3] })).toMatchObject({ owner_id: 1, friend_ids: [3] });
    expect(made({ ...least, owner_id: null })).toMatchObject({ owner_id: null });
    expect(made({ ...least, owner_id: 2 })).toBe('owner_id: owners has no 2.');
    expect(made({ ...least, friend_ids: [3, 4] })).toBe('friend_ids: friends has no 4.');
  });

  it('is refused where it does not fit', () => {
    expect(made({ ...least, name: 7 })).toMatch(/^body\.name.*\.$/);
  });
});

it('a change gives nothing that is not asked for', () => {
  const dog = { id: 7, name: 'Rex', stamp: 5 };
  expect(made(dog, { isFresh: false })).toEqual(dog);
  expect(made({ id: 7, name: 'Rex' }, { isFresh: false })).toMatch(/stamp/);
});
