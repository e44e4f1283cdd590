import { describe, expect, it } from 'vitest';
import {
  createMeter,
  type EmbeddingModel,
  type MeterReading,
  type Model,
  withEmbeddingMeter,
  withMeter,
} from '../../models/index.js';
import { responseOfStream } from '../../models/response-of-stream.fixture.js';
import { scriptedModel } from '../../testing/index.js';
import { rewardByName } from '../rewards/reward-by-name.js';
import type { ProgramUsage } from '../trainable-program.js';
import { NO_USAGE } from '../training-outcome.js';
import { metricByName } from './metric-by-name.js';
import { figureOf, sampleOf } from './sample.fixture.js';
import { USAGE_FIGURES, type UsageFigure } from './usage-figures.js';
import { usageMetric } from './usage-metric.js';

const used: ProgramUsage = {
  modelCalls: 4,
  inputTokens: 100,
  outputTokens: 20,
  cost: 0.5,
  failedCalls: 1,
  cachedInputTokens: 25,
  cacheWriteTokens: 8,
  reasoningTokens: 5,
};
const samples = [
  sampleOf({}, {}, { usage: { inference: used, reward: { ...NO_USAGE, modelCalls: 1, inputTokens: 7 } } }),
  sampleOf({}, null),
];

const FROM_A_METER = [
  'latency',
  'tokens_per_second',
  'throughput',
  'error_rate',
  'cache_hit_rate',
  'program_elapsed_time',
] as const satisfies readonly UsageFigure[];

describe('usageMetric', () => {
  it.each<[UsageFigure, number | null]>([
    ['calls', 4],
    ['input_tokens', 100],
    ['output_tokens', 20],
    ['total_tokens', 120],
    ['cached_tokens', 25],
    ['cache_write_tokens', 8],
    ['reasoning_tokens', 5],
    ['input_tokens_per_call', 25],
    ['output_tokens_per_call', 5],
    ['total_tokens_per_call', 30],
    ['cached_tokens_per_call', 6.25],
    ['cache_write_tokens_per_call', 2],
    ['reasoning_tokens_per_call', 1.25],
    ['cache_hit_rate', 0.25],
    ['reasoning_token_share', 0.25],
    ['cost', 0.5],
    ['cost_per_call', 0.125],
    ['failed_calls', 1],
    ['error_rate', 0.25],
    ['latency', null],
    ['program_calls', 2],
    ['program_error_rate', 0.5],
    ['program_cost_per_call', 0.25],
  ])('%s of two samples, one of which failed', async (figure, expected) => {
    expect(await figureOf(usageMetric(figure), samples)).toBe(expected);
  });

  it('counts judging and proposing apart', async () => {
    const [run, judge, propose, all] = (['inference', 'reward', 'optimizer', 'all'] as const).map((phase) =>
      usageMetric('input_tokens', { phase }),
    );
    for (const metric of [run, judge, propose, all]) {
      metric?.addUsage?.('optimizer', { ...NO_USAGE, inputTokens: 1000 });
      await figureOf(metric as never, samples);
    }
    expect([run, judge, propose, all].map((metric) => metric?.result())).toEqual([100, 7, 1000, 1107]);
    expect(judge?.name).toBe('reward_input_tokens');
  });

  it('says nothing of what nobody counted, and no cost where one price is unknown', async () => {
    const unknown = sampleOf(
      {},
      {},
      {
        usage: { inference: { ...NO_USAGE, modelCalls: 1, cost: null }, reward: NO_USAGE },
      },
    );
    expect(await figureOf(usageMetric('cost'), [...samples, unknown])).toBeNull();
    expect(await figureOf(usageMetric('cached_tokens'), [unknown])).toBeNull();
    for (const figure of Object.keys(USAGE_FIGURES) as UsageFigure[]) {
      const nothing = usageMetric(figure, { clock: { now: () => 0 } }).result();
      expect(nothing === null || nothing === 0).toBe(true);
    }
  });

  it('reads time from a meter, since it was reset', () => {
    let now = 0;
    const clock = { now: () => now };
    const meter = createMeter();
    const usage = {
      inputTokens: 10,
      outputTokens: 30,
      cachedInputTokens: 5,
      cacheWriteTokens: 0,
      reasoningTokens: 0,
    };
    meter.count('test/model', { usage }, 100);
    const metrics = FROM_A_METER.map((figure) => usageMetric(figure, { meter, clock }));
    meter.count('test/model', { usage }, 2);
    meter.count('test/model', null, 4);
    now = 20_000;
    expect(metrics.map((metric) => metric.result())).toEqual([3, 5, 2, 0.5, 0.5, 20]);
    for (const metric of metrics) metric.reset();
    expect(metrics.map((metric) => metric.result())).toEqual([null, null, null, null, null, 0]);
    expect(meter.total() satisfies MeterReading).toMatchObject({ calls: 3 });
  });

  it('reads from a meter when a streamed reply began, and the vectors of an embedding model', async () => {
    let now = 0;
    const meter = createMeter({ clock: { now: () => now, wait: async () => undefined } });
    const slow: Model = {
      ...scriptedModel([{ text: 'two words' }]),
      stream: async function* (request, options) {
        now += 3000;
        for await (const event of scripted.stream(request, options)) {
          yield event;
          now += 1000;
        }
      },
    };
    const scripted = scriptedModel([{ text: 'two words' }]);
    const [first, vectors] = [
      usageMetric('time_to_first_token', { meter }),
      usageMetric('vectors', { meter }),
    ];
    await responseOfStream(withMeter(slow, meter).stream({ messages: [{ role: 'user', content: 'Go.' }] }));
    expect(first.result()).toBe(3);
    const embedding: EmbeddingModel = {
      provider: 'test',
      modelId: 'one',
      embed: async (texts) => ({
        embeddings: texts.map(() => [1]),
        inputTokens: 1,
        warnings: [],
        model: 'test/one',
      }),
    };
    await withEmbeddingMeter(embedding, meter).embed(['a', 'b']);
    expect(vectors.result()).toBe(2);
    expect(first.result()).toBe(3);
  });

  it('times the program by the clock', async () => {
    let now = 0;
    const metric = usageMetric('program_calls_per_second', { clock: { now: () => now } });
    now = 4000;
    expect(await figureOf(metric, samples)).toBe(0.5);
  });
});

describe('names', () => {
  it('find metrics and rewards, whatever their case', () => {
    expect(metricByName('F1Score').name).toBe('f1_score');
    expect(metricByName('mean').name).toBe('mean');
    expect(metricByName('PassAtK').name).toBe('pass_at_1');
    expect(metricByName('optimizer-cost').name).toBe('optimizer_cost');
    expect(rewardByName('exactmatch').name).toBe('exact_match');
    expect(metricByName('f1_score')).not.toBe(metricByName('f1_score'));
  });

  it.each<[() => unknown, RegExp]>([
    [() => metricByName('f1_scor'), /There is no metric "f1_scor"\. Did you mean f1_score/],
    [() => metricByName('toString'), /There is no metric "toString". There are accuracy,/],
    [() => rewardByName('exact'), /Did you mean exact_match\?/],
    [() => usageMetric('tokens' as never), /There is no figure of usage "tokens"\. Did you mean/],
  ])('that are not known are answered with near ones: %s', (find, message) => {
    expect(find).toThrowError(
      expect.objectContaining({ code: 'training/unknown_name', message: expect.stringMatching(message) }),
    );
  });

  it('say what is missing where a name is not enough', () => {
    expect(() => rewardByName('cosine_similarity')).toThrowError(/cosineSimilarity\({ model }\)/);
    expect(() => usageMetric('cost', { phase: 'test' as never })).toThrowError(/phase must be one of/);
  });
});
