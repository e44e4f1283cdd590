import { describe, expect, it } from 'vitest';
import { serialize } from '../../data/index.js';
import { restored } from '../../data/serialization/restored.fixture.js';
import { createMeter } from '../../models/index.js';
import type { Metric } from '../metric.js';
import type { SampleReward } from '../reward.js';
import * as rewards from '../rewards/index.js';
import * as metrics from './index.js';
import { figureOf, sampleOf } from './sample.fixture.js';

const samples = [
  sampleOf({ a: 'x y', n: 2, ok: true }, { a: 'x', n: 3, ok: true }, { reward: 0.6, exampleId: '1' }),
  sampleOf({ a: 'x y', n: 2, ok: true }, null, { exampleId: '1' }),
];
const saved = async <T>(value: T): Promise<T> =>
  (await restored(JSON.parse(JSON.stringify(serialize(value as never))))) as T;

describe('a metric that was saved and loaded', () => {
  it.each<[string, () => Metric]>([
    ['f1', () => metrics.f1Score({ average: 'macro', inMask: ['a'], name: 'mine' })],
    ['f2', () => metrics.binaryFBetaScore({ beta: 2, threshold: 2.5 })],
    ['labels', () => metrics.categoricalAccuracy({ labels: 'presence', outMask: ['a'] })],
    ['pass', () => metrics.passAtK({ k: 2, passThreshold: 0.5 })],
    ['hat', () => metrics.passHatK()],
    ['gap', () => metrics.gapK({ k: 1, passThreshold: 0.5 })],
    ['mean', () => metrics.mean({ direction: 'min' })],
    ['usage', () => metrics.usageMetric('calls', { phase: 'optimizer' })],
    ['by name', () => metrics.metricByName('reward_cost')],
    [
      'a reward',
      () => metrics.meanReward(rewards.numberProgress({ field: 'n', scale: 1 }), { name: 'near' }),
    ],
  ])('gives the same: %s', async (_name, make) => {
    const [before, after] = [make(), await saved(make())];
    expect([after.name, after.direction]).toEqual([before.name, before.direction]);
    expect(await figureOf(after, samples)).toEqual(await figureOf(before, samples));
    expect(serialize(after.clone() as never)).toEqual(serialize(before as never));
  });

  it('is refused where it holds more than JSON, or what nobody made', async () => {
    for (const metric of [
      metrics.mean({ of: () => 1 }),
      metrics.usageMetric('latency', { meter: createMeter() }),
    ]) {
      expect(() => serialize(metric as never)).toThrowError(
        expect.objectContaining({ code: 'data/not_registered' }),
      );
    }
    const hostile = [
      {},
      { metric: 'toString', options: {} },
      { metric: 'mean', options: { name: 5 } },
      { metric: 'f1_score', options: { beta: 2 } },
    ];
    for (const config of hostile) {
      await expect(restored({ registered_name: 'mettle>Metric', config })).rejects.toMatchObject({
        code: 'data/not_restored',
      });
    }
  });
});

describe('a reward that was saved and loaded', () => {
  it.each<[string, () => SampleReward]>([
    ['exact', () => rewards.exactMatch({ outMaskPattern: '^n$' })],
    ['number', () => rewards.numberProgress({ field: 'n', scale: 3 })],
    ['record', () => rewards.recordProgress({ name: 'near' })],
    ['grid', () => rewards.gridProgress({ field: 'n', inputField: 'x' })],
  ])('judges the same: %s', async (_name, make) => {
    const [before, after] = [make(), await saved(make())];
    expect(after.name).toBe(before.name);
    const judge = async (reward: SampleReward) => {
      try {
        return await reward.score(
          { a: 'x', n: 2 },
          { a: 'x', n: 3 },
          { exampleId: '', inputs: [], output: '' },
        );
      } catch (error) {
        return String(error);
      }
    };
    expect(await judge(after)).toEqual(await judge(before));
  });

  it('keeps a model by its name alone', async () => {
    const named = rewards.cosineSimilarity({ model: 'openai/some-embedding', cacheSize: 5 });
    expect(serialize((await saved(named)) as never)).toEqual(serialize(named as never));
    const model = { provider: 'test', modelId: 'x', embed: () => Promise.reject(new Error('unused')) };
    expect(() => serialize(rewards.cosineSimilarity({ model }) as never)).toThrowError(
      expect.objectContaining({ code: 'data/not_registered' }),
    );
  });
});
