import { afterAll, beforeAll, expect } from 'vitest';
import type { Sandbox } from '../../sandbox/index.js';
import { needs } from '../../testing/needs.fixture.js';
import type { TrainingResult } from '../../training/index.js';
import { openSearchSandbox } from '../python-runner.fixture.js';
import { searchScript } from '../search-script.js';

const { describe, it } = await needs('sandbox');

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSearchSandbox({ timeoutSeconds: 0.5 });
});
afterAll(() => sandbox.close());

const NAMES = ['Ada Lovelace', 'Alan Turing', 'Grace Hopper', 'Tim Lee', 'Barbara Liskov', 'Ken Thompson'];

const withSeed = (seedScript: string, isFound = true): Promise<TrainingResult> =>
  searchScript({
    examples: NAMES.map((input, index) => ({
      input,
      output: isFound ? (input.split(' ')[1] ?? '').toUpperCase() : ([91, 17, 4, 65, 2, 33][index] ?? 0),
    })),
    seedScript,
    budget: { maxEvaluations: 20_000 },
    seed: 0,
    sandbox,
  });

describe('a seed script that is no use', () => {
  it.each([true, false])('names the example that it never ends on, and is not used: %s', async (isFound) => {
    const result = await withSeed(
      "def transform(text):\n    while text.startswith('Tim'):\n        pass\n    return text\n",
      isFound,
    );
    expect(result.solved).toBe(isFound);
    expect(result.reasons).toContain(
      'the seed script was not used: on example 4, "Tim Lee", the code ran longer than its limit of 0.5 s',
    );
    expect(result.guess?.foundBy).not.toBe('seed');
    const ofTheSeed = result.outcomes.filter(({ error }) => error?.kind === 'timeout');
    expect(ofTheSeed).toHaveLength(1);
  });

  it('is run on one example where it never ends on any', async () => {
    const result = await withSeed('while True:\n    pass\n');
    expect(result.outcomes.filter(({ error }) => error !== null)).toHaveLength(1);
    expect(result.reasons.at(-1)).toMatch(/^the seed script was not used: on example \d, /);
  });

  it('is told with its line where it is no Python', async () => {
    const { solved, reasons } = await withSeed('def transform(text):\n    return text.(\n');
    expect(solved).toBe(true);
    expect(reasons.at(-1)).toMatch(/^the seed script was not used: it is not valid Python: line 2: /);
  });

  it.each([
    ['x = 1\n', 'the seed script fails on every example: NameError("name \'transform\' is not defined")'],
    [
      'def transform(text):\n    return {1, 2}\n',
      'the seed script fails on every example: JSON cannot hold a set; return a sorted list',
    ],
    [
      "def transform(text):\n    print('x' * 3_000_000)\n",
      'the code printed more than its limit of 1000000 characters',
    ],
  ])('says what is wrong with %j', async (seed, message) => {
    const { solved, reasons } = await withSeed(seed);
    expect(solved).toBe(true);
    expect(reasons.at(-1)).toContain(message);
  });

  it('says nothing of one that is wrong in several ways, or only wrong', async () => {
    const { reasons } = await withSeed('def transform(text):\n    return 7\n');
    expect(reasons.join()).not.toContain('seed script');
  });
});
