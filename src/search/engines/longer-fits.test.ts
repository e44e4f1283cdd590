import { afterAll, beforeAll, expect } from 'vitest';
import type { Sandbox } from '../../sandbox/index.js';
import { needs } from '../../testing/needs.fixture.js';
import type { InputOutput, TrainingResult } from '../../training/index.js';
import { openSearchSandbox } from '../python-runner.fixture.js';
import { searchScript } from '../search-script.js';

const { describe, it } = await needs('sandbox');

describe('longerFit', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSearchSandbox();
  });
  afterAll(() => sandbox.close());

  const search = (examples: readonly InputOutput[]): Promise<TrainingResult> =>
    searchScript({ examples, budget: { maxEvaluations: 100_000 }, seed: 0, sandbox });
  const LONGER = /a program with one step more fits as well, and says something else on [0-9]+ % of inputs/;

  it('lowers what a further step would say otherwise, and asks about it', async () => {
    // How many different halves there are, and how many different numbers.
    const lists = [
      [43, 13, 27, 49, 0, 13, 7, 15, -17],
      [20, 48, 1, 8, -4],
      [17, 17, 17, 17, -1, -6, -18, 6],
      [-20, 19, -1, 31, -12, -15, 50, 9, 38],
      [40, 40, 40],
      [18, 5, 39, 33, -3, -17, 46, -13],
      [14, -18, 18, 16, -19, 41],
      [41, -18, 41, 38, 18, 38, 49],
      [-4, -19, 13, 29],
      [7, 41, 49, 39, 41, 29, 3, 29],
    ];
    const result = await search(lists.map((input) => ({ input, output: new Set(input).size })));
    expect(result.script).toContain('len(set(values))');
    expect(result.confidence).toBe('medium');
    expect(result.reasons.join('; ')).toMatch(LONGER);
    expect(result.question?.answers).toHaveLength(2);
  });

  it('leaves high what no further step would say otherwise', async () => {
    const lists = [
      [4, 7, 1, 9, 3],
      [8, 2, 6],
      [5, 3, 9, 1, 0, 2],
      [7, 7, 2],
      [1, 0, 4, 6],
      [9, 8, 1, 5, 5],
      [6, 2, 0, 3],
      [3, 1, 4, 1, 5, 9],
      [2, 7, 1, 8],
      [0, 5, 6, 4, 7],
    ];
    const result = await search(lists.map((input) => ({ input, output: input.map((n) => n * n) })));
    expect(result.confidence).toBe('high');
    expect(result.reasons.join('; ')).not.toMatch(LONGER);
  });
});
