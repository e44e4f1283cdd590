import { expect, it } from 'vitest';
import { exactUpperBound } from './exact-bound.js';

it('gives the published one-sided bounds', () => {
  // With no success, 1 − α^(1/n).
  expect(exactUpperBound(0, 300)).toBeCloseTo(1 - 0.05 ** (1 / 300), 12);
  expect(exactUpperBound(0, 59)).toBeLessThan(0.05);
  expect(exactUpperBound(0, 58)).toBeGreaterThan(0.05);
  // The two-sided 95 % interval of 3 of 10 ends at 0.6525.
  expect(exactUpperBound(3, 10, 0.975)).toBeCloseTo(0.6525, 4);
  expect(exactUpperBound(1, 473)).toBeLessThanOrEqual(0.01);
  expect(exactUpperBound(1, 472)).toBeGreaterThan(0.01);
  expect(exactUpperBound(5, 5)).toBe(1);
  expect(exactUpperBound(0, 0)).toBe(1);
});

it('refuses counts that are no counts', () => {
  for (const [successes, trials] of [
    [2, 1],
    [-1, 3],
    [0.5, 1],
  ] as const) {
    expect(() => exactUpperBound(successes, trials)).toThrowError(
      expect.objectContaining({ code: 'evaluation/invalid_count' }),
    );
  }
});
