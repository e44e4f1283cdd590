import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { makeTrainingExample, type TrainingOutcome } from '../../training/index.js';
import { NO_USAGE } from '../../training/internal.js';
import { testContext, testExamples } from '../training-context.fixture.js';
import { ExamplePool } from './example-pool.js';
import { FewShotRun } from './few-shot-run.js';
import { labelProgram, thirds } from './labeller.fixture.js';
import { RandomFewShot } from './random-few-shot.js';

const example = makeTrainingExample({ x: [{ n: 1 }], y: [{ n: 2 }] });
const outcome = (reward: number): TrainingOutcome => ({
  candidate: 'c',
  exampleId: example.id,
  reward,
  feedback: null,
  outputs: [{ n: 3 }],
  outputHash: 'h',
  calls: [
    { callId: 'm#0', module: 'm', variables: ['m/state'], inputs: { n: 1 }, outputs: { n: 3 }, error: null },
  ],
  error: null,
  usage: { inference: NO_USAGE, reward: NO_USAGE },
});

/** Rewards of what a pool holds after a sample with a reward. */
function worth(
  largestReward: number,
  reward: number,
  labels = true,
): readonly (readonly [unknown, number])[] {
  const pool = new ExamplePool('m/state', labels, largestReward);
  pool.add(outcome(reward), example);
  return pool.examples.map((one) => [one.outputs, one.reward]);
}

describe('ExamplePool', () => {
  it.each([
    [2, 1.5, 2],
    [1, 0.5, 1],
    [Number.POSITIVE_INFINITY, 7, 7],
    [Number.POSITIVE_INFINITY, -7, 1],
  ])(
    'with a largest reward of %d, holds the label of a sample with %d to be worth %d',
    (largest, reward, label) => {
      expect(worth(largest, reward)).toEqual([[{ n: 2 }, label]]);
    },
  );

  it('is told the largest reward of the training', async () => {
    const { x, y } = thirds(6);
    const examples = testExamples(x.map((input, place) => [input, y[place] as JsonObject]));
    const program = await labelProgram();
    const context = testContext({ program, examples, reward: () => 1, largestReward: 5 });
    const rewards: number[] = [];
    const run = new FewShotRun(context, new RandomFewShot().settings, ({ pool }) => {
      rewards.push(...pool.map(({ reward }) => reward));
      return [];
    });
    await run.step(examples);
    expect(new Set(rewards)).toEqual(new Set([5]));
  });

  it('holds what the program gave to be worth what it earned', () => {
    expect(worth(2, 1.5, false)).toEqual([[{ n: 3 }, 1.5]]);
    expect(worth(2, 0, false)).toEqual([]);
  });
});
