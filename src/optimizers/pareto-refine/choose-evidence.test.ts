import { describe, expect, it } from 'vitest';
import { solves } from './choose-evidence.js';

describe('solves', () => {
  it('holds from the target on, but never of a run that failed', () => {
    expect(solves({ reward: 2, error: null }, 2)).toBe(true);
    expect(solves({ reward: 1.9, error: null }, 2)).toBe(false);
    // Where rewards can only be lost, a run that fails has the largest there is.
    expect(solves({ reward: 0, error: 'it failed' }, 0)).toBe(false);
    expect(solves({ reward: 1e9, error: null }, Number.POSITIVE_INFINITY)).toBe(false);
  });
});
