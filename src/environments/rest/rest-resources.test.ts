import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../core/index.js';
import { readRestResources } from './rest-resources.js';

const dog: JsonObject = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};
const content = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const answer = (schema: JsonObject): JsonObject => ({
  responses: { '200': { description: 'ok', ...content(schema) } },
});
const id: JsonObject = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const token: JsonObject = { name: 'token', in: 'query', required: true, schema: { type: 'string' } };
const body = { requestBody: content(dog) };

const dogs = async (list: JsonObject, one: JsonObject, more: JsonObject = {}): Promise<Json> => {
  const resources = await readRestResources({
    openapi: '3.1.0',
    info: { title: 'x', version: '1' },
    paths: { '/dogs': list, '/dogs/{id}': { parameters: [id], ...one }, ...more },
  });
  return resources.map(({ name, tools }) => [
    name,
    ...Object.entries(tools).map(([kind, { tool }]) => `${kind} ${tool}`),
  ]);
};
const listed = { get: { operationId: 'listDogs', ...answer({ type: 'array', items: dog }) } };
const read = { get: { operationId: 'getDog', ...answer(dog) } };

it('has a change of some members before a replacement of all', async () => {
  const put = { put: { operationId: 'putDog', ...body, ...answer(dog) } };
  const patch = { patch: { operationId: 'patchDog', ...body, ...answer(dog) } };
  const kept = ['dogs', 'list list_dogs', 'read get_dog'];
  expect(await dogs(listed, { ...read, ...put })).toEqual([[...kept, 'update put_dog']]);
  expect(await dogs(listed, { ...read, ...put, ...patch })).toEqual([[...kept, 'update patch_dog']]);
  expect(await dogs(listed, { ...read, ...patch, ...put })).toEqual([[...kept, 'update patch_dog']]);
});

it('leaves out tools that need or do more than a key and members say', async () => {
  const all = { ...listed, post: { operationId: 'addDog', ...body, ...answer(dog) } };
  expect(await dogs(all, read)).toEqual([['dogs', 'list list_dogs', 'create add_dog', 'read get_dog']]);
  const guarded = { get: { ...read.get, parameters: [token] } };
  expect(await dogs(listed, guarded)).toEqual([['dogs', 'list list_dogs']]);
  const ruled = { ...listed, post: { ...all.post, 'x-mettle-set': { name: 'Rex' } } };
  expect(await dogs(ruled, read)).toEqual([['dogs', 'list list_dogs', 'read get_dog']]);
  const whole = { ...listed, post: { ...all.post, requestBody: content({ type: 'array', items: dog }) } };
  expect(await dogs(whole, read)).toEqual([['dogs', 'list list_dogs', 'read get_dog']]);
  const bare = { ...listed, post: { operationId: 'addDog', ...answer(dog) } };
  expect(await dogs(bare, read)).toEqual([['dogs', 'list list_dogs', 'read get_dog']]);
});

it('has objects below others with what they stand below, and leaves out those that have no key', async () => {
  const toy: JsonObject = {
    type: 'object',
    properties: { id: { type: 'integer' }, kind: { type: 'string' } },
  };
  const toys = {
    '/dogs/{id}/toys': {
      parameters: [id],
      get: { operationId: 'listToys', ...answer({ type: 'array', items: toy }) },
    },
  };
  const all = ['dogs', 'list list_dogs', 'read get_dog'];
  expect(await dogs(listed, read, toys)).toEqual([all, ['toys', 'list list_toys']]);
  const moods = {
    '/moods': { get: answer({ type: 'array', items: { type: 'object', properties: { mood: {} } } }) },
  };
  expect(await dogs(listed, read, moods)).toEqual([all]);
});
