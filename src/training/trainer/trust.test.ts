import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import type { Optimizer } from '../optimizer.js';
import { guessing } from './guessing-optimizer.fixture.js';
import { adder, handMadeProgram, same } from './programs.fixture.js';
import { Trainer } from './trainer.js';

const KEY = 'adder/state_offset';
const x = Array.from({ length: 30 }, (_, n) => ({ n }));
const y = x.map(({ n }) => ({ n: n + 3 }));
const good = () => guessing(KEY, [{ offset: 1 }, { offset: 3 }]);

/** Learns the outputs of its training samples by heart. */
function memorizing(): Optimizer {
  return {
    name: 'memorizing',
    begin: ({ examples }) => {
      const known = Object.fromEntries(
        examples.map((example) => [String(example.x[0]?.n), example.y[0] ?? null]),
      );
      return {
        step: async () => ({ proposed: 1, kept: 1, exhausted: true }),
        finalists: () => [{ 'table/state': { known } }],
      };
    },
  };
}

const table = () =>
  handMadeProgram({
    variables: [{ key: 'table/state', value: { known: {} } }],
    body: ({ inputs, read }) => {
      const known = read('table/state').known as JsonObject;
      return [(known[String(inputs[0]?.n)] as JsonObject | undefined) ?? null];
    },
  });

describe('cross-validation', () => {
  test('leaves each of few samples out by itself', async () => {
    const program = adder();
    const trainer = new Trainer(program, { reward: same, optimizer: good() });
    const result = await trainer.crossValidate(x.slice(0, 8), y.slice(0, 8));
    expect(result).toMatchObject({
      method: 'leave-one-out',
      folds: 8,
      shipped: 8,
      start: { samples: 8, reward: 0 },
      chosen: { samples: 8, reward: 1 },
      comparison: { n: 8, wins: 8, smallestVisibleEffect: 0.75 },
    });
    expect(program.variables[0]?.value).toEqual({ offset: 0 });
  });

  test('sees through memory, which the training samples reward', async () => {
    const trainer = new Trainer(table(), { reward: same, optimizer: memorizing() });
    const options = { validationSplit: 0 } as const;
    const { selection, shipped, selectedOn } = await trainer.fit(x.slice(0, 8), y.slice(0, 8), options);
    expect([shipped, selectedOn, selection.chosen.reward]).toEqual([true, 'training', 1]);
    const fresh = new Trainer(table(), { reward: same, optimizer: memorizing() });
    const { chosen, comparison } = await fresh.crossValidate(x.slice(0, 8), y.slice(0, 8), options);
    expect(chosen.reward).toBe(0);
    expect(comparison.pValue).toBeNull();
  });

  test('takes five folds of more samples, and all of them keep one budget', async () => {
    const program = adder();
    const trainer = new Trainer(program, {
      reward: same,
      optimizer: good(),
      budget: { maxEvaluations: 250 },
    });
    const { method, folds, chosen } = await trainer.crossValidate(x, y, { epochs: 9 });
    expect([method, folds, chosen.samples]).toEqual(['k-fold', 5, 30]);
    expect(program.runs()).toBeLessThanOrEqual(250);
  });

  test.each([
    ['folds above the samples', { folds: 31 }, 'core/invalid_option'],
    ['one fold', { folds: 1 }, 'core/invalid_option'],
    ['a journal', { journal: 'file' }, 'core/invalid_option'],
  ])('%s make no sense', async (_, options, code) => {
    const trainer = new Trainer(adder(), { reward: same, optimizer: good() });
    await expect(trainer.crossValidate(x, y, options as never)).rejects.toMatchObject({ code });
  });
});

describe('each changed variable', () => {
  const two = () =>
    handMadeProgram({
      variables: [
        { key: 'a/state', value: { offset: 0 } },
        { key: 'b/state', value: { offset: 0 } },
      ],
      body: ({ inputs, read }) => [
        { n: (inputs[0] as { n: number }).n + (read('a/state').offset as number) },
      ],
    });
  const both: Optimizer = {
    name: 'both',
    begin: () => ({
      step: async () => ({ proposed: 1, kept: 1, exhausted: true }),
      finalists: () => [{ 'a/state': { offset: 3 }, 'b/state': { offset: 9 } }],
    }),
  };

  test('is compared by itself: one that adds nothing shows', async () => {
    const trainer = new Trainer(two(), { reward: same, optimizer: both });
    const { variables } = await trainer.fit(x, y);
    expect(variables).toMatchObject([
      { key: 'a/state', changed: true, comparison: { n: 6, wins: 6, losses: 0 } },
      { key: 'b/state', changed: true, comparison: { n: 6, wins: 0, ties: 6, pValue: null } },
    ]);
  });

  test('is not compared where the budget does not pay for it', async () => {
    const wasteful: Optimizer = {
      name: 'wasteful',
      begin: ({ start, examples, evaluate }) => ({
        step: async () => {
          await evaluate(start, examples);
          return { proposed: 0, kept: 0 };
        },
        finalists: () => [{ 'a/state': { offset: 3 }, 'b/state': { offset: 9 } }],
      }),
    };
    const settings = { reward: same, optimizer: wasteful, budget: { maxEvaluations: 28 } };
    const program = two();
    const { variables, shipped } = await new Trainer(program, settings).fit(x, y, { batchSize: 4 });
    expect(shipped).toBe(true);
    expect(program.runs()).toBe(28);
    expect(variables.map(({ changed, comparison }) => [changed, comparison])).toEqual([
      [true, null],
      [true, null],
    ]);
  });
});

describe('a candidate that fails', () => {
  const fragile = () =>
    handMadeProgram({
      variables: [{ key: KEY, value: { offset: 0 } }],
      body: ({ inputs, read }) => {
        const { offset } = read(KEY) as { offset: number };
        if (offset > 50) throw new Error('too far');
        return [{ n: (inputs[0] as { n: number }).n + offset }];
      },
    });
  const loss = (yTrue: JsonObject | null, yPred: JsonObject) => -Math.abs(Number(yTrue?.n) - Number(yPred.n));

  test('is not better than a start with rewards below 0', async () => {
    const program = fragile();
    const trainer = new Trainer(program, { reward: loss, optimizer: guessing(KEY, [{ offset: 99 }]) });
    const { shipped, comparison } = await trainer.fit(x, y);
    expect(shipped).toBe(false);
    expect(comparison).toMatchObject({ wins: 0, difference: 0 });
    await trainer.trainOnBatch(x.slice(0, 4), y.slice(0, 4));
    expect(program.variables[0]?.value).toEqual({ offset: 0 });
  });

  test('does not hide one that is better', async () => {
    const program = fragile();
    const both: Optimizer = {
      name: 'both',
      begin: () => ({
        step: async () => ({ proposed: 2, kept: 2, exhausted: true }),
        finalists: () => [{ [KEY]: { offset: 99 } }, { [KEY]: { offset: 2 } }],
      }),
    };
    await new Trainer(program, { reward: loss, optimizer: both }).fit(x, y);
    expect(program.variables[0]?.value).toEqual({ offset: 2 });
  });
});

test('of two trainings of one program at a time, the second is refused and the first keeps its result', async () => {
  const program = adder();
  const nearness = (yTrue: JsonObject | null, yPred: JsonObject) =>
    1 / (1 + Math.abs(Number(yTrue?.n) - Number(yPred.n)));
  const train = (offset: number) =>
    new Trainer(program, { reward: nearness, optimizer: guessing(KEY, [{ offset }]) }).fit(x, y);
  const [best, worse] = await Promise.allSettled([train(3), train(1)]);
  expect(best).toMatchObject({ status: 'fulfilled', value: { shipped: true } });
  expect(worse).toMatchObject({ status: 'rejected', reason: { code: 'training/in_progress' } });
  expect(program.variables[0]?.value).toEqual({ offset: 3 });
  expect((await train(1)).shipped).toBe(false);
});
