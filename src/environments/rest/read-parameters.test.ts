import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../core/index.js';
import { readOperations } from './read-operations.js';
import type { RestOperation } from './rest-operation.js';

function read(
  operation: JsonObject,
  { path = '/x', document = {}, item = {}, given = {} } = {},
): RestOperation {
  const [only] = readOperations(
    {
      openapi: '3.1.0',
      info: { title: 'x', version: '1' },
      paths: { [path]: { ...item, get: operation } },
      ...document,
    },
    { headers: new Set(), query: new Set(), ...given },
  );
  if (only === undefined) throw new Error('no operation');
  return only;
}
const parameters = (...list: Json[]) => read({ parameters: list }).parameters;
const brief = ({ name, in: place, argument, required }: RestOperation['parameters'][number]): string =>
  `${place} ${name} ${argument}${required ? '!' : ''}`;

describe('the parameters of an operation', () => {
  it('stand by their place, those of the path needed, those it does not name left out', () => {
    const list = [
      { name: 'c', in: 'cookie' },
      { name: 'X-Trace-Id', in: 'header', required: true },
      { name: 'q', in: 'query', required: 'yes' },
      { name: 'id', in: 'path' },
      { name: 'gone', in: 'path', required: true },
    ];
    expect(read({ parameters: list }, { path: '/x/{id}/{other}' }).parameters.map(brief)).toEqual([
      'path id id!',
      'path other other!',
      'query q q',
      'header X-Trace-Id x_trace_id!',
      'cookie c c',
    ]);
    const [, other] = read({ parameters: list }, { path: '/x/{id}/{other}' }).parameters;
    expect(other).toMatchObject({ schema: { type: 'string' }, style: 'simple', explode: false, json: false });
  });

  it('of the operation come before those of its path, headers whatever their case', () => {
    const schema = (type: string) => ({ schema: { type } });
    const item = {
      parameters: [
        { name: 'X-A', in: 'header', ...schema('integer') },
        { name: 'q', in: 'query', ...schema('integer') },
        { name: 'Q', in: 'query', ...schema('integer') },
      ],
    };
    const own = [
      { name: 'x-a', in: 'header', ...schema('string') },
      { name: 'q', in: 'query', ...schema('string') },
    ];
    const found = read({ parameters: own }, { item }).parameters;
    expect(found.map((each) => [each.in, each.name, each.schema.type])).toEqual([
      ['query', 'q', 'string'],
      ['query', 'Q', 'integer'],
      ['header', 'x-a', 'string'],
    ]);
  });

  it.each([
    'Accept',
    'Content-Type',
    'Authorization',
    'Connection',
    'Content-Length',
    'Content-Encoding',
    'Cookie',
    'Expect',
    'Host',
    'Keep-Alive',
    'TE',
    'Trailer',
    'Transfer-Encoding',
    'Upgrade',
    'Proxy-Authorization',
  ])('are never the header %s', (name) => {
    expect(parameters({ name, in: 'header' })).toEqual([]);
    expect(parameters({ name, in: 'query' })).toHaveLength(1);
  });

  it('are not those that every request has', () => {
    const both = [
      { name: 'X-Key', in: 'header' },
      { name: 'key', in: 'query' },
      { name: 'key', in: 'cookie' },
    ];
    const given = { headers: new Set(['x-key', 'key']), query: new Set(['key', 'X-Key']) };
    expect(read({ parameters: both }, { given }).parameters.map(brief)).toEqual(['cookie key key']);
  });

  it.each([
    [{ in: 'query' }],
    [{ name: '', in: 'query' }],
    [{ name: 'a' }],
    [{ name: 'a', in: 'body' }],
    [{ name: 7, in: 'query' }],
  ])('are refused as %j', (parameter) =>
    expect(() => parameters(parameter)).toThrow(
      'A parameter needs a name, and `in` as path, query, header or cookie.',
    ),
  );

  it('are refused for a name that no header has, or that is no parameter', () => {
    expect(() => parameters({ name: 'a b', in: 'header' })).toThrow('GET /x: "a b" is no name of a header.');
    expect(() => parameters('a')).toThrow('GET /x: A parameter of the OpenAPI document is not an object.');
    expect(read({ parameters: {} }).parameters).toEqual([]);
  });

  it('are written in a style of their place, exploded as it says', () => {
    const style = (parameter: JsonObject): Json => {
      const [found] = read(
        { parameters: [{ name: 'a', ...parameter }] },
        { path: '/x/{a}' },
      ).parameters.filter(({ in: place }) => place === parameter.in);
      return [found?.style ?? null, found?.explode ?? null];
    };
    expect(style({ in: 'query' })).toEqual(['form', true]);
    expect(style({ in: 'query', explode: false })).toEqual(['form', false]);
    expect(style({ in: 'query', style: 'label' })).toEqual(['form', true]);
    for (const name of ['spaceDelimited', 'pipeDelimited', 'deepObject'])
      expect(style({ in: 'query', style: name })).toEqual([name, false]);
    expect(style({ in: 'query', style: 'pipeDelimited', explode: true })).toEqual(['pipeDelimited', true]);
    for (const name of ['simple', 'label', 'matrix'])
      expect(style({ in: 'path', style: name })).toEqual([name, false]);
    expect(style({ in: 'path', style: 'form' })).toEqual(['simple', false]);
    expect(style({ in: 'header', style: 'form' })).toEqual(['simple', false]);
    expect(style({ in: 'cookie', style: 'simple' })).toEqual(['form', true]);
  });

  it('have their schema, description and examples, or are text', () => {
    const schema = (parameter: JsonObject): Json =>
      parameters({ name: 'a', in: 'query', ...parameter })[0]?.schema ?? null;
    expect(schema({})).toEqual({ type: 'string' });
    expect(schema({ description: 'An\n a.', schema: { type: 'integer' } })).toEqual({
      description: 'An a.',
      type: 'integer',
    });
    expect(schema({ description: 7, example: 'b' })).toEqual({ examples: ['b'], type: 'string' });
    expect(
      schema({ examples: { one: { value: 1 }, none: {}, odd: 2, two: { value: 0 } }, schema: {} }),
    ).toEqual({ examples: [1, 0] });
    expect(schema({ examples: { none: {} }, schema: {} })).toEqual({});
    expect(schema({ examples: ['a'], schema: {} })).toEqual({});
  });

  it('are written as JSON where they have a content', () => {
    const content = { 'application/json': { schema: { type: 'object' } } };
    expect(parameters({ name: 'a', in: 'query', content })).toMatchObject([
      { json: true, schema: { type: 'object' } },
    ]);
    expect(parameters({ name: 'a', in: 'query', content: {} })).toMatchObject([
      { json: false, schema: { type: 'string' } },
    ]);
  });
});

describe('the credentials of an operation', () => {
  const schemes: JsonObject = {
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    query: { type: 'apiKey', in: 'query', name: 'key' },
    cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
    basic: { type: 'http', scheme: 'Basic' },
    bare: { type: 'http' },
    open: { type: 'oauth2' },
    lost: { type: 'apiKey', in: 'body', name: 'x' },
    other: { $ref: '#/components/securitySchemes/key' },
  };
  const document = { components: { securitySchemes: schemes } };
  const needs = (security: Json, own: JsonObject = document) =>
    read({ security }, { document: own }).security;

  it('are told by their place and name', () => {
    const [all] = needs([Object.fromEntries(Object.keys(schemes).map((name) => [name, []]))]);
    expect(all).toEqual([
      { in: 'header', name: 'X-Key', scheme: null },
      { in: 'query', name: 'key', scheme: null },
      { in: 'cookie', name: 'session', scheme: null },
      { in: 'header', name: 'authorization', scheme: 'basic' },
      { in: 'header', name: 'authorization', scheme: 'bearer' },
      { in: 'header', name: 'authorization', scheme: 'bearer' },
      { in: 'header', name: 'authorization', scheme: 'bearer' },
      { in: 'header', name: 'X-Key', scheme: null },
    ]);
  });

  it('stand in alternatives, and are none where one of these needs none', () => {
    expect(needs([{ key: [] }, { basic: [] }])).toHaveLength(2);
    expect(needs([{ key: [] }, {}])).toEqual([]);
    expect(needs([])).toEqual([]);
    expect(needs('key')).toEqual([]);
    const shared = { ...document, security: [{ key: [] }] };
    expect(read({}, { document: shared }).security).toHaveLength(1);
    expect(needs([], shared)).toEqual([]);
  });

  it('have to be defined', () => {
    expect(() => needs([{ gone: [] }])).toThrow('The security scheme "gone" is not defined.');
    expect(() => needs([{ toString: [] }])).toThrow('not defined');
    expect(() => needs([{ key: [] }], {} as typeof document)).toThrow('not defined');
  });
});

describe('a reference of a document', () => {
  const lead = (components: JsonObject, reference = '#/components/parameters/a') =>
    read({ parameters: [{ $ref: reference }] }, { document: { components: { parameters: components } } })
      .parameters;
  const found = { name: 'q', in: 'query' };

  it('is followed through others, lists and escaped names', () => {
    expect(lead({ a: { $ref: '#/components/parameters/b' }, b: found })).toHaveLength(1);
    expect(lead({ 'a/b~c d': found }, '#/components/parameters/a~1b~0c%20d')).toHaveLength(1);
    expect(lead({ 'a%': found }, '#/components/parameters/a%')).toHaveLength(1);
    expect(lead({ a: [found, { ...found, name: 'r' }] }, '#/components/parameters/a/1')[0]?.name).toBe('r');
  });

  it.each<[string, JsonObject, string | undefined]>([
    ['leads back to itself', { a: { $ref: '#/components/parameters/a' } }, undefined],
    ['leads back to itself', { a: { $ref: '#/components/parameters/a', description: 'x' } }, undefined],
    ['leads to nothing', {}, undefined],
    ['leads to nothing', { a: found }, '#/components/parameters/a/0'],
    ['leads to nothing', { a: [found] }, '#/components/parameters/a/1'],
    ['leads to nothing', { a: found }, '#/components/parameters/toString'],
    ['leaves the OpenAPI document', {}, 'other.json#/a'],
    ['leaves the OpenAPI document', {}, '#a'],
  ])('is refused where it %s', (problem, components, reference) => {
    expect(() => lead(components, reference)).toThrow(problem);
  });
});
