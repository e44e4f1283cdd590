import { describe, expect, it } from 'vitest';
import { stepRules } from './step-rules.js';

const weights = new Map([
  [5, 0.35],
  [10, 1],
  [20, 0.1],
  [100, 1],
]);
const all = { nearest: 0.7, down: 0.2, up: 0.1 };

describe('rules that make multiples of a step', () => {
  it('tells the way of rounding from numbers on both sides', () => {
    const rules = stepRules([112, 548, 117], [110, 550, 120], { weights, modes: all, hasOffset: false });
    expect(rules.map(({ step, mode }) => [step, mode])).toEqual([[10, 'nearest']]);
  });

  it('gives the more common of several first', () => {
    const rules = stepRules([112, 548, 9], [110, 550, 10], { weights, modes: all, hasOffset: false });
    expect(rules.map(({ step, mode }) => [step, mode])).toEqual([
      [10, 'nearest'],
      [5, 'nearest'],
    ]);
  });

  it('rounds halves up', () => {
    const nearest = { weights, modes: { nearest: 1 }, hasOffset: false };
    expect(stepRules([15, 31], [20, 30], nearest)).toHaveLength(1);
    expect(stepRules([15, 31], [10, 30], nearest)).toEqual([]);
  });

  it('counts steps from an offset', () => {
    const [rule] = stepRules([7, 23, -4], [1, 21, -19], { weights, modes: { down: 1 }, hasOffset: true });
    expect(rule).toMatchObject({ step: 20, offset: 1, mode: 'down' });
  });

  it('begins again after a period', () => {
    const [rule] = stepRules([1438, 700, 31], [0, 700, 30], {
      weights: new Map([[10, 1]]),
      modes: all,
      hasOffset: false,
      period: 1440,
    });
    expect(rule).toMatchObject({ step: 10, mode: 'nearest' });
  });
});
