import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { gate } from '../../testing/index.js';
import type { Callback, CallbackContext } from '../callback.js';
import type { TrainingSettings } from '../fit-options.js';
import type { Metric } from '../metric.js';
import { mean, passAtK } from '../metrics/index.js';
import type { SampleReward } from '../reward.js';
import { guessing } from './guessing-optimizer.fixture.js';
import { adder, handMadeProgram, same } from './programs.fixture.js';
import { Trainer } from './trainer.js';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

/** How many failed of how many. */
function failures(): Metric {
  let [failed, seen] = [0, 0];
  return {
    name: 'failures',
    direction: 'min',
    add: ({ error }) => {
      seen++;
      if (error !== null) failed++;
    },
    result: () => (seen === 0 ? null : { count: failed, rate: failed / seen }),
    reset: () => {
      [failed, seen] = [0, 0];
    },
    clone: failures,
  };
}

const ranged = (least: number, most: number, reward = most): SampleReward => ({
  name: 'ranged',
  range: [least, most],
  score: () => reward,
});

describe('the largest reward', () => {
  const two = handMadeProgram({
    outputs: ['one', 'other'],
    variables: [],
    body: ({ inputs }) => [inputs[0] as JsonObject, inputs[0] as JsonObject],
  });
  test.each<[string, Partial<TrainingSettings>, number]>([
    ['one for each output', { reward: 'exact_match' }, 2],
    ['of the judged outputs', { reward: { one: 'exact_match' } }, 1],
    ['times the weights', { reward: 'exact_match', rewardWeights: [0.1, 0.2] }, 0.1 + 0.2],
    ['of ranges', { reward: [ranged(-2, 5), ranged(0, 0.5)] }, 5.5],
    ['the least where the weight is below 0', { reward: ranged(-2, 5), rewardWeights: [-3, 1] }, 11],
    ['none for a function', { reward: same }, Number.POSITIVE_INFINITY],
    ['none where one has no end', { reward: ['exact_match', same] }, Number.POSITIVE_INFINITY],
    ['without those that count nothing', { reward: ['exact_match', same], rewardWeights: [1, 0] }, 1],
    [
      'none where what is subtracted has no end',
      { reward: same, rewardWeights: [-1, -1] },
      Number.POSITIVE_INFINITY,
    ],
  ])('is %s', async (_name, settings, largest) => {
    let seen: number | undefined;
    const callbacks = [
      {
        onTestBegin: ({ parameters }: CallbackContext) => {
          seen = parameters.largestReward;
        },
      },
    ];
    const trainer = new Trainer(two, { reward: same, ...settings });
    await trainer.evaluate([], [], { callbacks }).catch(() => undefined);
    expect(seen).toBe(largest);
  });

  test('is told to the callbacks of a training, too', async () => {
    let seen: number | undefined;
    const callback: Callback = {
      onTrainBegin: ({ parameters }) => {
        seen = parameters.largestReward;
      },
    };
    const key = 'adder/state_offset';
    const trainer = new Trainer(adder(), {
      reward: 'exact_match',
      rewardWeights: [3],
      optimizer: guessing(key, [{ offset: 1 }]),
    });
    await trainer.fit(numbers(6), numbers(6), { validationSplit: 0, callbacks: [callback] });
    expect(seen).toBe(3);
  });

  test('is what metrics count as right', async () => {
    const trainer = new Trainer(two, { reward: 'exact_match', metrics: [passAtK()] });
    const y = [
      [{ n: 0 }, { n: 0 }],
      [{ n: 1 }, { n: 5 }],
    ];
    expect(await trainer.evaluate(numbers(2), y)).toMatchObject({ reward: 1.5, pass_at_1: 0.5 });
    expect(await trainer.testOnBatch(numbers(2), y)).toMatchObject({ pass_at_1: 0.5 });
  });

  test('is never reached by a sample that the rewards call perfect but for one output', async () => {
    const reward = ranged(0, 1);
    const trainer = new Trainer(two, { reward, rewardWeights: [0.1, 0.7] });
    expect(await trainer.evaluate(numbers(1), [[{ n: 0 }, { n: 0 }]])).toMatchObject({ reward: 0.1 + 0.7 });
  });

  test.each([[[1, 0]], [[0]], ['all'], [[0, Number.NaN]]])('refuses the range %j', (range) => {
    const reward = { ...ranged(0, 1), range } as never;
    expect(() => new Trainer(two, { reward })).toThrowError(
      expect.objectContaining({
        code: 'core/invalid_option',
        message: expect.stringContaining('range'),
      }),
    );
  });
});

describe('evaluate', () => {
  test('gives the mean reward over lists and over a stream of pairs', async () => {
    const trainer = new Trainer(adder({ offset: 1 }), { reward: same });
    const x = numbers(4);
    const y = [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 0 }];
    const logs = { reward: 0.75, samples: 4, failed: 0 };
    expect(await trainer.evaluate(x, y)).toEqual(logs);
    async function* pairs() {
      for (const [place, value] of x.entries()) yield { x: value, y: y[place] as JsonObject };
    }
    expect(await trainer.evaluate(pairs(), { concurrency: 2 })).toEqual(logs);
    expect(await trainer.testOnBatch(x, y)).toEqual(logs);
  });

  test('a failed sample counts in the reward and in every metric', async () => {
    const program = handMadeProgram({
      variables: [],
      body: ({ inputs }) => {
        if ((inputs[0] as { n: number }).n === 2) throw new Error('no twos');
        return [inputs[0] as JsonObject];
      },
    });
    const metric = failures();
    const trainer = new Trainer(program, { reward: same, metrics: [metric] });
    expect(await trainer.evaluate(numbers(4), numbers(4))).toEqual({
      reward: 0.75,
      samples: 4,
      failed: 1,
      failures_count: 1,
      failures_rate: 0.25,
    });
    expect(metric.result()).toBeNull();
  });

  test('metrics are counted on copies: one serves several programs, and stays as it was', async () => {
    const metric = mean({ name: 'rewards' });
    const evaluate = async (offset: number) =>
      await new Trainer(adder({ offset }), { reward: same, metrics: [metric] }).evaluate(
        [{ n: 1 }],
        [{ n: 2 }],
      );
    const [right, wrong] = await Promise.all([evaluate(1), evaluate(5)]);
    expect([right.rewards, wrong.rewards, metric.result()]).toEqual([1, 0, null]);
  });

  test('weighs the reward of each output', async () => {
    const two = handMadeProgram({
      outputs: ['sum', 'word'],
      variables: [],
      body: ({ inputs }) => [inputs[0] as JsonObject, { word: 'no' }],
    });
    const y = [[{ n: 0 }, { word: 'yes' }]] as const;
    const reward = async (settings: object) =>
      (await new Trainer(two, { reward: same, ...settings }).evaluate(numbers(1), y)).reward;
    expect(await reward({})).toBe(1);
    expect(await reward({ rewardWeights: [10, 1] })).toBe(10);
    expect(await reward({ rewardWeights: { sum: 0.5 } })).toBe(0.5);
    expect(await reward({ reward: [null, same] })).toBe(0);
    expect(await reward({ reward: { sum: same } })).toBe(1);
  });

  test('a batch reward gets what runs at the same time, without the samples that gave nothing', async () => {
    const sizes: number[] = [];
    const program = handMadeProgram({
      variables: [],
      body: ({ inputs }) => [(inputs[0] as { n: number }).n === 1 ? null : (inputs[0] as JsonObject)],
    });
    const reward = {
      name: 'batch',
      scoreBatch: async (samples: readonly { yTrue: JsonObject | null; yPred: JsonObject }[]) => {
        sizes.push(samples.length);
        return samples.map(({ yTrue, yPred }) => same(yTrue, yPred));
      },
    };
    expect(await new Trainer(program, { reward }).testOnBatch(numbers(4), numbers(4))).toEqual({
      reward: 0.75,
      samples: 4,
      failed: 0,
    });
    expect(sizes).toEqual([3]);
  });

  test('runs no more samples at a time than it may, and keeps their order', async () => {
    let [active, most] = [0, 0];
    const first = gate();
    const program = handMadeProgram({
      variables: [],
      body: async ({ inputs }) => {
        most = Math.max(most, ++active);
        if ((inputs[0] as { n: number }).n === 0) await first.opened;
        if ((inputs[0] as { n: number }).n === 5) first.open();
        active--;
        return [inputs[0] as JsonObject];
      },
    });
    const trainer = new Trainer(program, { reward: same });
    expect(await trainer.predict(numbers(20), { concurrency: 3 })).toEqual(numbers(20));
    expect(most).toBeLessThanOrEqual(3);
  });

  test('what takes longer than it may has failed, also where the program does not stop', async () => {
    const program = handMadeProgram({ variables: [], body: () => new Promise<never>(() => undefined) });
    const trainer = new Trainer(program, { reward: same, secondsPerSample: 0.01 });
    expect(await trainer.evaluate(numbers(1), numbers(1))).toEqual({ reward: 0, samples: 1, failed: 1 });
  });

  test('the signal ends it with its reason', async () => {
    const controller = new AbortController();
    const program = handMadeProgram({
      variables: [],
      body: () => {
        controller.abort(new Error('enough'));
        return new Promise<never>(() => undefined);
      },
    });
    const trainer = new Trainer(program, { reward: same });
    await expect(trainer.evaluate(numbers(9), numbers(9), { signal: controller.signal })).rejects.toThrow(
      'enough',
    );
  });

  test('callbacks hear of each batch', async () => {
    const heard: string[] = [];
    const callback: Callback = {
      onTestBegin: ({ parameters }) => void heard.push(`begin ${parameters.steps}`),
      onTestBatchBegin: (batch) => void heard.push(`batch ${batch}`),
      onTestBatchEnd: (batch, { reward }) => void heard.push(`end ${batch}: ${reward}`),
      onTestEnd: ({ reward }) => void heard.push(`test ${reward}`),
    };
    await new Trainer(adder(), { reward: same }).evaluate(numbers(3), numbers(3), {
      batchSize: 2,
      callbacks: [callback],
    });
    expect(heard).toEqual(['begin 2', 'batch 0', 'end 0: 1', 'batch 1', 'end 1: 1', 'test 1']);
  });
});

test('predict gives null for a sample that failed, and a list for several outputs', async () => {
  const program = handMadeProgram({
    outputs: ['a', 'b'],
    variables: [],
    body: ({ inputs }) => {
      if ((inputs[0] as { n: number }).n === 1) throw new Error('no');
      return [inputs[0] as JsonObject, null];
    },
  });
  const trainer = new Trainer(program, { reward: same });
  expect(await trainer.predictOnBatch(numbers(2))).toEqual([
    [{ n: 0 }, null],
    [null, null],
  ]);
});

describe('what can not be used', () => {
  const trainer = new Trainer(adder(), { reward: same });
  test.each([
    ['no samples', () => trainer.evaluate([], []), 'training/invalid_data'],
    ['no samples to predict', () => trainer.predict([]), 'training/invalid_data'],
    ['x and y of unequal length', () => trainer.evaluate(numbers(2), numbers(1)), 'training/invalid_data'],
    [
      'a sample that is not an object',
      () => trainer.evaluate([3 as never], numbers(1)),
      'training/invalid_sample',
    ],
    [
      'a callback that was not made',
      () => trainer.evaluate(numbers(1), numbers(1), { callbacks: [() => ({})] as never }),
      'core/invalid_option',
    ],
    ['values where pairs belong', () => trainer.evaluate(numbers(1) as never), 'training/invalid_sample'],
    ['a row that is nothing', () => trainer.evaluate([null] as never), 'training/invalid_sample'],
    [
      'an unknown option',
      () => trainer.evaluate(numbers(1), numbers(1), { speed: 1 } as never),
      'core/invalid_option',
    ],
    [
      'concurrency 0',
      () => trainer.evaluate(numbers(1), numbers(1), { concurrency: 0 }),
      'core/invalid_option',
    ],
  ])('%s', async (_, call, code) => {
    await expect(call()).rejects.toMatchObject({ code });
  });

  test('usage that a reward names in part still counts', async () => {
    const reward = (() => ({ reward: 1, usage: { inputTokens: 5 } })) as never;
    const trainer = new Trainer(adder(), {
      reward,
      optimizer: guessing('adder/state_offset', []),
      budget: { maxTokens: 999 },
    });
    const { spent } = await trainer.fit(numbers(4), numbers(4), { validationSplit: 0 });
    expect(spent.tokens).toBe(20);
  });

  test.each(['score', 'scoreBatch'])('a %s that never ends is left when the caller stops', async (name) => {
    const stop = new AbortController();
    const judge = () => {
      stop.abort(new Error('enough'));
      return new Promise(() => undefined);
    };
    const trainer = new Trainer(adder(), { reward: { name: 'endless', [name]: judge } as never });
    const judging = trainer.evaluate(numbers(2), numbers(2), { signal: stop.signal });
    await expect(judging).rejects.toThrow('enough');
  });

  test.each([
    [
      'a reward that throws',
      () => {
        throw new Error('judge is down');
      },
      'judge is down',
    ],
    ['a reward of NaN', () => Number.NaN, 'finite'],
    ['nothing', () => undefined as never, 'got undefined'],
    ['a number in quotes', () => '1' as never, 'got "1"'],
    ['a reward that sums to infinity', () => 1e308, 'at most'],
    ['feedback that is not text', () => ({ reward: 1, feedback: {} }) as never, 'feedback is text'],
    ['usage of NaN', () => ({ reward: 1, usage: { cost: Number.NaN } }) as never, 'got cost NaN'],
    ['a reward above its range', ranged(0, 1, 1.5), 'its range is from 0 to 1; got 1.5'],
    ['a reward below its range', ranged(0, 1, -1), 'its range is from 0 to 1; got -1'],
  ])('%s says nothing about the program', async (_, reward, words) => {
    const failing = new Trainer(adder(), { reward }).evaluate(numbers(1), numbers(1));
    await expect(failing).rejects.toMatchObject({ code: 'training/reward_failed' });
    await expect(failing).rejects.toThrow(words);
  });

  test.each([
    ['an output that does not exist', { reward: { other: same } }],
    ['rewards that are too many', { reward: [same, same] }],
    ['nothing judged', { reward: [null] }],
    ['a reward that is none', { reward: 3 }],
    ['weights that are too many', { reward: same, rewardWeights: [1, 2] }],
    ['a weight that is no number', { reward: same, rewardWeights: [Number.NaN] }],
    ['metrics that are none', { reward: same, metrics: [3] }],
    ['two metrics of one name', { reward: same, metrics: ['accuracy', 'Accuracy'] }],
    ['an optimizer that is none', { reward: same, optimizer: {} }],
    ['a limit that is none', { reward: same, secondsPerSample: 0 }],
    ['an unknown setting', { reward: same, loss: same }],
  ])('%s', (_, settings) => {
    expect(() => new Trainer(adder(), settings as never)).toThrow(
      expect.objectContaining({ code: 'core/invalid_option' }),
    );
  });
});

describe('names', () => {
  test('stand for rewards and metrics, however they are written', async () => {
    const trainer = new Trainer(adder({ offset: 1 }), { reward: 'ExactMatch', metrics: ['exact-match'] });
    const y = [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 0 }];
    expect(await trainer.evaluate(numbers(4), y)).toMatchObject({ reward: 0.75, exact_match: 0.75 });
  });

  test.each([
    ['a reward', { reward: 'exact_macth' }, 'exact_match'],
    ['a metric', { reward: same, metrics: ['accurracy'] }, 'accuracy'],
    ['an optimizer', { reward: same, optimizer: 'Gready' }, 'Greedy'],
  ])('that stand for no %s are refused with what is near', (_, settings, words) => {
    const make = () => new Trainer(adder(), settings);
    expect(make).toThrow(expect.objectContaining({ code: 'training/unknown_name' }));
    expect(make).toThrow(words);
  });
});
