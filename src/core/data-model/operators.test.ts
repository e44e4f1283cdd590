import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Json, JsonObject } from '../json.js';
import { schemaValidator } from '../json-schema/schema-validator.js';
import { and, concat } from './concat.js';
import { contains } from './contains.js';
import { DataModel } from './data-model.js';
import { factorize } from './factorize.js';
import { JsonDataModel, SymbolicDataModel } from './json-data-model.js';
import { inMask, outMask } from './masks.js';
import { not } from './not.js';
import type { AnyDataModel, MaybeDataModel } from './operand.js';
import { or, xor } from './or.js';
import { prefix, suffix } from './rename-keys.js';

const KEYS = ['foo', 'foo_1', 'foos', 'bar', 'bar_2', 'text', 'item', 'items', '__proto__', 'status'];

/** A schema with a value that meets it. */
interface Sample {
  readonly schema: JsonObject;
  readonly value: Json;
}

const scalar: fc.Arbitrary<Sample> = fc.oneof(
  fc.string({ maxLength: 3 }).map((value) => ({ schema: { type: 'string' }, value })),
  fc.integer({ min: 0, max: 9 }).map((value) => ({ schema: { type: 'integer', minimum: 0 }, value })),
  fc.boolean().map((value) => ({ schema: { type: 'boolean' }, value })),
  fc.constantFrom('a', 'b').map((value) => ({ schema: { enum: ['a', 'b'] }, value })),
  fc.constant({ schema: {}, value: null }),
);

const { object } = fc.letrec<{ object: Sample; any: Sample }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    tie('object'),
    fc.tuple(tie('any'), fc.nat(2)).map(([{ schema, value }, count]) => ({
      schema: { type: 'array', items: schema, minItems: count },
      value: Array.from({ length: count }, () => value),
    })),
    fc.tuple(tie('any'), tie('any')).map(([one, other]) => ({
      schema: { anyOf: [other.schema, one.schema] },
      value: one.value,
    })),
    fc.tuple(tie('any'), tie('any')).map(([one, other]) => ({
      schema: { type: 'array', prefixItems: [one.schema, other.schema], uniqueItems: false },
      value: [one.value, other.value],
    })),
  ),
  object: fc
    .record({
      fields: fc.uniqueArray(
        fc.tuple(fc.constantFrom(...KEYS), tie('any'), fc.constantFrom('required', 'given', 'absent')),
        {
          selector: ([key]) => key,
          maxLength: 4,
        },
      ),
      additional: fc.option(fc.tuple(fc.constantFrom(...KEYS), scalar)),
      open: fc.boolean(),
    })
    .map(({ fields, additional, open }) => {
      const properties = Object.fromEntries(fields.map(([key, { schema }]) => [key, schema]));
      const given = fields.filter(([, , presence]) => presence !== 'absent');
      const extra =
        open && additional !== null && !Object.hasOwn(properties, additional[0]) ? [additional] : [];
      return {
        schema: {
          type: 'object',
          properties,
          required: fields.filter(([, , presence]) => presence === 'required').map(([key]) => key),
          ...(open ? {} : { additionalProperties: false }),
        },
        value: Object.fromEntries([...given, ...extra].map(([key, { value }]) => [key, value])),
      };
    }),
}));

/** Objects whose fields stand in definitions, one of which holds itself. */
const withDefinitions = fc.tuple(object, object).map(
  ([outer, inner]): Sample => ({
    schema: {
      type: 'object',
      properties: {
        node: { $ref: '#/$defs/Node' },
        same: { $ref: '#/properties/foo' },
        foo: outer.schema,
      },
      required: ['node'],
      additionalProperties: false,
      $defs: {
        Node: {
          type: 'object',
          properties: { bar: inner.schema, nodes: { type: 'array', items: { $ref: '#/$defs/Node' } } },
          required: ['bar'],
        },
      },
    },
    value: {
      node: { bar: inner.value, nodes: [{ bar: inner.value }] },
      foo: outer.value,
      same: outer.value,
    },
  }),
);
const sample = fc.oneof(object, withDefinitions);

function pair({ schema, value }: Sample): { model: JsonDataModel; symbol: SymbolicDataModel } {
  return {
    model: new JsonDataModel({ schema, json: value as JsonObject }),
    symbol: new SymbolicDataModel({ schema }),
  };
}

function expectMeets(result: MaybeDataModel, symbol: MaybeDataModel): void {
  if (!(result instanceof JsonDataModel) || symbol === null) throw new Error('nothing to compare');
  for (const schema of [symbol.schema, result.schema]) {
    expect({ json: result.json, problems: schemaValidator(schema).check(result.json) }).toEqual({
      json: result.json,
      problems: [],
    });
  }
}

const masks = fc.record({
  mask: fc.subarray(['foo', 'bars', 'items', 'node', 'text']),
  recursive: fc.boolean(),
});
const UNARY: readonly (readonly [
  string,
  (options: { mask: readonly string[]; recursive: boolean }) => (operand: AnyDataModel) => AnyDataModel,
])[] = [
  ['inMask', (options) => (operand) => inMask(operand, options)],
  ['outMask', (options) => (operand) => outMask(operand, options)],
  [
    'inMask by pattern',
    ({ recursive }) =>
      (operand) =>
        inMask(operand, { pattern: '^(foo|n)', recursive }),
  ],
  ['prefix', () => (operand) => prefix(operand, '_')],
  ['suffix', () => (operand) => suffix(operand, '1')],
  ['factorize', () => factorize],
];

describe('operators on values and on schemas agree', () => {
  it.each(UNARY)('%s', (_, operator) => {
    fc.assert(
      fc.property(sample, masks, (one, options) => {
        const { model, symbol } = pair(one);
        expectMeets(operator(options)(model), operator(options)(symbol));
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['concat', concat, [[true, true]]],
    ['and', and, [[true, true]]],
    [
      'or',
      or,
      [
        [true, true],
        [true, false],
        [false, true],
      ],
    ],
    [
      'xor',
      xor,
      [
        [true, false],
        [false, true],
      ],
    ],
  ] as const)('%s', (_, operator: (left: MaybeDataModel, right: MaybeDataModel) => MaybeDataModel, cases) => {
    fc.assert(
      fc.property(sample, sample, fc.constantFrom(...cases), (one, other, [isLeft, isRight]) => {
        const [left, right] = [pair(one), pair(other)];
        const result = operator(isLeft ? left.model : null, isRight ? right.model : null);
        expectMeets(result, operator(left.symbol, right.symbol));
      }),
      { numRuns: 60 },
    );
  });

  it('through chains of operators', () => {
    fc.assert(
      fc.property(sample, sample, masks, (one, other, options) => {
        const chain = (left: AnyDataModel, right: AnyDataModel) =>
          factorize(outMask(concat(suffix(left, '1'), concat(right, left)), options));
        expectMeets(chain(pair(one).model, pair(other).model), chain(pair(one).symbol, pair(other).symbol));
      }),
      { numRuns: 60 },
    );
  });
});

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
