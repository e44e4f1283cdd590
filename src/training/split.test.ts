import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeExamples } from './example.js';
import { splitExamples } from './split.js';

const examplesOf = (inputs: readonly number[]): ReturnType<typeof makeExamples> =>
  makeExamples(inputs.map((input) => ({ input, output: input * 2 })));

describe('splitExamples', () => {
  it('does not depend on the order of the examples', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer(), { maxLength: 30 }), fc.nat(50), (inputs, seed) => {
        const forwards = splitExamples({ examples: examplesOf(inputs), seed });
        const backwards = splitExamples({ examples: examplesOf([...inputs].reverse()), seed });
        expect(backwards).toEqual(forwards);
      }),
    );
  });

  it('keeps every example, on one side only', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer(), { maxLength: 30 }), fc.nat(50), (inputs, seed) => {
        const { train, holdout } = splitExamples({ examples: examplesOf(inputs), seed });
        expect([...train, ...holdout].map(({ input }) => input).sort()).toEqual([...inputs].sort());
      }),
    );
  });

  it('holds out a quarter from four examples on, and another quarter with another seed', () => {
    expect(splitExamples({ examples: examplesOf([1, 2, 3]), seed: 0 }).holdout).toHaveLength(0);
    expect(splitExamples({ examples: examplesOf([1, 2, 3, 4]), seed: 0 }).holdout).toHaveLength(1);
    const examples = examplesOf(Array.from({ length: 40 }, (_item, index) => index));
    const first = splitExamples({ examples, seed: 0 });
    expect(first.holdout).toHaveLength(10);
    expect(splitExamples({ examples: examples.slice(0, 7), seed: 0 }).holdout).toHaveLength(1);
    expect(
      splitExamples({ examples: examples.slice(0, 4), seed: 0, holdoutShare: 0.1 }).holdout,
    ).toHaveLength(1);
    expect(splitExamples({ examples: examples.slice(0, 4), seed: 0, holdoutShare: 0 }).holdout).toHaveLength(
      0,
    );
    expect(splitExamples({ examples: examples.slice(0, 10), seed: 0, holdoutShare: 0.9 }).train).toHaveLength(
      1,
    );
    expect(splitExamples({ examples, seed: 1 }).holdout).not.toEqual(first.holdout);
  });

  it('refuses a share that leaves nothing to learn from', () => {
    expect(() => splitExamples({ examples: [], seed: 0, holdoutShare: 1 })).toThrowError(
      /splitExamples: holdoutShare must be a number from 0 to 0.9; got 1\./,
    );
  });
});
