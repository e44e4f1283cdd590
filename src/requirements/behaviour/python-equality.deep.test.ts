import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PythonFloat, PythonObject, type PythonValue } from '../../sandbox/index.js';
import { pythonEquals as equals, type Tolerance } from './python-equality.js';
import { showPython } from './show-python.js';

/** With a number, a relative tolerance. */
const pythonEquals = (left: PythonValue, right: PythonValue, tolerance: number | Tolerance = 0): boolean =>
  equals(left, right, typeof tolerance === 'number' ? { relative: tolerance, absolute: 0 } : tolerance);

const NEAR: Tolerance = { relative: 1e-9, absolute: 1e-9 };

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
    [[1], [1, 2], false],
    [[1], new Set([1]), false],
    [new Set(), {}, false],
    [new Uint8Array([1]), new Uint8Array([1]), true],
    [new Uint8Array([1]), new Uint8Array([2]), false],
    [new Uint8Array([1]), [1], false],
    [new Uint8Array([1]), {}, false],
    ['a', 'a', true],
    [null, null, true],
    [null, {}, false],
    [true, true, true],
    [new Set([1, 2]), new Set([1, 3]), false],
    [new Set([1]), new Set([1, 2]), false],
    [new Set([[1, 'a']]), new Set([[1, 'b']]), false],
    [new Set<PythonValue>([new Set([1])]), new Set<PythonValue>([new Set([1])]), true],
    [new Set<PythonValue>([new Set([1])]), new Set<PythonValue>([new Set([2])]), false],
    [new Set([1.5, 2]), new Set([2, 1.5]), true],
    [new Set<PythonValue>(['1', 1, true, null]), new Set<PythonValue>([null, true, 1n, '1']), true],
    [new Set<PythonValue>([true]), new Set<PythonValue>(['true']), false],
    [new Map([[1, 'x']]), new Map([[1, 'y']]), false],
    [new Map<PythonValue, PythonValue>([[[1], 'x']]), new Map<PythonValue, PythonValue>([[[1], 'x']]), true],
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, true],
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, false],
    [new PythonFloat(0.5), 0.5, true],
    [-0, 0, true],
    [Infinity, Infinity, true],
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
    expect(pythonEquals(1e12 + 0.5, 1e12 + 1, 1e-9)).toBe(true);
    expect(pythonEquals(0.9999999999999999, 1n, 1e-9)).toBe(true);
    expect(pythonEquals(1, 1.1, 1e-9)).toBe(false);
    expect(pythonEquals(0.75, 1, 0.25)).toBe(true);
    expect(pythonEquals(0.5, 0.75, 0.25)).toBe(false);
    expect(pythonEquals(1.602e-19, 0, 1e-9)).toBe(false);
    expect(pythonEquals(1.602e-19, 0, { relative: 1e-9, absolute: 1e-12 })).toBe(true);
    expect(pythonEquals(6.626e-34, 6.626e-34 * (1 + 1e-12), 1e-9)).toBe(true);
    expect(pythonEquals(-4.5, -3.5, 0.25)).toBe(true);
    expect(pythonEquals(-4.5, -3.3, 0.25)).toBe(false);
    expect(pythonEquals({ a: [0.5] }, { a: [0.6] }, 0.25)).toBe(true);
    expect(pythonEquals(new Set([0.5]), new Set([0.6]), 0.25)).toBe(true);
    expect(pythonEquals(new Map([[1, 0.5]]), new Map([[1, 0.6]]), 0.25)).toBe(true);
    expect(pythonEquals(new Map([[0.5, 'x']]), new Map([[0.6, 'x']]), 0.25)).toBe(true);
    expect(pythonEquals(new Map([[0.5, 'x']]), new Map([[0.6, 'y']]), 0.25)).toBe(false);
  });

  it('pairs the members of large sets and dicts', () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `name ${at}`);
    const reversed = [...names].reverse();
    expect(pythonEquals(new Set(names), new Set(reversed), 1e-9)).toBe(true);
    expect(pythonEquals(new Set(names), new Set([...reversed.slice(1), 'other']), 1e-9)).toBe(false);
    const scores = new Map(names.map((name, at) => [name, at / 3]));
    const near = new Map(reversed.map((name, at) => [name, (19_999 - at) / 3 + 1e-12]));
    expect(pythonEquals(scores, near, NEAR)).toBe(true);
    expect(pythonEquals(scores, near)).toBe(false);
    expect(pythonEquals(new Set([[1, 'a']]), new Set([[1n, 'a']]))).toBe(true);
    expect(pythonEquals(new Set([0.1 + 0.2, 1]), new Set([1, 0.3]), 1e-9)).toBe(true);
  });

  it('pairs the members of large sets that are near each other', () => {
    const count = 50_000;
    const near = (by: number): number[] =>
      Array.from({ length: count }, (_, at) => ((at * 7919) % count) / 3 + by);
    const rows = (numbers: readonly number[]): Set<PythonValue> =>
      new Set(numbers.map((number, at) => [at % 2 === 0 ? 'even' : 'odd', number]));
    expect(pythonEquals(new Set(near(0)), new Set(near(1e-11).reverse()), NEAR)).toBe(true);
    expect(pythonEquals(new Set(near(0)), new Set(near(0.1)), 1e-9)).toBe(false);
    expect(pythonEquals(rows(near(0)), rows(near(1e-11)), NEAR)).toBe(true);
    expect(
      pythonEquals(
        new Map(near(0).map((key) => [key, 1])),
        new Map(near(1e-11).map((key) => [key, 1])),
        NEAR,
      ),
    ).toBe(true);
  });

  it('finds a pairing that the order of the numbers does not give', () => {
    const whole = 10 ** 12;
    const left = new Set([whole, whole + 2.5]);
    const right = new Set([whole + 1, whole + 3.5]);
    expect(pythonEquals(left, right, 1e-9)).toBe(true);
    expect(pythonEquals(left, right, 1e-13)).toBe(false);
    expect(pythonEquals(new Set([0.5, 0.5 + 1e-12]), new Set([0.5 + 2e-12, 7]), 1e-9)).toBe(false);
    expect(pythonEquals(new Set([Number.NaN, 1.5]), new Set([1.5 + 1e-12, Number.NaN]), 1e-9)).toBe(true);
  });

  it('pairs any numbers with themselves, moved by less than the tolerance and in any order', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: -1000, max: 1000 }), { maxLength: 30 });
    fc.assert(
      fc.property(numbers, fc.integer({ min: 0, max: 29 }), (whole, turn) => {
        const left = whole.map((number) => number / 7);
        const moved = left.map((number, at) => number + (at % 2 === 0 ? 1e-11 : -1e-11));
        const turned = [...moved.slice(turn), ...moved.slice(0, turn)];
        expect(pythonEquals(new Set(left), new Set(turned), NEAR)).toBe(true);
        if (left.length > 0) {
          expect(pythonEquals(new Set(left), new Set([...turned.slice(1), 1e6]), 1e-9)).toBe(false);
        }
      }),
    );
  });

  it('compares whole numbers with a tolerance where a float is asked for', () => {
    expect(pythonEquals(new PythonFloat(1e12), 1e12 + 1, 1e-9)).toBe(true);
    expect(pythonEquals(new PythonFloat(1e12), 1e12 + 1)).toBe(false);
  });

  it.each<[PythonValue, PythonValue]>([
    [Number.POSITIVE_INFINITY, 5],
    [Number.POSITIVE_INFINITY, 5.5],
    [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    [Number.POSITIVE_INFINITY, 10n ** 400n],
    [Number.NaN, 5],
    [10n ** 400n, 5],
    [10n ** 400n, 5.5],
    [10 ** 10 + 1, 10 ** 10],
    [10n ** 20n + 1n, 10n ** 20n],
    [2n ** 53n + 1n, 2 ** 53 - 1],
  ])('%# the tolerance makes no infinity and no other whole number equal', (left, right) => {
    for (const tolerance of [1e-9, 0.5]) {
      expect(pythonEquals(left, right, tolerance)).toBe(false);
      expect(pythonEquals([right], [left], tolerance)).toBe(false);
    }
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
