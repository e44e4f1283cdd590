import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../core/index.js';
import { serveMock } from '../mock/serve-mock.js';
import { createRestEnvironment } from '../rest-environment.js';
import { shopSpec } from '../shop-spec.js';
import { answerJson, startRawServer } from './raw-server.fixture.js';

const spec: JsonObject = {
  openapi: '3.0.3',
  info: { title: 'things', version: '1' },
  paths: {
    '/things/{id}': {
      get: {
        operationId: 'getThing',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
          { name: 'session', in: 'cookie', schema: { type: 'string' } },
        ],
        responses: { '200': { description: 'ok' } },
      },
      put: {
        operationId: 'putThing',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['id'],
                properties: { id: { type: 'string' }, size: { type: 'integer' } },
              },
            },
          },
        },
        responses: { '200': { description: 'ok' } },
      },
    },
    '/wipe': { post: { operationId: 'wipe', responses: { '204': { description: 'wiped' } } } },
    '/things': { get: { operationId: 'listThings', responses: { '200': { description: 'ok' } } } },
  },
};

describe('a world on a real REST server', () => {
  it('sends path, query, header, cookie and body to where they belong, with the given headers', async () => {
    await using server = await startRawServer((_, response) => answerJson(response, 200, { ok: true }));
    const environment = await createRestEnvironment({
      spec,
      baseUrl: `${server.baseUrl}/api/`,
      headers: { Authorization: 'Bearer s3cret-token' },
      query: { key: 'key-of-the-user' },
    });
    await using world = await environment.open({ seed: 0 });
    const read = await world.call('get_thing', {
      id: 'a/ä b',
      tag: ['x', 'y&z'],
      x_trace: 't1',
      session: 'a;b',
    });
    expect(read.observation).toMatchObject({ status: 'ok', data: { status: 200, body: { ok: true } } });
    await world.call('put_thing', { id: 'one', body_id: 'two', size: 3 });
    const [got, put] = server.seen;
    expect(got?.url).toBe('/api/things/a%2F%C3%A4%20b?tag=x&tag=y%26z&key=key-of-the-user');
    expect(got?.headers).toMatchObject({
      'x-trace': 't1',
      cookie: 'session=a%3Bb',
      authorization: 'Bearer s3cret-token',
    });
    expect(put).toMatchObject({ method: 'PUT', url: '/api/things/one?key=key-of-the-user' });
    expect(put?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(put?.body ?? '')).toEqual({ id: 'two', size: 3 });
  });

  it('names a missing path parameter, offers the methods that were asked for, and keeps large numbers exact', async () => {
    await using server = await startRawServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        '{"id": 9007199254740993, "text": "9007199254740993, \\"-9007199254740993", "of": [-9007199254740993, 1e3, 7]}',
      );
    });
    const environment = await createRestEnvironment({ spec, baseUrl: server.baseUrl, methods: ['GET'] });
    expect(environment.tools.map(({ name }) => name)).toEqual(['get_thing', 'list_things']);
    await using world = await environment.open({ seed: 0 });
    expect((await world.call('get_thing', {})).observation.error?.message).toContain('"id"');
    expect((await world.call('put_thing', { id: 'a' })).observation.error?.type).toBe('unknown_tool');
    expect((await world.call('list_things', {})).observation.data).toMatchObject({
      body: {
        id: '9007199254740993',
        text: '9007199254740993, "-9007199254740993',
        of: ['-9007199254740993', 1000, 7],
      },
    });
  });

  it('shows HTTP errors with the beginning of their body', async () => {
    await using server = await startRawServer((_, response) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(`it broke\n${'x'.repeat(500)}`);
    });
    const environment = await createRestEnvironment({ spec, baseUrl: server.baseUrl });
    await using world = await environment.open({ seed: 0 });
    const { error } = (await world.call('list_things', {})).observation;
    expect(error?.type).toBe('http_500');
    expect(error?.message).toMatch(/^500 Internal Server Error: it broke x+…$/);
    expect(error?.message).toHaveLength('500 Internal Server Error: '.length + 200);
  });

  it('keeps a chain of the calls that may change something as its state', async () => {
    await using server = await startRawServer((_, response) => answerJson(response, 200, [1]));
    const environment = await createRestEnvironment({ spec, baseUrl: server.baseUrl });
    expect(environment.capabilities.fork).toMatch(/can not be copied/);
    expect(environment.capabilities.replay).toMatch(/openServer/);
    await using world = await environment.open({ seed: 0 });
    expect((await world.call('list_things', {})).changes).toEqual([]);
    const { changes } = await world.call('put_thing', { id: 'one', body_id: 'one' });
    expect(changes).toMatchObject([
      { name: 'calls/1', after: { tool: 'put_thing', arguments: { id: 'one', body_id: 'one' } } },
    ]);
  });

  it('reads facts by GETs that the user names, and is reset by an operation that is then no tool', async () => {
    await using shop = await serveMock({ spec: shopSpec, seed: 4 });
    await using server = await startRawServer((request, response) => {
      if (request.url === '/wipe') {
        shop.reset();
        response.writeHead(204).end();
        return;
      }
      void fetch(shop.baseUrl + request.url, {
        method: request.method,
        ...(request.body !== '' && { body: request.body, headers: { 'content-type': 'application/json' } }),
      }).then(async (answer) => answerJson(response, answer.status, await answer.json()));
    });
    const paths = { ...(shopSpec.paths as JsonObject), '/wipe': (spec.paths as JsonObject)['/wipe'] ?? null };
    const environment = await createRestEnvironment({
      spec: { ...shopSpec, paths },
      baseUrl: server.baseUrl,
      reset: { tool: 'wipe' },
      readState: { orders: { tool: 'list_orders', arguments: { limit: 100 }, key: 'id' } },
    });
    expect(environment.tools.map(({ name }) => name)).not.toContain('wipe');
    expect(environment.capabilities.replay).toBe(true);
    const world = await environment.open({ seed: 0 });
    const before = world.stateDigest();
    const { changes } = await world.call('create_order', { user_id: 1, note: null });
    expect(changes).toMatchObject([
      { name: 'orders/9', before: null, after: { user_id: 1, status: 'pending' } },
    ]);
    await using second = await environment.open({ seed: 0 });
    expect(second.stateDigest()).toBe(before);
    await expect(world.call('list_users', {})).rejects.toMatchObject({ code: 'environments/world_broken' });
    await world.close();
  });

  it('falls back to the first server of the document', async () => {
    await using server = await startRawServer((_, response) => answerJson(response, 200, []));
    const servers = [{ url: `${server.baseUrl}/{version}`, variables: { version: { default: 'v2' } } }];
    const environment = await createRestEnvironment({ spec: { ...spec, servers } });
    await using world = await environment.open({ seed: 0 });
    await world.call('list_things', {});
    expect(server.seen[0]?.url).toBe('/v2/things');
    await expect(createRestEnvironment({ spec })).rejects.toThrow(
      'names no server. Give baseUrl or openServer, or mock: true.',
    );
  });

  it('reads a document from an address', async () => {
    await using server = await startRawServer(({ url }, response) => {
      if (url === '/spec.json') answerJson(response, 200, { ...spec, servers: [{ url: '/v1' }] });
      else answerJson(response, 200, []);
    });
    const environment = await createRestEnvironment({ spec: `${server.baseUrl}/spec.json` });
    await using world = await environment.open({ seed: 0 });
    await world.call('list_things', {});
    expect(server.seen[1]?.url).toBe('/v1/things');
  });
});
