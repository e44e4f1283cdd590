import { describe, expect, it } from 'vitest';
import { type Json, type JsonObject, RandomStream } from '../../../core/index.js';
import { readOperations } from '../read-operations.js';
import type { RestOperation } from '../rest-operation.js';
import type { ListPage } from './list-query.js';
import { listResponse, objectResponse, problemResponse } from './mock-response.js';

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  ...more,
});
const dog = object({ id: { type: 'integer' }, name: { type: 'string' } }, { additionalProperties: false });
const random = () => new RandomStream(1, 'answer');

/** An operation that declares these answers; null declares no body. */
function answering(schemas: Readonly<Record<string, JsonObject | null>>): RestOperation {
  const responses = Object.entries(schemas).map(([status, schema]): [string, JsonObject] => [
    status,
    schema === null ? {} : { content: { 'application/json': { schema } } },
  ]);
  const get = { operationId: 'findDogs', responses: Object.fromEntries(responses) };
  const [operation] = readOperations({
    openapi: '3.1.0',
    info: { title: 'x', version: '1' },
    paths: { '/dogs': { get } },
  });
  if (operation === undefined) throw new Error('no operation');
  return operation;
}

describe('a refusal', () => {
  it.each([
    [400, 'Bad Request'],
    [401, 'Unauthorized'],
    [404, 'Not Found'],
    [405, 'Method Not Allowed'],
    [409, 'Conflict'],
    [413, 'Content Too Large'],
    [415, 'Unsupported Media Type'],
    [422, 'Unprocessable Content'],
    [500, 'Internal Server Error'],
    [418, "I'm a Teapot"],
    [499, 'Error'],
  ])('%i is a problem titled %s', (status, title) => {
    const body = { type: 'about:blank', title, status, detail: 'Why.' };
    expect(problemResponse(null, status, 'Why.')).toEqual({ status, body });
  });

  it.each(['404', '4XX', 'default'])('is what the operation declares for %s', (declared) => {
    const schema = object({
      error: object({ code: { type: 'integer' }, message: { type: 'string' }, trace: { const: 'none' } }),
    });
    const body = { error: { code: 404, message: 'No dog.', trace: 'none' } };
    expect(problemResponse(answering({ 500: dog, [declared]: schema }), 404, 'No dog.')).toEqual({
      status: 404,
      body,
    });
  });

  it('takes the nearest of the answers that are declared', () => {
    const said = (word: string): JsonObject => object({ said: { const: word } });
    const operation = answering({ default: said('default'), '4XX': said('4XX'), 404: said('404') });
    expect(problemResponse(operation, 404, '').body).toEqual({ said: '404' });
    expect(problemResponse(operation, 409, '').body).toEqual({ said: '4XX' });
    expect(problemResponse(operation, 500, '').body).toEqual({ said: 'default' });
    expect(problemResponse(answering({ 200: said('200') }), 404, '').body).toMatchObject({
      title: 'Not Found',
    });
  });

  it('stays a problem where that is allowed, or nothing else is', () => {
    const open = object({ title: { type: 'string' } });
    expect(problemResponse(answering({ 404: open }), 404, '').body).toMatchObject({ type: 'about:blank' });
    expect(problemResponse(answering({ 404: { not: {} } }), 404, '').body).toMatchObject({ status: 404 });
  });
});

describe('an answer with one object', () => {
  const answer = (
    schemas: Readonly<Record<string, JsonObject | null>>,
    given?: JsonObject,
    effect: 'read' | 'create' = 'read',
  ) => objectResponse(answering(schemas), effect === 'create' ? 201 : 200, given, random());
  const rex = { id: 1, name: 'Rex' };

  it('has the lowest success that is declared', () => {
    expect(answer({ 202: dog, 201: dog, 400: dog }, rex)).toEqual({ status: 201, body: rex });
    expect(answer({ default: null, '2XX': dog }, rex)).toEqual({ status: 200, body: rex });
    expect(answer({ '2XX': dog }, rex, 'create')).toEqual({ status: 201, body: rex });
    expect(answer({ default: dog }, rex, 'create')).toEqual({ status: 201, body: rex });
    expect(answer({}, rex)).toEqual({ status: 200, body: undefined });
    expect(answer({ 204: dog }, rex)).toEqual({ status: 204, body: undefined });
    expect(answer({ 205: dog }, rex)).toEqual({ status: 205, body: undefined });
    expect(answer({ 200: null }, rex)).toEqual({ status: 200, body: undefined });
  });

  it('has the members that are declared, in the envelope that is declared', () => {
    const secret = { ...rex, secret: 'x' };
    expect(answer({ 200: dog }, secret).body).toEqual(rex);
    expect(answer({ 200: object({ data: dog }) }, secret).body).toEqual({ data: rex });
    expect(answer({ 200: object({ name: { type: 'string' } }) }, secret).body).toEqual(secret);
    const more = object({ name: { type: 'string' }, sign: { const: '!' } }, { additionalProperties: false });
    expect(answer({ 200: more }, secret).body).toEqual({ name: 'Rex', sign: '!' });
  });

  it('is drawn where there is no object, and an error where none is allowed', () => {
    expect(answer({ 200: object({ session: { const: 7 } }) }).body).toEqual({ session: 7 });
    expect(answer({ 200: { not: {} } }, rex)).toEqual({
      status: 500,
      body: {
        type: 'about:blank',
        title: 'Internal Server Error',
        status: 500,
        detail: 'The mock server finds no answer that the response schema of find_dogs allows.',
      },
    });
  });
});

describe('an answer with a list', () => {
  const items = [1, 2, 3].map((id) => ({ id, name: 'Rex', secret: 'x' }));
  const bare = items.map(({ id, name }) => ({ id, name }));
  const page: ListPage = { items, total: 8, limit: 3, offset: 3 };
  const list: JsonObject = { type: 'array', items: dog };
  const answer = (schema: JsonObject | null, own: Partial<ListPage> = {}): Json | undefined =>
    listResponse(answering({ 200: schema }), { ...page, ...own }, random()).body;

  it('has what is declared of each object, and as many as are allowed', () => {
    expect(answer(list)).toEqual(bare);
    expect(answer({ ...list, maxItems: 2 })).toEqual(bare.slice(0, 2));
    expect(answer(null)).toEqual(items);
    expect(answer({ type: 'string' })).toEqual(items);
    expect(listResponse(answering({ 206: list }), page, random()).status).toBe(206);
  });

  it.each<[string, JsonObject, Json]>([
    ['total', { type: 'integer' }, 8],
    ['count', { type: 'integer' }, 8],
    ['dogs_total', { type: 'integer' }, 8],
    ['total_pages', { type: 'integer' }, 3],
    ['limit', { type: 'integer' }, 3],
    ['page_size', { type: 'integer' }, 3],
    ['perPage', { type: 'integer' }, 3],
    ['size', { type: 'integer' }, 3],
    ['offset', { type: 'integer' }, 3],
    ['page', { type: 'integer' }, 2],
    ['has_more', { type: 'boolean' }, true],
    ['hasNext', { type: 'boolean' }, true],
    ['next', { type: ['string', 'null'] }, null],
    ['previous', { type: ['string', 'null'] }, null],
    ['links', { const: { self: '/' } }, { self: '/' }],
  ])('says %s of its page', (name, schema, value) => {
    expect(answer(object({ data: list, [name]: schema }))).toEqual({ data: bare, [name]: value });
  });

  it('knows its last page, and pages without a limit', () => {
    const paged = object({ data: list, has_more: { type: 'boolean' }, page: { type: 'integer' } });
    expect(answer(paged, { offset: 5 })).toMatchObject({ has_more: false, page: 2 });
    expect(answer(paged, { offset: 4 })).toMatchObject({ has_more: true });
    expect(answer(paged, { limit: 0, offset: 0 })).toMatchObject({ page: 1 });
  });

  it('leaves out of its page what does not fit', () => {
    expect(
      answer({ ...object({ data: list }), properties: { data: list, total: { type: 'string' } } }),
    ).toEqual({ data: bare });
    expect(answer(object({ data: list, total: { const: 'many' } }))).toEqual({ data: bare, total: 'many' });
  });

  it('is an error where no list, object or page is allowed', () => {
    const impossible = { status: 500, body: { title: 'Internal Server Error' } };
    const tried = (schema: JsonObject) => listResponse(answering({ 200: schema }), page, random());
    expect(tried({ ...list, minItems: 4 })).toMatchObject(impossible);
    expect(tried({ type: 'array', items: object({ x: { not: {} } }) })).toMatchObject(impossible);
    expect(tried(object({ data: list, total: { not: {} } }))).toMatchObject(impossible);
  });
});
