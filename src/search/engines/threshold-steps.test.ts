import { describe, expect, it } from 'vitest';
import { library } from '../library/index.js';
import { thresholdSteps } from './threshold-steps.js';

const rows = [
  [3, 47, 12],
  [9, 26, 47],
];

/** What each step keeps of a list, beside what steps alike keep of it. */
function kept(list: readonly number[]): unknown[] {
  return thresholdSteps(rows, library).map(({ apply, alike = [] }) => [
    apply(list, 0),
    ...alike.map((other) => other.apply(list, 0)),
  ]);
}

describe('thresholdSteps', () => {
  it('tries the roundest number of each gap between items, from 11 on', () => {
    const names = thresholdSteps(rows, library).map(({ after, cost, takes }) => {
      expect(takes).toBe('input');
      return `${after({ values: [] } as never).operator.name} ${cost}`;
    });
    expect(names).toEqual([
      'filter more()[11] 10',
      'filter less()[11] 10',
      'filter more()[20] 9',
      'filter less()[20] 9',
      'filter more()[30] 9',
      'filter less()[30] 9',
    ]);
  });

  it('knows the numbers that do the same on all examples', () => {
    const list = [10, 11, 12, 15, 20, 26, 30, 35, 40, 45, 47];
    const [, , above] = kept(list) as number[][][];
    expect(above?.map((items) => items[0])).toEqual([26, 20, 26, 15, 15]);
    for (const { apply, alike = [] } of thresholdSteps(rows, library)) {
      for (const row of rows) {
        for (const other of alike) expect(other.apply(row, 0)).toEqual(apply(row, 0));
      }
    }
  });

  it('is for lists that differ in few numbers', () => {
    expect(thresholdSteps([Array.from({ length: 61 }, (_item, index) => 20 * index)], library)).toEqual([]);
    expect(thresholdSteps([[]], library)).toEqual([]);
  });
});
