import { describe, expect, it } from 'vitest';
import { BudgetMeter } from './budget.js';

describe('BudgetMeter', () => {
  it('stops by evaluations, seconds and signal, and says which', () => {
    let clock = 0;
    const abort = new AbortController();
    const meter = new BudgetMeter({
      budget: { maxEvaluations: 10, seconds: 2 },
      now: () => clock,
      signal: abort.signal,
    });
    expect(meter.stopReason()).toBeNull();
    clock = 2000;
    expect(meter.stopReason()).toBe('seconds');
    meter.spend(10);
    expect(meter.stopReason()).toBe('evaluations');
    abort.abort();
    expect(meter.stopReason()).toBe('aborted');
    expect(meter.evaluations).toBe(10);
    expect(meter.seconds()).toBe(2);
  });

  it.each([{}, { maxEvaluations: 0 }, { maxEvaluations: 1.5 }, { seconds: -1 }, { seconds: Number.NaN }])(
    'refuses the budget %j',
    (budget) => {
      expect(() => new BudgetMeter({ budget, now: () => 0 })).toThrowError(
        expect.objectContaining({ code: 'training/invalid_budget' }),
      );
    },
  );
});
