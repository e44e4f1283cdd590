import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../core/index.js';
import type { World } from '../../environment.js';
import { createRestEnvironment } from '../rest-environment.js';
import type { RestEnvironmentOptions } from '../rest-options.js';

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
      code: 'core/invalid_option',
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

  it('keeps apart what stands below different objects', async () => {
    const notes = collection('TeamSetting');
    const paths = {
      '/teams': collection('Team'),
      '/teams/{id}/notes': notes,
      '/users': collection('User'),
      '/users/{id}/notes': notes,
    };
    const environment = await createRestEnvironment({ spec: { ...spec, paths }, mock: { counts: 2 } });
    const world = await environment.open({ seed: 1 });
    const below = (name: string) => [...world.state().keys()].filter((fact) => fact.startsWith(`${name}/`));
    expect(below('notes')).toEqual(['notes/1/1', 'notes/1/2', 'notes/2/1', 'notes/2/2']);
    expect(below('users_notes')).toEqual([
      'users_notes/1/1',
      'users_notes/1/2',
      'users_notes/2/1',
      'users_notes/2/2',
    ]);
    await ask(world, 'post_teams_id_notes', { id: '1', label: 'x' });
    expect(await ask(world, 'get_teams_id_notes', { id: '1' })).toHaveLength(3);
    expect(await ask(world, 'get_teams_id_notes', { id: '2' })).toHaveLength(2);
    expect(await ask(world, 'get_users_id_notes', { id: '1' })).toHaveLength(2);
  });

  it('gives itself what an object needs and a request may leave out', async () => {
    const environment = await createRestEnvironment({ spec, mock: { counts: 2 } });
    const world = await environment.open({ seed: 1 });
    expect(await ask(world, 'post_users')).toEqual({ id: 3, team_id: 1, role: 'guest' });
    expect(await ask(world, 'post_teams')).toEqual({ id: 3, label: expect.any(String) });
  });
});
