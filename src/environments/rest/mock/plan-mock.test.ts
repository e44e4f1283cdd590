import { expect, it } from 'vitest';
import type { JsonObject } from '../../../core/index.js';
import { readOperations } from '../read-operations.js';
import { planMock } from './plan-mock.js';

const text = { type: 'string' };
const number = { type: 'integer' };
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const answer = (schema: JsonObject): JsonObject => ({ responses: { '200': json(schema) } });
const named = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const one = (name: string): JsonObject => answer(named(name));
const list = (name: string): JsonObject => answer({ type: 'array', items: named(name) });

function plan(paths: JsonObject, schemas: JsonObject) {
  const { resources, routes } = planMock(
    readOperations({ openapi: '3.1.0', info: { title: 'x', version: '1' }, paths, components: { schemas } }),
  );
  return {
    resources: [...resources.values()].map(
      ({ name, idPath, idSchema, references, above }) =>
        `${name}: ${idPath.join('.') || null} ${idSchema.type} [${[...references].map((pair) => pair.join('→')).join()}] below ${above.map(({ of, parameter, member }) => `${of === parameter ? `{${of}}` : of}${member === null ? '' : `=${member}`}`).join() || 'none'}`,
    ),
    routes: routes.map(({ operation, effect, resource, parameter, ancestors }) => {
      const above = ancestors.map(({ of, parameter: name }) => `${of === name ? '' : of}:${name}`).join();
      return `${operation.method} ${operation.path} ${effect} ${resource} ${parameter} ${above}`.trim();
    }),
  };
}

it('tells what each method does to a collection and to its objects', () => {
  const { resources, routes } = plan(
    {
      '/dogs': {
        get: list('Dog'),
        post: one('Dog'),
        put: { requestBody: json(named('Dog')), ...one('Dog') },
        delete: {},
        patch: one('Dog'),
      },
      '/dogs/{id}': {
        get: one('Dog'),
        put: one('Dog'),
        patch: one('Dog'),
        delete: {},
        post: one('Dog'),
        head: {},
      },
      '/dogs/{id}/wash': { post: {}, get: {}, head: {} },
      '/dogs/count': { get: answer(number) },
      '/': { get: answer(text) },
      '/login': { post: answer(object({ token: text })) },
    },
    { Dog: object({ id: number, name: text }) },
  );
  expect(resources).toEqual(['dogs: id integer [] below none']);
  expect(routes).toEqual([
    'GET /dogs list dogs null',
    'POST /dogs create dogs null',
    'PUT /dogs replace dogs null',
    'DELETE /dogs sample null null',
    'PATCH /dogs sample null null',
    'GET /dogs/{id} read dogs id',
    'PUT /dogs/{id} replace dogs id',
    'PATCH /dogs/{id} update dogs id',
    'DELETE /dogs/{id} remove dogs id',
    'POST /dogs/{id} act dogs id',
    'HEAD /dogs/{id} sample null null',
    'POST /dogs/{id}/wash act dogs id',
    'GET /dogs/{id}/wash sample null null dogs:id',
    'HEAD /dogs/{id}/wash sample null null dogs:id',
    'GET /dogs/count sample null null',
    'GET / sample null null',
    'POST /login sample null null',
  ]);
});

it('takes a slash at the end of a path for nothing', () => {
  const { resources, routes } = plan(
    { '/dogs/': { get: list('Dog') }, '/dogs/{id}/': { get: one('Dog') } },
    { Dog: object({ id: number }) },
  );
  expect(resources).toEqual(['dogs: id integer [] below none']);
  expect(routes).toEqual(['GET /dogs/ list dogs null', 'GET /dogs/{id}/ read dogs id']);
});

it('finds the member with the key, by the path, by its usual names and by the resource', () => {
  const { resources } = plan(
    {
      '/a': { get: list('A') },
      '/a/{code}': { get: one('A') },
      '/b': { get: list('B') },
      '/d/{name}': { get: one('D') },
      '/e': { get: list('E') },
      '/f/{fUuid}': { get: one('F') },
      '/g/{key}': { get: one('G') },
      '/dishes/{x}': { get: one('Dish') },
      '/n/{name}': { get: one('N') },
    },
    {
      A: object({ id: number, code: text }),
      B: object({ _id: text, b_id: number }),
      D: object({ name: text, id: number }),
      E: object({ id: { type: 'boolean' }, e_id: number }),
      F: object({ uuid: text }),
      G: object({ label: text }),
      Dish: object({ label: text, dish_id: { type: 'number' } }),
      N: object({ name: text, label: text }),
    },
  );
  expect(resources.map((told) => told.split(' [')[0])).toEqual([
    'a: code string',
    'd: name string',
    'f: uuid string',
    'g: null string',
    'dishes: dish_id number',
    'n: name string',
    'b: _id string',
    'e: e_id integer',
  ]);
});

it('takes members for references that name a resource and can hold its keys', () => {
  const { resources } = plan(
    { '/users': { get: list('User') }, '/teams/{id}': { get: one('Team') }, '/notes': { get: list('Note') } },
    {
      User: object({
        id: number,
        team_id: text,
        team_ids: { type: 'array', items: text },
        boss_id: number,
        user_id: number,
      }),
      Team: object({ id: text }),
      Note: object({ id: number, user_id: text, team_id: number }),
    },
  );
  expect(resources).toEqual([
    'teams: id string [] below none',
    'users: id integer [team_id→teams,team_ids→teams,user_id→users] below none',
    'notes: id integer [] below none',
  ]);
});

it('keeps objects by what they stand below, in the path or in a member named as the parameter', () => {
  const { resources, routes } = plan(
    {
      '/users': { get: list('User') },
      '/users/{uid}/pets': { get: list('Pet') },
      '/users/{uid}/pets/{pid}': { get: one('Pet') },
      '/users/{uid}/pets/{pid}/toys': { get: list('Toy'), post: one('Toy') },
      '/users/{uid}/pets/{pid}/feed': { post: {} },
      '/users/{uid}/orders': { get: list('Order') },
      '/orders/{id}': { get: one('Order') },
      '/orders/{id}/lines': { get: list('Line') },
      '/Accounts/{AccountSid}.json': { get: one('Account') },
      '/Accounts/{AccountSid}/Calls.json': { get: list('Call') },
      '/Accounts/{AccountSid}/Calls/{Sid}.json': {
        get: one('Call'),
        post: { requestBody: json(named('Call')) },
      },
    },
    {
      User: object({ id: number }),
      Pet: object({ id: number, name: text }),
      Toy: object({ id: number }),
      Order: object({ id: number, user_id: number }),
      Line: object({ id: number, order_id: number }),
      Account: object({ sid: text }),
      Call: object({ sid: text, account_sid: text }),
    },
  );
  expect(resources).toEqual([
    'orders: id integer [user_id→users] below none',
    'Accounts: sid string [] below none',
    'pets: id integer [] below users',
    'Calls: sid string [] below Accounts=account_sid',
    'users: id integer [] below none',
    'lines: id integer [order_id→orders] below orders=order_id',
    'toys: id integer [] below users,pets',
  ]);
  expect(routes.slice(1, 6)).toEqual([
    'GET /users/{uid}/pets list pets null users:uid',
    'GET /users/{uid}/pets/{pid} read pets pid users:uid',
    'GET /users/{uid}/pets/{pid}/toys list toys null users:uid,pets:pid',
    'POST /users/{uid}/pets/{pid}/toys create toys null users:uid,pets:pid',
    'POST /users/{uid}/pets/{pid}/feed act pets pid users:uid',
  ]);
  expect(routes.slice(6, 7)).toEqual(['GET /users/{uid}/orders list orders null users:uid']);
  expect(routes.at(-1)).toBe(
    'POST /Accounts/{AccountSid}/Calls/{Sid}.json update Calls Sid Accounts:AccountSid',
  );
});

it('keeps objects by parameters that are the key of no resource, and by two in a row', () => {
  const { resources, routes } = plan(
    {
      '/repos/{owner}/{repo}': { get: one('Repo') },
      '/repos/{owner}/{repo}/issues': { get: list('Issue') },
      '/repos/{owner}/{repo}/issues/{issue_number}': { get: one('Issue') },
      '/issues': { get: list('Issue') },
      '/namespaces/{namespace}/pods/{name}': { get: one('Pod') },
    },
    {
      Repo: object({ id: number, name: text }),
      Issue: object({ id: number, number, title: text }),
      Pod: object({ metadata: object({ name: text }), spec: object({ replicas: number }) }),
    },
  );
  expect(resources).toEqual([
    'repos: name string [] below {owner}',
    'pods: metadata.name string [] below {namespace}',
    'issues: number integer [] below {owner},repos',
  ]);
  expect(routes).toEqual([
    'GET /repos/{owner}/{repo} read repos repo :owner',
    'GET /repos/{owner}/{repo}/issues list issues null :owner,repos:repo',
    'GET /repos/{owner}/{repo}/issues/{issue_number} read issues issue_number :owner,repos:repo',
    'GET /issues list issues null',
    'GET /namespaces/{namespace}/pods/{name} read pods name :namespace',
  ]);
});

it('knows the same objects in several lists, and keeps apart what is only called the same or stands below another', () => {
  const { resources, routes } = plan(
    {
      '/pets': { get: list('Pet') },
      '/pets/{id}': { get: one('Pet') },
      '/pets/sick': { get: list('Pet') },
      '/cats': { get: list('Pet') },
      '/a/{x}/items': { get: list('First') },
      '/b/{x}/items': { get: list('Second') },
      '/d/{x}/items': { get: list('First') },
    },
    { Pet: object({ id: number }), First: object({ id: number }), Second: object({ id: text }) },
  );
  expect(resources.map((told) => told.split(':')[0])).toEqual(['pets', 'items', 'b_items', 'd_items']);
  expect(routes.map((told) => told.split(' ').slice(1, 4).join(' '))).toEqual([
    '/pets list pets',
    '/pets/{id} read pets',
    '/pets/sick list pets',
    '/cats list pets',
    '/a/{x}/items list items',
    '/b/{x}/items list b_items',
    '/d/{x}/items list d_items',
  ]);
});
