import { describe, expect, it } from 'vitest';
import { expectedLuckyFits, luckOfGroups } from './evidence.js';

const none = (examples: number): number[] => Array.from({ length: examples }, () => 0);

describe('expectedLuckyFits', () => {
  it('says that five true-or-false examples prove nothing, and that sixteen prove something cheap', () => {
    const bits = (examples: number): number =>
      expectedLuckyFits({
        candidates: 200,
        right: Array.from({ length: examples }, () => 100),
        missesOnly: none(examples),
      });
    expect(bits(5)).toBeCloseTo(200 / 32, 1);
    expect(bits(16)).toBeLessThan(0.01);
  });

  it('finds outputs that no other candidate gave telling, three of them already', () => {
    expect(expectedLuckyFits({ candidates: 5000, right: [1, 1, 1], missesOnly: none(3) })).toBeLessThan(1e-6);
  });

  it('sees candidates that go wrong together: many fail on one example alone', () => {
    const right = Array.from({ length: 16 }, () => 50);
    const missesOnly = Array.from({ length: 16 }, () => 2);
    expect(expectedLuckyFits({ candidates: 100, right, missesOnly: none(16) })).toBeLessThan(0.01);
    expect(expectedLuckyFits({ candidates: 100, right, missesOnly })).toBeCloseTo(2, 0);
  });
});

describe('luckOfGroups', () => {
  it('counts what repeats in a group, and nothing for a group of one', () => {
    expect(luckOfGroups(['a', 'b', 'c', 'd'], String)).toBe(1);
    expect(luckOfGroups(['a', 'a', 'b', 'b'], (index) => (index < 2 ? 'x' : 'y'))).toBeCloseTo(0.25);
  });
});
