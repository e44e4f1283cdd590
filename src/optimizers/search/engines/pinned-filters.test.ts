import { describe, expect, it } from 'vitest';
import type { Expression } from '../language/expression.js';
import { constantOperator, leafOperator } from '../language/operator.js';
import { library } from '../library/index.js';
import { buildOperators } from '../vocabulary/operators.js';
import { PinnedFilters } from './pinned-filters.js';

type Rows = readonly (readonly number[])[];

const comparisons = library.filter(({ name }) => name === 'more' || name === 'less');
const operators = buildOperators(comparisons, {} as Parameters<typeof buildOperators>[1], [
  constantOperator(1, 'integer', 1),
]);
const rows: Rows = [
  [30, 12, 41, 8],
  [31, 50, 3],
  [29, 30, 60],
];

function filtered(targets: Rows, values: Rows = rows): Expression | null {
  const list: Expression = {
    operator: leafOperator({ python: 'value', result: 'integers', cost: 1, read: () => undefined }),
    args: [],
    type: 'integers',
    cost: 1,
    readsInput: true,
    values,
  };
  return new PinnedFilters(targets, library, operators).of(list);
}
const kept = (holds: (item: number) => boolean, of: Rows = rows): Rows => of.map((row) => row.filter(holds));

describe('PinnedFilters', () => {
  it.each([
    ['filter more()[30]', (item: number) => item > 30],
    ['filter more()[29]', (item: number) => item >= 30],
    ['filter less()[30]', (item: number) => item < 30],
    ['filter less()[31]', (item: number) => item <= 30],
  ] as const)('finds %s, which both sides pin down', (name, holds) => {
    const found = filtered(kept(holds));
    expect(found?.operator.name).toBe(name);
    expect(found?.values).toEqual(kept(holds));
  });

  it.each([
    ['several numbers would do', kept((item) => item > 45)],
    ['it is no threshold', kept((item) => item % 2 === 0)],
    ['the order is another', rows.map((row) => row.filter((item) => item > 29).reverse())],
    ['nothing is kept', rows.map(() => [])],
    ['everything is kept', rows],
    ['something is new', rows.map((row) => [...row, 99])],
  ])('finds none where %s', (_why, targets) => {
    expect(filtered(targets)).toBeNull();
  });
});
