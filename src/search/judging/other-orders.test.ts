import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../sandbox/index.js';
import { needs } from '../../testing/needs.fixture.js';
import type { TrainingResult } from '../../training/index.js';
import { applied, type Expression, leafExpression } from '../language/expression.js';
import { type Operator, PLAIN_OPERATOR } from '../language/operator.js';
import { BINDING } from '../language/python-source.js';
import { evaluateProgram, programOf } from '../programs/program.js';
import { openSearchSandbox } from '../python-runner.fixture.js';
import { searchScript } from '../search-script.js';
import { otherOrders } from './other-orders.js';

const withSandbox = await needs('sandbox');

type Items = readonly number[];

const onItems = (name: string, change: (items: Items) => Items): Operator => ({
  ...PLAIN_OPERATOR,
  name,
  holes: ['integers'],
  result: 'integers',
  apply: ([items]) => change(items as Items),
  render: ([items]) => ({ text: `${name}(${items?.text})`, binding: BINDING.primary }),
});
const double = onItems('double', (items) => items.map((item) => 2 * item));
const increase = onItems('increase', (items) => items.map((item) => item + 1));
const square = onItems('square', (items) => items.map((item) => item * item));
const last: Operator = {
  ...onItems('last', (items) => items),
  result: 'integer',
  apply: ([items]) => (items as Items).at(-1),
};
const input = leafExpression(
  { ...onItems('values', (items) => items), holes: [], readsInput: true, leaf: (value) => value as Items },
  [[3, 10]],
);
const chain = (...steps: readonly Operator[]): Expression =>
  steps.reduce<Expression>((made, step) => applied(step, [made]), input);
const outputs = (expression: Expression): unknown[] =>
  otherOrders(programOf(expression)).map((program) => evaluateProgram(program, [3, 10]));

describe('otherOrders', () => {
  it('takes the steps of a chain in every other order', () => {
    expect(outputs(chain(double))).toEqual([]);
    expect(outputs(chain(double, increase))).toEqual([[8, 22]]);
    const all = outputs(chain(double, increase, square));
    expect(all).toHaveLength(5);
    expect(new Set(all.map(String)).size).toBe(5);
    expect(all).toContainEqual([20, 202]);
  });

  it('leaves a last step of another type where it is', () => {
    expect(outputs(chain(double, increase, last))).toEqual([22]);
  });
});

withSandbox.describe('a sure script', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSearchSandbox();
  });
  afterAll(() => sandbox.close());

  const search = (lists: readonly Items[]): Promise<TrainingResult> => {
    const squares = (items: Items): Items =>
      [...new Set(items.map((item) => item * item))].sort((left, right) => left - right);
    const examples = lists.map((items) => ({ input: items, output: squares(items) }));
    return searchScript({ examples, budget: { maxEvaluations: 100_000 }, seed: 0, sandbox });
  };

  it('is none whose steps may as well come in another order', async () => {
    const lists = [
      [-1, 48, 48],
      [35, 11, 35, 30, 25, 34, -19, -17, -14],
      [-9, -9, 20],
      [36, -20, 13, -4, 24, 24],
      [-15, -12, -15, -12, -12],
      [-19, 11, -1, 13],
      [6, 37, 26, -14],
    ];
    const open = await search([...lists, [14, 19, 17, 24, 10, -3, 18], [10, -18, -6, 15], [43, 44, 45]]);
    expect(open).toMatchObject({ solved: true, confidence: 'medium' });
    const asked = open.question?.input as Items;
    expect(asked.some((item) => asked.includes(-item))).toBe(true);
    const told = await search([...lists, [14, 19, -14, 24, 10, -3, 18], [10, -18, -6, 6], [43, 44, -45, 45]]);
    expect(told).toMatchObject({ solved: true, confidence: 'high' });
  });
});
