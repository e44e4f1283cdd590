import type { JsonObject } from '../../core/index.js';

/** The key of an object, given by the server. */
export const id: JsonObject = { type: 'integer', minimum: 1, readOnly: true };
/** How a refusal is answered. */
export const problem: JsonObject = {
  description: 'What was wrong.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
/** What every operation may answer that refuses. */
export const errors: JsonObject = { '400': problem, '404': problem, '409': problem, '422': problem };

/** A response with JSON. */
export function json(schema: JsonObject, description: string): JsonObject {
  return { description, content: { 'application/json': { schema } } };
}

/** A page of the objects of a schema. */
export function page(name: string): JsonObject {
  const items = { type: 'array', items: { $ref: `#/components/schemas/${name}` } };
  return json(
    {
      type: 'object',
      required: ['total', 'items'],
      properties: { total: { type: 'integer', minimum: 0 }, items },
    },
    'One page, and how many there are in all.',
  );
}

/** A query parameter. */
export function query(name: string, schema: JsonObject, description: string): JsonObject {
  return { name, in: 'query', schema, description };
}

/** The query parameters of a list. */
export const paging: readonly JsonObject[] = [
  query('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }, 'At most this many.'),
  query('offset', { type: 'integer', minimum: 0, default: 0 }, 'Leave out this many first.'),
];

/** The path parameter with a key. */
export function pathId(name: string): JsonObject {
  return { name, in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };
}

/** A schema by its name. */
export function reference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** A request body. */
export function body(schema: JsonObject): JsonObject {
  return { required: true, content: { 'application/json': { schema } } };
}

/** The states of an order. */
export const status: JsonObject = { type: 'string', enum: ['pending', 'paid', 'shipped', 'cancelled'] };
/** What a user pays for. */
export const tier: JsonObject = { type: 'string', enum: ['basic', 'plus', 'pro'] };
