import { afterAll, beforeAll, expect } from 'vitest';
import type { Json } from '../../core/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { needs } from '../../testing/needs.fixture.js';
import { evaluateScript, makeExamples, type TrainingResult } from '../../training/index.js';
import { openSearchSandbox } from '../python-runner.fixture.js';
import { searchScript } from '../search-script.js';

const { describe, it } = await needs('sandbox');

type Items = readonly number[];

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSearchSandbox();
});
afterAll(() => sandbox.close());

const inputs: readonly Items[] = [
  [4, -9, 12, -3],
  [8, 1, 30],
  [-7, 5, -2, 16, 6],
  [3, 11],
  [-1, -12, 20],
  [9, 2, -5, 7, -8, 1],
  [6, 14, 10, 22],
  [-4, 17, 2, -6],
  [13, -20, 5],
  [1, -10, -11, 4, 3],
];
const unseen: readonly Items[] = [[5, 6], [-2], [], [9, -9, -1, 40, 8], [12, 3, 4]];

function train(rule: (items: Items) => Json, given = inputs): Promise<TrainingResult> {
  return searchScript({
    examples: given.map((input) => ({ input, output: rule(input) })),
    budget: { maxEvaluations: 100_000 },
    seed: 0,
    sandbox,
  });
}

async function rewards(script: string | null, rule: (items: Items) => Json): Promise<readonly number[]> {
  const examples = makeExamples(unseen.map((input) => ({ input, output: rule(input) })));
  const outcomes = await evaluateScript({ script: script ?? '', examples, sandbox });
  return outcomes.map(({ reward }) => reward);
}

describe('outputs that are null where the others have no value', () => {
  it.each<readonly [string, string, (items: Items) => Json]>([
    [
      'the largest negative number',
      'if len([n for n in values if n < 0]) > 0:',
      (items) => {
        const negative = items.filter((n) => n < 0);
        return negative.length === 0 ? null : Math.max(...negative);
      },
    ],
    ['the last odd one', 'if len(kept) > 0:', (items) => items.filter((n) => n % 2 !== 0).at(-1) ?? null],
    ['the fourth', 'if len(values) > 3:', (items) => items[3] ?? null],
  ])('finds %s', async (_name, line, rule) => {
    const { script } = await train(rule);
    expect(script).toContain(line);
    expect(await rewards(script, rule)).toEqual([1, 1, 1, 1, 1]);
  });

  it('finds what has no value on an empty list, which stays as it is', async () => {
    const rule = (items: Items): Json => items.map(() => items[0] ?? 0);
    const { script } = await train(rule, [[], ...inputs]);
    expect(script).toContain('return []');
    expect(await rewards(script, rule)).toEqual([1, 1, 1, 1, 1]);
  });

  it('takes no null for a missing value where there is one', async () => {
    const rule = (items: Items): Json => (items.length === 4 ? null : (items[0] ?? null));
    const { script, guess } = await train(rule);
    const code = script ?? guess?.script ?? '';
    const outcomes = await evaluateScript({
      script: code,
      examples: makeExamples([{ input: [4, 5, 6, 7], output: null }]),
      sandbox,
    });
    expect(code === '' || outcomes[0]?.reward === 1).toBe(true);
  });
});
