import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../core/index.js';
import { schemaValidator } from '../../core/index.js';
import { and, concat } from './concat.js';
import { factorize } from './factorize.js';
import { JsonDataModel, SymbolicDataModel } from './json-data-model.js';
import { inMask, outMask } from './masks.js';
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
