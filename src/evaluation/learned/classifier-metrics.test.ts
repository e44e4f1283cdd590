import fc from 'fast-check';
import { expect, it } from 'vitest';
import { classifierMetrics } from './classifier-metrics.js';

it('measures a small case as by hand', () => {
  const predictions = [
    { probability: 0.95, label: true },
    { probability: 0.8, label: false },
    { probability: 0.6, label: true },
    { probability: 0.35, label: false },
    { probability: 0.1, label: true },
  ];
  const { reliability, ...metrics } = classifierMetrics(predictions, 0.5);
  expect(metrics).toEqual({
    agreement: 3 / 5,
    precision: 2 / 3,
    recall: 2 / 3,
    auroc: 3 / 6,
    brier: expect.closeTo((0.05 ** 2 + 0.8 ** 2 + 0.4 ** 2 + 0.35 ** 2 + 0.9 ** 2) / 5, 12),
    ece: expect.closeTo((0.05 + 0.8 + 0.4 + 0.35 + 0.9) / 5, 12),
  });
  expect(reliability[9]).toEqual({ low: 0.9, high: 1, count: 1, predicted: 0.95, observed: 1 });
  expect(reliability[0]).toMatchObject({ count: 0, predicted: null, observed: null });
});

it('says null for what can’t be measured', () => {
  const none = classifierMetrics([{ probability: 0.1, label: false }], 0.5);
  expect(none).toMatchObject({ agreement: 1, precision: null, recall: null, auroc: null });
  expect(classifierMetrics([{ probability: 1, label: true }], 0.5).reliability[9]?.count).toBe(1);
});

it('gives the area under the curve that comparing every pair gives', () => {
  const prediction = fc.record({ probability: fc.constantFrom(0.1, 0.3, 0.5, 0.9), label: fc.boolean() });
  fc.assert(
    fc.property(fc.array(prediction, { minLength: 2 }), (predictions) => {
      const positives = predictions.filter(({ label }) => label);
      const negatives = predictions.filter(({ label }) => !label);
      fc.pre(positives.length > 0 && negatives.length > 0);
      const wins = positives.flatMap((high) =>
        negatives.map((low): number =>
          high.probability > low.probability ? 1 : high.probability === low.probability ? 0.5 : 0,
        ),
      );
      const mean = wins.reduce((sum, each) => sum + each, 0) / wins.length;
      expect(classifierMetrics(predictions, 0.5).auroc).toBeCloseTo(mean, 10);
    }),
  );
});
