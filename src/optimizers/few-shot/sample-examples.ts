import type { RandomStream } from '../../core/index.js';
import type { PoolExample } from './example-pool.js';
import type { ExampleSampling } from './options.js';

/** Draws up to `count` examples, none twice. Fewer only where there are no more. */
export function sampleExamples(
  pool: readonly PoolExample[],
  options: {
    readonly count: number;
    readonly sampling: ExampleSampling;
    /** Of `softmax`: the higher, the more alike. */
    readonly temperature: number;
    /** That a sample can have: the temperature is for shares of it. Infinity where there is no end. */
    readonly largestReward: number;
    readonly random: RandomStream;
  },
): PoolExample[] {
  const { count, sampling, largestReward, random } = options;
  if (sampling === 'random') return random.sample(pool, count);
  if (sampling === 'best') {
    // Shuffled first: of equals, each is as likely.
    return random
      .shuffle(pool)
      .sort((left, right) => right.reward - left.reward)
      .slice(0, count);
  }
  const isScaled = Number.isFinite(largestReward) && largestReward > 0;
  const temperature = isScaled ? options.temperature * largestReward : options.temperature;
  // The Gumbel trick: the largest of log-weight + Gumbel noise are a draw without replacement with those weights
  // (Kool et al. 2019, "Stochastic beams and where to find them").
  return pool
    .map((example) => ({
      example,
      key: example.reward / temperature - Math.log(-Math.log(Math.max(random.next(), Number.MIN_VALUE))),
    }))
    .sort((left, right) => right.key - left.key)
    .slice(0, count)
    .map(({ example }) => example);
}
