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

describe('tasks on any OpenAPI document', () => {
  let audits: Record<string, Awaited<ReturnType<typeof auditTasks>>>;
  beforeAll(async () => {
    const of = async (spec: JsonObject) =>
      auditTasks({ generator: await createResourceTaskGenerator({ spec, worlds: 2 }), seed: 3, count: 16 });
    audits = { clinic: await of(clinic), shop: await of(shopSpec) };
  });

  it.each(['clinic', 'shop'])('can all be done by the oracle and had for nothing by nobody: %s', (name) => {
    expect(audits[name]?.flaws).toEqual([]);
    expect(audits[name]?.proved).toBe(16);
  });

  it('look, change, delete, make and work through several', async () => {
    for (const [spec, more] of [
      [clinic, []],
      [shopSpec, ['count']],
    ] as const) {
      const generator = await createResourceTaskGenerator({ spec, worlds: 2 });
      const kinds = new Set<string>();
      for (const level of generator.levels) {
        for (let index = 0; index < 12; index++) {
          kinds.add((await generator.generate({ seed: 4, index, level })).task.category);
        }
      }
      const expected = ['creation', 'lookup', 'removal', 'update', 'workflow', ...more];
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
