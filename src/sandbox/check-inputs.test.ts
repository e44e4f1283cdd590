import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkInputs } from './check-inputs.js';
import { encodeMarshal } from './cpython/marshal-encode.js';
import { MAX_VALUE_DEPTH, PythonFloat, PythonObject } from './python-value.js';

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
const cycle: unknown[] = [];
cycle.push(cycle);

describe('checkInputs', () => {
  it('takes what Python can be given', () => {
    checkInputs({
      plain: [null, undefined, true, 1, 2n, 'text', Number.NaN, new PythonFloat(1), new Uint8Array(2)],
      containers: { map: new Map<unknown, unknown>([[1, new Set(['a'])]]), bare: Object.create(null) },
      deep: nested(MAX_VALUE_DEPTH),
    });
  });

  it('takes every value that the engines encode', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withMap: true, withSet: true, maxDepth: 4 }), (value) => {
        let isEncoded = true;
        try {
          encodeMarshal(value as never);
        } catch {
          isEncoded = false;
        }
        if (isEncoded) checkInputs({ value });
      }),
    );
  });

  it.each([
    ['a function', () => 1, 'input "x" is a function, which cannot be passed to Python'],
    ['a symbol', Symbol('s'), 'input "x" is a symbol, which cannot be passed to Python'],
    ['a date', [{ when: new Date(0) }], 'input "x"[0]["when"] is an object of class Date'],
    ['an object of a sandbox', new PythonObject('date', 'd'), 'is an object of class PythonObject'],
    ['a function in a map', new Map([[1, () => 1]]), 'input "x"[1] is a function'],
    ['a function as a key', new Map([[() => 1, 1]]), 'input "x" {key} is a function'],
    ['a function in a set', new Set([() => 1]), 'input "x" {…} is a function'],
    ['what nests too deep', nested(MAX_VALUE_DEPTH + 1), 'nests deeper than 32 containers'],
    ['a cycle', cycle, 'holds itself or nests deeper'],
  ])('refuses %s', (_what, x, message) => {
    expect(() => checkInputs({ x })).toThrowError(
      expect.objectContaining({ code: 'sandbox/invalid_value', message: expect.stringContaining(message) }),
    );
  });
});
