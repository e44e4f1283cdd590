import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type Json } from '../core/index.js';
import { partialProgress } from './partial-progress.js';

const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as Json);

describe('partialProgress', () => {
  it('is 1 exactly for equal values, and within [0, 1]', () => {
    fc.assert(
      fc.property(json, json, (expected, actual) => {
        const progress = partialProgress(expected, actual);
        expect(progress).toBeGreaterThanOrEqual(0);
        expect(progress).toBeLessThanOrEqual(1);
        if (canonicalJson(expected) === canonicalJson(actual)) expect(progress).toBeCloseTo(1, 12);
        else expect(progress).toBeLessThan(1);
      }),
    );
  });

  it('takes no field from the depths of JavaScript for one of the record', () => {
    expect(partialProgress({ toString: null }, {})).toBe(0);
    expect(partialProgress({}, { toString: null })).toBe(0);
  });

  it.each<[Json, Json, number]>([
    [100, 50, 1 / 1.5],
    [0, 3, 1 / 4],
    ['abcd', 'abxcd', (0.99 * 4) / 5],
    ['aa', 'aaa', (0.99 * 2) / 3],
    ['abc', 'x', 0.05],
    [[1, 2], [1, 2, 3, 4], 0.5 * 0.5 + 0.2 * 0.5 + 0.3 * 0.5],
    [[1], [1, 1], 0.5 * 0.5 + 0.2 * 0.5 + 0.3 * 0.5],
    [['a', 'b'], ['b', 'a'], 0.5 * 0.05 + 0.2 + 0.3],
    [{ a: true, b: 1 }, { a: true, c: 1 }, 1 / 3],
    [true, false, 0.05],
    [null, 'x', 0.02],
  ])('is for %j and %j as the rule says', (expected, actual, progress) => {
    expect(partialProgress(expected, actual)).toBeCloseTo(progress, 12);
  });

  it('is less than 1 for the nearest number', () => {
    expect(partialProgress(1, 1 + Number.EPSILON)).toBeLessThan(1);
  });

  it('ranks the nearer higher', () => {
    expect(partialProgress('GARCIA, J.', 'GARCIA, J')).toBeGreaterThan(
      partialProgress('GARCIA, J.', 'Jesus'),
    );
    expect(partialProgress(100, 99)).toBeGreaterThan(partialProgress(100, 10));
    expect(partialProgress([1, 2, 3], [1, 2, 4])).toBeGreaterThan(partialProgress([1, 2, 3], [9]));
    expect(partialProgress({ a: 1, b: 2 }, { a: 1 })).toBeCloseTo(0.5);
  });
});
