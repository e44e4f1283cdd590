import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { Dataset } from '../../datasets/index.js';
import { createMetric, mean } from '../metrics/index.js';
import { guessing } from './guessing-optimizer.fixture.js';
import { adder, handMadeProgram, same } from './programs.fixture.js';
import { Trainer } from './trainer.js';

const KEY = 'adder/state_offset';
const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
const x = numbers(10);
const y = x.map(({ n }) => ({ n: n + 3 }));
const training = (settings: object = {}) => ({
  reward: same,
  optimizer: guessing(KEY, [{ offset: 1 }, { offset: 3 }]),
  ...settings,
});

describe('what is given stays as it is', () => {
  test('a reward that changes what it judges is told so, and changes nothing', async () => {
    const mine = structuredClone(y);
    for (const reward of [
      (yTrue: JsonObject | null) => Number(Object.assign(yTrue as object, { n: 99 }).n),
      (_: JsonObject | null, yPred: JsonObject) => Number(Object.assign(yPred, { n: 99 }).n),
    ]) {
      const judging = new Trainer(adder(), { reward }).evaluate(x, mine);
      await expect(judging).rejects.toMatchObject({ code: 'training/reward_failed' });
      await expect(judging).rejects.toThrow(/read only/);
    }
    expect(mine).toEqual(y);
  });

  test('a program that changes its inputs fails, and no sample is changed', async () => {
    const sorting = handMadeProgram({
      variables: [],
      body: ({ inputs: [input] }) => [{ list: ((input as JsonObject).list as number[]).sort() }],
    });
    const mine = [{ list: [2, 1] }];
    const trainer = new Trainer(sorting, { reward: same });
    expect(await trainer.evaluate(mine, mine)).toEqual({ reward: 0, samples: 1, failed: 1 });
    expect(mine).toEqual([{ list: [2, 1] }]);
  });

  test('a stream may use one object for all its samples', async () => {
    async function* stream() {
      const pair = { x: { n: 0 }, y: { n: 0 } };
      for (const { n } of numbers(50)) {
        pair.x.n = n;
        pair.y.n = n + 1;
        yield pair;
      }
    }
    const trainer = new Trainer(adder({ offset: 1 }), { reward: same, metrics: ['exact_match'] });
    const logs = await trainer.evaluate(stream(), { concurrency: 16 });
    expect(logs).toEqual({ reward: 1, exact_match: 1, samples: 50, failed: 0 });
  });
});

describe('a stream that breaks', () => {
  const broken = (closed: () => void) =>
    (async function* () {
      try {
        for (const pair of x.map((value, place) => ({ x: value, y: y[place] as JsonObject }))) {
          if (pair.x.n === 5) throw new Error('the disk is gone');
          yield pair;
        }
      } finally {
        closed();
      }
    })();

  test('ends an evaluation with its error, once what is under way has ended', async () => {
    let closed = 0;
    const told: string[] = [];
    const callback = { onError: (error: unknown) => void told.push(String(error)) };
    const program = adder();
    const judging = new Trainer(program, { reward: same }).evaluate(
      broken(() => closed++),
      { callbacks: [callback] },
    );
    await expect(judging).rejects.toThrow('the disk is gone');
    expect([closed, told, program.runs()]).toEqual([1, ['Error: the disk is gone'], 5]);
  });

  test('ends a training before anything is run, the program as it was', async () => {
    const program = adder();
    const trainer = new Trainer(program, training());
    await expect(trainer.fit(broken(() => undefined))).rejects.toThrow('the disk is gone');
    await expect(trainer.fit(x, y, { testData: broken(() => undefined) })).rejects.toThrow(
      'the disk is gone',
    );
    expect([program.runs(), program.variables[0]?.value]).toEqual([0, { offset: 0 }]);
    expect((await trainer.fit(x, y)).shipped).toBe(true);
  });

  test('an evaluation that is given up closes it', async () => {
    let closed = 0;
    async function* endless() {
      try {
        for (;;) yield { x: { n: 1 }, y: { n: 1 } };
      } finally {
        closed++;
      }
    }
    const stop = new AbortController();
    const reward = () => {
      stop.abort(new Error('enough'));
      return 1;
    };
    const judging = new Trainer(adder(), { reward }).evaluate(endless(), { signal: stop.signal });
    await expect(judging).rejects.toThrow('enough');
    expect(closed).toBe(1);
  });
});

describe('failing samples', () => {
  test('sixteen at a time, each counts, in every figure and whichever fails', async () => {
    const program = handMadeProgram({
      variables: [{ key: KEY, value: { offset: 0 } }],
      body: async ({ inputs: [input], read }) => {
        const n = Number(input?.n);
        for (let turn = 0; turn < n % 7; turn++) await new Promise((resolve) => setImmediate(resolve));
        if (n % 3 === 0) throw new Error(`no ${n}`);
        return [{ n: n + Number(read(KEY).offset) }];
      },
    });
    const trainer = new Trainer(program, training({ metrics: ['exact_match', 'f1_score'] }));
    const [all, shifted] = [numbers(48), numbers(48).map(({ n }) => ({ n: n + 3 }))];
    const figures = { reward: 2 / 3, exact_match: 2 / 3, f1_score: 2 / 3, samples: 48, failed: 16 };
    const history = await trainer.fit(all, shifted, { concurrency: 16, epochs: 2 });
    expect(history.values).toEqual({ [KEY]: { offset: 3 } });
    const logs = await trainer.evaluate(all, shifted, { concurrency: 16 });
    for (const [name, value] of Object.entries(figures))
      expect([name, logs[name]]).toEqual([name, expect.closeTo(value)]);
  });
});

describe('an abort', () => {
  test('in the middle of an epoch ships nothing that was not chosen, and says why', async () => {
    const stop = new AbortController();
    let batches = 0;
    const program = adder();
    const history = await new Trainer(program, training()).fit(x, y, {
      signal: stop.signal,
      callbacks: [
        {
          onTrainBatchEnd: () => {
            batches += 1;
            if (batches === 2) stop.abort();
          },
        },
      ],
    });
    expect(history).toMatchObject({ stopReason: 'aborted', shipped: false, epoch: [0] });
    expect(history.reason).toMatch(/^The training ended before any of 1 candidates/);
    expect(program.variables[0]?.value).toEqual({ offset: 0 });
  });

  test('before the beginning runs nothing', async () => {
    const program = adder();
    const history = await new Trainer(program, training()).fit(x, y, { signal: AbortSignal.abort() });
    expect(history).toMatchObject({ stopReason: 'aborted', shipped: false });
    expect([history.reason, program.runs()]).toEqual([
      'The training ended before the start was scored, so it stays.',
      0,
    ]);
  });
});

describe('data that is given in another way than it is taken', () => {
  const trainer = new Trainer(adder(), training());
  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'validation data as (x, y)',
      () => trainer.fit(x, y, { validationData: [x, y] as never }),
      /^Sample 0 of validationData is a list, not \{x, y\}\. Give pairs: x\.map/,
    ],
    [
      'a generator that was not called',
      () => trainer.fit(x, y, { testData: function* () {} as never }),
      /^The samples are a list/,
    ],
    ['no test samples', () => trainer.fit(x, y, { testData: [] }), /no samples in testData/],
    ['one input', () => trainer.predict({ n: 1 } as never), /anything that gives inputs in turn/],
    ['nothing', () => trainer.predict(undefined as never), /anything that gives inputs in turn/],
    ['a promise', () => trainer.evaluate(Promise.resolve(x) as never, y), /anything that gives \{x, y\}/],
    [
      'a share as text',
      () => trainer.fit(x, y, { validationSplit: '0.5' as never }),
      /validationSplit must be a number/,
    ],
    [
      'a journal that is no path',
      () => trainer.fit(x, y, { journal: 5 as never }),
      /fit: journal must be a string that is not empty; got 5/,
    ],
  ])('%s', async (_, call, words) => {
    await expect(call()).rejects.toThrow(words);
    await expect(call()).rejects.toMatchObject({ code: expect.stringMatching(/^(training|core)\/invalid_/) });
  });

  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'callbacks that are not a list',
      () => trainer.fit(x, y, { callbacks: {} as never }),
      /^fit: callbacks must be an array/,
    ],
    [
      'a callback that is nothing',
      () => trainer.fit(x, y, { callbacks: [null] as never }),
      /^callbacks\[0\]/,
    ],
    [
      'a controller for its signal',
      () => trainer.evaluate(x, y, { signal: new AbortController() as never }),
      /^evaluate: signal must be an AbortSignal, the signal of an AbortController/,
    ],
    [
      'a controller for its signal, in a training',
      () => trainer.fit(x, y, { signal: new AbortController() as never }),
      /^fit: signal must be an AbortSignal, the signal of an AbortController/,
    ],
  ])('%s', async (_, call, words) => {
    await expect(call()).rejects.toMatchObject({
      code: 'core/invalid_option',
      message: expect.stringMatching(words),
    });
  });

  test('several inputs and outputs may be given by name, in any order', async () => {
    const program = handMadeProgram({
      inputs: ['one', 'two'],
      outputs: ['sum', 'first'],
      variables: [],
      body: ({ inputs: [one, two] }) => [{ n: Number(one?.n) + Number(two?.n) }, one ?? null],
    });
    const both = new Trainer(program, { reward: same });
    const [two, one, three] = [{ n: 2 }, { n: 1 }, { n: 3 }];
    expect(await both.evaluate([{ two, one }], [{ first: one, sum: three }])).toMatchObject({ reward: 2 });
    expect(await both.evaluate([[one, two]], [[three, one]])).toMatchObject({ reward: 2 });
    expect(await both.predict([{ one, two }])).toEqual([[three, one]]);
    const words = /^x of sample 0 is a list of 2 values, or an object with each by its name: one, two\.$/;
    await expect(both.evaluate([{ one }], [[three, one]])).rejects.toThrow(words);
    await expect(both.evaluate([{ one, two, three }], [[three, one]])).rejects.toThrow(words);
  });

  test('predict takes a dataset, and asks what its samples ask', async () => {
    const pairs = Dataset.from(x.map((value, place) => ({ x: value, y: y[place] as JsonObject })));
    expect(await trainer.predict(pairs)).toEqual(await trainer.predict(x));
  });
});

describe('parts that break', () => {
  test.each(['add', 'result'] as const)(
    'a metric whose %s throws ends the work, with its name',
    async (part) => {
      const broken = createMetric({
        ...{ name: 'moody', direction: 'max', start: () => ({}), add: () => undefined, result: () => 1 },
        [part]: () => {
          throw new Error('not today');
        },
      });
      const judging = new Trainer(adder(), training({ metrics: [broken] })).evaluate(x, y);
      await expect(judging).rejects.toMatchObject({
        code: 'training/metric_failed',
        message: 'The metric moody failed: not today',
      });
    },
  );

  test.each<[string, object]>([
    ['reports nothing', { step: async () => undefined, finalists: () => [] }],
    ['has no finalists', { step: async () => ({ proposed: 0, kept: 0 }), finalists: () => undefined }],
  ])('an optimizer that %s is said to', async (_, run) => {
    const optimizer = { name: 'odd', begin: () => run } as never;
    const program = adder();
    const fitting = new Trainer(program, { reward: same, optimizer }).fit(x, y);
    await expect(fitting).rejects.toMatchObject({ code: 'training/invalid_optimizer' });
    expect(program.variables[0]?.value).toEqual({ offset: 0 });
  });

  test('what is nested too deep is said in one line', async () => {
    let deep: JsonObject = { n: 1 };
    for (let level = 0; level < 2000; level++) deep = { n: deep };
    const judging = new Trainer(adder(), training()).evaluate([deep], [{ n: 1 }]);
    await expect(judging).rejects.toThrow(
      /^Sample 0 is not JSON: JSON cannot hold nesting that deep .{1,300}$/,
    );
  });
});

test.each(['5', 0, Number.NaN, Number.POSITIVE_INFINITY])(
  'no sample may take %j seconds',
  (secondsPerSample) => {
    expect(() => new Trainer(adder(), training({ secondsPerSample }))).toThrow(
      /secondsPerSample must be a number above 0/,
    );
  },
);

test.each(['reward', 'samples', 'failed', 'epoch', 'val_f1', '__proto__', ''])(
  'no metric can be called %j: another figure would be lost',
  (name) => {
    const metrics = [mean({ name })];
    expect(() => new Trainer(adder(), training({ metrics }))).toThrow(/A metric can't be called/);
  },
);
