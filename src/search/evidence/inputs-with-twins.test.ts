import { describe, expect, it } from 'vitest';
import { type Json, RandomStream } from '../../core/index.js';
import { inputsWithTwins } from './inputs-with-twins.js';

const made = (inputs: readonly Json[]): number[][] =>
  inputsWithTwins(inputs, new RandomStream(0, 'twins')) as number[][];
const comesTwice = (items: readonly number[]): boolean => new Set(items).size < items.length;
const holdsNegative = (items: readonly number[]): boolean => items.some((item) => items.includes(-item));

describe('inputsWithTwins', () => {
  it('repeats a number of each list', () => {
    const lists = made([
      [4, 9, 2],
      [11, 3, 8, 30, 7],
    ]);
    expect(lists).toHaveLength(8);
    expect(lists.every(comesTwice)).toBe(true);
    expect(lists.map(({ length }) => length)).toEqual([3, 5, 3, 5, 3, 5, 3, 5]);
    expect(new Set(lists.map((list) => list.join())).size).toBeGreaterThan(4);
  });

  it('puts numbers beside their negatives where some are below zero', () => {
    const lists = made([
      [4, 9, -2],
      [11, 3, 8, 30, 7],
    ]);
    expect(lists.filter(comesTwice)).toHaveLength(4);
    expect(lists.filter(holdsNegative)).toHaveLength(4);
  });

  it('knows one zero', () => {
    expect(
      made([
        [0, 0, 0, 0, 0, -1],
        [0, 0, 0, 0, 0, -2],
      ])
        .flat()
        .some((item) => Object.is(item, -0)),
    ).toBe(false);
  });

  it('keeps lists sorted where all are', () => {
    const lists = made([
      [1, 5, 9],
      [2, 3],
    ]);
    expect(lists).toEqual(lists.map((list) => list.toSorted((left, right) => left - right)));
    expect(lists.every(comesTwice)).toBe(true);
  });

  it('changes the lists that records hold, and nothing else', () => {
    const records = inputsWithTwins(
      [{ items: [4, 9], name: 'a', shares: [0.5, 1] }],
      new RandomStream(0, 'x'),
    );
    expect(records).toContainEqual({ items: [4, 4], name: 'a', shares: [0.5, 1] });
    expect(records).toHaveLength(4);
    expect(made(['a', 3, null, ['b'], { name: 'a' }])).toEqual([]);
    expect(made([[], [7]])).toEqual([[], [7], [], [7], [], [7], [], [7]]);
  });
});
