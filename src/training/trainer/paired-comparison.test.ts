import { expect, test } from 'vitest';
import { comparePaired } from './paired-comparison.js';

const rewards = (...values: number[]) => values;

test('counts wins, losses and ties, and says what it could have seen', () => {
  const result = comparePaired(rewards(0, 0, 1, 1, 0, 0, 0, 0), rewards(1, 1, 0, 1, 1, 1, 1, 1));
  expect(result).toMatchObject({
    n: 8,
    wins: 6,
    losses: 1,
    ties: 1,
    difference: 5 / 8,
    smallestVisibleEffect: 0.75,
  });
  // The binomial tail by hand: 2 (1 + 7) / 2^7.
  expect(result.pValue).toBeCloseTo(16 / 128, 12);
});

test('six wins without a loss are the fewest that are significant', () => {
  const of = (n: number) => comparePaired(Array(n).fill(0), Array(n).fill(1));
  expect(of(5).pValue).toBeCloseTo(1 / 16, 12);
  expect(of(5).smallestVisibleEffect).toBeNull();
  expect(of(6).pValue).toBeCloseTo(1 / 32, 12);
  expect(of(6).smallestVisibleEffect).toBe(1);
});

test('says nothing of nothing, and stays a number for many', () => {
  expect(comparePaired([], [])).toMatchObject({ n: 0, difference: null, pValue: null });
  expect(comparePaired([1, 1], [1, 1]).pValue).toBeNull();
  const wide = comparePaired(
    Array.from({ length: 20_000 }, (_, n) => n % 2),
    Array.from({ length: 20_000 }, (_, n) => (n + 1) % 2),
  );
  expect(wide.pValue).toBe(1);
});
