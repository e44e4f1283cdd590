import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { readOperations } from './read-operations.js';
import { restObservation } from './rest-observation.js';
import { completing, givenParts } from './rest-options.js';
import { buildRequest } from './rest-request.js';

const build = (values: JsonObject, operation: JsonObject, path = '/x') => {
  const [only] = readOperations({
    openapi: '3.1.0',
    info: { title: 'x', version: '1' },
    paths: { [path]: { post: operation } },
  });
  if (only === undefined) throw new Error('no operation');
  const built = buildRequest(only, values);
  return built.ok ? built.request : built.reason;
};
const parameter = (place: string, name = 'a'): JsonObject => ({ parameters: [{ name, in: place }] });

describe('a request of arguments', () => {
  it('has each argument in its place, and none that is not given', () => {
    expect(build({ a: 'b' }, parameter('query'))).toEqual({
      method: 'POST',
      path: '/x',
      query: [['a', 'b']],
      headers: new Map(),
      cookies: [],
      body: undefined,
    });
    expect(build({ a: 'b' }, parameter('cookie'))).toMatchObject({ cookies: [['a', 'b']], query: [] });
    expect(build({ x_a: 'b é' }, parameter('header', 'X-A'))).toMatchObject({
      headers: new Map([['x-a', 'b é']]),
    });
    expect(build({}, parameter('header', 'X-A'))).toMatchObject({ headers: new Map() });
    expect(build({ a: "b/ü'()*!\ud800" }, {}, '/x/{a}/{a}')).toMatchObject({
      path: '/x/b%2F%C3%BC%27%28%29%2a%21%EF%BF%BD/b%2F%C3%BC%27%28%29%2a%21%EF%BF%BD',
    });
    expect(build({ a: '$&' }, {}, '/x/{a}')).toMatchObject({ path: '/x/%24%26' });
  });

  it.each([
    [{ a: '' }, '/x/{a}', 'arguments.a must not be empty'],
    [{ a: '.' }, '/x/{a}', 'an argument makes the path segment ., which would lead to another path'],
    [{ a: '..' }, '/x/{a}/y', 'an argument makes the path segment .., which would lead to another path'],
  ])('is refused for %j', (values, path, reason) => expect(build(values, {}, path)).toBe(reason));

  it.each(['a\nb', '€', '\u0000'])('is refused for a header of %j', (value) => {
    expect(build({ x_a: value }, parameter('header', 'X-A'))).toBe(
      "arguments.x_a holds characters that a header can't carry",
    );
  });

  it('has the members that are given as its body', () => {
    const body = (required: boolean, schema: JsonObject): JsonObject => ({
      requestBody: { required, content: { 'application/json': { schema } } },
    });
    const members = { type: 'object', properties: { a: {}, b: {} } };
    const content = { encoding: 'json', mediaType: 'application/json' };
    expect(build({ b: null }, body(false, members))).toMatchObject({
      body: { value: { b: null }, ...content },
    });
    expect(build({}, body(true, members))).toMatchObject({ body: { value: {}, ...content } });
    expect(build({}, body(false, members))).toMatchObject({ body: undefined });
    expect(build({ body: [1] }, body(true, { type: 'array' }))).toMatchObject({
      body: { value: [1], ...content },
    });
    expect(build({}, body(false, { type: 'array' }))).toMatchObject({ body: undefined });
  });
});

describe('what the user gives to every request', () => {
  it('stands over what arguments say', () => {
    const given = givenParts({ spec: {}, headers: { 'X-Key': 'k' }, query: { key: 'q' } });
    const request = build({ a: '1' }, parameter('query'));
    if (typeof request === 'string') throw new Error(request);
    const headers = new Map([
      ['x-key', 'other'],
      ['x-a', '1'],
    ]);
    expect(completing(given)({ ...request, headers })).toMatchObject({
      headers: new Map([
        ['x-key', 'k'],
        ['x-a', '1'],
      ]),
      query: [
        ['a', '1'],
        ['key', 'q'],
      ],
    });
    expect(givenParts({ spec: {} })).toEqual({ headers: new Map(), query: [] });
  });

  it.each([{ 'a b': 'c' }, { '': 'c' }, { a: 'b\nc' }, { a: '€' }])(
    'is refused as the headers %j',
    (headers) => {
      expect(() => givenParts({ spec: {}, headers: headers as Record<string, string> })).toThrow(
        `headers: ${JSON.stringify(Object.keys(headers)[0])} is no header, or its value has characters that none can have.`,
      );
    },
  );
});

describe('an answer as an agent sees it', () => {
  const seen = (status: number, statusText: string, body?: never | object | string) =>
    restObservation({ status, statusText, body: body as never });

  it('is its body, as text and as data', () => {
    expect(seen(200, 'OK', { a: 1 })).toEqual({
      status: 'ok',
      content: '{\n  "a": 1\n}',
      data: { status: 200, body: { a: 1 } },
      error: null,
    });
    expect(seen(299, '', 'words')).toMatchObject({ content: 'words', data: { body: 'words' } });
    expect(seen(204, 'No Content')).toMatchObject({ content: 'HTTP 204', data: { status: 204, body: null } });
  });

  it('is an error from 300 on, with how its body begins in one line', () => {
    const message = (...given: Parameters<typeof seen>) => [
      seen(...given).error?.type,
      seen(...given).error?.message,
    ];
    expect(message(300, 'Multiple Choices')).toEqual(['http_300', '300 Multiple Choices']);
    expect(message(404, '', { a: 1 })).toEqual(['http_404', '404: {"a":1}']);
    expect(message(500, 'Error', ' two\n lines ')).toEqual(['http_500', '500 Error: two lines']);
    expect(message(500, 'Error', 'x'.repeat(200))).toEqual(['http_500', `500 Error: ${'x'.repeat(200)}`]);
    expect(message(500, 'Error', 'x'.repeat(201))).toEqual(['http_500', `500 Error: ${'x'.repeat(199)}…`]);
  });
});
