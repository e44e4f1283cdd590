import type { JsonObject } from '../../core/index.js';
import type { HttpRoute } from '../serving/http-answer.js';

/** The OpenAPI document of some routes. Clients look for its version and its paths. */
export function openApiOf(routes: readonly HttpRoute[], title: string): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const { method, path } of routes) {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => String(name));
    const written = path.replaceAll(/:(\w+)/g, '{$1}');
    const body =
      method === 'POST'
        ? { requestBody: { content: { 'application/json': { schema: { type: 'object' } } } } }
        : {};
    paths[written] ??= {};
    paths[written][method.toLowerCase()] = {
      operationId: `${method.toLowerCase()}${written.replaceAll(/\W+/g, '_')}`,
      ...(names.length === 0
        ? {}
        : {
            parameters: names.map((name) => ({
              name,
              in: 'path',
              required: true,
              schema: { type: 'string' },
            })),
          }),
      ...body,
      responses: { 200: { description: 'OK', content: { 'application/json': { schema: {} } } } },
    };
  }
  return { openapi: '3.1.0', info: { title, version: '1.0.0' }, paths };
}
