import { describe, expect, it } from 'vitest';
import { EvidenceTally } from './evidence-tally.js';

describe('EvidenceTally', () => {
  const tally = new EvidenceTally([3, 5, 8, 9], 3);
  for (const values of [
    [3, 5, 8, 9],
    [3, 4, 8, 1],
    [3, 4, 1, 1],
    [2, 4, 1, 1],
  ]) {
    tally.add({ values, cost: 1 });
  }

  it('knows the working example that the fewest candidates are right on', () => {
    expect(tally.mostTelling).toBe(1);
  });

  it('expects more luck of more candidates', () => {
    expect(tally.luck(false, 1)).toBe(tally.luck(false));
    expect(tally.luck(false, 4)).toBeCloseTo(4 * tally.luck(false), 10);
  });
});
