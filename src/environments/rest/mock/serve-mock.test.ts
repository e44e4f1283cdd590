import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../core/index.js';
import { shopSpec } from '../shop-spec.js';
import { serveMock } from './serve-mock.js';

const json = (schema: JsonObject): JsonObject => ({
  description: 'ok',
  content: { 'application/json': { schema } },
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
