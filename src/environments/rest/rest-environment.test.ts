import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import type { World } from '../environment.js';
import { createRestEnvironment } from './rest-environment.js';
import type { RestEnvironmentOptions } from './rest-options.js';
import { shopSpec } from './shop-spec.js';

async function openShop(seed = 1): Promise<World> {
  const environment = await createRestEnvironment({ spec: shopSpec, mock: true });
  return environment.open({ seed });
}

async function body(world: World, tool: string, argumentValues: JsonObject = {}): Promise<JsonObject> {
  const { observation } = await world.call(tool, argumentValues);
  expect(observation.error).toBeNull();
  return (observation.data as { readonly body: JsonObject }).body;
}

describe('a mock REST world of the shop', () => {
  it('offers one strict tool for each operation', async () => {
    const { tools } = await createRestEnvironment({ spec: shopSpec, mock: true });
    expect(tools.map((tool) => tool.name)).toContain('list_orders_of_user');
    const addItem = tools.find((tool) => tool.name === 'add_item');
    expect(addItem).toMatchObject({
      description: 'Adds an item to an order. POST /orders/{order_id}/items',
      parameters: { required: ['order_id', 'product_id', 'quantity'], additionalProperties: false },
    });
  });

  it('begins with objects that refer to each other', async () => {
    const state = (await openShop()).state();
    expect([...state.keys()].filter((name) => name.startsWith('orders/'))).toHaveLength(8);
    for (const [name, fact] of state) {
      if (name.startsWith('orders/')) expect(state.has(`users/${(fact as JsonObject).user_id}`)).toBe(true);
    }
  });

  it('creates, reads, changes, lists and deletes', async () => {
    const world = await openShop();
    const order = await body(world, 'create_order', { user_id: 2, note: 'gift' });
    expect(order).toMatchObject({ id: 9, user_id: 2, status: 'pending', note: 'gift' });
    expect(world.state().get('orders/9')).toEqual(order);
    const item = await body(world, 'add_item', { order_id: 9, product_id: 1, quantity: 2 });
    expect(item).toMatchObject({ order_id: 9, product_id: 1, quantity: 2 });
    expect(await body(world, 'list_items', { order_id: 9 })).toEqual({ total: 1, items: [item] });
    const id = item.id as number;
    expect(await body(world, 'update_item', { order_id: 9, item_id: id, quantity: 5 })).toMatchObject({
      quantity: 5,
    });
    const blocked = await world.call('delete_order', { order_id: 9 });
    expect(blocked.observation.error?.message).toContain(
      `orders/9 can't be deleted: items/${id} refers to it.`,
    );
    await world.call('remove_item', { order_id: 9, item_id: id });
    const removed = await world.call('delete_order', { order_id: 9 });
    expect(removed.observation).toMatchObject({
      status: 'ok',
      content: 'HTTP 204',
      data: { status: 204, body: null },
    });
    expect(removed.changes).toEqual([{ name: 'orders/9', before: order, after: null }]);
  });

  it('keeps the rules of actions, references and schemas', async () => {
    const world = await openShop();
    const type = async (tool: string, argumentValues: JsonObject): Promise<string | undefined> =>
      (await world.call(tool, argumentValues)).observation.error?.type;
    await world.call('create_order', { user_id: 1 });
    expect(await type('ship_order', { order_id: 9 })).toBe('http_409');
    expect(await type('pay_order', { order_id: 9 })).toBeUndefined();
    expect(await type('ship_order', { order_id: 9 })).toBeUndefined();
    expect(await type('create_order', { user_id: 77 })).toBe('http_422');
    expect(await type('get_order', { order_id: 77 })).toBe('http_404');
    expect(await type('update_product', { product_id: 1, price: -1 })).toBe('invalid_arguments');
    expect(await type('update_product', { product_id: 1 })).toBe('http_422');
    expect(await type('get_order', { order_id: 1, colour: 'red' })).toBe('invalid_arguments');
  });

  it('filters, compares, sorts and pages lists', async () => {
    const world = await openShop();
    const all = (await body(world, 'list_products')).items as readonly { price: number; category: string }[];
    const dear = await body(world, 'list_products', { min_price: 100, sort: '-price', limit: 2, offset: 1 });
    const expected = all.filter(({ price }) => price >= 100).sort((a, b) => b.price - a.price);
    expect(dear).toEqual({ total: expected.length, items: expected.slice(1, 3) });
    const category = all[0]?.category ?? '';
    const same = await body(world, 'list_products', { category });
    expect(same.items).toEqual(all.filter((product) => product.category === category));
  });

  it('forks into branches that share nothing, and is the same again under a seed', async () => {
    const world = await openShop(5);
    await world.call('create_order', { user_id: 1 });
    const branch = await world.fork();
    await branch.call('cancel_order', { order_id: 9 });
    expect(world.state().get('orders/9')).toMatchObject({ status: 'pending' });
    expect(branch.state().get('orders/9')).toMatchObject({ status: 'cancelled' });
    await world.reset(5);
    expect(world.stateDigest()).toBe((await openShop(5)).stateDigest());
    expect(world.stateDigest()).not.toBe((await openShop(6)).stateDigest());
  });

  it('draws references to what is there', async () => {
    const environment = await createRestEnvironment({ spec: shopSpec, mock: true });
    for (let seed = 0; seed < 10; seed++) {
      const state = (await environment.open({ seed })).state();
      const order = environment.sampleArguments('create_order', { prompt: 'x', seed });
      const item = environment.sampleArguments('add_item', { prompt: 'x', seed });
      expect(state.has(`users/${order?.user_id}`), JSON.stringify(order)).toBe(true);
      expect(state.has(`products/${item?.product_id}`), JSON.stringify(item)).toBe(true);
    }
  });

  it('draws arguments that its tools take', async () => {
    const environment = await createRestEnvironment({ spec: shopSpec, mock: true });
    for (const { name } of environment.tools) {
      const world = await environment.open({ seed: 3 });
      const drawn = environment.sampleArguments(name, { prompt: 'x', seed: 3 });
      expect(drawn).toEqual(environment.sampleArguments(name, { prompt: 'x', seed: 3 }));
      const { observation } = await world.call(name, drawn ?? {});
      expect([null, 'http_409', 'http_422']).toContain(observation.error?.type ?? null);
    }
  });
});

it('takes a body of two thousand members that may be left out, with all that it needs or without any', async () => {
  const names = Array.from({ length: 2000 }, (_, index) => `p${index}`);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(['id', ...names].map((name) => [name, { type: 'integer' }])),
    required: names.slice(0, 100),
  };
  const content = { 'application/json': { schema } };
  const environment = await createRestEnvironment({
    spec: {
      openapi: '3.1.0',
      info: { title: 'wide', version: '1' },
      paths: {
        '/items': {
          post: { requestBody: { content }, responses: { 201: { description: 'Made.', content } } },
        },
      },
    },
    mock: true,
  });
  await using world = await environment.open({ seed: 0 });
  const [tool] = environment.tools;
  expect(JSON.stringify(tool).length).toBeLessThan(200_000);
  const call = async (values: JsonObject) =>
    (await world.call(tool?.name ?? '', values)).observation.error?.type ?? 'ok';
  expect(await call({ p1999: 1 })).toBe('invalid_arguments');
  expect(await call(Object.fromEntries(names.slice(0, 99).map((name) => [name, 1])))).toBe(
    'invalid_arguments',
  );
  expect(await call(Object.fromEntries(names.slice(0, 100).map((name) => [name, 1])))).toBe('ok');
});

describe('a REST environment', () => {
  const baseUrl = 'http://127.0.0.1:9';
  const fingerprints = async (options: readonly Partial<RestEnvironmentOptions>[]) =>
    Promise.all(
      options.map(async (each) => (await createRestEnvironment({ spec: shopSpec, ...each })).fingerprint),
    );

  it('is another one with each option that decides how its worlds answer', async () => {
    const all = await fingerprints([
      { mock: true },
      { mock: true, name: 'shop' },
      { mock: { counts: 2 } },
      { mock: { initial: {} } },
      { mock: true, maxChars: 5 },
      { mock: true, methods: ['GET'] },
      { mock: true, headers: { a: 'x' } },
      { mock: true, query: { a: 'x' } },
      { baseUrl },
      { baseUrl: `${baseUrl}/api` },
      { baseUrl, maxBytes: 5 },
      { baseUrl, reset: { tool: 'pay_order' } },
      { baseUrl, reset: { tool: 'pay_order', arguments: { order_id: 1 } } },
      { baseUrl, readState: { orders: { tool: 'list_orders' } } },
      { baseUrl, readState: { orders: { tool: 'list_orders', key: 'id' } } },
    ]);
    expect(new Set(all).size).toBe(all.length);
  });

  it('is the same whatever the values of headers are, and however long a server may take', async () => {
    const [one, two] = await fingerprints([
      { baseUrl, headers: { Authorization: 'a' }, query: { key: 'a' } },
      { baseUrl, headers: { authorization: 'b' }, query: { key: 'b' }, timeoutSeconds: 1 },
    ]);
    expect(one).toBe(two);
  });

  it('says why its worlds do not fork or replay', async () => {
    const capabilities = async (options: Partial<RestEnvironmentOptions>) =>
      (await createRestEnvironment({ spec: shopSpec, ...options })).capabilities;
    const fork = 'a server that runs on its own can not be copied';
    expect(await capabilities({ mock: true })).toEqual({ fork: true, replay: true });
    expect(await capabilities({ baseUrl, reset: { tool: 'pay_order' } })).toEqual({ fork, replay: true });
    expect(await capabilities({ openServer: () => Promise.reject(new Error()) })).toEqual({
      fork,
      replay: true,
    });
    expect(await capabilities({ baseUrl })).toEqual({
      fork,
      replay:
        'the server keeps what earlier episodes did; name the operation that resets it in reset, or start one for each world in openServer',
    });
  });

  it('refuses a reset that is no operation, and a document without a server', async () => {
    await expect(createRestEnvironment({ spec: shopSpec, baseUrl, reset: { tool: 'wipe' } })).rejects.toThrow(
      'reset: "wipe" is not an operation of the document.',
    );
    await expect(createRestEnvironment({ spec: shopSpec })).rejects.toThrow(
      'The OpenAPI document names no server. Give baseUrl or openServer, or mock: true.',
    );
  });
});
