import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PythonFloat, PythonObject, type PythonValue } from '../../sandbox/index.js';
import { pythonEquals } from './python-equality.js';
import { showPython } from './show-python.js';

const value: fc.Arbitrary<PythonValue> = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<PythonValue>(null, true, false),
    fc.integer(),
    fc.bigInt(),
    fc.double(),
    fc.string(),
    fc.uint8Array(),
    fc.array(tie('node')),
    fc.dictionary(fc.string(), tie('node')),
    fc.array(tie('node')).map((items) => new Set(items)),
    fc.array(fc.tuple(fc.integer(), tie('node'))).map((entries) => new Map(entries)),
  ),
})).node as fc.Arbitrary<PythonValue>;

describe('pythonEquals', () => {
  it('is reflexive for data and symmetric', () => {
    fc.assert(
      fc.property(value, value, (left, right) => {
        expect(pythonEquals(left, structuredClone(left))).toBe(true);
        expect(pythonEquals(left, right)).toBe(pythonEquals(right, left));
      }),
    );
  });

  it.each<[PythonValue, PythonValue, boolean]>([
    [1, 1n, true],
    [2n ** 60n, 2 ** 60, true],
    [2n ** 60n + 1n, 2 ** 60, false],
    [1, new PythonFloat(1), true],
    [1, true, false],
    [0, false, false],
    ['1', 1, false],
    [null, 0, false],
    [[1, 2], [2, 1], false],
    [new Set([1, 2]), new Set([2, 1]), true],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1 }, new Map([['a', 1]]), true],
    [new Map([[1, 'x']]), { 1: 'x' }, false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [[], {}, false],
    [Number.NaN, Number.NaN, true],
    [new PythonObject('Any', '<Any>'), new PythonObject('Any', '<Any>'), false],
    [new PythonObject('Any', '<Any>'), {}, false],
  ])('%# compares as data', (left, right, equal) => {
    expect(pythonEquals(left, right)).toBe(equal);
    expect(pythonEquals(right, left)).toBe(equal);
  });

  it('allows numbers a tolerance', () => {
    expect(pythonEquals(0.1 + 0.2, 0.3)).toBe(false);
    expect(pythonEquals([0.1 + 0.2], [0.3], 1e-9)).toBe(true);
    expect(pythonEquals(1e12, 1e12 + 1, 1e-9)).toBe(true);
    expect(pythonEquals(1, 1.1, 1e-9)).toBe(false);
  });
});

describe('showPython', () => {
  it('writes values as Python does, and never without end', () => {
    expect(showPython([null, true, 'it', "it's", { a: 1.5 }, new Set([1])])).toBe(
      "[None, True, 'it', \"it's\", {'a': 1.5}, {1}]",
    );
    expect(showPython('x'.repeat(1000)).length).toBeLessThan(250);
    expect(showPython(new PythonObject('Any', '<Any at 1>'))).toBe('<Any at 1>');
  });
});
