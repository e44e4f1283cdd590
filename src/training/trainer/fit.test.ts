import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import type { Callback } from '../callback.js';
import type { Optimizer } from '../optimizer.js';
import { guessing } from './guessing-optimizer.fixture.js';
import { adder, handMadeProgram, same } from './programs.fixture.js';
import { Trainer } from './trainer.js';
import { TrainingStore } from './training-store.js';

const KEY = 'adder/state_offset';
const x = Array.from({ length: 20 }, (_, n) => ({ n }));
const y = x.map(({ n }) => ({ n: n + 3 }));
const offsets = (...values: number[]) => values.map((offset) => ({ offset }));

/** Takes one value, without looking. */
function taking(offset: number): Optimizer {
  return {
    name: 'taking',
    begin: () => ({
      step: async () => ({ proposed: 1, kept: 1 }),
      finalists: () => [{ [KEY]: { offset } }],
    }),
  };
}

describe('what is shipped', () => {
  test('is what is better on the selection set', async () => {
    const program = adder();
    const trainer = new Trainer(program, { reward: same, optimizer: guessing(KEY, offsets(1, 3, 2)) });
    const result = await trainer.fit(x, y);
    expect(result).toMatchObject({
      shipped: true,
      stopReason: 'exhausted',
      values: { [KEY]: { offset: 3 } },
      selection: { start: { samples: 4, reward: 0 }, chosen: { samples: 4, failed: 0, reward: 1 } },
      selectedOn: 'validation',
      comparison: { n: 4, wins: 4, losses: 0, smallestVisibleEffect: null },
      variables: [{ key: KEY, changed: true }],
    });
    expect(program.variables[0]?.value).toEqual({ offset: 3 });
  });

  test('is the start where it is as good, also when the optimizer would have another', async () => {
    const program = adder({ offset: 3 });
    const result = await new Trainer(program, { reward: same, optimizer: taking(0) }).fit(x, y);
    expect(result).toMatchObject({
      shipped: false,
      selection: { start: { reward: 1 }, chosen: { reward: 1 } },
    });
    expect(result.reason).toContain('no better than the start');
    expect(program.variables[0]?.value).toEqual({ offset: 3 });
  });

  test('says what is wrong with the first sample where none has a reward', async () => {
    const logging = handMadeProgram({
      variables: [{ key: KEY, value: { offset: 0 } }],
      body: ({ inputs: [input] }) => [{ n: Number(input?.n) + 3, stdout: '' }],
    });
    const trainer = new Trainer(logging, { reward: 'exact_match', optimizer: taking(1) });
    const { shipped, reason } = await trainer.fit(x, y);
    expect(shipped).toBe(false);
    expect(reason).toMatch(
      /0 against 0 on 4 selection samples\. .*reward 0; the first one: stdout is not expected\.$/,
    );
  });

  test('is chosen from every leader and what callbacks keep, not from the last alone', async () => {
    const keeper: Callback = { onEpochEnd: (_, __, context) => context.keep({ [KEY]: { offset: 3 } }) };
    const trainer = new Trainer(adder(), { reward: same, optimizer: taking(1) });
    expect((await trainer.fit(x, y, { callbacks: [keeper] })).values).toEqual({ [KEY]: { offset: 3 } });
  });

  test('leaves a user field of any name as it is', async () => {
    const value = { history: [1], reward: 'mine', examples: 'mine too', offset: 0 };
    const program = handMadeProgram({
      variables: [{ key: KEY, value }],
      body: ({ inputs, read }) => [{ n: (inputs[0] as { n: number }).n + (read(KEY).offset as number) }],
    });
    const trainer = new Trainer(program, {
      reward: same,
      optimizer: guessing(KEY, [{ ...value, offset: 3 }]),
    });
    await trainer.fit(x, y);
    expect(program.variables[0]?.value).toEqual({ ...value, offset: 3 });
  });
});

describe('the sets', () => {
  test('are apart: what is learned from, what chooses, what is tested', async () => {
    const trainer = new Trainer(adder(), { reward: same, optimizer: guessing(KEY, offsets(1, 2, 3)) });
    const tested = [{ x: { n: 100 }, y: { n: 103 } }];
    const result = await trainer.fit(x, y, { testData: tested });
    expect(result.test).toEqual({
      start: { samples: 1, failed: 0, reward: 0 },
      chosen: { samples: 1, failed: 0, reward: 1 },
    });
    const purposes = new Map<string, Set<string>>();
    for (const { exampleId } of trainer.store?.all() ?? []) {
      const looks = trainer.store?.looksAt(exampleId) ?? [];
      purposes.set(exampleId, new Set(looks.map(({ purpose }) => purpose)));
    }
    const count = (purpose: string) => [...purposes.values()].filter((all) => all.has(purpose)).length;
    expect([...purposes.values()].every((all) => all.size === 1)).toBe(true);
    expect([count('propose'), count('select'), count('test')]).toEqual([12, 4, 1]);
    const lookers = [...purposes].find(([, all]) => all.has('test'))?.[0] as string;
    expect(trainer.store?.looksAt(lookers).length).toBe(2);
  });

  test('an optimizer sees nothing of what chooses', async () => {
    let refused: Promise<unknown> = Promise.resolve();
    let seen = -1;
    const peeking: Optimizer = {
      name: 'peeking',
      begin: (context) => ({
        step: async (batch) => {
          const other = { ...(batch[0] as (typeof batch)[0]), id: 'another' };
          refused = context.evaluate(context.start, [other]).catch((error) => error.code);
          await refused;
          seen = context.outcomes.of(context.start).length;
          return { proposed: 0, kept: 0, exhausted: true };
        },
        finalists: () => [],
      }),
    };
    await new Trainer(adder(), { reward: same, optimizer: peeking }).fit(x, y);
    expect(await refused).toBe('training/held_out');
    expect(seen).toBe(0);
  });

  test('a sample in two of them is a leak', async () => {
    const trainer = new Trainer(adder(), { reward: same, optimizer: taking(3) });
    const leaking = trainer.fit(x, y, { validationData: [{ x: { n: 5 }, y: { n: 8 } }] });
    await expect(leaking).rejects.toMatchObject({ code: 'training/leak' });
    await expect(trainer.fit(x, y, { testData: [{ x: { n: 5 }, y: { n: 9 } }] })).rejects.toThrow(
      '1 of the 1 test samples',
    );
  });

  test('without a validation share the training examples choose, and the result says so', async () => {
    const trainer = new Trainer(adder(), { reward: same, optimizer: guessing(KEY, offsets(3)) });
    const result = await trainer.fit(x, y, { validationSplit: 0 });
    expect(result).toMatchObject({ selectedOn: 'training', shipped: true });
    expect(Object.keys(result.history)).toEqual(['reward']);
  });
});

describe('the curves', () => {
  test('are of the training examples and of the selection set, each by itself', async () => {
    const half = x.map(({ n }) => ({ n: n % 2 === 0 ? n + 3 : n }));
    const trainer = new Trainer(adder(), { reward: same, optimizer: guessing(KEY, offsets(9, 9, 9, 9)) });
    const result = await trainer.fit(x, half, {
      epochs: 2,
      batchSize: 15,
      validationSplit: 0,
      validationData: [{ x: { n: 101 }, y: { n: 101 } }],
    });
    expect(result.epoch).toEqual([0, 1]);
    expect(result.history).toEqual({ reward: [0.5, 0.5], val_reward: [1, 1] });
  });

  test('each epoch draws its batches anew, and the same from the same seed', async () => {
    const orders: string[] = [];
    const watching: Optimizer = {
      name: 'watching',
      begin: () => ({
        step: async (batch) => {
          orders.push(batch.map(({ x: [value] }) => String(value?.n)).join(' '));
          return { proposed: 0, kept: 0 };
        },
        finalists: () => [],
      }),
    };
    const trainer = new Trainer(adder(), { reward: same, optimizer: watching });
    const train = async (options: object) => {
      orders.length = 0;
      await trainer.fit(x, y, { epochs: 2, batchSize: 20, ...options });
      return [...orders];
    };
    const [first, second] = await train({ seed: 1 });
    expect(first).not.toBe(second);
    expect(await train({ seed: 1 })).toEqual([first, second]);
    expect((await train({ seed: 2 }))[0]).not.toBe(first);
    const [plain] = await train({ shuffle: false, validationSplit: 0 });
    expect(plain).toBe(x.map(({ n }) => n).join(' '));
  });
});

describe('outcomes', () => {
  test('are run once for a candidate and an example, the start among them', async () => {
    const program = adder();
    const trainer = new Trainer(program, { reward: same, optimizer: guessing(KEY, offsets(1, 1, 1, 1)) });
    const { spent } = await trainer.fit(x, y);
    // 4 samples of selection for the start, and 16 training examples for the start and for one other value.
    expect(spent.evaluations).toBe(4 + 16 + 16);
    expect(program.runs()).toBe(spent.evaluations);
    expect(trainer.store?.size).toBe(spent.evaluations);
  });

  test('keep failures, with the reward 0, and the calls that led to them', async () => {
    const program = handMadeProgram({
      variables: [{ key: 'm/state', value: {} }],
      body: async ({ inputs, call }) => {
        await call('m', ['m/state'], inputs[0] as JsonObject, () => {
          throw new Error('always');
        });
        return [null];
      },
    });
    const trainer = new Trainer(program, { reward: same, optimizer: guessing('m/state', []) });
    const { selection } = await trainer.fit(x, y);
    expect(selection.start).toEqual({ samples: 4, failed: 4, reward: 0 });
    const [outcome] = trainer.store?.all() ?? [];
    expect(outcome).toMatchObject({
      reward: 0,
      error: 'always',
      calls: [{ callId: 'm#0', error: 'always' }],
    });
  });

  test('credit goes to the sample, whatever ends first, and to every call of it', async () => {
    const finished: number[] = [];
    const program = handMadeProgram({
      variables: [{ key: 'm/state', value: {} }],
      body: async ({ inputs, call }) => {
        const { n } = inputs[0] as { n: number };
        for (let turn = 0; turn < 20 - n; turn++) await Promise.resolve();
        await call('m', ['m/state'], { n }, () => null);
        await call('m', ['m/state'], { n }, () => null);
        finished.push(n);
        return [{ n }];
      },
    });
    const trainer = new Trainer(program, { reward: same, optimizer: guessing('m/state', []) });
    const labels = x.map(({ n }) => ({ n: n === 1 ? 1 : -1 }));
    await trainer.fit(x, labels, { validationSplit: 0, batchSize: 20, concurrency: 20 });
    expect(finished.indexOf(1)).toBeGreaterThan(finished.indexOf(19));
    const rewarded = trainer.store?.all().filter(({ reward }) => reward === 1) ?? [];
    expect(rewarded.map(({ calls }) => calls.map(({ callId, inputs }) => [callId, inputs]))).toEqual([
      [
        ['m#0', { n: 1 }],
        ['m#1', { n: 1 }],
      ],
    ]);
  });

  test('are saved and read again, with who looked at what', async () => {
    const trainer = new Trainer(adder(), { reward: same, optimizer: guessing(KEY, offsets(3)) });
    await trainer.fit(x, y, { testData: [{ x: { n: 50 }, y: { n: 53 } }] });
    const saved = trainer.store?.toJson() ?? {};
    const read = TrainingStore.fromJson(JSON.parse(JSON.stringify(saved)));
    expect(read.toJson()).toEqual(saved);
    expect(read.size).toBe(trainer.store?.size);
    const [first] = read.all();
    expect(read.valuesOf(first?.candidate ?? '')).toEqual({ [KEY]: { offset: 0 } });
    for (const json of [
      null,
      {},
      { ...saved, version: 2 },
      { ...saved, outcomes: 3 },
      { ...saved, outcomes: [{}] },
      { ...saved, looks: [{}] },
    ]) {
      expect(() => TrainingStore.fromJson(json)).toThrow(
        expect.objectContaining({ code: 'training/invalid_data' }),
      );
    }
  });

  test('a value that is refused is a failure that was not run', async () => {
    const program = handMadeProgram({
      variables: [{ key: KEY, value: { offset: 0 }, validate: () => 'offsets are frozen' }],
      body: ({ inputs }) => [inputs[0] as JsonObject],
    });
    const trainer = new Trainer(program, { reward: same, optimizer: guessing(KEY, offsets(1)) });
    const { shipped } = await trainer.fit(x, y, { batchSize: 16 });
    expect(shipped).toBe(false);
    expect(trainer.store?.all().filter(({ error }) => error === `${KEY}: offsets are frozen`).length).toBe(
      16,
    );
    expect(program.runs()).toBe(20);
  });
});

describe('what can not be used', () => {
  const trainer = new Trainer(adder(), { reward: same, optimizer: taking(1) });
  test.each([
    ['epochs 0', { epochs: 0 }],
    ['a batch of none', { batchSize: 0 }],
    ['a share above 0.9', { validationSplit: 1 }],
    ['an option that does not exist', { learningRate: 1 }],
    ['a seed that is no whole number', { seed: 0.5 }],
  ])('%s', async (_, options) => {
    await expect(trainer.fit(x, y, options as never)).rejects.toMatchObject({
      code: 'core/invalid_option',
    });
  });

  test('no data, data of unequal length, no optimizer', async () => {
    await expect(trainer.fit([], [])).rejects.toMatchObject({ code: 'training/invalid_data' });
    await expect(trainer.fit(x, y.slice(1))).rejects.toMatchObject({ code: 'training/invalid_data' });
    const bare = new Trainer(adder(), { reward: same });
    await expect(bare.fit(x, y)).rejects.toMatchObject({ code: 'training/no_optimizer' });
  });

  test('a variable that does not exist', async () => {
    const other = new Trainer(adder(), { reward: same, optimizer: guessing('other/state', [{}]) });
    await expect(other.fit(x, y)).rejects.toMatchObject({ code: 'training/unknown_variable' });
  });

  test('a reward that fails ends the training with its name', async () => {
    const failing = new Trainer(adder(), {
      optimizer: taking(1),
      reward: { name: 'moody', score: (_, { n }) => (Number(n) % 2 === 0 ? Number.NaN : 1) },
    });
    await expect(failing.fit(x, y)).rejects.toThrow(/reward moody .* finite number/);
  });
});

describe('trainOnBatch', () => {
  test('goes on with every call, and takes what is better on the batch', async () => {
    const program = adder();
    const trainer = new Trainer(program, { reward: same, optimizer: guessing(KEY, offsets(1, 3, 2)) });
    const rewards = [];
    for (const from of [0, 4, 8]) {
      rewards.push((await trainer.trainOnBatch(x.slice(from, from + 4), y.slice(from, from + 4))).reward);
    }
    expect(rewards).toEqual([0, 1, 1]);
    expect(program.variables[0]?.value).toEqual({ offset: 3 });
    expect(trainer.store?.size).toBe(4 * 2 + 4 * 2 + 4 * 2);
  });
});
