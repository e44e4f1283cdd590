import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../core/index.js';
import { sampleExamples } from './sample-examples.js';

/** Places that are drawn by softmax from rewards, with one seed after another. */
function drawn(rewards: readonly number[], largestReward: number): readonly (readonly unknown[])[] {
  const pool = rewards.map((reward, n) => ({ inputs: n, outputs: n, reward, from: String(n) }));
  return Array.from({ length: 50 }, (_, seed) =>
    sampleExamples(pool, {
      count: 2,
      sampling: 'softmax',
      temperature: 0.3,
      largestReward,
      random: new RandomStream(seed, 'test'),
    }).map(({ inputs }) => inputs),
  );
}

describe('sampleExamples', () => {
  it('draws the same whatever the scale of the rewards is', () => {
    const rewards = [0.125, 0.5, 0.75, 1];
    const times = (factor: number): readonly number[] => rewards.map((reward) => reward * factor);
    expect(drawn(times(8), 8)).toEqual(drawn(rewards, 1));
    expect(drawn(times(8), 1)).not.toEqual(drawn(rewards, 1));
  });

  it('takes rewards as they are where they have no end, or can only be lost', () => {
    expect(drawn([0.5, 2, 3], Number.POSITIVE_INFINITY)).toEqual(drawn([0.5, 2, 3], 1));
    expect(drawn([-3, -2, 0], 0)).toEqual(drawn([-3, -2, 0], 1));
  });
});
