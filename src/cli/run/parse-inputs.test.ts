import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PythonFloat } from '../../sandbox/index.js';
import { parseInputs } from './parse-inputs.js';

describe('parseInputs', () => {
  it('reads integers of any size exactly', () => {
    expect(
      parseInputs('{"a": 12345678901234567890, "b": [-9007199254740993], "c": 9007199254740991}'),
    ).toEqual({
      a: 12345678901234567890n,
      b: [-9007199254740993n],
      c: 9007199254740991,
    });
    expect(parseInputs('{"a": 9007199254740992, "b": -9007199254740992, "c": -9007199254740991}')).toEqual({
      a: 9007199254740992n,
      b: -9007199254740992n,
      c: -9007199254740991,
    });
    expect(Object.is(parseInputs('{"x": -0}').x, 0)).toBe(true);
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (integer) => {
        const { x } = parseInputs(`{"x": ${integer}}`);
        expect(BigInt(x as number | bigint)).toBe(integer);
      }),
    );
  });

  it('reads numbers with a point or an exponent as floats', () => {
    expect(parseInputs('{"a": 1.0, "b": 2e3, "c": 0.5, "d": 1E-2}')).toEqual({
      a: new PythonFloat(1),
      b: new PythonFloat(2000),
      c: 0.5,
      d: 0.01,
    });
    expect(parseInputs('{"x": 1e999}')).toEqual({ x: Number.POSITIVE_INFINITY });
  });

  it('reads everything else as JSON.parse does', () => {
    const withoutNumbers = fc.dictionary(
      fc.string(),
      fc.jsonValue().filter((value) => !/\d/.test(JSON.stringify(value))),
    );
    fc.assert(
      fc.property(withoutNumbers, (value) => {
        const text = JSON.stringify(value);
        expect(parseInputs(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['{"a": NaN}', /not JSON/],
    ['{"a": Infinity}', /not JSON/],
    ['{"a": 01}', /not JSON/],
    ['{"a": 1, "a": 2}', /Duplicate key 'a'/],
    ['', /not JSON/],
    [`{"a": ${'['.repeat(100_000)}`, /nested too deep/],
    ['1.0', /takes a JSON object/],
    ['null', /takes a JSON object/],
    ['[1]', /takes a JSON object/],
  ])('refuses %#', (text, message) => {
    expect(() => parseInputs(text)).toThrow(message);
  });
});
