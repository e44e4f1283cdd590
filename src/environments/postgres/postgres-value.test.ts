import { expect, it } from 'vitest';
import { postgresParsers, postgresValueToJson } from './postgres-value.js';

it.each([
  [undefined, null],
  [null, null],
  [2n ** 63n, '9223372036854775808'],
  [1.5, 1.5],
  [Number.NaN, 'NaN'],
  [Number.NEGATIVE_INFINITY, '-Infinity'],
  [false, false],
  ['', ''],
  [new Uint8Array([0, 255]), { hex: '00ff' }],
  [
    [1n, [null]],
    ['1', [null]],
  ],
  [{ a: { b: 1 } }, { a: { b: 1 } }],
])('turns the value %s into %j', (value, json) => expect(postgresValueToJson(value)).toEqual(json));

it('reads dates, times and numerics as they are written', () => {
  expect(Object.keys(postgresParsers)).toHaveLength(7);
  for (const parse of Object.values(postgresParsers)) expect(parse('2024-01-02 +01')).toBe('2024-01-02 +01');
});
