import { afterAll, beforeAll, expect } from 'vitest';
import type { Sandbox } from '../../sandbox/index.js';
import { needs } from '../../testing/needs.fixture.js';
import {
  type InputOutput,
  makeExamples,
  openScriptEvaluator,
  type ScriptEvaluator,
} from '../../training/index.js';
import { openSearchSandbox } from '../python-runner.fixture.js';
import { type Doubt, findDoubt } from './doubts.js';

const { describe, it } = await needs('sandbox');

describe('findDoubt', () => {
  let sandbox: Sandbox;
  let evaluator: ScriptEvaluator;
  beforeAll(async () => {
    sandbox = await openSearchSandbox();
    evaluator = await openScriptEvaluator({ sandbox });
  });
  afterAll(async () => {
    await evaluator.close();
    await sandbox.close();
  });

  const find = (expression: string, pairs: readonly InputOutput[]): Promise<Doubt | null> =>
    findDoubt({
      script: `def transform(value):\n    return ${expression}\n`,
      examples: makeExamples(pairs),
      inputs: [[3, 8, 6]],
      evaluate: (script, examples) => evaluator.evaluate({ script, examples }),
    });

  const lastEven = '[n for n in value if n % 2 == 0][-1]';
  const evens = [
    { input: [3, 2, 4], output: 4 },
    { input: [6, 5, 5, 1], output: 6 },
    { input: [8, 2, 3, 7], output: 2 },
  ];

  it('tells of a part of an example on which the script fails', async () => {
    expect(await find(lastEven, evens)).toEqual({
      reason: 'it fails on [5,5,1], a part of an example',
      question: null,
    });
  });

  it('takes no part that is shorter than every example, and no input but lists of numbers', async () => {
    expect(await find('value[2] * value[0]', [{ input: [3, 2, 4], output: 12 }])).toBeNull();
    const records = [
      { input: [{ a: 1 }, { a: 2 }], output: 2 },
      { input: [{ a: 4 }, { a: 3 }, { b: 1 }], output: 3 },
    ];
    expect(await find("value[1]['a']", records)).toBeNull();
  });

  it('asks for the output of an input on which a detail shows', async () => {
    const first = [
      { input: [9, 4, 7], output: 9 },
      { input: [6, 2, 5, 1], output: 6 },
    ];
    const doubt = await find('value[0]', first);
    expect(doubt?.reason).toBe('no example tells `value[0]` from `max(value)`');
    expect(doubt?.question?.answers.map(({ output }) => output)).toEqual([3, 8]);
  });
});
