import { expect, it } from 'vitest';
import { RandomStream } from '../../core/index.js';
import { type Operator, OperatorBandit } from './operators.js';

it('chooses what led to gains more often, and gives up on nothing', () => {
  const bandit = new OperatorBandit();
  const random = new RandomStream(0, 'bandit');
  const available: readonly Operator[] = ['refine', 'fresh', 'merge'];
  for (let round = 0; round < 18; round++) {
    bandit.record('refine', true);
    bandit.record('fresh', false);
  }
  const counts = new Map<Operator, number>();
  for (let draw = 0; draw < 1000; draw++) {
    const chosen = bandit.choose(available, random);
    counts.set(chosen, (counts.get(chosen) ?? 0) + 1);
  }
  // Means of Beta(19, 1), Beta(1, 19) and Beta(1, 1): 0.95, 0.05 and 0.5 of 1.5.
  const [refine = 0, fresh = 0, merge = 0] = available.map((operator) => counts.get(operator));
  expect(Math.abs(refine - 633)).toBeLessThan(50);
  expect(Math.abs(merge - 333)).toBeLessThan(50);
  expect(fresh).toBeGreaterThan(10);
});
