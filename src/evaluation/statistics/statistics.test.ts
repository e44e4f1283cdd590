import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../core/index.js';
import { detectableGain } from './detectable-gain.js';
import { holmAdjusted } from './holm.js';
import { pairedBootstrap } from './paired-bootstrap.js';
import { pairedSignTest } from './sign-test.js';
import { wilsonInterval } from './wilson-interval.js';

describe('wilsonInterval', () => {
  it('gives the published values', () => {
    const some = wilsonInterval(3, 10);
    expect(some.low).toBeCloseTo(0.1078, 4);
    expect(some.high).toBeCloseTo(0.6032, 4);
    expect(wilsonInterval(0, 10).low).toBe(0);
    expect(wilsonInterval(0, 10).high).toBeCloseTo(0.2775, 4);
    // Where rounding alone would lead out of the range.
    expect(wilsonInterval(0, 21).low).toBe(0);
    expect(wilsonInterval(0, 100).low).toBe(0);
    expect(wilsonInterval(16, 16).high).toBe(1);
    expect(wilsonInterval(0, 0)).toMatchObject({ low: 0, high: 1 });
  });

  it('holds the rate and stays within 0 and 1', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (first, second) => {
        const { rate, low, high } = wilsonInterval(Math.min(first, second), Math.max(first, second));
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        if (first + second > 0) {
          expect(rate).toBeGreaterThanOrEqual(low - 1e-12);
          expect(rate).toBeLessThanOrEqual(high + 1e-12);
        }
      }),
    );
  });

  it('refuses counts that are no counts', () => {
    for (const [successes, trials] of [
      [2, 1],
      [-1, 1],
      [0.5, 1],
    ] as const) {
      expect(() => wilsonInterval(successes, trials)).toThrowError(
        expect.objectContaining({ code: 'evaluation/invalid_count' }),
      );
    }
  });
});

describe('pairedSignTest', () => {
  it('gives the exact binomial p-value', () => {
    expect(pairedSignTest([1, 1, 1, 1, 1, 1, 1, 1, 1, 1])).toMatchObject({ better: 10, worse: 0 });
    expect(pairedSignTest(Array(10).fill(1)).pValue).toBeCloseTo(2 / 1024, 12);
    expect(pairedSignTest([1, 1, 1, -1]).pValue).toBeCloseTo(10 / 16, 12);
    expect(pairedSignTest([0, 0]).pValue).toBe(1);
    expect(pairedSignTest([1, -1]).pValue).toBe(1);
  });

  it('stays finite for thousands of items', () => {
    const differences = [...Array(3000).fill(1), ...Array(2000).fill(-1)];
    const { pValue } = pairedSignTest(differences);
    expect(pValue).toBeGreaterThan(0);
    expect(pValue).toBeLessThan(1e-40);
  });
});

describe('pairedBootstrap', () => {
  it('is the same for the same stream and holds the mean', () => {
    const differences = [1, 0, 0, 1, -1, 1, 1, 0];
    const first = pairedBootstrap(differences, new RandomStream(4, 'bootstrap'));
    expect(pairedBootstrap(differences, new RandomStream(4, 'bootstrap'))).toEqual(first);
    expect(first.mean).toBe(0.375);
    expect(first.low).toBeLessThanOrEqual(first.mean);
    expect(first.high).toBeGreaterThanOrEqual(first.mean);
    expect(pairedBootstrap([0.5], new RandomStream(4, 'one'))).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
  });

  it('gives the 95 % interval of a known distribution', () => {
    // The mean of 100 coins: 0.5 ± 1.96 × 0.05.
    const coins = Array.from({ length: 100 }, (_, index) => index % 2);
    const { low, high } = pairedBootstrap(coins, new RandomStream(4, 'coins'));
    expect(low).toBeCloseTo(0.402, 1);
    expect(high).toBeCloseTo(0.598, 1);
  });

  it('needs something to resample', () => {
    for (const [differences, resamples] of [
      [[], 10],
      [[1], 0],
    ] as const) {
      expect(() => pairedBootstrap(differences, new RandomStream(0, 'none'), resamples)).toThrowError(
        expect.objectContaining({ code: 'evaluation/invalid_count' }),
      );
    }
  });
});

describe('holmAdjusted', () => {
  it('gives what p.adjust of R gives, in the order given', () => {
    expect(holmAdjusted([0.01, 0.02, 0.03, 0.04]).map((value) => Number(value.toFixed(10)))).toEqual([
      0.04, 0.06, 0.06, 0.06,
    ]);
    expect(holmAdjusted([0.04, 0.9, 0.001])).toEqual([0.08, 0.9, 0.003]);
    expect(holmAdjusted([0.7, 0.6])).toEqual([1, 1]);
    expect(holmAdjusted([])).toEqual([]);
  });
});

describe('detectableGain', () => {
  it('gives the share at which the binomial tail is the power', () => {
    // P(Bin(n, gain) ≥ 6) = 0.8, solved in exact arithmetic apart from this code.
    for (const [cases, gain] of [
      [6, 0.96349248],
      [10, 0.67317182],
      [20, 0.36645935],
      [100, 0.07791107],
      [1000, 0.00789451],
    ] as const) {
      expect(detectableGain(cases)).toBeCloseTo(gain, 7);
    }
  });

  it('is null where no outcome could be significant', () => {
    // Five changes to one side have p = 2 ÷ 32.
    expect(detectableGain(5)).toBeNull();
    expect(detectableGain(0)).toBeNull();
    expect(() => detectableGain(-1)).toThrow('not a share');
  });
});
