import { describe, expect, it } from 'vitest';
import { PythonObject, type PythonValue } from '../sandbox/index.js';
import { pythonToJson } from './python-to-json.js';

describe('pythonToJson', () => {
  it('keeps what JSON has', () => {
    const value = { a: [null, true, -1.5, 'x', { b: [] }], c: {} };
    expect(pythonToJson(value)).toEqual({ ok: true, value });
  });

  it.each<[string, PythonValue]>([
    ['the number NaN', Number.NaN],
    ['the number -Infinity', Number.NEGATIVE_INFINITY],
    ['a whole number beyond 2^53', 2n ** 53n],
    ['bytes', new Uint8Array([1])],
    ['a set; return a sorted list', new Set([1])],
    ['a dict with keys that are not strings', new Map([[1, 2]])],
    ['a coroutine; await it', new PythonObject('coroutine', '<coroutine object main>')],
    ['an object of type date', new PythonObject('date', 'datetime.date(2024, 5, 1)')],
  ])('refuses %s, wherever it is', (what, value) => {
    const reason = `JSON cannot hold ${what}`;
    for (const holder of [value, [1, value], { a: { b: value } }]) {
      expect(pythonToJson(holder)).toEqual({ ok: false, reason });
    }
  });
});
