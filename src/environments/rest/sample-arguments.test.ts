import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { MockServer } from './mock/mock-server.js';
import { readOperations } from './read-operations.js';
import { buildRequest } from './rest-request.js';
import { sampleRestArguments } from './sample-arguments.js';
import { shopSpec } from './shop-spec.js';

const operations = readOperations(shopSpec);
const server = new MockServer(operations, { counts: 4 });
const state = server.begin(1);
const world = { server, state, complete: <Request>(request: Request): Request => request };
const named = (name: string) => {
  const found = operations.find(({ tool }) => tool.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};
const seeds = Array.from({ length: 12 }, (_seed, seed) => seed);

describe('arguments for a mock server', () => {
  // What `updateProduct` takes is not all that a product may be, and users and orders may be in use: for these, there may be none.
  const surely = operations
    .map(({ tool }) => tool.name)
    .filter((name) => !/^delete_|^update_product$/.test(name));
  it.each(surely)('of %s are answered with a success', (name) => {
    for (const seed of seeds) {
      const drawn = sampleRestArguments(named(name), { prompt: 'p', seed }, world);
      const built = drawn === null ? null : buildRequest(named(name), drawn);
      if (built?.ok !== true) throw new Error(`${name} ${seed}`);
      expect(server.answer(built.request, state).response.status).toBeLessThan(300);
    }
  });

  it('name an object and the one above it, all of them over seeds', () => {
    const drawn = seeds.map((seed) => sampleRestArguments(named('get_item'), { prompt: 'p', seed }, world));
    for (const { order_id, item_id } of drawn as { order_id: number; item_id: number }[])
      expect(state.facts.get(`items/${item_id}`)).toMatchObject({ order_id });
    expect(new Set(drawn.map((each) => each?.item_id)).size).toBe(4);
  });

  it('depend on the prompt and the seed alone', () => {
    const draw = (prompt: string, seed: number) =>
      sampleRestArguments(named('create_user'), { prompt, seed }, world);
    expect(draw('p', 1)).toEqual(draw('p', 1));
    expect(draw('p', 1)).not.toEqual(draw('q', 1));
    expect(draw('p', 1)).not.toEqual(draw('p', 2));
  });

  it('leave most out that is not required', () => {
    const drawn = seeds.map((seed) => sampleRestArguments(named('list_users'), { prompt: 'p', seed }, world));
    const members = drawn.flatMap((each) => Object.keys(each ?? {}));
    expect(members.length).toBeGreaterThan(0);
    expect(members.length).toBeLessThan((drawn.length * 5) / 2);
  });

  it('are none where no call can be a success', () => {
    const empty = { ...world, state: { ...state, facts: new Map() } };
    expect(sampleRestArguments(named('get_item'), { prompt: 'p', seed: 1 }, empty)).toBeNull();
  });

  it.each([
    ['a number', 'integer', 'string'],
    ['a text', 'string', 'integer'],
  ])('hold a key as the path takes it, where objects have %s', (_, member, parameter) => {
    const dog: JsonObject = { type: 'object', required: ['id'], properties: { id: { type: member } } };
    const content = { 'application/json': { schema: dog } };
    const key = { name: 'id', in: 'path', required: true, schema: { type: parameter } };
    const [get] = readOperations({
      openapi: '3.1.0',
      info: { title: 'x', version: '1' },
      paths: { '/dogs/{id}': { get: { parameters: [key], responses: { '200': { content } } } } },
    });
    if (get === undefined) throw new Error('no operation');
    const kennel = new MockServer([get]);
    const own = { server: kennel, state: kennel.begin(1), complete: world.complete };
    const drawn = sampleRestArguments(get, { prompt: 'p', seed: 1 }, own);
    expect(typeof drawn?.id).toBe(parameter === 'string' ? 'string' : 'number');
    expect(own.state.facts.get(`dogs/${drawn?.id}`)).toBeDefined();
  });

  it('hold the key where it stands in the body', () => {
    const dog: JsonObject = {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'string' }, name: { type: 'string' } },
    };
    const content = { content: { 'application/json': { schema: dog } } };
    const dogs = readOperations({
      openapi: '3.1.0',
      info: { title: 'x', version: '1' },
      paths: {
        '/dogs': {
          put: {
            operationId: 'putDog',
            requestBody: { ...content, required: true },
            responses: { '200': content },
          },
        },
        '/dogs/{id}': {
          get: {
            operationId: 'getDog',
            parameters: [{ name: 'id', in: 'path' }],
            responses: { '200': content },
          },
        },
      },
    });
    const kennel = new MockServer(dogs, {
      initial: {
        dogs: [
          { id: 'Rex', name: 'x' },
          { id: 'Max', name: 'y' },
        ],
      },
    });
    const [put] = dogs;
    if (put === undefined) throw new Error('no operation');
    const own = { server: kennel, state: kennel.begin(1), complete: world.complete };
    const ids = seeds.map((seed) => sampleRestArguments(put, { prompt: 'p', seed }, own)?.id);
    expect(new Set(ids)).toEqual(new Set(['Rex', 'Max']));
  });
});

describe('arguments for a real server', () => {
  const argument = (parameter: JsonObject) => {
    const path = parameter.in === 'path' ? '/dogs/{name}' : '/dogs';
    const [operation] = readOperations({
      openapi: '3.1.0',
      info: { title: 'x', version: '1' },
      paths: { [path]: { get: { parameters: [{ required: true, ...parameter }] } } },
    });
    if (operation === undefined) throw new Error('no operation');
    return sampleRestArguments(operation, { prompt: 'p', seed: 1 }, null);
  };

  it('are drawn where the document says which objects there are', () => {
    expect(argument({ name: 'name', in: 'path' })).toBeNull();
    expect(argument({ name: 'owner_id', in: 'query' })).toBeNull();
    expect(argument({ name: 'name', in: 'path', example: 'Rex' })).toEqual({ name: expect.any(String) });
    expect(argument({ name: 'name', in: 'path', schema: { enum: ['Rex'] } })).toEqual({ name: 'Rex' });
    expect(argument({ name: 'owner_id', in: 'query', schema: { const: 7 } })).toEqual({ owner_id: 7 });
    expect(argument({ name: 'mood', in: 'query' })).toEqual({ mood: expect.any(String) });
    expect(argument({ name: 'owner_id', in: 'query', required: false })).toEqual({});
  });
});
