import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Serializable, serialize } from '../data/index.js';
import { restored } from '../data/serialization/restored.fixture.js';
import type { Metric } from './metric.js';
import * as metrics from './metrics/index.js';
import { figureOf, sampleOf } from './metrics/sample.fixture.js';
import type { SampleReward } from './reward.js';
import * as rewards from './rewards/index.js';

const word = fc.constantFrom('a', 'b', 'history', 'reward', '☃', 'a.b');
const some = (model: Record<string, fc.Arbitrary<unknown>>) => fc.record(model, { requiredKeys: [] });
const masks = {
  name: word,
  inMask: fc.array(word, { minLength: 1 }),
  outMask: fc.array(word, { minLength: 1 }),
  inMaskPattern: fc.constantFrom('^a', 'h.*y'),
  outMaskPattern: fc.constantFrom('b$', '[0-9]'),
  recursive: fc.boolean(),
};
// One kind of mask for each side; both at once make no sense.
const judged = (more: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc.oneof(
    some({ ...masks, ...more }).map(({ inMaskPattern: _, outMaskPattern: __, ...rest }) => rest),
    some({ ...masks, ...more }).map(({ inMask: _, outMask: __, ...rest }) => rest),
  );
const answer = { output: fc.constantFrom(0), average: fc.constantFrom('micro', 'macro', 'weighted', 'none') };
const binary = { ...answer, threshold: fc.double({ min: 0, max: 1, noNaN: true }) };
const labels = { ...binary, labels: fc.constantFrom('values', 'presence') };
const beta = { beta: fc.double({ min: 0.125, max: 8, noNaN: true }) };
const atK = some({ name: word, k: fc.integer({ min: 1, max: 3 }), passThreshold: fc.constantFrom(0.5, 1) });
const figure = some({ name: word, direction: fc.constantFrom('min', 'max') });
const scale = { scale: fc.constantFrom(0.5, 3) };
const field = { field: word };

/** What makes each, and the options that it may be made with. Whoever adds one adds it here. */
const REWARDS: Readonly<
  Record<string, readonly [make: (options: never) => SampleReward, options: fc.Arbitrary<unknown>]>
> = {
  exactMatch: [rewards.exactMatch, judged()],
  cosineSimilarity: [
    rewards.cosineSimilarity,
    judged({ cacheSize: fc.nat() }).map((options) => ({ ...options, model: 'openai/some-embedding' })),
  ],
  numberProgress: [rewards.numberProgress, judged({ ...field, ...scale })],
  textProgress: [rewards.textProgress, judged(field)],
  listProgress: [rewards.listProgress, judged(field)],
  gridProgress: [rewards.gridProgress, judged({ ...field, inputField: word })],
  recordProgress: [rewards.recordProgress, judged(scale)],
};

const METRICS: Readonly<
  Record<string, readonly [make: (options: never) => Metric, options: fc.Arbitrary<unknown>]>
> = {
  accuracy: [metrics.accuracy, judged(answer)],
  precision: [metrics.precision, judged(answer)],
  recall: [metrics.recall, judged(answer)],
  f1Score: [metrics.f1Score, judged(answer)],
  fBetaScore: [metrics.fBetaScore, judged({ ...answer, ...beta })],
  binaryAccuracy: [metrics.binaryAccuracy, judged(binary)],
  binaryPrecision: [metrics.binaryPrecision, judged(binary)],
  binaryRecall: [metrics.binaryRecall, judged(binary)],
  binaryF1Score: [metrics.binaryF1Score, judged(binary)],
  binaryFBetaScore: [metrics.binaryFBetaScore, judged({ ...binary, ...beta })],
  categoricalAccuracy: [metrics.categoricalAccuracy, judged(labels)],
  categoricalPrecision: [metrics.categoricalPrecision, judged(labels)],
  categoricalRecall: [metrics.categoricalRecall, judged(labels)],
  categoricalF1Score: [metrics.categoricalF1Score, judged(labels)],
  categoricalFBetaScore: [metrics.categoricalFBetaScore, judged({ ...labels, ...beta })],
  passAtK: [metrics.passAtK, atK],
  passHatK: [metrics.passHatK, atK],
  gapK: [metrics.gapK, atK],
  sum: [metrics.sum, figure],
  mean: [metrics.mean, figure],
  usageMetric: [
    (options: { readonly figure: 'cost' }) => {
      const { figure: name, ...rest } = options;
      return metrics.usageMetric(name, rest);
    },
    fc.record(
      {
        figure: fc.constantFrom('cost', 'calls', 'error_rate', 'program_calls', 'cache_hit_rate'),
        name: word,
        phase: fc.constantFrom('inference', 'reward', 'optimizer', 'all'),
      },
      { requiredKeys: ['figure'] },
    ),
  ],
  meanReward: [
    (options: object) => metrics.meanReward(rewards.recordProgress({ scale: 2 }), options),
    some({ name: word, output: fc.constantFrom(0) }),
  ],
};
/** These make no metric and no reward of their own options. */
const OTHERS = ['createMetric', 'metricByName', 'rewardByName'];

const samples = [
  sampleOf(
    { a: 'x y', b: true, history: ['one', 'two'] },
    { a: 'x', b: true },
    { reward: 0.6, exampleId: '1' },
  ),
  sampleOf({ a: 2, '☃': 0.75 }, { a: 3, '☃': 1, reward: 'x' }, { reward: 1, exampleId: '1' }),
  sampleOf({ a: 'x y' }, null, { exampleId: '1' }),
];

async function again<T>(value: T): Promise<T> {
  return (await restored(JSON.parse(JSON.stringify(serialize(value as unknown as Serializable))))) as T;
}
const saved = (value: unknown) => serialize(value as Serializable);

describe('what is saved and loaded, with any options, is the same', () => {
  it('there is no reward or metric that is not looked at', () => {
    const functionsOf = (module: object) =>
      Object.entries(module).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
    const all = [...functionsOf(rewards), ...functionsOf(metrics)].filter((name) => !OTHERS.includes(name));
    expect(all.sort()).toEqual([...Object.keys(REWARDS), ...Object.keys(METRICS)].sort());
  });

  it.each(Object.entries(METRICS))('%s', async (_, [make, options]) => {
    await fc.assert(
      fc.asyncProperty(options, async (chosen) => {
        const [before, after] = [make(chosen as never), await again(make(chosen as never))];
        expect(saved(after)).toEqual(saved(before));
        expect([after.name, after.direction]).toEqual([before.name, before.direction]);
        expect(await figureOf(after, samples)).toEqual(await figureOf(before, samples));
      }),
      { numRuns: 12 },
    );
  });

  it.each(Object.entries(REWARDS))('%s', async (name, [make, options]) => {
    const judge = async (reward: SampleReward) => {
      if (name === 'cosineSimilarity') return null;
      const context = { exampleId: '', inputs: [{ a: [[1]] }], output: 'output' };
      const judged = [
        [
          { a: 'x y', b: [1, 2] },
          { a: 'x', b: [2] },
        ],
        [{ a: 2 }, { a: 5 }],
        [{ a: [[1, 2]], reward: 1 }, { a: [[1, 3]] }],
      ] as const;
      return await Promise.all(
        judged.map(async ([yTrue, yPred]) => {
          try {
            return await reward.score(yTrue, yPred, context);
          } catch (error) {
            return String(error);
          }
        }),
      );
    };
    await fc.assert(
      fc.asyncProperty(options, async (chosen) => {
        const [before, after] = [make(chosen as never), await again(make(chosen as never))];
        expect(saved(after)).toEqual(saved(before));
        expect(after.name).toBe(before.name);
        expect(await judge(after)).toEqual(await judge(before));
      }),
      { numRuns: 12 },
    );
  });
});
