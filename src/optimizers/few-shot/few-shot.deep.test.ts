import { describe, expect, test } from 'vitest';
import { RandomStream } from '../../core/index.js';
import { deserialize, serialize } from '../../data/index.js';
import { Trainer } from '../../training/index.js';
import { optimizerSuite } from '../testing/index.js';
import type { PoolExample } from './example-pool.js';
import { Greedy } from './greedy.js';
import { labelProgram, rightLabel, thirds } from './labeller.fixture.js';
import { RandomFewShot } from './random-few-shot.js';
import { sampleExamples } from './sample-examples.js';

const { x, y } = thirds(30);
const OPTIMIZERS = [
  ['RandomFewShot', () => new RandomFewShot({ proposals: 2 })],
  ['Greedy', () => new Greedy()],
] as const;

describe.each(OPTIMIZERS)('%s', (_, optimizer) => {
  test('finds examples that teach a real program', async () => {
    const program = await labelProgram();
    const trainer = new Trainer(program, { reward: rightLabel, optimizer: optimizer() });
    const { selection, shipped, variables } = await trainer.fit(x, y, { epochs: 6, seed: 1 });
    expect(shipped).toBe(true);
    expect(selection.start.reward).toBe(0);
    expect(selection.chosen.reward).toBeGreaterThan(0.6);
    const [examples, script] = program.variables;
    expect(JSON.stringify(examples?.value).split('"inputs"').length - 1).toBeLessThanOrEqual(3);
    expect(script?.value).toEqual({ python_script: 'pass' });
    expect(variables.map(({ changed, notes }) => [changed, ...notes])).toEqual([
      [true],
      [false, "left alone: few-shot examples can't train a variable of the kind script"],
    ]);
  });

  describe('keeps the contract of optimizers', () => {
    const cases = optimizerSuite({
      optimizer,
      program: () => labelProgram(),
      reward: rightLabel,
      ...thirds(18),
    });
    for (const { name, run } of cases) test(name, () => run());
  });

  test('tells sets of examples apart by the examples', async () => {
    const trainer = new Trainer(await labelProgram(), { reward: rightLabel, optimizer: optimizer() });
    await trainer.fit(x, y, { epochs: 5, seed: 2 });
    const candidates = new Set(trainer.store?.all().map(({ candidate }) => candidate));
    expect(candidates.size).toBeGreaterThan(20);
  });

  test('without labels it shows only what earned a reward, and says when nothing did', async () => {
    const program = await labelProgram();
    const bare = new Trainer(program, {
      reward: rightLabel,
      optimizer: new RandomFewShot({ labels: false }),
    });
    const { shipped, variables } = await bare.fit(x, y);
    expect(shipped).toBe(false);
    expect(variables[0]?.notes).toEqual([
      'no call that read it earned a reward, so there is nothing good to show',
    ]);
  });

  test('is saved with its options', () => {
    const saved = JSON.parse(JSON.stringify(serialize(optimizer())));
    const restored = deserialize(saved, { as: optimizer().constructor as typeof RandomFewShot });
    expect(restored.getConfig()).toEqual(optimizer().getConfig());
  });
});

test('a program without examples to train is left alone', async () => {
  const program = await labelProgram({ trainable: false });
  const trainer = new Trainer(program, { reward: rightLabel, optimizer: new Greedy() });
  expect(await trainer.fit(x, y)).toMatchObject({ stopReason: 'exhausted', shipped: false });
});

describe('sampleExamples', () => {
  const pool: PoolExample[] = [0.9, 0.8, 0.5, 0.1].map((reward, n) => ({
    inputs: n,
    outputs: n,
    reward,
    from: String(n),
  }));
  const draw = (sampling: 'softmax' | 'random' | 'best', count: number, seed = 0, temperature = 0.3) =>
    sampleExamples(pool, {
      count,
      sampling,
      temperature,
      largestReward: 1,
      random: new RandomStream(seed, 'test'),
    });

  test('best takes the highest, random and softmax any, none twice', () => {
    expect(draw('best', 3).map(({ reward }) => reward)).toEqual([0.9, 0.8, 0.5]);
    for (const sampling of ['softmax', 'random'] as const) {
      expect(new Set(draw(sampling, 4).map(({ from }) => from)).size).toBe(4);
    }
    expect(draw('random', 9).length).toBe(4);
    expect(
      sampleExamples([], {
        largestReward: 1,
        count: 2,
        sampling: 'softmax',
        temperature: 1,
        random: new RandomStream(0, 'x'),
      }),
    ).toEqual([]);
  });

  test('softmax prefers in proportion to e^(reward/temperature)', () => {
    let first = 0;
    for (let seed = 0; seed < 2000; seed++) if (draw('softmax', 1, seed)[0]?.reward === 0.9) first++;
    const weights = pool.map(({ reward }) => Math.exp(reward / 0.3));
    const expected = (weights[0] as number) / weights.reduce((sum, weight) => sum + weight, 0);
    expect(first / 2000).toBeGreaterThan(expected - 0.05);
    expect(first / 2000).toBeLessThan(expected + 0.05);
  });
});

test.each([
  { minExamples: 4 },
  { maxExamples: 0 },
  { sampling: 'worst' },
  { temperature: 0 },
  { proposals: 1.5 },
  { labels: 'yes' },
  { examples: 3 },
])('options %o make no sense', (options) => {
  expect(() => new RandomFewShot(options as never)).toThrow(
    expect.objectContaining({ code: 'core/invalid_option' }),
  );
});
