import { describe, expect, it } from 'vitest';
import { hashValues } from '../language/value-hash.js';
import type { Value } from '../language/value-type.js';
import { SharedRows } from './shared-rows.js';

const grid = (): number[][] => [
  [1, 2, 3, 4, 5],
  [0, 0, 0, 0, 0],
  [0, 0, 0, 0, 0],
];

describe('SharedRows', () => {
  it('makes equal rows and equal grids one, and keeps what differs', () => {
    const rows = new SharedRows();
    const first = rows.share(grid()) as number[][];
    expect(first).toEqual(grid());
    expect(first[2]).toBe(first[1]);
    expect(rows.share(grid())).toBe(first);
    const other = rows.share([...grid().slice(0, 2), [0, 0, 0, 0, 1]]) as number[][];
    expect(other).toEqual([...grid().slice(0, 2), [0, 0, 0, 0, 1]]);
    expect(other[0]).toBe(first[0]);
    expect(rows.share([grid(), grid()])).toEqual([grid(), grid()]);
    expect(rows.share(undefined)).toBeUndefined();
  });

  it('counts the bytes of the lists that it had not known, and nothing for others', () => {
    const rows = new SharedRows();
    expect(rows.bytes).toBe(0);
    rows.share(grid());
    const once = rows.bytes;
    // Two different rows of five numbers, and the grid of three rows.
    expect(once).toBe(2 * (48 + 5 * 8) + 48 + 3 * 8);
    rows.share(grid());
    expect(rows.bytes).toBe(once);
  });

  it('is right about more rows than it remembers, those whose hashes are one among them', () => {
    const rows = new SharedRows();
    let wrong = 0;
    for (let count = 0; count < 40_000; count++) {
      const row = [count % 7, count, -count, count / 2, 300];
      const shared = rows.share([...row]) as number[];
      if (shared.join() !== row.join()) wrong++;
    }
    expect(wrong).toBe(0);
  });
});

describe('hashValues', () => {
  const different: readonly (readonly (Value | undefined)[])[] = [
    [undefined],
    [null],
    [true],
    [false],
    [1],
    [1, undefined],
    [1, 1],
    [0.5],
    [2 ** 40],
    [[1, 2, 3, 4, 5]],
    [[1, 2, 3, 4], [5]],
    [[1, 2, 3, 4, 5, 0]],
    [[1, 2, 3, 4, 0.5]],
    [[1, 2, 3, 4, 256]],
    [[-1, 0, 0, 0]],
    [[255, 255, 255, 255]],
    [[0, 1, 0, 0]],
    [[256, 0, 0, 0]],
    [[[1, 2, 3, 4, 5]]],
    ['1'],
    [['1']],
  ];

  it('tells different rows of values apart, and equal ones not', () => {
    expect(new Set(different.map(hashValues)).size).toBe(different.length);
    expect(different.map((row) => hashValues(structuredClone(row)))).toEqual(different.map(hashValues));
    expect(hashValues([-0])).toBe(hashValues([0]));
    expect(hashValues([[-0, 0, 0, 0]])).toBe(hashValues([[0, 0, 0, 0]]));
  });
});
