import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../core/index.js';
import type { World } from '../../environment.js';
import { createRestEnvironment } from '../rest-environment.js';
import type { RestEnvironmentOptions } from '../rest-options.js';
import { shopSpec } from '../shop-spec.js';
import { serveMock } from './serve-mock.js';

const json = (schema: JsonObject): JsonObject => ({
  description: 'ok',
  content: { 'application/json': { schema } },
});
const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const key = (name: string, type = 'string'): JsonObject => ({
  name,
  in: 'path',
  required: true,
  schema: { type },
});

/** A document as they are written in the wild: a PUT without a key in its path, lists by status, settings without references, a login. */
const kennel: JsonObject = {
  openapi: '3.0.3',
  info: { title: 'Kennel', version: '1' },
  security: [{ token: [] }, { key: [] }],
  paths: {
    '/v1/dogs': {
      get: {
        operationId: 'listDogs',
        parameters: [
          { name: 'page', in: 'query', schema: { type: 'integer', default: 1 } },
          { name: 'per_page', in: 'query', schema: { type: 'integer', default: 3 } },
        ],
        responses: {
          '200': json({
            type: 'object',
            required: ['data', 'page', 'total', 'has_more', 'links'],
            properties: {
              data: { type: 'array', items: reference('Dog') },
              page: { type: 'integer' },
              total: { type: 'integer' },
              has_more: { type: 'boolean' },
              links: { type: 'object', properties: { self: { type: 'string' } } },
            },
          }),
        },
      },
      post: {
        operationId: 'addDog',
        requestBody: { required: true, content: { 'application/json': { schema: reference('Dog') } } },
        responses: {
          '200': json({ type: 'object', required: ['data'], properties: { data: reference('Dog') } }),
        },
      },
      put: {
        operationId: 'putDog',
        requestBody: { required: true, content: { 'application/json': { schema: reference('Dog') } } },
        responses: { '200': json(reference('Dog')) },
      },
    },
    '/v1/dogs/findByMood': {
      get: {
        operationId: 'findDogsByMood',
        parameters: [{ name: 'mood', in: 'query', schema: { type: 'array', items: { type: 'string' } } }],
        responses: { '200': json({ type: 'array', items: reference('Dog') }) },
      },
    },
    '/v1/dogs/{dogId}': {
      get: {
        operationId: 'getDog',
        parameters: [key('dogId')],
        responses: { '200': json(reference('Dog')) },
      },
      delete: {
        operationId: 'deleteDog',
        parameters: [key('dogId')],
        responses: { '204': { description: 'gone' } },
      },
      post: {
        operationId: 'setMood',
        parameters: [key('dogId'), { name: 'mood', in: 'query', schema: { type: 'string' } }],
        responses: { '200': json(reference('Dog')) },
      },
    },
    '/v1/dogs/{dogId}/toys': {
      get: {
        operationId: 'listToys',
        parameters: [key('dogId')],
        responses: { '200': json({ type: 'array', items: reference('Toy') }) },
      },
      post: {
        operationId: 'addToy',
        parameters: [key('dogId')],
        requestBody: { required: true, content: { 'application/json': { schema: reference('Toy') } } },
        responses: { '201': json(reference('Toy')) },
      },
    },
    '/v1/dogs/{dogId}/toys/{toyId}': {
      get: {
        operationId: 'getToy',
        parameters: [key('dogId'), key('toyId', 'integer')],
        responses: { '200': json(reference('Toy')) },
      },
    },
    '/login': {
      post: {
        operationId: 'login',
        security: [],
        responses: {
          '200': json({
            type: 'object',
            required: ['session'],
            properties: { session: { type: 'string', format: 'uuid' } },
          }),
        },
      },
    },
  },
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'query', name: 'api_key' },
    },
    schemas: {
      Dog: {
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          name: { type: 'string' },
          mood: { type: 'string', enum: ['calm', 'keen', 'tired'], default: 'calm' },
          chip: { type: 'string', pattern: '^[A-Z]{2}-\\d{4}$' },
          born: { type: 'string', format: 'date' },
        },
      },
      Toy: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { type: 'string', enum: ['ball', 'rope'] } },
      },
    },
  },
};

async function openKennel(options: Partial<RestEnvironmentOptions> = {}): Promise<World> {
  const headers = { authorization: 'Bearer a-token-of-some-sort' };
  const environment = await createRestEnvironment({ spec: kennel, mock: true, headers, ...options });
  return environment.open({ seed: 2 });
}

async function ask(world: World, tool: string, values: JsonObject = {}): Promise<Json> {
  const { observation } = await world.call(tool, values);
  return observation.error === null
    ? (observation.data as { readonly body: Json }).body
    : observation.error.type;
}

describe('a mock server of a document from the wild', () => {
  it('asks for the credentials that the document asks for', async () => {
    const world = await openKennel({ headers: {} });
    expect(await ask(world, 'list_dogs')).toBe('http_401');
    expect(await ask(world, 'login')).toMatchObject({ session: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(await ask(await openKennel({ headers: { authorization: 'Basic abc' } }), 'list_dogs')).toBe(
      'http_401',
    );
    expect(await ask(await openKennel({ headers: {}, query: { api_key: 'k' } }), 'list_dogs')).toMatchObject({
      page: 1,
    });
  });

  it('pages in the envelope that the document declares', async () => {
    const world = await openKennel();
    const last = await ask(world, 'list_dogs', { page: 3 });
    expect(last).toMatchObject({ page: 3, total: 8, has_more: false, links: {} });
    expect((last as { data: Json[] }).data).toHaveLength(2);
  });

  it('knows a list elsewhere, a PUT without a key and a POST on an object for what they are', async () => {
    const world = await openKennel();
    const id = '01234567-89ab-4def-8123-456789abcdef';
    expect(await ask(world, 'add_dog', { id, name: 'Rex' })).toEqual({
      data: { id, name: 'Rex', mood: 'calm' },
    });
    expect(await ask(world, 'add_dog', { id, name: 'Rex' })).toBe('http_409');
    expect(await ask(world, 'set_mood', { dogId: id, mood: 'tired' })).toMatchObject({ mood: 'tired' });
    expect(await ask(world, 'put_dog', { id, name: 'Max' })).toEqual({ id, name: 'Max', mood: 'calm' });
    expect(await ask(world, 'set_mood', { dogId: id, mood: 'angry' })).toBe('http_422');
    const calm = (await ask(world, 'find_dogs_by_mood', { mood: ['calm'] })) as readonly {
      id: string;
      mood: string;
    }[];
    expect(calm.map((dog) => dog.id)).toContain(id);
    expect(new Set(calm.map(({ mood }) => mood))).toEqual(new Set(['calm']));
    expect(world.state().get(`dogs/${id}`)).toEqual({ id, name: 'Max', mood: 'calm' });
  });

  it('keeps objects that only their path ties to a parent, and deletes them with it', async () => {
    const world = await openKennel();
    const [dog = ''] = [...world.state().keys()].filter((name) => name.startsWith('dogs/'));
    const dogId = dog.slice('dogs/'.length);
    expect(await ask(world, 'list_toys', { dogId })).toHaveLength(2);
    const added = await world.call('add_toy', { dogId, kind: 'rope' });
    expect(added.changes).toEqual([{ name: `toys/${dogId}/3`, before: null, after: { kind: 'rope' } }]);
    expect(await ask(world, 'get_toy', { dogId, toyId: 3 })).toEqual({ kind: 'rope' });
    expect(await ask(world, 'get_toy', { dogId: 'nobody', toyId: 3 })).toBe('http_404');
    const removed = await world.call('delete_dog', { dogId });
    expect(removed.changes.map(({ name }) => name).sort()).toEqual(
      [dog, ...[1, 2, 3].map((n) => `toys/${dogId}/${n}`)].sort(),
    );
  });

  it('starts with what the user gives, and refuses what does not fit', async () => {
    const dogs = [{ id: '01234567-89ab-4def-8123-456789abcdef', name: 'Rex' }];
    const world = await openKennel({
      mock: { initial: { dogs, [`toys/${dogs[0]?.id}`]: [{ kind: 'ball' }] } },
    });
    expect([...world.state().keys()]).toEqual([`dogs/${dogs[0]?.id}`, `toys/${dogs[0]?.id}/1`]);
    await expect(openKennel({ mock: { initial: { cats: [] } } })).rejects.toMatchObject({
      code: 'environments/invalid_rest_option',
      message: expect.stringContaining('mock.initial names "cats"; the resources are: dogs, toys.'),
    });
    await expect(openKennel({ mock: { initial: { toys: [] } } })).rejects.toThrow(
      'toys is named toys/KEY_OF_dogs.',
    );
    await expect(openKennel({ mock: { initial: { dogs: [{ id: '1', name: 'x' }] } } })).rejects.toThrow(
      'mock.initial["dogs"][0].id',
    );
    await expect(openKennel({ mock: { initial: { dogs: [...dogs, ...dogs] } } })).rejects.toThrow(
      'two objects',
    );
    await expect(openKennel({ mock: { counts: { dog: 2 } } })).rejects.toThrow(
      'mock.counts names "dog"; the resources are: dogs, toys.',
    );
    await expect(openKennel({ mock: { counts: { dogs: -1 } } })).rejects.toThrow(
      'mock.counts.dogs is a whole number',
    );
    await expect(openKennel({ mock: { counts: 1e9 } })).rejects.toThrow(
      'mock.counts is a whole number from 0 to 10000',
    );
    const few = await openKennel({ mock: { counts: { dogs: 2 } } });
    expect([...few.state().keys()].filter((name) => name.startsWith('dogs/'))).toHaveLength(2);
  });
});

describe('a mock server of a document with doubtful names', () => {
  const thing = (properties: JsonObject): JsonObject => ({
    type: 'object',
    required: ['id', ...Object.keys(properties)],
    properties: { id: { type: 'integer' }, ...properties },
  });
  const collection = (name: string): JsonObject => ({
    get: { responses: { '200': json({ type: 'array', items: reference(name) }) } },
    post: {
      requestBody: {
        content: {
          'application/json': { schema: { type: 'object', properties: { label: { type: 'string' } } } },
        },
      },
      responses: { '201': json(reference(name)) },
    },
  });
  const spec: JsonObject = {
    openapi: '3.1.0',
    info: { title: 'x', version: '1' },
    paths: {
      '/teams': collection('Team'),
      '/teams/{id}': { get: { responses: { '200': json(reference('Team')) } } },
      '/teams/{id}/settings': collection('TeamSetting'),
      '/users': collection('User'),
      '/users/{id}/settings': collection('UserSetting'),
    },
    components: {
      schemas: {
        Team: thing({ label: { type: 'string' } }),
        User: thing({ team_id: { type: 'integer' }, role: { type: 'string', enum: ['guest', 'host'] } }),
        TeamSetting: thing({ colour: { type: 'string', const: 'red' } }),
        UserSetting: thing({ font: { type: 'string', const: 'mono' } }),
      },
    },
  };

  it('keeps two resources apart that are called the same', async () => {
    const environment = await createRestEnvironment({ spec, mock: { counts: 2 } });
    const world = await environment.open({ seed: 1 });
    expect(world.state().get('settings/1/1')).toEqual({ id: 1, colour: 'red' });
    expect(world.state().get('users_settings/1/1')).toEqual({ id: 1, font: 'mono' });
    expect(await ask(world, 'get_users_id_settings', { id: '2' })).toHaveLength(2);
  });

  it('numbers what stands under several without any of them', async () => {
    const notes = collection('TeamSetting');
    const paths = {
      '/teams': collection('Team'),
      '/teams/{id}/notes': notes,
      '/users': collection('User'),
      '/users/{id}/notes': notes,
    };
    const environment = await createRestEnvironment({ spec: { ...spec, paths }, mock: { counts: 2 } });
    const world = await environment.open({ seed: 1 });
    expect([...world.state().keys()].filter((name) => name.startsWith('notes/'))).toEqual([
      'notes/1',
      'notes/2',
    ]);
  });

  it('gives itself what an object needs and a request may leave out', async () => {
    const environment = await createRestEnvironment({ spec, mock: { counts: 2 } });
    const world = await environment.open({ seed: 1 });
    expect(await ask(world, 'post_users')).toEqual({ id: 3, team_id: 1, role: 'guest' });
    expect(await ask(world, 'post_teams')).toEqual({ id: 3, label: expect.any(String) });
  });
});

describe('a mock server over HTTP', () => {
  it('answers problems to requests that do not fit', async () => {
    await using shop = await serveMock({ spec: shopSpec, seed: 1 });
    const status = async (path: string, init: RequestInit = {}): Promise<number> => {
      const response = await fetch(shop.baseUrl + path, init);
      if (response.status >= 400) expect(await response.json()).toMatchObject({ status: response.status });
      else await response.body?.cancel();
      return response.status;
    };
    const post = (body: string, type = 'application/json'): RequestInit => ({
      method: 'POST',
      body,
      headers: { 'content-type': type },
    });
    expect(await status('/orders?limit=0')).toBe(400);
    expect(await status('/orders?limit=many')).toBe(400);
    expect(await status('/orders/1', { method: 'PUT' })).toBe(405);
    expect(await status('/nothing')).toBe(404);
    expect(await status('/orders/%E0%A4%A')).toBe(400);
    expect(await status('/orders', post(''))).toBe(400);
    expect(await status('/orders', post('{"user_id": '))).toBe(400);
    expect(await status('/orders', post('{"user_id": 1, "__proto__": {"a": 1}}'))).toBe(400);
    expect(await status('/orders', post('{"user_id": 1, "constructor": 1}'))).toBe(422);
    expect(await status('/orders', post(`{"note": "${'x'.repeat(1_100_000)}"}`))).toBe(413);
    expect(await status('/orders', post('{"user_id": 1}'))).toBe(201);
    expect(await status('/orders/9')).toBe(200);
    shop.reset();
    expect(await status('/orders/9')).toBe(404);
  });

  it('reads forms by their types, texts, cookies and headers, and answers nothing where nothing is declared', async () => {
    const member = (type: string): JsonObject => ({ type });
    const form = {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          required: ['age'],
          properties: {
            name: member('string'),
            age: member('integer'),
            tags: { type: 'array', items: member('string') },
          },
        },
      },
    };
    const echo = (place: string, name: string): JsonObject => ({
      name,
      in: place,
      required: true,
      schema: member('integer'),
    });
    const dog = thingOf({
      id: member('integer'),
      name: member('string'),
      age: member('integer'),
      tags: { type: 'array', items: member('string') },
    });
    const spec: JsonObject = {
      openapi: '3.1.0',
      info: { title: 'x', version: '1' },
      paths: {
        '/dogs': {
          get: { responses: { '200': json({ type: 'array', items: dog }) } },
          post: { requestBody: { content: form, required: true }, responses: { '201': json(dog) } },
        },
        '/notes': {
          post: {
            requestBody: { content: { 'text/plain': { schema: { type: 'string' } } } },
            responses: { '204': {} },
          },
        },
        '/told': {
          get: {
            parameters: [echo('cookie', 'a b'), echo('header', 'X-Age')],
            responses: { '200': json({ const: 'fine' }) },
          },
        },
      },
    };
    await using server = await serveMock({ spec, seed: 1, initial: { dogs: [] } });
    const ask = async (
      path: string,
      init: RequestInit,
    ): Promise<readonly [number, string | null, string]> => {
      const response = await fetch(server.baseUrl + path, init);
      return [response.status, response.headers.get('content-type'), await response.text()];
    };
    const post = (body: string, type: string): RequestInit => ({
      method: 'POST',
      body,
      headers: { 'content-type': type },
    });
    const type = 'application/x-www-form-urlencoded;charset=utf-8';
    const [status, answered, text] = await ask('/dogs', post('name=Rex&age=7&tags=a&tags=b', type));
    expect([status, answered, JSON.parse(text)]).toEqual([
      201,
      'application/json',
      { id: 1, name: 'Rex', age: 7, tags: ['a', 'b'] },
    ]);
    const [refused, problem] = await ask('/dogs', post('name=Rex&age=old', type));
    expect([refused, problem]).toEqual([422, 'application/problem+json']);
    expect(await ask('/notes', post('abc', 'text/plain'))).toEqual([204, null, '']);
    const told = async (headers: Record<string, string>): Promise<number> =>
      (await ask('/told', { headers }))[0];
    expect(await told({ cookie: 'no; a%20b=7; c=d=e', 'x-age': ' 8 ' })).toBe(200);
    expect(await told({ cookie: 'a%20b=7' })).toBe(400);
    expect(await told({ cookie: 'a%20b=x', 'x-age': '8' })).toBe(400);
    expect(await told({ cookie: '%E0%A4=1; a%20b=7', 'x-age': '8' })).toBe(200);
    expect(await told({ 'x-age': '8' })).toBe(400);
  });

  it('says what of a body does not fit, with the status that is declared for that', async () => {
    const dog: JsonObject = {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'integer' }, owner_id: { type: 'integer' } },
    };
    const declaring = (...statuses: readonly string[]): JsonObject => ({
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { type: 'object', properties: dog.properties as JsonObject } },
        },
      },
      responses: {
        '201': json(dog),
        ...Object.fromEntries(statuses.map((status) => [status, { description: 'no' }])),
      },
    });
    const refusals = async (...statuses: readonly string[]): Promise<Json> => {
      const list = { responses: { '200': json({ type: 'array', items: dog }) } };
      const spec: JsonObject = {
        openapi: '3.1.0',
        info: { title: 'x', version: '1' },
        paths: { '/dogs': { get: list, post: declaring(...statuses) }, '/owners': { get: list } },
      };
      await using server = await serveMock({ spec, seed: 1, initial: { dogs: [], owners: [{ id: 1 }] } });
      const add = async (body: JsonObject): Promise<Json> => {
        const init = {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        };
        const response = await fetch(`${server.baseUrl}/dogs`, init);
        const { detail } = (await response.json()) as { detail?: string };
        return [response.status, detail ?? null];
      };
      return [await add({ owner_id: 'x' }), await add({ owner_id: 2 }), await add({ owner_id: 1 })];
    };
    const told = (status: number): Json => [
      [status, expect.stringMatching(/^body\.owner_id: must be a whole number/)],
      [status, 'owner_id: owners has no 2.'],
      [201, null],
    ];
    expect(await refusals()).toEqual(told(422));
    expect(await refusals('400')).toEqual(told(400));
    expect(await refusals('400', '422')).toEqual(told(422));
    expect(await refusals('422')).toEqual(told(422));
  });

  it('answers by the path with the fewest variables, whatever stands first and whatever signs it has', async () => {
    const said = (word: string): JsonObject => ({ get: { responses: { '200': json({ const: word }) } } });
    const paths = {
      '/a/{x}/{y}': said('two'),
      '/a/{x}/b': said('one'),
      '/a/c/b': said('none'),
      '/a.b(c)/{x}-{y}': said('signs'),
    };
    const spec: JsonObject = { openapi: '3.1.0', info: { title: 'x', version: '1' }, paths };
    await using server = await serveMock({ spec, seed: 1 });
    const answered = async (path: string): Promise<Json> => {
      const response = await fetch(server.baseUrl + path);
      return response.ok ? ((await response.json()) as Json) : response.status;
    };
    expect(await answered('/a/c/b')).toBe('none');
    expect(await answered('/a/d/b')).toBe('one');
    expect(await answered('/a/d/e')).toBe('two');
    expect(await answered('/a/d/e/')).toBe('two');
    expect(await answered('/a.b(c)/d-e')).toBe('signs');
    expect(await answered('/aXb(c)/d-e')).toBe(404);
    expect(await answered('/a/d')).toBe(404);
    expect(await answered('/z/a/d/e')).toBe(404);
  });

  it('ends with its connections', async () => {
    const server = await serveMock({ spec: shopSpec, seed: 1, counts: 1 });
    expect(server.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${server.baseUrl}/orders/1`)).status).toBe(200);
    await server.close();
    await expect(fetch(`${server.baseUrl}/orders/1`)).rejects.toThrow();
  });
});

const thingOf = (properties: JsonObject): JsonObject => ({ type: 'object', required: ['id'], properties });
