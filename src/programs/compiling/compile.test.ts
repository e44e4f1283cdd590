import { describe, expect, it } from 'vitest';
import { type JsonObject, MettleError } from '../../core/index.js';
import type { JsonDataModel, MaybeData } from '../../data/index.js';
import { scriptedModel } from '../../testing/index.js';
import {
  cosineSimilarity,
  exactMatch,
  fBetaScore,
  type Metric,
  mean,
  meanReward,
  numberProgress,
  type Optimizer,
  type OptimizerContext,
  passAtK,
  type TrainingSettings,
  usageMetric,
} from '../../training/index.js';
import { Input, lmAsJudge, Program, sequential } from '../index.js';
import { EvenOrOdd, FIXTURES, NUMBER, Times } from '../modules.fixture.js';

/** Tries each of some factors once. */
class TryFactors implements Optimizer {
  /** How files name it. */
  static readonly registeredName: string = 'programs-test>TryFactors';
  readonly name: string = 'try-factors';
  readonly factors: readonly number[];
  constructor({ factors = [1, 3, 5] }: { readonly factors?: readonly number[] } = {}) {
    this.factors = factors;
  }
  begin({ evaluate }: OptimizerContext) {
    const scored: { readonly reward: number; readonly values: Record<string, JsonObject> }[] = [];
    return {
      step: async (batch: Parameters<OptimizerContext['evaluate']>[1]) => {
        for (const factor of this.factors) {
          const values = { 'times/state_times': { factor } };
          const outcomes = await evaluate(values, batch);
          scored.push({ values, reward: outcomes.reduce((sum, { reward }) => sum + reward, 0) });
        }
        return { proposed: this.factors.length, kept: 1 };
      },
      finalists: () =>
        scored.toSorted((left, right) => right.reward - left.reward).map(({ values }) => values),
    };
  }
  getConfig(): JsonObject {
    return { factors: this.factors };
  }
}

const closeBy = Object.assign(
  (yTrue: JsonObject | null, yPred: JsonObject) => (yTrue?.n === yPred.n ? 1 : 0),
  {
    registeredName: 'programs-test>closeBy',
  },
);
const customObjects = {
  ...FIXTURES,
  'programs-test>TryFactors': TryFactors as never,
  'programs-test>closeBy': closeBy,
};

const x = Array.from({ length: 12 }, (_, n) => ({ n: n + 1 }));
const y = x.map(({ n }) => ({ n: n * 3 }));

function program(): Program {
  return sequential([Input({ schema: NUMBER }), new Times(2)]);
}

async function code(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'no error',
    (error: unknown) => (MettleError.isInstance(error) ? error.code : String(error)),
  );
}

describe('a compiled program', () => {
  it('is trained, judged and asked', async () => {
    const trained = program();
    trained.compile({ reward: 'exact_match', optimizer: new TryFactors(), metrics: ['ExactMatch'] });
    expect(await trained.evaluate(x, y)).toMatchObject({ reward: 0, samples: 12 });
    const history = await trained.fit(x, y, { epochs: 1, seed: 1 });
    expect(history).toMatchObject({ shipped: true, values: { 'times/state_times': { factor: 3 } } });
    expect(trained.store).not.toBe(null);
    expect(trained.getVariable(0).value).toEqual({ factor: 3 });
    expect(await trained.evaluate(x, y)).toMatchObject({ reward: 1, exact_match: 1 });
    expect(await trained.testOnBatch(x.slice(0, 2), y.slice(0, 2))).toMatchObject({ reward: 1, samples: 2 });
    expect(await trained.predict(x.slice(0, 2))).toEqual([{ n: 3 }, { n: 6 }]);
    expect(await trained.predictOnBatch([{ n: 5 }])).toEqual([{ n: 15 }]);
  });

  it('learns from one batch', async () => {
    const trained = program();
    trained.compile({ reward: closeBy, optimizer: new TryFactors() });
    expect(await trained.trainOnBatch(x.slice(0, 3), y.slice(0, 3))).toMatchObject({ samples: 3 });
    expect(trained.getVariable(0).value).toEqual({ factor: 3 });
  });

  it('may have several outputs, each with a reward or none, by name or in order', async () => {
    const input = Input({ schema: NUMBER });
    const [even, odd] = await new EvenOrOdd().call(input);
    const both = new Program({ inputs: input, outputs: { even, odd } });
    both.compile({ reward: { even: 'exact_match', odd: null } });
    expect(await both.evaluate([{ n: 2 }], [[{ n: 2 }, null]])).toMatchObject({ reward: 1 });
    both.compile({ reward: [null, exactMatch()] });
    expect(await both.evaluate([{ n: 3 }], [[null, { n: 3 }]])).toMatchObject({ reward: 1 });
  });

  it('adds up the rewards of its outputs: two that are right are worth two', async () => {
    const input = Input({ schema: NUMBER });
    const outputs = { double: await new Times(2).call(input), triple: await new Times(3).call(input) };
    const both = new Program({ inputs: input, outputs });
    both.compile({ reward: 'exact_match' });
    const rewardOf = async (double: number, triple: number) =>
      (await both.evaluate([{ n: 1 }], [[{ n: double }, { n: triple }]])).reward;
    expect([await rewardOf(2, 3), await rewardOf(2, 4), await rewardOf(3, 2)]).toEqual([2, 1, 0]);
  });

  it('takes names alone, and keeps objects as they are given', async () => {
    const byName = program();
    byName.compile({ reward: 'exactmatch', optimizer: new TryFactors(), metrics: ['mean'] });
    expect(await byName.evaluate(x, y)).toMatchObject({ reward: 0, mean: 0 });
    expect((await byName.fit(x, y)).shipped).toBe(true);
    const [reward, optimizer, metric] = [exactMatch(), new TryFactors(), mean({ name: 'mine' })];
    const byObject = program();
    byObject.compile({ reward, optimizer, metrics: [metric] });
    expect(byObject.compiled?.reward).toBe(reward);
    expect(byObject.compiled?.optimizer).toBe(optimizer);
    await byObject.evaluate(x, y);
    expect(metric.result()).toBe(null);
  });

  it('counts a metric over problems beside one over samples', async () => {
    const measured = program();
    measured.compile({ reward: 'exact_match', metrics: [passAtK({ k: 1 }), 'exact_match'] });
    const [tries, wanted] = [Array.from({ length: 4 }, () => ({ n: 1 })), [2, 9, 9, 9].map((n) => ({ n }))];
    const logs = await measured.evaluate(tries, wanted);
    expect(logs).toMatchObject({ pass_at_1: 0.5, exact_match: 0.25, reward: 0.25 });
  });

  it('runs its modules once for each sample, also before it is built', async () => {
    let calls = 0;
    class Counting extends Times {
      override async forward(...given: Parameters<Times['forward']>) {
        calls += 1;
        return await super.forward(...given);
      }
    }
    class Own extends Program {
      readonly times = new Counting(3);
      override async forward(input: JsonDataModel): Promise<MaybeData> {
        return await this.times.call(input);
      }
    }
    const own = new Own();
    own.compile({ reward: 'exact_match' });
    for (const expected of [12, 24]) {
      expect(await own.evaluate(x, y)).toMatchObject({ reward: 1 });
      expect(calls).toBe(expected);
    }
    async function* stream() {
      yield { x: { n: 1 }, y: { n: 3 } };
    }
    expect(await own.evaluate(stream())).toEqual({ reward: 1, samples: 1, failed: 0 });
    expect(calls).toBe(25);
  });

  it('predicts before it is compiled, and says what the others need', async () => {
    expect(await program().predict([{ n: 1 }])).toEqual([{ n: 2 }]);
    expect(await code(program().fit(x, y))).toBe('programs/not_compiled');
    expect(await code(program().evaluate(x, y))).toBe('programs/not_compiled');
    const judged = program();
    judged.compile({ reward: closeBy });
    expect(await code(judged.fit(x, y))).toBe('training/no_optimizer');
  });

  it('refuses names that stand for nothing, and what is no reward, metric or optimizer', async () => {
    const built = program();
    await built.ensureBuilt();
    const compile = (options: unknown) => () => built.compile(options as TrainingSettings);
    expect(compile({ reward: 'exact_mach' })).toThrow(/exact_match/);
    expect(compile({ reward: closeBy, metrics: ['nonsense'] })).toThrow(/no metric/);
    expect(compile({ reward: closeBy, metrics: 'mean' })).toThrow(/array|list/);
    expect(compile({ reward: closeBy, optimizer: 'Nothing' })).toThrow(/There is no optimizer "Nothing"/);
    expect(compile({ reward: closeBy, optimizer: {} })).toThrow(/optimizer/);
    expect(compile({ reward: closeBy, optimizer: 'programs-test>TryFactors' })).toThrow(/optimizer/);
    expect(compile({})).toThrow(/reward/);
    expect(built.compiled).toBe(undefined);
    const late = program();
    late.compile({ reward: 'exact_mach' });
    expect(await code(late.evaluate(x, y))).toBe('training/unknown_name');
  });
});

describe('a saved program', () => {
  it('is compiled as before when it is loaded', async () => {
    const settings = { rewardWeights: [2], budget: { maxEvaluations: 90 }, secondsPerSample: 5 };
    const saved = program();
    saved.compile({
      reward: [closeBy],
      optimizer: new TryFactors({ factors: [3] }),
      metrics: ['exact_match'],
      ...settings,
    });
    const loaded = await Program.fromJson(saved.toJson(), { customObjects });
    expect(loaded.compiled).toMatchObject({ ...settings, reward: [closeBy], metrics: ['exact_match'] });
    expect(loaded.toJson()).toEqual(saved.toJson());
    expect(await loaded.fit(x, y)).toMatchObject({ shipped: true });
    expect((await Program.fromJson(saved.toJson(), { compiled: false, customObjects })).compiled).toBe(
      undefined,
    );
  });

  it('keeps rewards and metrics with their options, models by name (W25)', async () => {
    const model = scriptedModel([]);
    const judge = lmAsJudge({ model, scale: 'rating', inMask: ['n'] });
    const cosine = cosineSimilarity({ model: 'openai/any', inMask: ['n'] });
    const rewards = [exactMatch({ name: 'same' }), numberProgress({ scale: 3 }), cosine, judge];
    const metrics = [
      fBetaScore({ beta: 2, average: 'macro' }),
      passAtK({ k: 2 }),
      usageMetric('cost', { phase: 'reward' }),
      mean({ name: 'mine' }),
    ];
    const options = { models: { 'scripted/model': model }, customObjects };
    for (const reward of rewards) {
      const saved = program();
      saved.compile({ reward, metrics });
      const json = JSON.parse(JSON.stringify(saved.toJson()));
      const loaded = await Program.fromJson(json, options);
      expect(loaded.toJson()).toEqual(json);
      expect(loaded.compiled?.reward).toMatchObject({ name: reward.name });
      expect(loaded.compiled?.metrics?.map((metric) => (metric as Metric).name)).toEqual(
        metrics.map(({ name }) => name),
      );
    }
    const judged = program();
    for (const settings of [{ reward: cosine }, { reward: 'exact_match', metrics: [meanReward(cosine)] }]) {
      judged.compile(settings);
      const address = 'openai-compatible/x@http://evil.example/v1';
      const hostile = JSON.parse(JSON.stringify(judged.toJson()).replace('openai/any', address));
      expect(await code(Program.fromJson(hostile, { customObjects }))).toBe('programs/missing_model');
      expect((await Program.fromJson(hostile, { compiled: false, customObjects })).compiled).toBe(undefined);
    }
  });

  it('says what of it a file has no name for', () => {
    const compiled = program();
    compiled.compile({ reward: { output: () => 1 } as never });
    expect(() => compiled.toJson()).toThrow(/reward .* can't be saved/);
    const measured = program();
    measured.compile({ reward: 'exact_match', metrics: [mean({ of: () => 1 })] });
    expect(() => measured.toJson()).toThrow(/metric "mean" can't be saved/);
    expect(measured.toJson({ compiled: false }).compiled).toBe(null);
  });

  it('refuses a hostile way to compile', async () => {
    const saved = program();
    saved.compile({ reward: 'exact_match' });
    const load = (compiled: JsonObject) =>
      code(Program.fromJson({ ...saved.toJson(), compiled }, { customObjects }));
    expect(await load({ reward: 'nothing' })).toBe('training/unknown_name');
    expect(await load({ reward: { registered_function: 'evil>run' } })).toBe('data/unknown_name');
    expect(await load({ reward: 'exact_match', metrics: {} })).toBe('programs/invalid_file');
    const optimizer = { registered_name: 'programs-test>Times', config: { factor: 1 } };
    expect(await load({ reward: 'exact_match', optimizer })).toBe('core/invalid_option');
    expect(await load({ reward: 'exact_match', surprise: 1 })).toBe('core/invalid_option');
    expect(await load({})).toBe('data/invalid_data');
  });
});
