import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../core/index.js';
import { schemaValidator } from '../../core/index.js';
import { restored } from '../serialization/restored.fixture.js';
import { serialize } from '../serialization/serialize.js';
import { DataModel } from './data-model.js';
import { SymbolicDataModel } from './json-data-model.js';
import { prefix } from './rename-keys.js';

describe('DataModel', () => {
  it('is declared by Zod or by JSON Schema, and closed unless the schema says otherwise', async () => {
    const byZod = new DataModel({
      name: 'Flight',
      schema: z.object({ city: z.string(), seats: z.int().default(1) }),
    });
    expect((await byZod.parse({ city: 'Oslo' })).json).toEqual({ city: 'Oslo', seats: 1 });
    expect(byZod.schema).toMatchObject({ title: 'Flight', required: ['city'], additionalProperties: false });
    const open = new DataModel({ schema: { type: 'object', properties: {}, additionalProperties: true } });
    expect(open.of({ anything: [1] }).keys()).toEqual(['anything']);
    expect([open.name, byZod.name]).toEqual(['data', 'Flight']);
  });

  it('says which fields are wrong, in one line', async () => {
    const model = new DataModel({
      name: 'Flight',
      schema: { type: 'object', properties: { seats: { type: 'integer' } } },
    });
    await expect(model.parse({ seats: 'two', extra: 1 })).rejects.toThrow(
      /^Flight\.seats: must be a whole number, not "two"; Flight/,
    );
    expect(() => model.of({ seats: Number.NaN })).toThrow(
      'This is not a value of Flight: JSON cannot hold the number NaN',
    );
    expect(() => new DataModel({ schema: { type: 'string' } })).toThrow(
      'this schema is of "string". Put the value into a field.',
    );
  });

  it('keeps its value apart from the object it was made from', () => {
    const model = new DataModel({ schema: { type: 'object', properties: { list: { type: 'array' } } } });
    const list = [1];
    const value = model.of({ list });
    list.push(2);
    expect(value.json).toEqual({ list: [1] });
    const properties: Record<string, JsonObject> = { a: { type: 'string' } };
    const own = new DataModel({ schema: { type: 'object', properties } });
    properties.b = {};
    expect(own.keys()).toEqual(['a']);
  });
});

describe('saved data models', () => {
  it('come back as they were', async () => {
    const model = new DataModel({ name: 'Flight', schema: z.object({ city: z.string() }) });
    const value = model.of({ city: 'Oslo' });
    for (const one of [model, value, new SymbolicDataModel({ schema: model.schema, name: 'other' })]) {
      const back = (await restored(JSON.parse(JSON.stringify(serialize(one))))) as typeof one;
      expect(back).toBeInstanceOf(one.constructor);
      expect(back.getConfig()).toEqual(one.getConfig());
    }
    await expect(
      restored({ registered_name: 'mettle>JsonDataModel', config: { schema: {} } }),
    ).rejects.toThrow('needs an object in json');
  });
});

describe('schemas that operators cannot move', () => {
  const refused = (schema: object) => () => prefix(new SymbolicDataModel({ schema: schema as never }), 'a');

  it('are refused with the reason', () => {
    const properties = { next: { $ref: 'https://example.com/node.json' } };
    expect(refused({ type: 'object', properties })).toThrow('refers to "https://example.com/node.json"');
    expect(refused({ type: 'object', properties: { next: { $ref: '#/$defs/None' } } })).toThrow(
      'which it does not contain',
    );
    expect(refused({ type: 'object', properties: { next: { $dynamicRef: '#node' } } })).toThrow(
      'uses $dynamicRef',
    );
    let deep: object = {};
    for (let level = 0; level < 5_000; level += 1) deep = { items: deep };
    expect(refused({ type: 'object', properties: { deep } })).toThrow('is nested deeper than 400');
  });

  it('have one definition however its name is spelled', () => {
    const properties = Object.fromEntries(
      ['#/$defs/a b', '#/$defs/a%20b', '#/$defs/50%25', '#/$defs/x~1y'].map(($ref, index) => [
        `p${index}`,
        { $ref },
      ]),
    );
    const $defs = { 'a b': { type: 'string' }, '50%': { type: 'number' }, 'x/y': { type: 'null' } };
    const { schema } = prefix(new SymbolicDataModel({ schema: { type: 'object', properties, $defs } }), 'a');
    expect(schema.$defs).toEqual($defs);
    const validator = schemaValidator(schema);
    expect(validator.check({ a_p0: 's', a_p1: 's', a_p2: 1, a_p3: null })).toEqual([]);
    expect(validator.check({ a_p0: 1, a_p1: 1, a_p2: '', a_p3: 1 })).toHaveLength(4);
  });

  it('may refer to themselves, whole or by a root that is a reference', () => {
    const tree = {
      title: 'Tree',
      type: 'object',
      properties: { left: { $ref: '#' }, leaf: { type: 'string' } },
    };
    const { schema } = prefix(new SymbolicDataModel({ schema: tree }), 'a');
    expect(schema).toMatchObject({
      properties: { a_left: { $ref: '#/$defs/Tree' } },
      $defs: { Tree: { properties: { left: { $ref: '#/$defs/Tree' } } } },
    });
    const root = { $ref: '#/definitions/Tree', definitions: { Tree: { ...tree, properties: { leaf: {} } } } };
    expect(prefix(new SymbolicDataModel({ schema: root }), 'a').schema).toMatchObject({
      properties: { a_leaf: {} },
    });
  });
});
