import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../sandbox/index.js';
import { needs } from '../../testing/needs.fixture.js';
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
import { buildOperators } from '../vocabulary/operators.js';
import { chainSteps } from './chain-steps.js';
import { type Items, isFound, lists, train, unseen } from './chain-tasks.fixture.js';
import { weighFits } from './weigh-fits.js';

const withSandbox = await needs('sandbox');

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
  const least = (items: Items): number => Math.min(...items);

  it.each<readonly [string, (items: Items) => Items | number]>([
    ['the first item, as often as there are items', (items) => items.map(() => items[0] ?? 0)],
    [
      'without the smallest, gaps',
      (items) => {
        const rest = items.filter((n) => n !== least(items));
        return rest.slice(1).map((n, place) => n - (rest[place] ?? 0));
      },
    ],
    ['3 minus each', (items) => items.map((n) => 3 - n)],
    ['how many items are less than each', (items) => items.map((n) => items.filter((m) => m < n).length)],
  ])('finds %s', async (_name, rule) => {
    expect(await isFound(sandbox, lists, unseen, rule)).toBe(true);
  });

  it('weighs thresholds between the same items against each other', async () => {
    const rows = [
      [20, 2, 31],
      [60, 40, 12],
      [55, 33, 0, 71],
      [50, 9, 90],
      [77, 22, 41],
    ];
    const result = await train(sandbox, rows, (items) => items.filter((n) => n > 44).slice(0, 1));
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
    const result = await train(sandbox, rows, (items) => items.filter((n) => n > 5));
    expect(result.script).toBeNull();
    expect(result.reasons.join('; ')).toContain('something else on inputs near the examples');
    expect(result.question?.answers.length).toBeGreaterThan(1);
  });
});
