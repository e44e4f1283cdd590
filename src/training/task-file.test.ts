import { describe, expect, it } from 'vitest';
import { parseTaskFile } from './task-file.js';

const read = (value: unknown): ReturnType<typeof parseTaskFile> =>
  parseTaskFile({ name: 'task.json', text: typeof value === 'string' ? value : JSON.stringify(value) });

describe('parseTaskFile', () => {
  it('reads examples, script and held-out pairs', () => {
    const file = read({
      description: 'double',
      examples: [{ input: 1, output: 2 }],
      script: 'def transform(value): return value',
      holdout: [{ input: 3, output: 6 }],
    });
    expect(file.task).toMatchObject({ description: 'double', seedScript: expect.any(String) });
    expect(file.task.holdout).toEqual([{ input: 3, output: 6 }]);
    expect(file.test).toEqual([]);
  });

  it('reads an ARC task: test inputs are known, test outputs only score', () => {
    const file = read({ train: [{ input: [[1]], output: [[2]] }], test: [{ input: [[3]], output: [[4]] }] });
    expect(file.task.examples).toHaveLength(1);
    expect(file.task.holdout).toEqual([]);
    expect(file.task.unlabelled).toEqual([[[3]]]);
    expect(JSON.stringify(file.task)).not.toContain('[[4]]');
    expect(file.test).toEqual([{ input: [[3]], output: [[4]] }]);
  });

  it.each([
    ['no JSON', '{"examples": [', /task\.json: is not JSON/],
    ['a list', '[]', /is not an object/],
    ['no examples', { description: 'x' }, /needs "examples"/],
    ['empty examples', { examples: [] }, /has no examples/],
    ['a pair without output', { examples: [{ input: 1 }] }, /"examples\[0\]" has no "output"/],
    ['an unknown field', { examples: [{ input: 1, output: 1 }], exmaples: [] }, /unknown field "exmaples"/],
    [
      'a contradiction',
      {
        examples: [
          { input: 1, output: 1 },
          { input: 1, output: 2 },
        ],
      },
      /Examples 1 and 2/,
    ],
    [
      'a pair that is not an object',
      { examples: [{ input: 1, output: 1 }, 2] },
      /"examples\[1\]" is not an object/,
    ],
    [
      'train pairs beside examples',
      { examples: [{ input: 1, output: 1 }], train: [] },
      /unknown field "train"/,
    ],
    ['an ARC task without train pairs', { train: [], test: [] }, /has no train pairs/],
    [
      'a description that is not text',
      { examples: [{ input: 1, output: 1 }], description: 3 },
      /is not text/,
    ],
    [
      'unlabelled inputs that are not a list',
      { examples: [{ input: 1, output: 1 }], unlabelled: 3 },
      /is not a list/,
    ],
    ['a script that is not text', { examples: [{ input: 1, output: 1 }], script: 3 }, /"script" is not text/],
  ])('refuses %s in one line', (_name, value, message) => {
    expect(() => read(value)).toThrowError(expect.objectContaining({ code: 'training/invalid_task' }));
    expect(() => read(value)).toThrowError(message);
  });
});
