import { describe, expect, it } from 'vitest';
import type { Json } from '../../core/index.js';
import { inputLeaves } from './leaves.js';
import { numberLeaves } from './mine-numbers.js';

const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100];

function mined(pairs: readonly (readonly [input: Json, output: Json])[]): readonly number[] {
  const train = pairs.map(([input, output]) => ({ input, output }));
  const leaves = inputLeaves(
    'value',
    pairs.map(([input]) => input),
  );
  const problem = { variable: 'value', train, holdout: [], unlabelled: [], depth: 0 };
  return numberLeaves(problem, leaves)
    .map((leaf) => Number(leaf.apply([])))
    .sort((left, right) => left - right);
}

describe('numberLeaves', () => {
  it('offers what half of the lists put out hold, and not what comes up twice by chance', () => {
    const pairs = [
      [
        [17, 4],
        [17, 33],
      ],
      [[17], [17, 33]],
      [
        [6, 25],
        [6, 33],
      ],
      [
        [25, 8, 1],
        [25, 33],
      ],
      [[25], [25]],
      [[40, 17], [40]],
    ] as const;
    expect(mined(pairs)).toEqual([...DIGITS.slice(0, -1), 33, 100]);
  });

  it('offers a factor only where no other is as short', () => {
    const factors = (pairs: Parameters<typeof mined>[0]) => mined(pairs).filter((one) => one > 1 && one < 2);
    const exact = [
      [10, 11.9],
      [99.99, 118.99],
      [30, 35.7],
    ] as const;
    expect(factors(exact)).toContain(1.19);
    const vague = [
      [3, 4],
      [5, 7],
    ] as const;
    expect(factors(vague)).not.toContain(1.3);
  });

  it('offers what two labels hold', () => {
    expect(
      mined([
        ['a', 40],
        ['b', 40],
        ['c', 7],
        ['d', 8],
        ['e', 9],
        ['f', 6],
      ]),
    ).toContain(40);
  });
});
