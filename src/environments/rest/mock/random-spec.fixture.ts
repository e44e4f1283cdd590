import fc from 'fast-check';
import { expect } from 'vitest';
import type { JsonObject } from '../../../core/index.js';
import { checkToolArguments } from '../../tool-arguments.js';
import { schemaProblems } from '../known-validators.js';
import { readOperations } from '../read-operations.js';
import { buildRequest } from '../rest-request.js';
import { sampleRestArguments } from '../sample-arguments.js';
import { MockServer } from './mock-server.js';
import { responseOf } from './response-schema.js';

const text = fc
  .oneof(
    fc.record({ minLength: fc.nat(5), maxLength: fc.integer({ min: 5, max: 40 }) }),
    fc.constantFrom<JsonObject>(
      {},
      ...['date', 'date-time', 'email', 'uuid', 'uri', 'ipv4', 'unknown'].map((format) => ({ format })),
      ...['^[a-z]{3}-\\d+$', '^(ab|cd)?[^x]{2,}$', 'x+', '^\\w+@\\w+\\.(com|org)$'].map((pattern) => ({
        pattern,
      })),
      { enum: ['red', 'green'] },
      { example: 'an example' },
    ),
  )
  .map((more): JsonObject => ({ type: 'string', ...more }));
const number = fc
  .record({
    type: fc.constantFrom('integer', 'number'),
    low: fc.integer({ min: -50, max: 50 }),
    span: fc.integer({ min: 10, max: 90 }),
    kind: fc.nat(3),
  })
  .map(({ type, low, span, kind }): JsonObject => {
    if (kind === 0) return { type };
    if (kind === 1) return { type, minimum: low, maximum: low + span, exclusiveMinimum: true };
    return { type, minimum: low, ...(kind === 3 && { multipleOf: 5 }) };
  });
const scalar = fc.oneof(text, number, fc.constant<JsonObject>({ type: 'boolean' }));

const schema = fc.letrec<{ any: JsonObject; object: JsonObject }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    scalar,
    scalar.map((inner): JsonObject => ({ ...inner, nullable: true })),
    fc.record({ type: fc.constant('array'), items: tie('any'), maxItems: fc.integer({ min: 1, max: 4 }) }),
    tie('object'),
    fc
      .tuple(tie('object'), tie('object'))
      .map(([a, b]): JsonObject => ({ oneOf: [a, b, { type: 'string' }] })),
    fc.constant<JsonObject>({ $ref: '#/components/schemas/Shared' }),
  ),
  object: fc
    .dictionary(
      fc.constantFrom('name', 'size', 'alpha_id', 'beta_ids', 'note', 'when', '__x', 'e f'),
      tie('any'),
      { maxKeys: 4 },
    )
    .chain((properties) =>
      fc.record({ closed: fc.boolean(), required: fc.subarray(Object.keys(properties)) }).map(
        ({ closed, required }): JsonObject => ({
          type: 'object',
          properties,
          ...(required.length > 0 && { required }),
          ...(closed && { additionalProperties: false }),
        }),
      ),
    ),
})).object;

const resource = fc.record({
  body: schema,
  id: fc.constantFrom<JsonObject>(
    { type: 'integer' },
    { type: 'string' },
    { type: 'string', format: 'uuid' },
  ),
  envelope: fc.constantFrom('none', 'items', 'data'),
  joined: fc.boolean(),
  nested: fc.boolean(),
});

const spec = fc
  .record({ alpha: resource, beta: resource, shared: schema })
  .map(({ alpha, beta, shared }): JsonObject => {
    const paths: Record<string, JsonObject> = {};
    const schemas: Record<string, JsonObject> = {
      Shared: {
        type: 'object',
        properties: { inner: { $ref: '#/components/schemas/Shared' }, label: { type: 'string' } },
      },
      Other: shared,
    };
    for (const [name, { body, id, envelope, joined, nested }] of Object.entries({ alpha, beta })) {
      const identified = { type: 'object', required: ['id'], properties: { id: { ...id, readOnly: true } } };
      const own = body.properties as JsonObject;
      schemas[name] =
        joined && body.additionalProperties === undefined
          ? { allOf: [identified, body] }
          : {
              ...body,
              required: ['id', ...((body.required as string[] | undefined) ?? [])],
              properties: { ...own, ...identified.properties },
            };
      const item = { $ref: `#/components/schemas/${name}` };
      const list = { type: 'array', items: item };
      const page = {
        type: 'object',
        required: [envelope],
        properties: { [envelope]: list, total: { type: 'integer' } },
      };
      const answer = (value: JsonObject): JsonObject => ({
        '200': { content: { 'application/json': { schema: value } } },
      });
      const requestBody = { required: true, content: { 'application/json': { schema: item } } };
      const key = { name: `${name}_id`, in: 'path', required: true, schema: id };
      const above =
        nested && name === 'beta' ? [{ name: 'alpha_id', in: 'path', required: true, schema: alpha.id }] : [];
      const base = above.length > 0 ? '/alphas/{alpha_id}/betas' : `/${name}s`;
      const filters = Object.entries(own).map(([member, value]) => ({
        name: member,
        in: 'query',
        schema: value,
      }));
      paths[base] = {
        parameters: above,
        get: { parameters: filters, responses: answer(envelope === 'none' ? list : page) },
        post: { requestBody, responses: answer(item) },
      };
      paths[`${base}/{${name}_id}`] = {
        parameters: [...above, key],
        get: { responses: answer(item) },
        put: { requestBody, responses: answer(item) },
        delete: { responses: answer(item) },
      };
    }
    paths['/report'] = {
      get: {
        responses: {
          '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Other' } } } },
        },
      },
    };
    return { openapi: '3.0.3', info: { title: 'random', version: '1' }, paths, components: { schemas } };
  });

/**
 * Draws documents, arguments and answers, and checks that arguments fit their tools and answers their documents.
 * Gives how many requests were answered.
 */
export function checkRandomSpecs(numRuns: number, runSeed: number): number {
  let answered = 0;
  fc.assert(
    fc.property(spec, fc.nat(1_000), (document, seed) => {
      const operations = readOperations(document);
      const server = new MockServer(operations, { counts: 3 });
      let state = server.begin(seed);
      expect(server.begin(seed)).toEqual(state);
      for (const operation of operations) {
        const drawn = sampleRestArguments(
          operation,
          { prompt: '', seed },
          { server, state, complete: (request) => request },
        );
        if (drawn === null) continue;
        expect(checkToolArguments(operation.tool, drawn)).toEqual([]);
        const built = buildRequest(operation, drawn);
        if (!built.ok) throw new Error(built.reason);
        const outcome = server.answer(built.request, state);
        const { status, body } = outcome.response;
        expect(status).toBe(200);
        const declared = responseOf(operation, status)?.schema;
        if (declared != null) expect(schemaProblems(declared, body ?? null)).toEqual([]);
        state = outcome.state;
        answered++;
      }
    }),
    { numRuns, seed: runSeed },
  );
  return answered;
}
