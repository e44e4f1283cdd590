import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Metric } from '../metric.js';
import { exactMatch } from '../rewards/exact-match.js';
import { passAtKOf, passHatKOf } from './at-k.js';
import { gapK, passAtK, passHatK } from './at-k-metrics.js';
import { meanReward } from './mean-reward.js';
import { figureOf, sampleOf } from './sample.fixture.js';
import { mean, sum } from './simple-metrics.js';

/** Exact binomial coefficient. */
function choose(n: number, k: number): bigint {
  let result = 1n;
  for (let i = 0; i < k; i++) result = (result * BigInt(n - i)) / BigInt(i + 1);
  return k > n ? 0n : result;
}
const ratio = (left: bigint, right: bigint) => Number((left * 10n ** 15n) / right) / 1e15;

const rewards = (metric: Metric, problems: Readonly<Record<string, readonly number[]>>) =>
  figureOf(
    metric,
    Object.entries(problems).flatMap(([exampleId, list]) =>
      list.map((reward) => sampleOf({}, {}, { exampleId, reward })),
    ),
  );

describe('pass@k and pass^k', () => {
  it('agree with exact binomial coefficients', () => {
    const counts = fc
      .integer({ min: 1, max: 60 })
      .chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n }), fc.integer({ min: 1, max: n })));
    fc.assert(
      fc.property(counts, ([n, c, k]) => {
        expect(passAtKOf(n, c, k)).toBeCloseTo(1 - ratio(choose(n - c, k), choose(n, k)), 10);
        expect(passHatKOf(n, c, k)).toBeCloseTo(ratio(choose(c, k), choose(n, k)), 10);
      }),
    );
  });

  it('stay numbers where binomial coefficients overflow', () => {
    expect(passAtKOf(100_000, 10, 1000)).toBeCloseTo(1 - 0.99 ** 10, 3);
    expect(passHatKOf(100_000, 99_000, 50)).toBeGreaterThan(0.6);
  });

  it('mean over problems; a failed sample is one that did not pass', async () => {
    const problems = { one: [1, 0, 0, 0], two: [1, 1, 1, 1] };
    expect(await rewards(passAtK({ k: 2 }), problems)).toBeCloseTo((0.5 + 1) / 2, 12);
    expect(await rewards(passHatK({ k: 2 }), problems)).toBeCloseTo((0 + 1) / 2, 12);
    expect(await rewards(gapK({ k: 2 }), problems)).toBeCloseTo(0.25, 12);
    expect(await rewards(passAtK({ passThreshold: 0.5 }), { one: [0.5, 0.4] })).toBe(0.5);
    expect(await figureOf(passAtK(), [sampleOf({}, null)])).toBe(0);
  });

  it('takes for right what has the largest reward there can be, and 1 where that has no end', async () => {
    const figure = (largestReward: number) =>
      figureOf(
        passAtK(),
        [2, 1, 1, 0].map((reward) => sampleOf({}, {}, { reward, largestReward })),
      );
    expect(await figure(2)).toBe(0.25);
    expect(await figure(Number.POSITIVE_INFINITY)).toBe(0.75);
  });

  it('say nothing where a problem has too few samples, or there is none', async () => {
    expect(await rewards(passAtK({ k: 3 }), { one: [1, 1, 1], two: [1, 1] })).toBeNull();
    expect(passAtK().result()).toBeNull();
    expect(() => passAtK({ k: 0 })).toThrowError(expect.objectContaining({ code: 'core/invalid_option' }));
    expect(() => passAtK({ passThreshold: Number.NaN })).toThrowError(/passThreshold must be a number/);
  });
});

describe('sum and mean', () => {
  it('take the reward, failures with it, or any figure', async () => {
    const samples = [sampleOf({}, {}, { reward: 1 }), sampleOf({}, null)];
    expect(await figureOf(sum(), samples)).toBe(1);
    expect(await figureOf(mean(), samples)).toBe(0.5);
    const failures = mean({
      name: 'failures',
      direction: 'min',
      of: ({ error }) => (error === null ? 0 : 1),
    });
    expect(failures).toMatchObject({ name: 'failures', direction: 'min' });
    expect(await figureOf(failures, samples)).toBe(0.5);
  });

  it('leave out what is no number, and never give one that is not finite', async () => {
    const odd = [Number.NaN, Number.POSITIVE_INFINITY, null, 2];
    const metric = mean({ of: ({ reward }) => odd[reward] ?? null });
    expect(
      await figureOf(
        metric,
        odd.map((_, reward) => sampleOf({}, {}, { reward })),
      ),
    ).toBe(2);
    expect(
      await figureOf(sum({ of: () => Number.MAX_VALUE }), [sampleOf({}, {}), sampleOf({}, {})]),
    ).toBeNull();
    expect(mean().result()).toBeNull();
  });
});

it('takes the mean of a reward that the program is not trained for', async () => {
  const samples = [sampleOf({ a: 1 }, { a: 1 }), sampleOf({ a: 1 }, null), sampleOf(null, { a: 1 })];
  expect(await figureOf(meanReward(exactMatch()), samples)).toBe(0.5);
  const fails = meanReward(() => {
    throw new Error('no judge');
  });
  expect(await figureOf(fails, samples)).toBe(0);
  expect(
    await figureOf(
      meanReward(() => Number.NaN, { name: 'nan' }),
      samples,
    ),
  ).toBe(0);
});
