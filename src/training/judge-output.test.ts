import { describe, expect, it } from 'vitest';
import type { PythonValue } from '../sandbox/index.js';
import { makeExamples } from './example.js';
import { failedOutcome, judgeAnswer } from './judge-output.js';

const [example] = makeExamples([{ input: 'in', output: 'abcdefghij' }]);
if (example === undefined) throw new Error('there is no example');

describe('judgeAnswer', () => {
  it('rewards the expected output alone, however near another one is', () => {
    expect(judgeAnswer('hash', example, [true, 'abcdefghij'])).toMatchObject({
      scriptHash: 'hash',
      exampleId: example.id,
      reward: 1,
      progress: 1,
      error: null,
      feedback: null,
    });
    const near = judgeAnswer('hash', example, [true, 'abcdefghi']);
    expect(near).toMatchObject({ reward: 0, output: 'abcdefghi', error: null });
    expect(near.progress).toBeGreaterThan(0.8);
    expect(near.progress).toBeLessThan(1);
    expect(near.feedback).toBe('For "in" it returned "abcdefghi"; expected "abcdefghij".');
  });

  it.each<[string, PythonValue | undefined]>([
    ['nothing', undefined],
    ['no list', 'abcdefghij'],
    ['too little', [true]],
    ['too much', [true, 'abcdefghij', 1]],
  ])('takes %s for no answer', (_name, answer) => {
    expect(judgeAnswer('hash', example, answer)).toMatchObject({
      reward: 0,
      progress: 0,
      error: { kind: 'crash' },
    });
  });

  it.each<[PythonValue]>([[false], [null], [1], ['true']])(
    'takes an answer marked %j for a failure',
    (mark) => {
      expect(judgeAnswer('hash', example, [mark, 'abcdefghij'])).toMatchObject({
        reward: 0,
        outputHash: null,
        error: { kind: 'runtime', message: 'abcdefghij' },
      });
    },
  );

  it('shortens long values in what it says', () => {
    const [long] = makeExamples([{ input: 'x'.repeat(199), output: 'x'.repeat(198) }]);
    if (long === undefined) throw new Error('there is no example');
    expect(failedOutcome('hash', long, { kind: 'timeout', message: 'slow' }).feedback).toBe(
      `For "${'x'.repeat(198)}… it failed: slow`,
    );
    expect(judgeAnswer('hash', long, [true, 1]).feedback).toContain(`expected "${'x'.repeat(198)}".`);
  });
});
