import { expect, it } from 'vitest';
import { JsonDataModel } from './json-data-model.js';
import { getNestedEntity, getNestedEntityList } from './nested-entity.js';

const text = { type: 'string' };
const labelled = (label: string, field: string) => ({
  title: label,
  type: 'object',
  properties: { label: { const: label }, [field]: text, friend: { $ref: '#/$defs/Person' } },
  required: ['label', field],
});
const graph = (json: object) =>
  new JsonDataModel({
    schema: {
      type: 'object',
      properties: {
        entity: { anyOf: [{ $ref: '#/$defs/City' }, { $ref: '#/$defs/Person' }, { type: 'null' }] },
        entities: { type: 'array', items: { anyOf: [{ $ref: '#/$defs/City' }, { $ref: '#/$defs/Person' }] } },
        count: { type: 'integer' },
      },
      $defs: { City: labelled('City', 'name'), Person: labelled('Person', 'first') },
    },
    json: json as never,
  });

it('gives an object of a field with the schema of its kind, which stands alone', () => {
  const ada = { label: 'Person', first: 'Ada', friend: { label: 'Person', first: 'Charles' } };
  const entity = getNestedEntity(graph({ entity: ada }), 'entity');
  expect([entity?.name, entity?.json]).toEqual(['Person', ada]);
  expect(Object.keys(entity?.schema.$defs ?? {})).toEqual(['Person']);
  const friend = entity && getNestedEntity(entity, 'friend');
  expect([friend?.name, friend?.get('first')]).toEqual(['Person', 'Charles']);
});

it('gives missing for what is not an object', () => {
  for (const json of [{}, { entity: null }, { entity: 3 }]) {
    expect(getNestedEntity(graph(json), 'entity')).toBeNull();
  }
  expect(getNestedEntityList(graph({ entities: 'none' }), 'entities')).toEqual([]);
});

it('gives each object of a list with the schema of its own kind', () => {
  const entities = [{ label: 'Person', first: 'Ada' }, 7, { label: 'City', name: 'London' }];
  const found = getNestedEntityList(graph({ entities }), 'entities');
  expect(found.map(({ name, json }) => [name, json])).toEqual([
    ['Person', entities[0]],
    ['City', entities[2]],
  ]);
});
