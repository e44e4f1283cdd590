import { describe, expect, test } from 'vitest';
import { type JsonObject, MettleError } from '../../core/index.js';
import type { Model } from '../../models/index.js';
import { scriptedModel } from '../../testing/index.js';
import type { Optimizer } from '../optimizer.js';
import type { ProgramUsage } from '../trainable-program.js';
import { guessing } from './guessing-optimizer.fixture.js';
import { adder, handMadeProgram, same } from './programs.fixture.js';
import { Trainer } from './trainer.js';

const KEY = 'adder/state_offset';
const x = Array.from({ length: 20 }, (_, n) => ({ n }));
const y = x.map(({ n }) => ({ n: n + 3 }));
const many = Array.from({ length: 500 }, (_, offset) => ({ offset: offset + 4 }));
const half = [...many.slice(0, 2), { offset: 3 }, ...many.slice(2)];

/** Adds an offset, at a cost. */
function paid(usage: Partial<ProgramUsage>) {
  return handMadeProgram({
    variables: [{ key: KEY, value: { offset: 0 } }],
    usage: { modelCalls: 1, inputTokens: 8, outputTokens: 2, cost: 0.25, ...usage },
    body: ({ inputs, read }) => [{ n: (inputs[0] as { n: number }).n + (read(KEY).offset as number) }],
  });
}

describe('evaluations', () => {
  test.each([1, 8])(
    'are never exceeded, with the final choice paid for (%i at a time)',
    async (concurrency) => {
      const program = adder();
      const trainer = new Trainer(program, {
        reward: same,
        optimizer: guessing(KEY, half),
        budget: { maxEvaluations: 60 },
      });
      const result = await trainer.fit(x, y, {
        epochs: 99,
        concurrency,
        testData: [{ x: { n: 50 }, y: { n: 53 } }],
      });
      expect(result).toMatchObject({
        stopReason: 'evaluations',
        shipped: true,
        test: { chosen: { reward: 1 } },
      });
      expect(program.runs()).toBeLessThanOrEqual(60);
      expect(result.spent.evaluations).toBe(program.runs());
    },
  );

  test('too few for the start, three proposals and the choice are refused before anything is run', async () => {
    const program = adder();
    const settings = { reward: same, optimizer: guessing(KEY, many) };
    const run = (maxEvaluations: number) =>
      new Trainer(program, { ...settings, budget: { maxEvaluations } }).fit(x, y);
    await expect(run(23)).rejects.toMatchObject({ code: 'training/budget_too_small' });
    expect(program.runs()).toBe(0);
    expect((await run(24)).stopReason).toBe('evaluations');
  });
});

describe('seconds', () => {
  test('end the work within one evaluation, those of validation and re-runs counted', async () => {
    let now = 0;
    const program = handMadeProgram({
      variables: [{ key: KEY, value: { offset: 0 } }],
      body: ({ inputs, read }) => {
        now += 400;
        return [{ n: (inputs[0] as { n: number }).n + (read(KEY).offset as number) }];
      },
    });
    const settings = { reward: same, optimizer: guessing(KEY, many), budget: { seconds: 5 } };
    const result = await new Trainer(program, settings, () => now).fit(x, y, { epochs: 99, concurrency: 1 });
    expect(result.stopReason).toBe('seconds');
    expect(now).toBeLessThanOrEqual(5400);
    expect(result.shipped).toBe(false);
  });

  test('end a start that loops within one evaluation', async () => {
    let now = 0;
    const program = handMadeProgram({
      variables: [{ key: KEY, value: { offset: 0 } }],
      body: () => {
        now += 3000;
        throw new Error('It took longer than 3 seconds.');
      },
    });
    const settings = { reward: same, optimizer: guessing(KEY, many), budget: { seconds: 5 } };
    const result = await new Trainer(program, settings, () => now).fit(x, y, { concurrency: 1 });
    expect(result).toMatchObject({ stopReason: 'seconds', shipped: false });
    expect(result.reason).toContain('before the start was scored');
    expect(now).toBe(6000);
  });
});

describe('tokens and money', () => {
  test.each([1, 8])('are kept to within one evaluation, with %i at a time', async (concurrency) => {
    const run = async (budget: object) => {
      const trainer = new Trainer(paid({}), { reward: same, optimizer: guessing(KEY, half), budget });
      return await trainer.fit(x, y, { epochs: 99, concurrency });
    };
    const tokens = await run({ maxTokens: 505 });
    expect(tokens).toMatchObject({ stopReason: 'tokens', shipped: true });
    expect(tokens.spent.tokens).toBeLessThanOrEqual(515);
    const cost = await run({ maxCost: 10 });
    expect(cost).toMatchObject({ stopReason: 'cost', shipped: true });
    expect(cost.spent.cost).toBeLessThanOrEqual(10.25);
  });

  test('are kept although evaluations come to use four times as much, with eight at a time', async () => {
    const program = paid({});
    const run = program.run.bind(program);
    program.run = async (...given) => {
      const usage = { modelCalls: 1, inputTokens: program.runs() < 24 ? 10 : 40, outputTokens: 0, cost: 0 };
      return { ...(await run(...given)), usage };
    };
    const settings = { reward: same, optimizer: guessing(KEY, many), budget: { maxTokens: 900 } };
    const { spent, stopReason } = await new Trainer(program, settings).fit(x, y, { epochs: 99 });
    expect(stopReason).toBe('tokens');
    expect(spent.tokens).toBeGreaterThan(800);
    expect(spent.tokens).toBeLessThan(940);
  });

  test('hold back what the calls of the optimizer may use, before they are made', async () => {
    let [asked, most] = [0, 0];
    const model: Model = {
      ...scriptedModel([]),
      async call(request) {
        asked += 1;
        most = Math.max(most, asked);
        await new Promise((resolve) => setImmediate(resolve));
        asked -= 1;
        const usage = { inputTokens: 0, outputTokens: 100 };
        return await scriptedModel([{ text: 'nothing', usage }]).call(request);
      },
    };
    const asking: Optimizer = {
      name: 'asking',
      begin: (context) => ({
        step: async () => {
          const messages = [{ role: 'user', content: '?' }] as const;
          await Promise.all(
            Array.from({ length: 9 }, (_, place) =>
              context.model(model, `proposal-${place}`).call({ messages, maxOutputTokens: 100 }),
            ),
          );
          return { proposed: 9, kept: 0 };
        },
        finalists: () => [],
      }),
    };
    const settings = { reward: same, optimizer: asking, budget: { maxTokens: 1000 } };
    const { spent, stopReason } = await new Trainer(paid({}), settings).fit(x, y, { epochs: 99 });
    expect(stopReason).toBe('tokens');
    expect(most).toBeGreaterThan(1);
    expect(spent.tokens).toBeLessThan(1100);
  });

  test('a price that is not known refuses a budget of money', async () => {
    const settings = { reward: same, optimizer: guessing(KEY, many), budget: { maxCost: 10 } };
    const run = new Trainer(paid({ cost: null }), settings).fit(x, y);
    await expect(run).rejects.toMatchObject({ code: 'training/price_unknown' });
  });

  test('what it would take is told after the first sample, and refused where it can not be paid', async () => {
    const notes: string[] = [];
    const program = paid({});
    const settings = { reward: same, optimizer: guessing(KEY, []) };
    const onProgress = ({ stage, note }: { stage: string; note?: string }) =>
      void notes.push(`${stage}: ${note}`);
    const { projected } = await new Trainer(program, settings).fit(x, y, { onProgress });
    expect(projected).toEqual({ leastEvaluations: 24, evaluations: 40, tokens: 400, cost: 10 });
    expect(notes[0]).toBe('projected: about 40 runs, 400 tokens for 10.0');
    const poor = paid({});
    const refused = new Trainer(poor, { ...settings, budget: { maxCost: 5 } }).fit(x, y);
    await expect(refused).rejects.toMatchObject({ code: 'training/budget_too_small', details: { cost: 6 } });
    expect(poor.runs()).toBe(1);
  });

  test("the rewards' and the optimizer's models are counted", async () => {
    const model = scriptedModel([{ text: 'try 3', usage: { inputTokens: 100, outputTokens: 20 } }]);
    const asking: Optimizer = {
      name: 'asking',
      begin: (context) => {
        let best: JsonObject = { offset: 0 };
        return {
          step: async () => {
            const request = { messages: [{ role: 'user', content: [{ type: 'text', text: '?' }] }] } as const;
            const { text } = await context.model(model, 'proposal').call(request);
            best = { offset: Number(text.split(' ')[1]) };
            return { proposed: 1, kept: 1, exhausted: true };
          },
          finalists: () => [{ [KEY]: best }],
        };
      },
    };
    const judge = { modelCalls: 1, inputTokens: 3, outputTokens: 1, cost: 0 };
    const reward = (yTrue: JsonObject | null, yPred: JsonObject) => ({
      reward: same(yTrue, yPred),
      usage: judge,
    });
    const trainer = new Trainer(adder(), {
      reward,
      optimizer: asking,
      prices: { 'scripted/model': { input: 1000, output: 10_000 } },
    });
    const { usage, spent, shipped } = await trainer.fit(x, y);
    expect(shipped).toBe(true);
    expect(usage.optimizer).toMatchObject({ modelCalls: 1, inputTokens: 100, outputTokens: 20, cost: 0.3 });
    expect(usage.reward).toMatchObject({ modelCalls: 8, inputTokens: 24, outputTokens: 8 });
    expect(spent).toMatchObject({ evaluations: 8, tokens: 152, cost: 0.3 });
  });
});

describe('other ends', () => {
  test('a callback ends it after its step', async () => {
    const settings = { reward: same, optimizer: guessing(KEY, half) };
    const { stopReason, epoch } = await new Trainer(adder(), settings).fit(x, y, {
      epochs: 9,
      callbacks: [{ onTrainBatchEnd: (_, __, context) => context.stop() }],
    });
    expect([stopReason, epoch]).toEqual(['callback', [0]]);
  });

  test('the signal ends it with what is known by then', async () => {
    const controller = new AbortController();
    const settings = { reward: same, optimizer: guessing(KEY, half) };
    const program = adder();
    const { stopReason, shipped } = await new Trainer(program, settings).fit(x, y, {
      epochs: 9,
      signal: controller.signal,
      callbacks: [{ onEpochEnd: (epoch) => void (epoch === 1 && controller.abort()) }],
    });
    expect([stopReason, shipped]).toEqual(['aborted', true]);
    expect(program.variables[0]?.value).toEqual({ offset: 3 });
  });

  test('a machine that breaks ends it with its error', async () => {
    const program = handMadeProgram({
      variables: [{ key: KEY, value: {} }],
      body: () => {
        throw new MettleError({ code: 'training/infrastructure', message: 'no engine' });
      },
    });
    const run = new Trainer(program, { reward: same, optimizer: guessing(KEY, half) }).fit(x, y);
    await expect(run).rejects.toMatchObject({ code: 'training/infrastructure' });
  });

  test.each([
    { maxEvaluations: 0 },
    { seconds: Number.NaN },
    { maxTokens: 1.5 },
    { maxCost: -1 },
    { dollars: 5 },
  ])('a budget of %o is none', async (budget) => {
    const run = new Trainer(adder(), { reward: same, optimizer: guessing(KEY, []), budget } as never).fit(
      x,
      y,
    );
    await expect(run).rejects.toMatchObject({ code: 'training/invalid_budget' });
  });
});
