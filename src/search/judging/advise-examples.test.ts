import { afterAll, beforeAll, expect } from 'vitest';
import type { ProgressUpdate } from '../../core/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { needs } from '../../testing/needs.fixture.js';
import { evaluateScript, makeExamples, type TrainingResult } from '../../training/index.js';
import { openSearchSandbox } from '../python-runner.fixture.js';
import type { SearchScriptOptions } from '../search-options.js';
import { searchScript } from '../search-script.js';

const { describe, it } = await needs('sandbox');

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSearchSandbox();
});
afterAll(() => sandbox.close());

const train = (options: Partial<SearchScriptOptions>): Promise<TrainingResult> =>
  searchScript({ examples: [], budget: { maxEvaluations: 10_000 }, seed: 0, sandbox, ...options });

const upper = (words: readonly string[]): { input: string; output: string }[] =>
  words.map((input) => ({ input, output: input.toUpperCase() }));

describe('the advice of a search that abstains', () => {
  it('asks for six examples when there are fewer', async () => {
    const { abstained, advice } = await train({ examples: [{ input: 'ada lovelace', output: 'a' }] });
    expect(abstained).toBe(true);
    expect(advice[0]).toBe('Give at least six examples; there is one.');
  });

  it('names inputs on which programs that fit disagree', async () => {
    const { abstained, advice } = await train({
      examples: ['ada lovelace', 'alan turing', 'grace hopper'].map((input) => ({
        input,
        output: input.split(' ')[1] ?? '',
      })),
      holdout: [{ input: 'tim lee', output: 'something else' }],
      unlabelled: ['ken thompson', 'john von neumann'],
      budget: { maxEvaluations: 5000 },
    });
    expect(abstained).toBe(true);
    expect(advice.join('\n')).toMatch(
      /Programs that fit disagree about "john von neumann": ".+" or ".+"\. Add it with its right output\./,
    );
  });

  it('names the held-out example that the best guess gets wrong', async () => {
    const { abstained, advice } = await train({
      examples: upper(['ab', 'cd', 'ef', 'gh', 'ij']),
      holdout: [{ input: 'kl', output: 'something else' }],
      budget: { maxEvaluations: 3000 },
    });
    expect(abstained).toBe(true);
    expect(advice).toContain(
      'The best guess is wrong on a held-out example. For "kl" it returned "KL"; expected "something else". Add more like it.',
    );
  });

  it('names a training example that the best guess fails', async () => {
    const { abstained, advice } = await train({
      examples: [...upper(['ab', 'cd', 'ef', 'gh', 'ij']), { input: 'qq', output: 'odd one' }],
      holdout: upper(['zz']),
    });
    expect(abstained).toBe(true);
    expect(advice.join('\n')).toContain('The best guess fails an example. For "qq" it returned "QQ"');
  });

  it('names the examples of a branch that rests on two', async () => {
    const examples = [7, 12, 23, 31, 48, 55].map((input) => ({ input, output: 'small' }));
    const { abstained, advice } = await train({
      examples: [...examples, { input: 71, output: 'large' }, { input: 96, output: 'large' }],
      holdout: [],
    });
    expect(abstained).toBe(true);
    expect(advice.join('\n')).toMatch(
      /One branch of what was found rests on two examples, (71 and 96|96 and 71); add more like them\./,
    );
  });

  it('asks for other outputs when all are the same', async () => {
    const { abstained, advice } = await train({
      examples: ['a', 'b', 'c'].map((input) => ({ input, output: 'x' })),
    });
    expect(abstained).toBe(true);
    expect(advice).toContain('Every training example has the output "x"; add some with other outputs.');
  });

  it('is empty when a script was found', async () => {
    expect(await train({ examples: upper(['ab', 'cd', 'ef', 'gh', 'ij', 'kl']) })).toMatchObject({
      solved: true,
      advice: [],
    });
  });
});

describe('the progress of a search', () => {
  it('starts before anything is tried and tells the best so far', async () => {
    const updates: ProgressUpdate[] = [];
    const examples = ['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'k8'];
    await train({
      examples: examples.map((input, index) => ({
        input,
        output: index === 0 ? 'K1' : `${(index * 7919) % 97}`,
      })),
      budget: { maxEvaluations: 25_000, seconds: 60 },
      now: () => 0,
      onProgress: (update) => updates.push(update),
    });
    expect(updates[0]).toEqual({
      stage: 'search',
      done: 0,
      total: 25_000,
      note: 'no match yet',
      secondsLeft: 60,
    });
    expect(updates.at(-1)?.note).toMatch(/^best [1-6]\/6 by enumeration$/);
  });
});

describe('the rivals of a script that was found', () => {
  const examples = ['ada lovelace', 'alan turing', 'grace hopper', 'ken thompson'].map((input) => ({
    input,
    output: input.split(' ')[1] ?? '',
  }));

  it('fit every example and do otherwise on an unlabelled input', async () => {
    const { solved, script, rivals = [] } = await train({ examples, unlabelled: ['tim lee'] });
    expect(solved).toBe(true);
    expect(rivals.length).toBeGreaterThan(0);
    for (const rival of rivals) {
      expect(rival).not.toBe(script);
      const outcomes = await evaluateScript({ script: rival, examples: makeExamples(examples), sandbox });
      expect(outcomes.map(({ reward }) => reward)).toEqual([1, 1, 1, 1]);
    }
    const [asked] = makeExamples([{ input: 'tim lee', output: '' }]);
    const answers = await Promise.all(
      [script ?? '', ...rivals].map((each) =>
        evaluateScript({ script: each, examples: asked === undefined ? [] : [asked], sandbox }),
      ),
    );
    expect(new Set(answers.map(([outcome]) => outcome?.outputHash)).size).toBe(rivals.length + 1);
  });

  it('are absent where there is nothing to compare them on', async () => {
    expect(await train({ examples })).not.toHaveProperty('rivals');
  });
});
