import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrated, fitCalibration } from './calibration.js';

describe('an isotonic calibration', () => {
  it('pools what falls into means', () => {
    const curve = fitCalibration('isotonic', [1, 2, 3, 4, 5], [false, true, false, true, true]);
    expect(curve).toEqual({ kind: 'isotonic', odds: [1, 2, 3, 4, 5], probabilities: [0, 0.5, 0.5, 1, 1] });
    expect([0, 1.5, 2.5, 3.5, 9].map((odds) => calibrated(curve, odds))).toEqual([0, 0.25, 0.5, 0.75, 1]);
  });

  it('gives equal odds one probability', () => {
    const curve = fitCalibration('isotonic', [2, 2, 2, 2], [true, false, false, false]);
    expect(calibrated(curve, 2)).toBe(0.25);
  });

  it('never falls, and keeps the sum of what it calibrates', () => {
    const sample = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.boolean()), { minLength: 1 });
    fc.assert(
      fc.property(sample, (all) => {
        const odds = all.map(([value]) => value);
        const curve = fitCalibration(
          'isotonic',
          odds,
          all.map(([, label]) => label),
        );
        const given = odds.map((value) => calibrated(curve, value));
        const rising = [...odds.keys()].sort((left, right) => (odds[left] ?? 0) - (odds[right] ?? 0));
        for (const [index, place] of rising.entries()) {
          const before = rising[index - 1];
          if (before !== undefined) expect(given[place]).toBeGreaterThanOrEqual((given[before] ?? 0) - 1e-12);
        }
        const labels = all.filter(([, label]) => label).length;
        expect(given.reduce((sum, each) => sum + each, 0)).toBeCloseTo(labels, 8);
      }),
    );
  });
});

describe("Platt's calibration", () => {
  it('gives his targets where all odds are equal', () => {
    // (3 + 1) ÷ (3 + 2) three times and 1 ÷ (1 + 2) once.
    const curve = fitCalibration('platt', [0, 0, 0, 0], [true, true, true, false]);
    expect(calibrated(curve, 0)).toBeCloseTo((3 * 0.8 + 1 / 3) / 4, 8);
  });

  it('pulls in odds that are too sure', () => {
    const odds = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? 8 : -8));
    const labels = odds.map((value, index) => value > 0 !== index % 10 < 2);
    const curve = fitCalibration('platt', odds, labels);
    expect(calibrated(curve, 8)).toBeCloseTo(0.8, 1);
    expect(calibrated(curve, -8)).toBeCloseTo(0.2, 1);
  });
});

it('no calibration is the sigmoid', () => {
  expect(calibrated(fitCalibration('none', [1], [true]), 0)).toBe(0.5);
});
