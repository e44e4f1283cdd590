import type { JsonObject } from '../../core/index.js';
import {
  body,
  errors,
  id,
  json,
  page,
  paging,
  pathId,
  problem,
  query,
  reference,
  status,
  tier,
} from './shop-spec-parts.js';

/**
 * The OpenAPI 3.1 document of a small shop, for examples, tests and tasks: `users`, `products`, `orders` of users and
 * the `items` of orders, which refer to each other by `user_id`, `order_id` and `product_id`.
 */
export const shopSpec: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0' },
  paths: {
    '/users': {
      get: {
        operationId: 'listUsers',
        summary: 'Lists users',
        parameters: [
          query('tier', tier, 'Only users of this tier.'),
          query('city', { type: 'string' }, 'Only users of this city.'),
          query('email', { type: 'string' }, 'Only the user with this address.'),
          ...paging,
        ],
        responses: { '200': page('User'), '400': problem },
      },
      post: {
        operationId: 'createUser',
        summary: 'Adds a user',
        requestBody: body(reference('User')),
        responses: { '201': json(reference('User'), 'The new user.'), ...errors },
      },
    },
    '/users/{user_id}': {
      parameters: [pathId('user_id')],
      get: {
        operationId: 'getUser',
        summary: 'Reads a user',
        responses: { '200': json(reference('User'), 'The user.'), ...errors },
      },
      patch: {
        operationId: 'updateUser',
        summary: 'Changes members of a user',
        requestBody: body(reference('UserChange')),
        responses: { '200': json(reference('User'), 'The user as it is now.'), ...errors },
      },
      delete: {
        operationId: 'deleteUser',
        summary: 'Deletes a user who has no orders',
        responses: { '204': { description: 'Deleted.' }, ...errors },
      },
    },
    '/users/{user_id}/orders': {
      parameters: [pathId('user_id')],
      get: {
        operationId: 'listOrdersOfUser',
        summary: 'Lists the orders of a user',
        parameters: [query('status', status, 'Only orders in this status.'), ...paging],
        responses: { '200': page('Order'), ...errors },
      },
    },
    '/products': {
      get: {
        operationId: 'listProducts',
        summary: 'Lists products',
        parameters: [
          query('category', { type: 'string' }, 'Only products of this category.'),
          query('min_price', { type: 'number' }, 'Only products at this price or above.'),
          query('max_price', { type: 'number' }, 'Only products at this price or below.'),
          query(
            'sort',
            { type: 'string', enum: ['price', '-price', 'stock', '-stock'] },
            'A minus turns the order round.',
          ),
          ...paging,
        ],
        responses: { '200': page('Product'), '400': problem },
      },
    },
    '/products/{product_id}': {
      parameters: [pathId('product_id')],
      get: {
        operationId: 'getProduct',
        summary: 'Reads a product',
        responses: { '200': json(reference('Product'), 'The product.'), ...errors },
      },
      patch: {
        operationId: 'updateProduct',
        summary: 'Changes price or stock of a product',
        requestBody: body({
          type: 'object',
          minProperties: 1,
          properties: { price: { type: 'number', minimum: 0 }, stock: { type: 'integer', minimum: 0 } },
          additionalProperties: false,
        }),
        responses: { '200': json(reference('Product'), 'The product as it is now.'), ...errors },
      },
    },
    '/orders': {
      get: {
        operationId: 'listOrders',
        summary: 'Lists orders',
        parameters: [
          query('status', status, 'Only orders in this status.'),
          query('user_id', { type: 'integer' }, 'Only orders of this user.'),
          ...paging,
        ],
        responses: { '200': page('Order'), '400': problem },
      },
      post: {
        operationId: 'createOrder',
        summary: 'Adds an order, which is pending',
        requestBody: body(reference('NewOrder')),
        responses: { '201': json(reference('Order'), 'The new order.'), ...errors },
      },
    },
    '/orders/{order_id}': {
      parameters: [pathId('order_id')],
      get: {
        operationId: 'getOrder',
        summary: 'Reads an order',
        responses: { '200': json(reference('Order'), 'The order.'), ...errors },
      },
      delete: {
        operationId: 'deleteOrder',
        summary: 'Deletes an order that has no items',
        responses: { '204': { description: 'Deleted.' }, ...errors },
      },
    },
    '/orders/{order_id}/pay': {
      parameters: [pathId('order_id')],
      post: {
        operationId: 'payOrder',
        summary: 'Pays a pending order',
        'x-mettle-when': { status: ['pending'] },
        'x-mettle-set': { status: 'paid' },
        responses: { '200': json(reference('Order'), 'The order as it is now.'), ...errors },
      },
    },
    '/orders/{order_id}/ship': {
      parameters: [pathId('order_id')],
      post: {
        operationId: 'shipOrder',
        summary: 'Ships a paid order',
        'x-mettle-when': { status: ['paid'] },
        'x-mettle-set': { status: 'shipped' },
        responses: { '200': json(reference('Order'), 'The order as it is now.'), ...errors },
      },
    },
    '/orders/{order_id}/cancel': {
      parameters: [pathId('order_id')],
      post: {
        operationId: 'cancelOrder',
        summary: 'Cancels an order that is pending or paid',
        'x-mettle-when': { status: ['pending', 'paid'] },
        'x-mettle-set': { status: 'cancelled' },
        responses: { '200': json(reference('Order'), 'The order as it is now.'), ...errors },
      },
    },
    '/orders/{order_id}/items': {
      parameters: [pathId('order_id')],
      get: {
        operationId: 'listItems',
        summary: 'Lists the items of an order',
        parameters: paging,
        responses: { '200': page('Item'), ...errors },
      },
      post: {
        operationId: 'addItem',
        summary: 'Adds an item to an order',
        requestBody: body(reference('NewItem')),
        responses: { '201': json(reference('Item'), 'The new item.'), ...errors },
      },
    },
    '/orders/{order_id}/items/{item_id}': {
      parameters: [pathId('order_id'), pathId('item_id')],
      get: {
        operationId: 'getItem',
        summary: 'Reads an item of an order',
        responses: { '200': json(reference('Item'), 'The item.'), ...errors },
      },
      patch: {
        operationId: 'updateItem',
        summary: 'Changes how many of a product an order has',
        requestBody: body({
          type: 'object',
          required: ['quantity'],
          properties: { quantity: { type: 'integer', minimum: 1, maximum: 20 } },
          additionalProperties: false,
        }),
        responses: { '200': json(reference('Item'), 'The item as it is now.'), ...errors },
      },
      delete: {
        operationId: 'removeItem',
        summary: 'Removes an item from an order',
        responses: { '204': { description: 'Removed.' }, ...errors },
      },
    },
  },
  components: {
    schemas: {
      User: {
        type: 'object',
        required: ['id', 'name', 'email', 'tier', 'city'],
        properties: {
          id,
          name: { type: 'string', minLength: 1, maxLength: 60 },
          email: { type: 'string', format: 'email' },
          tier,
          city: { type: 'string', minLength: 1, enum: ['Lisbon', 'Nairobi', 'Oslo', 'Quito', 'Sapporo'] },
          joined: { type: 'string', format: 'date', readOnly: true },
        },
        additionalProperties: false,
      },
      UserChange: {
        type: 'object',
        minProperties: 1,
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 60 },
          email: { type: 'string', format: 'email' },
          tier,
          city: { type: 'string', minLength: 1, enum: ['Lisbon', 'Nairobi', 'Oslo', 'Quito', 'Sapporo'] },
        },
        additionalProperties: false,
      },
      Product: {
        type: 'object',
        required: ['id', 'name', 'category', 'price', 'stock'],
        properties: {
          id,
          name: { type: 'string', minLength: 1 },
          category: { type: 'string', enum: ['books', 'games', 'garden', 'kitchen'] },
          price: { type: 'number', minimum: 1, maximum: 500, multipleOf: 0.5 },
          stock: { type: 'integer', minimum: 0, maximum: 60 },
        },
        additionalProperties: false,
      },
      Order: {
        type: 'object',
        required: ['id', 'user_id', 'status', 'placed'],
        properties: {
          id,
          user_id: { type: 'integer', minimum: 1 },
          status,
          placed: { type: 'string', format: 'date', readOnly: true },
          note: { type: ['string', 'null'], maxLength: 200 },
        },
        additionalProperties: false,
      },
      NewOrder: {
        type: 'object',
        required: ['user_id'],
        properties: {
          user_id: { type: 'integer', minimum: 1 },
          note: { type: ['string', 'null'], maxLength: 200 },
        },
        additionalProperties: false,
      },
      Item: {
        type: 'object',
        required: ['id', 'order_id', 'product_id', 'quantity'],
        properties: {
          id,
          order_id: { type: 'integer', minimum: 1 },
          product_id: { type: 'integer', minimum: 1 },
          quantity: { type: 'integer', minimum: 1, maximum: 20 },
        },
        additionalProperties: false,
      },
      NewItem: {
        type: 'object',
        required: ['product_id', 'quantity'],
        properties: {
          product_id: { type: 'integer', minimum: 1 },
          quantity: { type: 'integer', minimum: 1, maximum: 20 },
        },
        additionalProperties: false,
      },
      Problem: {
        type: 'object',
        required: ['status', 'title', 'detail'],
        properties: {
          type: { type: 'string' },
          status: { type: 'integer' },
          title: { type: 'string' },
          detail: { type: 'string' },
        },
      },
    },
  },
};
