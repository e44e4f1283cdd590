import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { readApiDocument } from './read-operations.js';
import { createRestEnvironment } from './rest-environment.js';
import { upgradedSwagger } from './upgrade-swagger.js';

const pet: JsonObject = {
  type: 'object',
  required: ['name'],
  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string', minLength: 1 } },
};
const key: JsonObject = { name: 'petId', in: 'path', required: true, type: 'integer', minimum: 1 };
const kennel: JsonObject = {
  swagger: '2.0',
  info: { title: 'Kennel', version: '1' },
  host: 'kennel.example',
  basePath: '/v1',
  schemes: ['https'],
  consumes: ['application/json'],
  produces: ['application/json'],
  definitions: { Pet: pet },
  parameters: {
    Pet: { name: 'pet', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } },
    Key: key,
  },
  responses: { Pet: { description: 'A pet.', schema: { $ref: '#/definitions/Pet' } } },
  securityDefinitions: { user: { type: 'basic' } },
  security: [{ user: [] }],
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        parameters: [
          { name: 'kind', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
          { name: 'ids', in: 'query', type: 'array', items: { type: 'integer' } },
        ],
        responses: { 200: { schema: { type: 'array', items: { $ref: '#/definitions/Pet' } } } },
      },
      post: {
        operationId: 'addPet',
        parameters: [{ $ref: '#/parameters/Pet' }],
        responses: { 201: { $ref: '#/responses/Pet' } },
      },
    },
    '/pets/{petId}': {
      parameters: [{ $ref: '#/parameters/Key' }],
      get: { operationId: 'getPet', responses: { 200: { $ref: '#/responses/Pet' } } },
      delete: {
        operationId: 'removePet',
        parameters: [{ $ref: '#/parameters/None' }],
        responses: { 204: {} },
      },
      put: { operationId: 'putPet', responses: { 200: { $ref: '#/responses/None' } } },
    },
    '/photos': {
      post: {
        operationId: 'addPhoto',
        parameters: [
          { name: 'size', in: 'formData', type: 'string', enum: ['small', 'large'], required: true },
          { name: 'photo', in: 'formData', type: 'file' },
        ],
        responses: { 204: {} },
      },
    },
  },
};

describe('a Swagger 2.0 document', () => {
  const { operations, leftOut } = readApiDocument(kennel);
  const operation = (name: string) => operations.find(({ tool }) => tool.name === name);

  it('gives the operations that can be read, and names the others', () => {
    expect(operations.map(({ tool }) => tool.name)).toEqual(['list_pets', 'add_pet', 'get_pet', 'add_photo']);
    expect(leftOut).toEqual([
      { name: 'DELETE /pets/{petId}', reason: 'The reference "#/parameters/None" leads to nothing.' },
      { name: 'PUT /pets/{petId}', reason: 'The reference "#/responses/None" leads to nothing.' },
    ]);
  });

  it('keeps limits, styles, bodies, forms, answers and credentials', () => {
    expect(operation('get_pet')?.parameters[0]?.schema).toEqual({ type: 'integer', minimum: 1 });
    expect(operation('list_pets')?.parameters.map(({ explode }) => explode)).toEqual([true, false]);
    expect(operation('add_pet')?.tool.parameters).toMatchObject({
      properties: { name: { type: 'string', minLength: 1 } },
      required: ['name'],
    });
    expect(operation('add_photo')?.body).toMatchObject({
      encoding: 'multipart',
      schema: {
        properties: { size: { enum: ['small', 'large'] }, photo: { type: 'string' } },
        required: ['size'],
      },
    });
    expect(operation('get_pet')?.responses[0]?.schema).toMatchObject({ $ref: '#/$defs/Pet' });
    expect(operation('get_pet')?.security).toEqual([
      [{ in: 'header', name: 'authorization', scheme: 'basic' }],
    ]);
    expect(upgradedSwagger(kennel).servers).toEqual([{ url: 'https://kennel.example/v1' }]);
  });

  it('becomes a world whose objects can be made and read', async () => {
    const environment = await createRestEnvironment({ spec: kennel, mock: { counts: 2 } });
    const world = await environment.open({ seed: 1 });
    expect((await world.call('add_pet', { name: 'Rex' })).changes[0]?.name).toBe('pets/3');
    expect((await world.call('get_pet', { petId: 3 })).observation.data).toEqual({
      status: 200,
      body: { id: 3, name: 'Rex' },
    });
    expect(environment.leftOut.map(({ name }) => name)).toEqual([
      'DELETE /pets/{petId}',
      'PUT /pets/{petId}',
    ]);
    await world.close();
  });
});
