import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../core/index.js';
import { shopSpec } from '../../../environments/index.js';
import { auditTasks } from '../audit-tasks.js';
import { createResourceTaskGenerator } from './create-resource-task-generator.js';

const answer = (schema: JsonObject): JsonObject => ({
  200: { description: 'Good.', content: { 'application/json': { schema } } },
});
const body = (schema: JsonObject): JsonObject => ({
  required: true,
  content: { 'application/json': { schema } },
});
const pet: JsonObject = {
  type: 'object',
  required: ['name', 'kind', 'weight'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string', maxLength: 30 },
    kind: { type: 'string', enum: ['cat', 'dog', 'bird', 'fish'] },
    weight: { type: 'integer', minimum: 200, maximum: 9000 },
  },
};
const key = { name: 'petId', in: 'path', required: true, schema: { type: 'integer' } };
const clinic: JsonObject = {
  openapi: '3.0.3',
  info: { title: 'Clinic', version: '1' },
  paths: {
    '/pets': {
      get: { operationId: 'listPets', responses: answer({ type: 'array', items: pet }) },
      post: { operationId: 'addPet', requestBody: body(pet), responses: answer(pet) },
    },
    '/pets/{petId}': {
      parameters: [key],
      get: { operationId: 'getPet', responses: answer(pet) },
      put: { operationId: 'replacePet', requestBody: body(pet), responses: answer(pet) },
      delete: { operationId: 'removePet', responses: { 204: { description: 'Gone.' } } },
    },
  },
};

const text = { type: 'string' };
const item: JsonObject = {
  type: 'object',
  required: ['metadata', 'spec'],
  properties: {
    metadata: { type: 'object', required: ['name', 'zone'], properties: { name: text, zone: text } },
    spec: {
      type: 'object',
      required: ['replicas', 'image'],
      properties: { replicas: { type: 'integer', minimum: 200 }, image: text },
    },
  },
};
const path = (name: string): JsonObject => ({ name, in: 'path', required: true, schema: text });
const page: JsonObject = {
  type: 'object',
  required: ['items', 'kind'],
  properties: { kind: text, items: { type: 'array', items: item } },
};
/** Objects below others, whose key stands within, and below a parameter that is the key of nothing. */
const cluster: JsonObject = {
  openapi: '3.0.3',
  info: { title: 'Cluster', version: '1' },
  paths: {
    '/clusters/{region}/spaces': {
      parameters: [path('region')],
      get: { operationId: 'listSpaces', responses: answer(page) },
    },
    '/clusters/{region}/spaces/{name}': {
      parameters: [path('region'), path('name')],
      get: { operationId: 'readSpace', responses: answer(item) },
    },
    '/clusters/{region}/spaces/{space}/apps': {
      parameters: [path('region'), path('space')],
      get: { operationId: 'listApps', responses: answer(page) },
      post: { operationId: 'createApp', requestBody: body(item), responses: answer(item) },
    },
    '/clusters/{region}/spaces/{space}/apps/{name}': {
      parameters: [path('region'), path('space'), path('name')],
      get: { operationId: 'readApp', responses: answer(item) },
      put: { operationId: 'replaceApp', requestBody: body(item), responses: answer(item) },
      delete: { operationId: 'deleteApp', responses: answer(item) },
    },
  },
};

describe('tasks on any OpenAPI document', () => {
  let audits: Record<string, Awaited<ReturnType<typeof auditTasks>>>;
  beforeAll(async () => {
    const of = async (spec: JsonObject) =>
      auditTasks({ generator: await createResourceTaskGenerator({ spec, worlds: 2 }), seed: 3, count: 16 });
    audits = { clinic: await of(clinic), cluster: await of(cluster), shop: await of(shopSpec) };
  });

  it.each(['clinic', 'cluster', 'shop'])(
    'can all be done by the oracle and had for nothing by nobody: %s',
    (name) => {
      expect(audits[name]?.flaws).toEqual([]);
      expect(audits[name]?.proved).toBe(16);
    },
  );

  it('look, change, delete, make and work through several', async () => {
    for (const [spec, more] of [
      [clinic, ['creation', 'workflow']],
      [cluster, ['lookup_below']],
      [shopSpec, ['count', 'creation', 'workflow']],
    ] as const) {
      const generator = await createResourceTaskGenerator({ spec, worlds: 2 });
      const kinds = new Set<string>();
      for (const level of generator.levels) {
        for (let index = 0; index < 16; index++) {
          kinds.add((await generator.generate({ seed: 4, index, level })).task.category);
        }
      }
      const expected = ['lookup', 'removal', 'update', ...more];
      expect([...kinds].sort()).toEqual(expected.sort());
    }
  });

  it('are refused where the document allows none', async () => {
    const report = { type: 'object', properties: { total: { type: 'integer' } } };
    const paths = { '/report': { get: { operationId: 'report', responses: answer(report) } } };
    await expect(
      createResourceTaskGenerator({ spec: { ...clinic, paths }, worlds: 1 }),
    ).rejects.toMatchObject({ code: 'generation/no_tasks' });
  });
});
