import { describe, expect, it } from 'vitest';
import { type Expression, evaluateExpression } from '../language/expression.js';
import { leafOperator } from '../language/operator.js';
import { library } from '../library/index.js';
import { LastSteps } from './last-steps.js';

type Items = readonly number[];
type Rows = readonly Items[];

const rows: Rows = [
  [30, 12, 41, 8, -6, 7],
  [31, 50, 3, -15, 22],
  [29, 30, 60, 14, 0, 9],
];

const input: Expression = {
  operator: leafOperator({ python: 'value', result: 'integers', cost: 1, read: (list) => list as Items }),
  args: [],
  type: 'integers',
  cost: 1,
  readsInput: true,
  values: [],
};

/** The names of the steps, each of which is checked to give the outputs. */
function stepsTo(targets: Rows, lists: Rows = rows): readonly string[] {
  return new LastSteps(targets, library).of(lists).map(({ operator }) => {
    const step = {
      operator,
      args: [input],
      type: 'integers',
      cost: 1,
      readsInput: true,
      values: [],
    } as const;
    expect(lists.map((list) => evaluateExpression(step, list))).toEqual(targets);
    return operator.name;
  });
}
const kept = (holds: (item: number) => boolean): Rows => rows.map((row) => row.filter(holds));
const changed = (change: (item: number) => number): Rows => rows.map((row) => row.map(change));

describe('LastSteps', () => {
  it.each([
    ['filter more()[30]', kept((item) => item > 30)],
    ['filter more()[29]', kept((item) => item >= 30)],
    ['filter less()[30]', kept((item) => item < 30)],
    ['filter remainder_1_of_2()', kept((item) => Math.abs(item % 2) === 1)],
    ['filter other_remainder_than_1_of_3()', kept((item) => ((item % 3) + 3) % 3 !== 1)],
    ['filter not_divisible(3)', kept((item) => item % 3 !== 0)],
    ['filter different_numbers()[30]', kept((item) => item !== 30)],
    ['filter less()[50]', kept((item) => item < 50)],
    ['map floor_divide()[3]', changed((item) => Math.floor(item / 3))],
    ['map modulo()[23]', changed((item) => ((item % 23) + 23) % 23)],
    ['map minimum()[31]', changed((item) => Math.min(item, 31))],
    ['map add()[47]', changed((item) => item + 47)],
    ['map 99 subtract', changed((item) => 99 - item)],
    ['map multiply()[-3]', changed((item) => 0 - item * 3)],
    ['map multiply()[2] where less()[14]', changed((item) => (item < 14 ? item * 2 : item))],
    ['map 0 where divisible(2)', changed((item) => (item % 2 === 0 ? 0 : item))],
    ['map subtract()[5] where more()[22]', changed((item) => (item > 22 ? item - 5 : item))],
  ])('finds %s', (name, targets) => {
    expect(stepsTo(targets)).toContain(name);
  });

  it('offers the roundest of the numbers that would do, and says that there are others', () => {
    const targets = kept((item) => item > 15);
    const steps = new LastSteps(targets, library).of(rows);
    expect(steps.map(({ operator: { name } }) => name)).toEqual(
      [15, 20, 14, 16, 17].map((number) => `filter more()[${number}]`),
    );
    expect(steps.some(({ isCertain }) => isCertain)).toBe(false);
    const costs = steps.map(({ operator: { cost } }) => cost);
    expect(costs).toEqual([...costs].sort((left, right) => left - right));
    expect(new Set(costs).size).toBe(2);
  });

  it('is certain where no other number would do', () => {
    const steps = new LastSteps(
      kept((item) => item > 30),
      library,
    ).of(rows);
    expect(steps.map(({ isCertain }) => isCertain)).toEqual([true]);
  });

  it.each<readonly [string, Rows]>([
    ['the order is another', kept((item) => item > 29).map((row) => row.toReversed())],
    ['nothing is kept', rows.map(() => [])],
    ['everything is kept', rows],
    ['something is new', rows.map((row) => [...row, 99])],
    ['an item is kept here and dropped there', [[41, 30].toReversed(), [50], [60]]],
    ['an item becomes two things', [rows[0] ?? [], rows[1] ?? [], [29, 31, 60, 14, 0, 9]]],
    ['too few items change', changed((item) => (item === 60 ? 61 : item))],
  ])('finds none where %s', (_why, targets) => {
    expect(stepsTo(targets)).toEqual([]);
  });

  it('finds none in what has no items', () => {
    expect(new LastSteps([[]], library).of([[]])).toEqual([]);
    expect(new LastSteps([], library).of([])).toEqual([]);
  });
});
