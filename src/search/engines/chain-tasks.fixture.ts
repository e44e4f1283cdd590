import type { Sandbox } from '../../sandbox/index.js';
import { evaluateScript, makeExamples, type TrainingResult } from '../../training/index.js';
import { searchScript } from '../search-script.js';

/** What a rule of a chain reads. */
export type Items = readonly number[];

/** What the search makes of lists and a rule. */
export const train = (
  sandbox: Sandbox,
  inputs: readonly Items[],
  rule: (items: Items) => Items | number,
  maxEvaluations = 60_000,
): Promise<TrainingResult> =>
  searchScript({
    examples: inputs.map((one) => ({ input: one, output: rule(one) })),
    budget: { maxEvaluations },
    seed: 0,
    sandbox,
  });
/** Lists that a rule is shown on. */
export const lists: readonly Items[] = [
  [4, 9, 2, 13, 6],
  [11, 3, 8],
  [1, 20, 7, 5, 16, 2],
  [15, 6, 9, 30],
  [8, 2, 17, 12, 3],
];
/** Lists that a rule is tried on. */
export const unseen: readonly Items[] = [
  [7, 9],
  [2, 2, 40, 5],
  [6, 1, 12, 12, 9, 3, 30],
];
/** The sum of a list. */
export const sum = (items: Items): number => items.reduce((total, n) => total + n, 0);
/** Whether the search finds a rule from lists, and what it finds is right for others. */
export const isFound = async (
  sandbox: Sandbox,
  given: readonly Items[],
  others: readonly Items[],
  rule: (items: Items) => Items | number,
  maxEvaluations?: number,
): Promise<boolean> => {
  const { script } = await train(sandbox, given, rule, maxEvaluations);
  if (script === null) return false;
  const examples = makeExamples(others.map((one) => ({ input: one, output: rule(one) })));
  const outcomes = await evaluateScript({ script, examples, sandbox });
  return outcomes.every(({ reward }) => reward === 1);
};
