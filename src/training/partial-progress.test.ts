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
