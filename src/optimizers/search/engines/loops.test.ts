import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sandbox } from '../../../sandbox/index.js';
import { evaluateScript, makeExamples } from '../../../training/index.js';
import { montySandbox } from '../python-runner.fixture.js';
import { searchScript } from '../search-script.js';

type Items = readonly number[];

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await montySandbox();
});
afterAll(() => sandbox.close());

const inputs: readonly Items[] = [
  [15, 15, 46, 50, 9, 8, 47],
  [22, 30, 19, 21, 40],
  [21, 24, 20, 33],
  [-8, 21, 28, 25, 3],
  [20, 20, 35, 21, 22],
  [12, -4, 30, 31, 32, 6],
  [27, 26, 20, 18],
  [44, 29, 21, 23, 5, 45],
];
const unseen: readonly Items[] = [
  [49, 48, 21, 11, 20],
  [20, 34, 22],
  [-3, 7, 25, 26, 39, 41],
];

/** Twice what is above 20 among the lower ones of neighbours. */
const rule = (items: Items): Items =>
  items
    .slice(1)
    .map((item, place) => Math.min(item, items[place] ?? 0))
    .map((item) => (item > 20 ? 2 * item : item));

it('changes some items of a list that is dear itself, by a condition', async () => {
  const examples = inputs.map((input) => ({ input, output: rule(input) }));
  const { script } = await searchScript({ examples, budget: { maxEvaluations: 200_000 }, seed: 0, sandbox });
  const outcomes = await evaluateScript({
    script: script ?? '',
    examples: makeExamples(unseen.map((input) => ({ input, output: rule(input) }))),
    sandbox,
  });
  expect(outcomes.map(({ reward }) => reward)).toEqual([1, 1, 1]);
});
