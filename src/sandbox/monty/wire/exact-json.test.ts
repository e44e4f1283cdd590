import { describe, expect, it } from 'vitest';
import { PythonFloat } from '../../python-value.js';
import { exactJson } from './exact-json.js';

const ANY_SIZE = { min: 0, max: 1_000_000 };

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { k: value };
  return value;
}

function cycle(): unknown {
  const value: unknown[] = [];
  value.push(value);
  return value;
}

function shared(levels: number): unknown {
  let value: unknown = ['x'];
  for (let level = 0; level < levels; level++) value = [value, value];
  return value;
}

const EXACT: readonly (readonly [what: string, value: unknown, text: string])[] = [
  [
    'records',
    [
      { a: 1, b: 'é\u2028' },
      { a: -5, b: null },
    ],
    '[{"a":1,"b":"é\u2028"},{"a":-5,"b":null}]',
  ],
  ['fractions', [0.1, -1e-7, 5e-324], '[0.1,-1e-7,5e-324]'],
  ['the largest safe integers', [2 ** 53 - 1, 1 - 2 ** 53], '[9007199254740991,-9007199254740991]'],
  ['numbers with an exponent', [1e21, -1e300], '[1e+21,-1e+300]'],
  ['an object without a prototype', [Object.assign(Object.create(null), { a: true })], '[{"a":true}]'],
  ['a key named __proto__', JSON.parse('{"__proto__":[false]}'), '{"__proto__":[false]}'],
  ['data named toJSON', { toJSON: 1 }, '{"toJSON":1}'],
  ['32 containers in one another', nested(32), JSON.stringify(nested(32))],
];

const INEXACT: readonly (readonly [what: string, value: unknown])[] = [
  ['a text alone', 'x'],
  ['undefined in an object', { a: undefined }],
  ['undefined in an array', [undefined]],
  ['a hole', new Array(1)],
  ['-0', [-0]],
  ['NaN', [Number.NaN]],
  ['an infinity', [Number.NEGATIVE_INFINITY]],
  ['a whole number beyond the safe ones', [2 ** 53]],
  ['the last one without an exponent', [-999999999999999900000]],
  ['a bigint', [1n]],
  ['a float marked as one', [new PythonFloat(2)]],
  ['bytes', [new Uint8Array(1)]],
  ['a map', [new Map()]],
  ['a set', [new Set()]],
  ['a date', [new Date(0)]],
  ['a function', [() => 1]],
  ['a symbol', [Symbol('x')]],
  ['an object with its own JSON', [{ toJSON: () => 1 }]],
  ['an array with its own JSON', Object.assign([1], { toJSON: () => 1 })],
  ['an array of another class', new (class extends Array {})()],
  ['a lone surrogate', ['\ud83d']],
  ['a lone surrogate in a key', [{ '\udc00': 1 }]],
  ['33 containers in one another', nested(33)],
  ['a cycle', cycle()],
  ['exponentially shared lists', shared(40)],
  ['more than the most bytes', ['x'.repeat(2_000_000)]],
];

describe('exactJson', () => {
  it.each(EXACT)('has the text of %s', (_, value, text) => {
    expect(exactJson(value, ANY_SIZE)).toBe(text);
  });

  it.each(INEXACT)('has none of %s', (_, value) => {
    expect(exactJson(value, ANY_SIZE)).toBeNull();
  });

  it('has none of less than the least bytes', () => {
    expect(exactJson(['x'.repeat(90)], { min: 1000, max: 10_000 })).toBeNull();
    expect(exactJson(['x'.repeat(990)], { min: 1000, max: 10_000 })).not.toBeNull();
  });
});
