import { describe, expect, it } from 'vitest';
import { makeExamples } from './example.js';

describe('makeExamples', () => {
  it('gives the same pair the same id, whatever the order of keys, and keeps it once', () => {
    const [first, ...rest] = makeExamples([
      { input: { a: 1, b: 2 }, output: 'x' },
      { input: { b: 2, a: 1 }, output: 'x' },
    ]);
    expect(rest).toEqual([]);
    expect(makeExamples([{ input: { b: 2, a: 1 }, output: 'x' }])[0]?.id).toBe(first?.id);
  });

  it('refuses contradictions and what is not JSON, naming the example', () => {
    expect(() =>
      makeExamples([
        { input: 1, output: 1 },
        { input: 1, output: 2 },
      ]),
    ).toThrowError(expect.objectContaining({ code: 'training/contradiction' }));
    expect(() => makeExamples([{ input: Number.NaN, output: 1 }])).toThrowError(
      expect.objectContaining({
        code: 'training/invalid_example',
        message: expect.stringContaining('Example 1'),
      }),
    );
  });
});
