import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitLinear } from './fit-linear.js';

const small = fc.integer({ min: -20, max: 20 });

describe('fitLinear', () => {
  it('finds the weights that made the targets', () => {
    fc.assert(
      fc.property(
        fc.tuple(small, small, small),
        fc.uniqueArray(fc.tuple(small, small), { minLength: 8, selector: (row) => row.join() }),
        ([a, b, c], rows) => {
          const weights = fitLinear(
            rows,
            rows.map(([x, y]) => a * x + b * y + c),
          );
          if (weights === null) return;
          rows.forEach(([x, y]) => {
            expect((weights[0] ?? 0) * x + (weights[1] ?? 0) * y + (weights[2] ?? 0)).toBeCloseTo(
              a * x + b * y + c,
              3,
            );
          });
        },
      ),
    );
    expect(
      fitLinear(
        [
          [7, 30],
          [1, 2],
          [0, 45],
          [12, 1],
        ],
        [450, 62, 45, 721],
      )?.map(Math.round),
    ).toEqual([60, 1, 0]);
  });

  it('finds nothing where there is none, too little or too much freedom', () => {
    expect(fitLinear([[1], [2], [3]], [1, 4, 9])).toBeNull();
    expect(fitLinear([[1, 2]], [3])).toBeNull();
    expect(
      fitLinear(
        [
          [1, 1],
          [2, 2],
          [3, 3],
          [4, 4],
        ],
        [2, 4, 6, 8],
      ),
    ).toBeNull();
  });
});
