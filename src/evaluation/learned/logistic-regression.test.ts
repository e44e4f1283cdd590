import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitLogistic, logOdds, sigmoid } from './logistic-regression.js';

/** A penalty that is next to none. */
const NONE = 1e-9;

describe('fitLogistic', () => {
  it('gives the log odds and the log odds ratio of a table of two by two, which are its closed form', () => {
    // Exposed: 30 of 40 true. Not exposed: 10 of 60.
    const rows = [...Array(40).fill([1]), ...Array(60).fill([0])];
    const targets = [...Array(30).fill(1), ...Array(10).fill(0), ...Array(10).fill(1), ...Array(50).fill(0)];
    const { coefficients, intercept } = fitLogistic({ rows, targets, weights: rows.map(() => 1) }, NONE);
    expect(intercept).toBeCloseTo(Math.log(10 / 50), 7);
    expect(coefficients[0]).toBeCloseTo(Math.log(30 / 10 / (10 / 50)), 7);
  });

  it('gives the log odds of the share where no feature tells anything', () => {
    const sample = { rows: [[0], [0], [0], [0]], targets: [1, 1, 1, 0], weights: [1, 1, 1, 1] };
    expect(fitLogistic(sample, 1)).toEqual({
      coefficients: [0],
      intercept: expect.closeTo(Math.log(3), 9),
    });
  });

  it('counts a row of weight two as the row twice', () => {
    const twice = { rows: [[1], [1], [2], [3], [0]], targets: [0, 0, 1, 1, 1], weights: [1, 1, 1, 1, 1] };
    const weighted = { rows: [[1], [2], [3], [0]], targets: [0, 1, 1, 1], weights: [2, 1, 1, 1] };
    const [left, right] = [fitLogistic(twice, 0.5), fitLogistic(weighted, 0.5)];
    expect(left.intercept).toBeCloseTo(right.intercept, 8);
    expect(left.coefficients[0]).toBeCloseTo(right.coefficients[0] ?? 0, 8);
  });

  it('arrives where the loss is flat, however the rows lie', () => {
    const value = fc.double({ min: -50, max: 50, noNaN: true });
    const row = fc.tuple(fc.tuple(value, value, value), fc.boolean());
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 2, maxLength: 40 }),
        fc.constantFrom(0.01, 1, 30),
        (all, penalty) => {
          const rows = all.map(([each]) => each);
          const targets = all.map(([, label]) => Number(label));
          fc.pre(new Set(targets).size === 2);
          const model = fitLogistic({ rows, targets, weights: rows.map(() => 1) }, penalty);
          const residuals = rows.map((each, place) => sigmoid(logOdds(model, each)) - (targets[place] ?? 0));
          const slope = (index: number): number =>
            residuals.reduce((sum, residual, place) => sum + residual * (rows[place]?.[index] ?? 0), 0) +
            penalty * (model.coefficients[index] ?? 0);
          for (const index of [0, 1, 2]) expect(Math.abs(slope(index))).toBeLessThan(1e-4);
          expect(Math.abs(residuals.reduce((sum, each) => sum + each, 0))).toBeLessThan(1e-4);
        },
      ),
    );
  });

  it('stays finite where the classes are apart', () => {
    const { coefficients, intercept } = fitLogistic(
      { rows: [[-1e3], [1e3]], targets: [0, 1], weights: [1, 1] },
      NONE,
    );
    expect([coefficients[0], intercept].every(Number.isFinite)).toBe(true);
  });
});

it('sigmoid never overflows', () => {
  expect([sigmoid(-1e4), sigmoid(0), sigmoid(1e4)]).toEqual([0, 0.5, 1]);
});
