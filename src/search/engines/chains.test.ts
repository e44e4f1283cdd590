import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../sandbox/index.js';
import { needs } from '../../testing/needs.fixture.js';
import { evaluateScript, makeExamples, type TrainingResult } from '../../training/index.js';
import { applied, type Expression, evaluateExpression } from '../language/expression.js';
import {
  constantOperator,
  instantiate,
  leafOperator,
  NO_CONSTANTS,
  type Operator,
} from '../language/operator.js';
import { library } from '../library/index.js';
import { openSearchSandbox } from '../python-runner.fixture.js';
import { searchScript } from '../search-script.js';
import { buildOperators } from '../vocabulary/operators.js';
import { chainSteps } from './chain-steps.js';
import { weighFits } from './weigh-fits.js';

const withSandbox = await needs('sandbox');

type Items = readonly number[];

const leaf = leafOperator({
  python: 'value',
  result: 'integers',
  cost: 1,
  read: (input) => input as Items,
});
const input: Expression = {
  operator: leaf,
  args: [],
  type: 'integers',
  cost: 1,
  readsInput: true,
  values: [],
};

describe('chainSteps', () => {
  const constants = [2, 7, 40].map((value) => constantOperator(value, 'integer', 1));
  const operators = buildOperators(
    library,
    { ...NO_CONSTANTS, index: [0, -1].map((value) => ({ value, cost: 0 })), times: [{ value: 2, cost: 0 }] },
    constants,
  );
  const steps = chainSteps(operators, [leaf, ...constants], []);
  const rows: readonly Items[] = [[4, 9, 2, 2], [7], [3, 1, 8, 2, 6, 40], []];
  const besides = chainSteps(operators, [leaf, ...constants], [{ ...input, values: rows }]);

  it('computes what its expression does', () => {
    expect(steps.length).toBeGreaterThan(150);
    for (const step of steps) {
      for (const row of rows) expect(evaluateExpression(step.after(input), row)).toEqual(step.apply(row, 0));
    }
  });

  it('sets a list beside the input that it was made from, either first', () => {
    const backwards = rows.map((row) => row.toReversed());
    const gives = (output: Items): boolean =>
      besides.some((one) => JSON.stringify(one.apply(backwards[0] ?? [], 0)) === JSON.stringify(output));
    expect(besides.length - steps.length).toBeLessThan(40);
    expect(gives([6, 11, 11, 6])).toBe(true);
    expect(gives([2, 2, 2, 2])).toBe(true);
    expect(gives([-2, -7, 7, 2])).toBe(true);
    expect(gives([2, 7, -7, -2])).toBe(true);
    expect(gives([4, 9, 2, 2, 2, 2, 9, 4])).toBe(true);
    expect(gives([2, 4, 2, 9, 9, 2, 4, 2])).toBe(true);
    // What is above the input's first item, and so many items as it says.
    expect(gives([9])).toBe(true);
    expect(gives([2, 2, 9, 4].slice(0, 2))).toBe(true);
    const list = applied(operators.find(({ name }) => name === 'reversed_integers()') ?? leaf, [input]);
    for (const one of besides) {
      for (const [index, row] of rows.entries()) {
        expect(evaluateExpression(one.after(list), row)).toEqual(one.apply(backwards[index] ?? [], index));
      }
    }
  });

  it('takes numbers of the list itself, the likeliest step first', () => {
    const gives = (output: Items): boolean =>
      steps.some((step) => JSON.stringify(step.apply([4, 9, 2, 2], 0)) === JSON.stringify(output));
    expect(gives([4, 9, 2, 2, 9])).toBe(true);
    expect(gives([9, 2])).toBe(true);
    // Turned by as many items as the last one says.
    expect(gives([2, 2, 4, 9])).toBe(true);
    expect(gives([4, 4, 4, 4])).toBe(true);
    expect(gives([2, 7, 0, 0])).toBe(true);
    expect(gives([3, -2, 5, 5])).toBe(true);
    expect(gives([4, 9, 2, 2, 40])).toBe(false);
    expect(steps.map(({ cost }) => cost)).toEqual(
      steps.map(({ cost }) => cost).sort((left, right) => left - right),
    );
  });
});

describe('weighFits', () => {
  const operator = (name: string): Operator => {
    const entry = library.find((one) => one.name === name);
    const [made] = entry === undefined ? [] : instantiate(entry, NO_CONSTANTS);
    if (made === undefined) throw new Error(`no operator ${name}`);
    return made;
  };
  const fitOf = (cost: number, ...names: readonly string[]): { expression: Expression; cost: number } => ({
    expression: names.reduce((of, name) => applied(operator(name), [of]), input),
    cost,
  });
  const ordered = fitOf(5, 'sorted_integers');
  const backwards = fitOf(6, 'reversed_integers');
  const turned = fitOf(6, 'reversed_integers', 'reversed_integers', 'reversed_integers');

  it('believes the cheapest where nothing else is as likely', () => {
    const weighed = weighFits([backwards, ordered], [[2, 1, 3]]);
    expect(weighed?.chosen).toBe(ordered);
    expect(weighed?.rivalry).toBeCloseTo(1 / 3);
    expect(weighed?.different).toEqual([ordered.expression, backwards.expression]);
  });

  it('counts together what does the same', () => {
    expect(weighFits([ordered, backwards], [[3, 2, 1]])?.rivalry).toBe(0);
    const third = { ...turned, cost: 5 };
    const weighed = weighFits([ordered, backwards, third], [[2, 1, 3]]);
    expect(weighed?.chosen).toBe(third);
    expect(weighed?.rivalry).toBeCloseTo(0.4);
    expect(weighFits([], [[1]])).toBeNull();
  });
});

withSandbox.describe('searchChains', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSearchSandbox();
  });
  afterAll(() => sandbox.close());

  const train = (
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
  const lists: readonly Items[] = [
    [4, 9, 2, 13, 6],
    [11, 3, 8],
    [1, 20, 7, 5, 16, 2],
    [15, 6, 9, 30],
    [8, 2, 17, 12, 3],
  ];
  const unseen: readonly Items[] = [
    [7, 9],
    [2, 2, 40, 5],
    [6, 1, 12, 12, 9, 3, 30],
  ];
  const sum = (items: Items): number => items.reduce((total, n) => total + n, 0);
  const least = (items: Items): number => Math.min(...items);
  const runningTotals = (items: Items): Items => items.map((_n, place) => sum(items.slice(0, place + 1)));
  const isFound = async (
    given: readonly Items[],
    others: readonly Items[],
    rule: (items: Items) => Items | number,
    maxEvaluations?: number,
  ): Promise<boolean> => {
    const { script } = await train(given, rule, maxEvaluations);
    if (script === null) return false;
    const examples = makeExamples(others.map((one) => ({ input: one, output: rule(one) })));
    const outcomes = await evaluateScript({ script, examples, sandbox });
    return outcomes.every(({ reward }) => reward === 1);
  };

  it.each<readonly [string, (items: Items) => Items | number]>([
    ['the first item, as often as there are items', (items) => items.map(() => items[0] ?? 0)],
    [
      'less the smallest, doubled, last to the front',
      (items) => {
        const doubled = items.map((n) => 2 * (n - least(items)));
        return [...doubled.slice(-1), ...doubled.slice(0, -1)];
      },
    ],
    [
      'without the smallest, gaps',
      (items) => {
        const rest = items.filter((n) => n !== least(items));
        return rest.slice(1).map((n, place) => n - (rest[place] ?? 0));
      },
    ],
    ['3 minus each', (items) => items.map((n) => 3 - n)],
    ['the odd ones, divided', (items) => items.filter((n) => n % 2 === 1).map((n) => Math.floor(n / 2))],
    ['the sum of what is above 12', (items) => sum(items.filter((n) => n > 12))],
    [
      'the lower one of each and its mirror, doubled',
      (items) => items.map((n, place) => 2 * Math.min(n, items.at(-1 - place) ?? n)),
    ],
    [
      'the first less all up to each',
      (items) => items.map((_n, place) => (items[0] ?? 0) - sum(items.slice(1, place + 1))),
    ],
    ['backwards, 3 taken off what is above 8', (items) => items.toReversed().map((n) => (n > 8 ? n - 3 : n))],
    ['how many items are less than each', (items) => items.map((n) => items.filter((m) => m < n).length)],
  ])('finds %s', async (_name, rule) => {
    expect(await isFound(lists, unseen, rule)).toBe(true);
  });

  it.each<readonly [string, (items: Items) => Items | number]>([
    ['the sum of sizes without the first', (items) => sum(items.slice(1).map(Math.abs))],
    ['the signs, sorted', (items) => items.map(Math.sign).sort((left, right) => left - right)],
    [
      'the odd ones negated, then running totals',
      (items) => runningTotals(items.map((n) => (n % 2 === 0 ? n : -n))),
    ],
  ])('finds %s, where numbers are below zero', async (_name, rule) => {
    const signed = (rows: readonly Items[]): readonly Items[] =>
      rows.map((row) => row.map((n, place) => (place % 3 === 1 ? -n : place % 3 === 2 && n < 9 ? 0 : n)));
    expect(await isFound(signed(lists), signed(unseen), rule)).toBe(true);
  });

  it('finds the even ones halved, then the distances of neighbours, which takes longer', async () => {
    const rule = (items: Items): Items => {
      const halved = items.map((n) => (n % 2 === 0 ? n / 2 : n));
      return halved.slice(1).map((n, place) => Math.abs(n - (halved[place] ?? 0)));
    };
    expect(await isFound(lists, unseen, rule, 150_000)).toBe(true);
  });

  it('finds one step more than what is enumerated', async () => {
    const rule = (items: Items): number =>
      sum(items.map((n) => n - (items[0] ?? 0)).filter((_n, place) => place % 2 === 0));
    expect(await isFound(lists, unseen, rule, 300_000)).toBe(true);
  });

  it('weighs thresholds between the same items against each other', async () => {
    const rows = [
      [20, 2, 31],
      [60, 40, 12],
      [55, 33, 0, 71],
      [50, 9, 90],
      [77, 22, 41],
    ];
    const result = await train(rows, (items) => items.filter((n) => n > 44).slice(0, 1));
    expect(result.script).toBeNull();
    expect(result.question?.answers.length).toBeGreaterThan(1);
  });

  it('abstains where several numbers fit as well, and asks', async () => {
    const rows = [
      [20, 2, 31],
      [1, 40, 12],
      [25, 33, 0, 2],
      [50, 1, 19],
      [2, 22, 41],
    ];
    const result = await train(rows, (items) => items.filter((n) => n > 5));
    expect(result.script).toBeNull();
    expect(result.reasons.join('; ')).toContain('something else on inputs near the examples');
    expect(result.question?.answers.length).toBeGreaterThan(1);
  });
});
