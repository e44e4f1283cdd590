import { expect, it } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { MockServer } from './mock/mock-server.js';
import { readOperations } from './read-operations.js';
import { readRestResources } from './rest-resources.js';
import { shopSpec } from './shop-spec.js';

const operations = readOperations(shopSpec);

/** A schema in a few words: `integer 1..20`, `basic|plus|pro`. */
function words(schema: Json | undefined): string {
  const { type, enum: values, minimum, maximum, default: usual, format, ...rest } = schema as JsonObject;
  const { minLength, maxLength, description: _, ...others } = rest;
  expect(others).toEqual({});
  const limits = [minimum ?? minLength, maximum ?? maxLength];
  return [
    Array.isArray(values) ? values.join('|') : (format ?? String(type)),
    limits.some((limit) => limit !== undefined) ? ` ${limits.join('..')}` : '',
    usual === undefined ? '' : ` = ${String(usual)}`,
  ].join('');
}

it('offers these tools, with these arguments and answers', () => {
  const told = operations.map(({ tool, responses }) => {
    const { properties, required } = tool.parameters;
    const names = Array.isArray(required) ? required : [];
    const all = Object.entries(isJsonObject(properties) ? properties : {});
    const each = all.map(([name, schema]) => `${name}${names.includes(name) ? '' : '?'}: ${words(schema)}`);
    return `${tool.name}(${each.join(', ')}) ${responses.map(({ status }) => status).join()}`;
  });
  const paging = 'limit?: integer 1..100 = 20, offset?: integer 0.. = 0';
  const city = 'Lisbon|Nairobi|Oslo|Quito|Sapporo 1..';
  const statuses = 'pending|paid|shipped|cancelled';
  const errors = '400,404,409,422';
  const order = 'order_id: integer 1..';
  const item = `${order}, item_id: integer 1..`;
  expect(told).toEqual([
    `list_users(tier?: basic|plus|pro, city?: string, email?: string, ${paging}) 200,400`,
    `create_user(name: string 1..60, email: email, tier: basic|plus|pro, city: ${city}) 201,${errors}`,
    `get_user(user_id: integer 1..) 200,${errors}`,
    `update_user(user_id: integer 1.., name?: string 1..60, email?: email, tier?: basic|plus|pro, city?: ${city}) 200,${errors}`,
    `delete_user(user_id: integer 1..) 204,${errors}`,
    `list_orders_of_user(user_id: integer 1.., status?: ${statuses}, ${paging}) 200,${errors}`,
    `list_products(category?: string, min_price?: number, max_price?: number, sort?: price|-price|stock|-stock, ${paging}) 200,400`,
    `get_product(product_id: integer 1..) 200,${errors}`,
    `update_product(product_id: integer 1.., price?: number 0.., stock?: integer 0..) 200,${errors}`,
    `list_orders(status?: ${statuses}, user_id?: integer, ${paging}) 200,400`,
    `create_order(user_id: integer 1.., note?: string,null ..200) 201,${errors}`,
    `get_order(${order}) 200,${errors}`,
    `delete_order(${order}) 204,${errors}`,
    `pay_order(${order}) 200,${errors}`,
    `ship_order(${order}) 200,${errors}`,
    `cancel_order(${order}) 200,${errors}`,
    `list_items(${order}, ${paging}) 200,${errors}`,
    `add_item(${order}, product_id: integer 1.., quantity: integer 1..20) 201,${errors}`,
    `get_item(${item}) 200,${errors}`,
    `update_item(${item}, quantity: integer 1..20) 200,${errors}`,
    `remove_item(${item}) 204,${errors}`,
  ]);
});

it('says what narrows a list', () => {
  const { properties } = operations.find(({ tool }) => tool.name === 'list_products')?.tool.parameters ?? {};
  const told = Object.entries((properties ?? {}) as Record<string, JsonObject>);
  expect(told.map(([name, schema]) => [name, schema.description])).toEqual([
    ['category', 'Only products of this category.'],
    ['min_price', 'Only products at this price or above.'],
    ['max_price', 'Only products at this price or below.'],
    ['sort', 'A minus turns the order round.'],
    ['limit', 'At most this many.'],
    ['offset', 'Leave out this many first.'],
  ]);
});

it('pays, ships and cancels orders by their status alone', () => {
  const rules = operations.flatMap(({ tool, when, sets }) =>
    Object.keys({ ...when, ...sets }).length === 0 ? [] : [[tool.name, when, sets]],
  );
  expect(rules).toEqual([
    ['pay_order', { status: ['pending'] }, { status: 'paid' }],
    ['ship_order', { status: ['paid'] }, { status: 'shipped' }],
    ['cancel_order', { status: ['pending', 'paid'] }, { status: 'cancelled' }],
  ]);
});

it('begins with the same objects from a seed, as long as the version of the environment stays', () => {
  const { facts } = new MockServer(operations, { counts: 1 }).begin(1);
  expect(Object.fromEntries(facts)).toEqual({
    'users/1': {
      id: 1,
      name: 'Plain Fern',
      email: 'clever.comet.5487@example.com',
      tier: 'basic',
      city: 'Nairobi',
      joined: '2025-03-08',
    },
    'products/1': { id: 1, name: 'Jade Meadow', category: 'games', price: 124, stock: 24 },
    'orders/1': { id: 1, user_id: 1, status: 'paid', placed: '2024-09-20', note: null },
    'items/1': { id: 1, order_id: 1, product_id: 1, quantity: 19 },
  });
});

it('keeps all of it, each with the tools that need only keys and members', async () => {
  const resources = await readRestResources(shopSpec);
  const told = resources.map(({ name, idPath, references, above, tools }) => [
    name,
    [...above, ...idPath].join('/'),
    Object.fromEntries(references),
    Object.fromEntries(
      Object.entries(tools).map(([kind, { tool, above: places, key, members }]) => [
        kind,
        `${tool} ${[...places, key ?? '-'].join('/')} ${[...members].map((pair) => pair.join('=')).join()}`,
      ]),
    ),
  ]);
  const person = 'name=name,email=email,tier=tier,city=city';
  expect(told).toEqual([
    [
      'users',
      'id',
      {},
      {
        list: 'list_users - ',
        create: `create_user - ${person}`,
        read: 'get_user user_id ',
        update: `update_user user_id ${person}`,
        remove: 'delete_user user_id ',
      },
    ],
    [
      'products',
      'id',
      {},
      {
        list: 'list_products - ',
        read: 'get_product product_id ',
        update: 'update_product product_id price=price,stock=stock',
      },
    ],
    [
      'orders',
      'id',
      { user_id: 'users' },
      {
        list: 'list_orders - ',
        create: 'create_order - user_id=user_id,note=note',
        read: 'get_order order_id ',
        remove: 'delete_order order_id ',
      },
    ],
    [
      'items',
      'orders/id',
      { order_id: 'orders', product_id: 'products' },
      {
        list: 'list_items order_id/- ',
        create: 'add_item order_id/- product_id=product_id,quantity=quantity',
        read: 'get_item order_id/item_id ',
        update: 'update_item order_id/item_id quantity=quantity',
        remove: 'remove_item order_id/item_id ',
      },
    ],
  ]);
});
