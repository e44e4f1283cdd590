import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../core/index.js';
import { checkToolArguments } from '../tool-arguments.js';
import { operationsOf, readApiDocument, readOperations } from './read-operations.js';
import { buildRequest } from './rest-request.js';

const info = { title: 'x', version: '1' };

function document(paths: JsonObject, more: JsonObject = {}): JsonObject {
  return { openapi: '3.0.3', info, paths, ...more };
}

function withBody(schema: JsonObject, more: JsonObject = {}, mediaType = 'application/json'): JsonObject {
  return { requestBody: { content: { [mediaType]: { schema } }, ...more } };
}

function only(paths: JsonObject, more: JsonObject = {}) {
  const [operation] = readOperations(document(paths, more));
  if (operation === undefined) throw new Error('no operation');
  return operation;
}

describe('operations of an OpenAPI document', () => {
  it('are named by their id or their path, in snake_case, each once', () => {
    const names = readOperations(
      document({
        '/paged': { get: {} },
        '/users/{userId}': { get: {}, put: { operationId: 'replaceUser' } },
        '/a': { get: { operationId: 'Same-Name' } },
        '/b': { get: { operationId: 'sameName' } },
        '/': { get: {} },
        '/long': { get: { operationId: 'x'.repeat(100) } },
      }),
    ).map(({ tool }) => tool.name);
    expect(names).toEqual([
      'get_paged',
      'get_users_user_id',
      'replace_user',
      'same_name',
      'same_name_2',
      'get',
      'x'.repeat(64),
    ]);
  });

  it('can be those of some methods', () => {
    const all = readOperations(document({ '/a': { get: {}, post: {}, head: {} } }));
    expect(operationsOf(all).map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(operationsOf(all, ['get', 'HEAD']).map(({ method }) => method)).toEqual(['GET', 'HEAD']);
    expect(() => operationsOf(all, ['PATCH'])).toThrow('no operation of the methods PATCH');
  });

  it('send what stands behind the ? of a path', () => {
    const operation = only({ '/x?beta=true': { get: { parameters: [{ name: 'q', in: 'query' }] } } });
    expect(buildRequest(operation, { q: 'a' })).toMatchObject({
      request: {
        path: '/x',
        query: [
          ['beta', 'true'],
          ['q', 'a'],
        ],
      },
    });
  });

  it('keep every argument where names meet', () => {
    const parameter = (place: string): JsonObject => ({
      name: 'id',
      in: place,
      required: true,
      schema: { type: 'string' },
    });
    const operation = only({
      '/things/{id}': {
        parameters: [parameter('path'), parameter('query')],
        put: withBody(
          {
            type: 'object',
            required: ['id'],
            properties: { id: { type: 'integer' }, size: { type: 'integer' } },
          },
          { required: true },
        ),
      },
    });
    expect(operation.tool.parameters.required).toEqual(['id', 'query_id', 'body_id']);
    const built = buildRequest(operation, { id: 'a', query_id: 'b', body_id: 7 });
    expect(built).toMatchObject({
      request: { path: '/things/a', query: [['id', 'b']], body: { value: { id: 7 } } },
    });
  });

  it('join allOf, and give choices, lists and maps as the argument body', () => {
    const parts = {
      allOf: [{ $ref: '#/components/schemas/A' }, { type: 'object', properties: { b: { type: 'string' } } }],
    };
    const components = {
      schemas: {
        A: { type: 'object', required: ['a'], properties: { a: { type: 'integer', nullable: true } } },
      },
    };
    const joined = only({ '/x': { post: withBody(parts, { required: true }) } }, { components });
    expect(joined.tool.parameters).toMatchObject({
      properties: { a: { type: ['integer', 'null'] }, b: { type: 'string' } },
      required: ['a'],
    });
    const whole: readonly JsonObject[] = [
      { oneOf: [{ type: 'object', properties: { a: {} } }, { type: 'string' }] },
      { type: 'array', items: { type: 'integer' } },
      { type: 'object', additionalProperties: { type: 'integer' } },
      { type: 'string' },
    ];
    for (const schema of whole) {
      const operation = only({ '/x': { post: withBody(schema, { required: true }) } });
      expect(Object.keys(operation.tool.parameters.properties as JsonObject)).toEqual(['body']);
      expect(operation.tool.parameters.required).toEqual(['body']);
    }
  });

  it('leave out what requests never hold, and translate what 3.0 writes otherwise', () => {
    const operation = only({
      '/x': {
        post: withBody({
          type: 'object',
          required: ['id', 'price'],
          properties: {
            id: { type: 'integer', readOnly: true },
            price: { type: 'number', minimum: 0, exclusiveMinimum: true, example: 3 },
            state: { type: 'string', enum: ['on'], nullable: true },
            odd: { type: 'string', pattern: '^(?=x)' },
          },
        }),
      },
    });
    expect(operation.tool.parameters).toEqual({
      type: 'object',
      properties: {
        price: { type: 'number', exclusiveMinimum: 0, examples: [3] },
        state: { type: ['string', 'null'], enum: ['on', null] },
        odd: { type: 'string' },
      },
      dependentRequired: { price: ['price'], state: ['price'], odd: ['price'] },
      additionalProperties: false,
    });
    expect(checkToolArguments(operation.tool, {})).toEqual([]);
    expect(checkToolArguments(operation.tool, { state: null })).toHaveLength(1);
    expect(buildRequest(operation, {})).toMatchObject({ request: { body: undefined } });
  });

  it('take the body that can be written best: JSON, a form, a form with parts, the first', () => {
    const chosen = (...types: readonly string[]) => {
      const content = Object.fromEntries(types.map((type) => [type, { schema: { type: 'object' } }]));
      const { body } = only({ '/x': { post: { requestBody: { content } } } });
      return body === null ? null : [body.mediaType, body.encoding];
    };
    const form = 'application/x-www-form-urlencoded';
    const parts = 'multipart/form-data';
    expect(chosen('text/csv', parts, form, 'application/vnd.own+json')).toEqual([
      'application/vnd.own+json',
      'json',
    ]);
    expect(chosen('text/csv', parts, form)).toEqual([form, 'form']);
    expect(chosen('text/csv', parts)).toEqual([parts, 'multipart']);
    expect(chosen('text/csv', 'text/plain')).toEqual(['text/csv', 'text']);
    expect(chosen('*/*')).toEqual(['application/json', 'json']);
    expect(chosen()).toBeNull();
  });

  it('give the members of a plain object, and the whole of any other, as arguments', () => {
    const given = (schema: JsonObject, more: JsonObject = {}) => {
      const { body, tool } = only({ '/x': { post: withBody(schema, more) } });
      return [Object.keys(tool.parameters.properties as JsonObject), body?.required, body?.argument];
    };
    const closed = { type: 'object', properties: { a: {}, b: {} } };
    expect(given(closed, { required: true })).toEqual([['a', 'b'], true, '']);
    expect(given({ ...closed, additionalProperties: true })).toEqual([['body'], false, 'body']);
    expect(given({ ...closed, minProperties: 1 })).toEqual([['a', 'b'], false, '']);
    expect(given({ type: 'object' })).toEqual([['body'], false, 'body']);
    expect(given({ type: 'object' }, { required: true })).toEqual([[], true, '']);
    expect(given({ ...closed, oneOf: [{}] })).toEqual([['body'], false, 'body']);
  });

  it('take forms and texts for bodies', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    const form = only({ '/x': { post: withBody(schema, {}, 'application/x-www-form-urlencoded') } });
    expect(form.body).toMatchObject({ encoding: 'form' });
    const text = only({ '/x': { post: withBody(schema, { required: true }, 'text/csv') } });
    expect(text.tool.parameters).toMatchObject({
      properties: { body: { type: 'string' } },
      required: ['body'],
    });
  });

  it.each<readonly [JsonObject, Json, string | readonly (readonly [string, string])[]]>([
    [{ in: 'path' }, [1, 2], '/x/1,2'],
    [{ in: 'path', style: 'label', explode: true }, ['a', 'b'], '/x/.a.b'],
    [{ in: 'path', style: 'matrix' }, [3, 4], '/x/;v=3,4'],
    [{ in: 'path' }, { a: 'b,c' }, '/x/a,b%2Cc'],
    [
      { in: 'query' },
      [1, 2],
      [
        ['v', '1'],
        ['v', '2'],
      ],
    ],
    [{ in: 'query', explode: false }, [1, 2], [['v', '1,2']]],
    [{ in: 'query', style: 'pipeDelimited' }, [1, 2], [['v', '1|2']]],
    [
      { in: 'query', style: 'deepObject' },
      { a: 1, b: true },
      [
        ['v[a]', '1'],
        ['v[b]', 'true'],
      ],
    ],
    [{ in: 'query' }, { a: 1 }, [['a', '1']]],
  ])('write a parameter %o of %j', (parameter, value, expected) => {
    const place = parameter.in === 'path' ? '/x/{v}' : '/x';
    const type = Array.isArray(value) ? 'array' : 'object';
    const operation = only({
      [place]: { get: { parameters: [{ name: 'v', schema: { type }, ...parameter }] } },
    });
    const built = buildRequest(operation, { v: value });
    expect(built).toMatchObject({
      request: typeof expected === 'string' ? { path: expected } : { query: expected },
    });
  });
});

describe('an OpenAPI document with parts that can not be used', () => {
  it('keeps the other operations, and names what is left out and why', () => {
    const broken = { $ref: '#/components/schemas/None' };
    const body = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
    const { operations, leftOut } = readApiDocument({
      openapi: '3.1.0',
      paths: {
        '/token#refresh': { post: {} },
        '/cache': { get: { security: [{ unknown: [] }] }, put: {} },
        '/a': { post: { requestBody: body({ $ref: '#/components/schemas/Holder' }) } },
        '/b': { post: { requestBody: body({ $ref: '#/components/schemas/Holder' }) } },
        '/x': 'y',
      },
      webhooks: { paid: { post: {} } },
      components: { schemas: { Holder: { type: 'object', properties: { broken } } } },
    });
    expect(operations.map(({ tool }) => tool.name)).toEqual(['put_cache']);
    expect(leftOut.map(({ name }) => name)).toEqual([
      '/token#refresh',
      'GET /cache',
      'POST /a',
      'POST /b',
      '/x',
      'webhook paid',
    ]);
    expect(leftOut[3]?.reason).toBe('The reference "#/components/schemas/None" leads to nothing.');
  });
});
