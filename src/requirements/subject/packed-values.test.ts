import { describe, expect, it } from 'vitest';
import { PythonFloat, PythonObject, type PythonValue } from '../../sandbox/index.js';
import { type Packed, packValue, readReturned } from './packed-values.js';

describe('values for the code', () => {
  it.each<[PythonValue, Packed]>([
    [null, null],
    [true, true],
    ['a', 'a'],
    [7, 7],
    [-0, ['f', '-0.0']],
    [1.5, ['f', '1.5']],
    [Number.NaN, ['f', 'nan']],
    [Infinity, ['f', 'inf']],
    [-Infinity, ['f', '-inf']],
    [2 ** 53, ['f', '9007199254740992']],
    [new PythonFloat(2), ['f', '2']],
    [9_007_199_254_740_991n, 9_007_199_254_740_991],
    [-9_007_199_254_740_991n, -9_007_199_254_740_991],
    [9_007_199_254_740_992n, ['i', '20000000000000']],
    [-9_007_199_254_740_993n, ['i', '-20000000000001']],
    [new Uint8Array([1, 255]), ['b', 'Af8=']],
    [
      [1, ['a']],
      ['l', [1, ['l', ['a']]]],
    ],
    [
      new Set<PythonValue>([[1], new Set([2])]),
      [
        's',
        [
          ['t', [1]],
          ['z', [2]],
        ],
      ],
    ],
    [
      new Map<PythonValue, PythonValue>([[[1, [2]], [3]]]),
      [
        'd',
        [
          ['t', [1, ['t', [2]]]],
          ['l', [3]],
        ],
      ],
    ],
    [{ a: 1, b: [2] }, ['d', ['a', 1, 'b', ['l', [2]]]]],
  ])('%o is written as %j, and read as it was', (value, packed) => {
    expect(packValue(value)).toEqual(packed);
  });

  it('are no objects of the code', () => {
    expect(() => packValue(new PythonObject('Point', 'Point()', null))).toThrow(
      'an object of type Point cannot be an argument',
    );
  });
});

describe('what a function returned', () => {
  it.each<[Packed, PythonValue, string]>([
    [null, null, 'NoneType'],
    [false, false, 'bool'],
    [3, 3, 'int'],
    ['a', 'a', 'str'],
    [['i', '20000000000000'], 9_007_199_254_740_992n, 'int'],
    [['i', '-ff'], -255, 'int'],
    [['f', '1.5'], 1.5, 'float'],
    [['f', 'nan'], Number.NaN, 'float'],
    [['f', 'inf'], Infinity, 'float'],
    [['f', '-inf'], -Infinity, 'float'],
    [['l', [1]], [1], 'list'],
    [['t', [1]], [1], 'tuple'],
    [['s', [1]], new Set([1]), 'set'],
    [['z', [1]], new Set([1]), 'frozenset'],
    [['b', 'Af8='], new Uint8Array([1, 255]), 'bytes'],
    [['B', 'Af8='], new Uint8Array([1, 255]), 'bytearray'],
    [['d', ['a', 1, 'b', ['l', []]]], { a: 1, b: [] }, 'dict'],
    [['d', [1, 2]], new Map([[1, 2]]), 'dict'],
    [['d', []], {}, 'dict'],
  ])('is read from %j', (packed, value, type) => {
    expect(readReturned(packed)).toEqual({ value, type, library: 'builtins', packed });
  });

  it('tells the class of a value that the code made', () => {
    expect(readReturned(['k', 'Total', 5, 'decimal'])).toMatchObject({
      value: 5,
      type: 'Total',
      library: 'decimal',
    });
    expect(readReturned(['k', 'Total', ['l', [1]], null])).toMatchObject({
      value: [1],
      type: 'Total',
      library: null,
    });
    const long = 'x'.repeat(300);
    const { value, type, library } = readReturned(['u', long, 'r'.repeat(20_000), true, long]);
    expect(value).toEqual(new PythonObject('x'.repeat(200), 'r'.repeat(10_000), {}));
    expect([type, library]).toEqual(['x'.repeat(200), 'x'.repeat(200)]);
    expect(readReturned(['u', 'A', 'A()', false, null]).value).toEqual(new PythonObject('A', 'A()', null));
  });

  it.each<[string, Packed]>([
    ['a kind that there is not', ['x', 1]],
    ['no kind', []],
    ['a kind that is not text', [1, 2]],
    ['a number with a part', 1.5],
    ['a number past counting', 2 ** 53],
    ['an integer that is none', ['i', 'xyz']],
    ['an integer that is empty', ['i', '-']],
    ['an integer that is too long', ['i', 'f'.repeat(100_001)]],
    ['a float that is none', ['f', 'one']],
    ['a float that is empty', ['f', ' ']],
    ['an infinity of some sort', ['f', '+inf2']],
    ['a list without contents', ['l']],
    ['a text that is none', ['b', 1]],
    ['a class that is none', ['k', 1, 2, null]],
  ])('is refused where it is %s', (_name, packed) => expect(() => readReturned(packed)).toThrow(TypeError));

  it('is refused where it is nested beyond a thousand levels', () => {
    const nested = (levels: number): Packed => {
      let packed: Packed = 1;
      for (let n = 0; n < levels; n++) packed = ['l', [packed]];
      return packed;
    };
    expect(readReturned(nested(1_001)).type).toBe('list');
    expect(() => readReturned(nested(1_002))).toThrow('a value that is too deep');
  });
});
