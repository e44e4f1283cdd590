import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../core/index.js';
import { and, concat } from './concat.js';
import { contains } from './contains.js';
import { DataModel } from './data-model.js';
import { factorize } from './factorize.js';
import { JsonDataModel, SymbolicDataModel } from './json-data-model.js';
import { inMask, outMask } from './masks.js';
import { not } from './not.js';
import { or, xor } from './or.js';
import { prefix } from './rename-keys.js';

const Query = new DataModel({ name: 'Query', schema: z.object({ query: z.string() }) });
const Answer = new DataModel({ schema: z.object({ answer: z.string(), score: z.number().optional() }) });
const query = Query.of({ query: 'q' });
const answer = Answer.of({ answer: 'a' });

describe('missing values', () => {
  it('follow the table of logic', () => {
    const rows = [
      [query, answer],
      [query, null],
      [null, answer],
      [null, null],
    ] as const;
    const keys = (model: JsonDataModel | null) => model?.keys() ?? null;
    expect(rows.map(([left, right]) => keys(and(left, right)))).toEqual([
      ['query', 'answer'],
      null,
      null,
      null,
    ]);
    expect(rows.map(([left, right]) => keys(or(left, right)))).toEqual([
      ['query', 'answer'],
      ['query'],
      ['answer'],
      null,
    ]);
    expect(rows.map(([left, right]) => keys(xor(left, right)))).toEqual([null, ['query'], ['answer'], null]);
    expect([not(query), not(null), inMask(null, {}), prefix(null, 'a'), factorize(null)]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(not(Query)?.schema).toEqual(Query.schema);
  });

  it('are refused by concat, which says which', () => {
    expect(() => concat(query, null)).toThrow(
      'concat needs two data models, but the second is missing (null)',
    );
    expect(() => concat(null, null)).toThrow('both data models are missing');
  });
});

describe('or and xor of schemas', () => {
  it('allow either side, not only the left', () => {
    const number = new DataModel({ schema: z.object({ answer: z.number() }) });
    expect(or(Answer, number)?.schema).toEqual({
      type: 'object',
      properties: {
        answer: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        score: { type: 'number' },
        answer_1: { type: 'number' },
      },
      required: ['answer'],
      additionalProperties: false,
    });
    expect(xor(Answer, Query)?.schema).toMatchObject({
      properties: { answer: { type: 'string' }, score: { type: 'number' }, query: { type: 'string' } },
    });
  });
});

describe('names', () => {
  it('of fields that are taken get a number, whichever fields the value has', () => {
    const twice = concat(concat(answer, answer), answer);
    expect(twice.json).toEqual({ answer: 'a', answer_1: 'a', answer_2: 'a' });
    const scored = Answer.of({ answer: 'b', score: 1 });
    expect(concat(answer, scored).json).toEqual({ answer: 'a', answer_1: 'b', score_1: 1 });
    expect(concat(answer, scored).schema).toMatchObject({ required: ['answer', 'answer_1'] });
  });

  it('of definitions that differ are kept apart, and those no field needs are dropped', () => {
    const model = (type: string) =>
      new SymbolicDataModel({
        schema: {
          type: 'object',
          properties: { part: { $ref: '#/$defs/Part' }, all: { $ref: '#/$defs/Parts' } },
          $defs: { Part: { type }, Parts: { type: 'array', items: { $ref: '#/$defs/Part' } } },
        },
      });
    const { schema } = concat(model('string'), model('number'));
    expect(schema.$defs).toEqual({
      Part: { type: 'string' },
      Parts: { type: 'array', items: { $ref: '#/$defs/Part' } },
      Part_1: { type: 'number' },
      Parts_1: { type: 'array', items: { $ref: '#/$defs/Part_1' } },
    });
    expect(outMask(new SymbolicDataModel({ schema }), { mask: ['all'] }).schema.$defs).toEqual({
      Part: { type: 'string' },
      Part_1: { type: 'number' },
    });
    expect(Object.keys(concat(model('string'), model('string')).schema.$defs as object)).toEqual([
      'Part',
      'Parts',
    ]);
  });
});

describe('masks', () => {
  const model = (json: JsonObject) => new JsonDataModel({ schema: { type: 'object' }, json });

  it('look past numbers and plurals, and into objects and lists', () => {
    const json = { foo: 1, foo_1: 2, bar: { foo: 3, bar: 4 }, items: [{ foo: 5, bar: 6 }, { foo_1: 7 }] };
    expect(inMask(model(json), { mask: ['foos'] }).json).toEqual({
      foo: 1,
      foo_1: 2,
      items: [{ foo: 5 }, { foo_1: 7 }],
    });
    expect(inMask(model(json), { mask: ['foo', 'bar'] }).json).toEqual({ ...json });
    expect(inMask(model(json), { mask: ['foo'], recursive: false }).json).toEqual({ foo: 1, foo_1: 2 });
    expect(outMask(model(json), { mask: ['foo'] }).json).toEqual({
      bar: { bar: 4 },
      items: [{ bar: 6 }, {}],
    });
    expect(outMask(model(json), { mask: ['foo'], recursive: false }).json).toEqual({
      bar: json.bar,
      items: json.items,
    });
    expect(inMask(model({ input_a: 1, output_b: 2 }), { pattern: '^input_' }).json).toEqual({ input_a: 1 });
    expect(inMask(model(json), {}).json).toEqual({ items: [{}, {}] });
    expect(outMask(model(json), {}).json).toEqual(json);
  });

  it('of a hostile pattern take linear time or are refused', () => {
    const keys = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`${'a'.repeat(200)}!${index}`, 1]),
    );
    expect(inMask(model(keys), { pattern: '^(a+)+$' }).json).toEqual({});
    expect(() => inMask(model({}), { pattern: '(?=a)b' })).toThrow(
      /^The pattern "\(\?=a\)b" can't be used: /,
    );
    expect(() => inMask(model({}), { pattern: 'a'.repeat(3_000) })).toThrow('is longer than 2000 characters');
  });
});

describe('factorize', () => {
  it('gathers fields of one topic, lists with their items', () => {
    const model = (json: JsonObject) =>
      new DataModel({
        schema: {
          type: 'object',
          properties: Object.fromEntries(
            Object.entries(json).map(([key, value]) => [
              key,
              { type: Array.isArray(value) ? 'array' : 'string' },
            ]),
          ),
        },
      }).of(json);
    expect(factorize(model({ query: 'a', query_1: 'b', text: 'c' })).json).toEqual({
      queries: ['a', 'b'],
      text: 'c',
    });
    expect(factorize(model({ foos: ['a'], foo: 'b', foo_1: 'c' })).json).toEqual({ foos: ['a', 'b', 'c'] });
    expect(factorize(model({ entities: ['a'], entities_1: ['b'] })).json).toEqual({ entities: ['a', 'b'] });
    expect(factorize(model({ single: 'a' })).json).toEqual({ single: 'a' });
  });
});

describe('contains', () => {
  it('compares fields by what their schemas mean, wherever these stand', () => {
    const inline = new SymbolicDataModel({
      schema: { type: 'object', properties: { query: { type: 'string', description: 'what is asked' } } },
    });
    expect(contains(concat(Query, Answer), inline)).toBe(true);
    expect(contains(Query, Answer)).toBe(false);
    expect([contains(query, 'query'), contains(Query, 'answer')]).toEqual([true, false]);
  });
});
