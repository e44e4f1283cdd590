import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../core/index.js';
import { inputsAlike } from './inputs-alike.js';

const lists = [
  [4, 9, -2],
  [11, 3, 8, 30, 7],
];
const made = (inputs: Parameters<typeof inputsAlike>[0], count = 40): ReturnType<typeof inputsAlike> =>
  inputsAlike(inputs, count, new RandomStream(0, 'alike'));

describe('inputsAlike', () => {
  it('makes lists as long, as low and as high as those given', () => {
    const numbers = made(lists) as number[][];
    expect(numbers).toHaveLength(40);
    expect(new Set(numbers.map(({ length }) => length))).toEqual(new Set([3, 5]));
    expect(numbers.flat().every((number) => number >= -2 && number <= 30)).toBe(true);
    expect(numbers.flat().some((number) => !lists.flat().includes(number))).toBe(true);
    expect(made(lists)).toEqual(numbers);
  });

  it('keeps lists sorted where all are', () => {
    const numbers = made([
      [1, 5, 9],
      [2, 3],
    ]) as number[][];
    expect(
      numbers.every((list) => list.every((item, place) => place === 0 || item >= (list[place - 1] ?? 0))),
    ).toBe(true);
  });

  it('makes each list of a record', () => {
    const records = made([
      { a: [1, 2], b: [50] },
      { b: [60, 70], a: [3] },
    ]) as { a: number[]; b: number[] }[];
    expect(records).toHaveLength(40);
    expect(records.every(({ a, b }) => Math.max(...a) <= 3 && Math.min(...b) >= 50)).toBe(true);
  });

  it.each([
    ['texts', ['a b', 'c']],
    ['lists of texts', [['a'], ['b', 'c']]],
    ['empty lists', [[], []]],
    ['records of other things', [{ a: [1], b: 'x' }]],
    ['nothing', []],
    ['very long lists', [Array.from({ length: 201 }, (_item, index) => index)]],
  ])('takes %s without an error', (_name, inputs) => {
    expect(() => made(inputs)).not.toThrow();
  });
});
