import { expect } from 'vitest';
import { needs } from '../testing/needs.fixture.js';
import { stopAt } from './stop-anywhere.fixture.js';

const { it } = await needs('monty');

it('a call can be stopped at any await: nothing is half-written or held back, and it can go on', async () => {
  const whole = await stopAt(0, 'monty');
  expect([whole.stopReason, whole.faults]).toEqual(['answered', []]);
  expect(whole.awaits).toBeGreaterThan(200);
  const reasons = new Set<string>();
  // Every one of them is tried in the deep test.
  for (let n = 1; n < whole.awaits; n += Math.ceil(whole.awaits / 25)) {
    const { stopReason, faults } = await stopAt(n, 'monty');
    expect([n, faults]).toEqual([n, []]);
    reasons.add(stopReason);
  }
  expect([...reasons]).toContain('aborted');
});
