import { computed, type LibraryEntry } from '../language/library-entry.js';
import { BINDING } from '../language/python-source.js';
import { exactInteger, finiteNumber } from '../language/size-guards.js';
import type { ValueType } from '../language/value-type.js';
import { sorted } from './python-order.js';

/** Lists of numbers: totals, averages, and two lists item by item. */
export const numberLists: readonly LibraryEntry[] = [
  {
    name: 'sum_integers',
    python: 'sum({0})',
    parameters: [computed('integers')],
    result: 'integer',
    cost: 1,
    apply: (items: readonly number[]) => exactInteger(items.reduce((sum, item) => sum + item, 0)),
    variable: 'total',
  },
  {
    name: 'sum_numbers',
    needsFraction: true,
    python: 'sum({0})',
    parameters: [computed('numbers')],
    result: 'number',
    cost: 1,
    apply: (items: readonly number[]) => finiteNumber(items.reduce((sum, item) => sum + item, 0)),
    variable: 'total',
  },
  {
    name: 'running_totals',
    python: 'list(itertools.accumulate({0}))',
    imports: ['itertools'],
    parameters: [computed('integers')],
    result: 'integers',
    cost: 2,
    apply: (items: readonly number[]) => {
      let sum = 0;
      const totals = items.map((item) => {
        sum += item;
        return sum;
      });
      return totals.every(Number.isSafeInteger) ? totals : undefined;
    },
    variable: 'totals',
  },
  {
    name: 'mean',
    python: 'sum({0}) / len({0})',
    binding: BINDING.product,
    parameters: [computed('numbers')],
    result: 'number',
    cost: 2,
    apply: (items: readonly number[]) =>
      items.length === 0
        ? undefined
        : finiteNumber(items.reduce((sum, item) => sum + item, 0) / items.length),
    variable: 'mean',
  },
  ...pairwise('integer', 'integers', exactInteger),
  ...pairwise('number', 'numbers', finiteNumber),
  pairwiseExtreme('pairwise_lowest', 'min', Math.min),
  pairwiseExtreme('pairwise_highest', 'max', Math.max),
  {
    name: 'median_integers',
    python: 'sorted({0})[len({0}) // 2]',
    parameters: [computed('integers')],
    result: 'integer',
    cost: 3,
    apply: (items: readonly number[]) => sorted(items)[Math.floor(items.length / 2)],
    variable: 'median',
  },
];

/** Two lists of one length, item by item; undefined for different lengths, where Python would cut the longer one. */
function pairwise(
  kind: 'integer' | 'number',
  list: ValueType,
  checked: (value: number) => number | undefined,
): LibraryEntry[] {
  const parameters = [computed(list), computed(list)];
  const apply =
    (combine: (left: number, right: number) => number) =>
    (lefts: readonly number[], rights: readonly number[]): readonly number[] | undefined => {
      if (lefts.length !== rights.length) return undefined;
      const results = lefts.map((left, index) => checked(combine(left, rights[index] ?? 0)));
      return results.every((result) => result !== undefined) ? (results as readonly number[]) : undefined;
    };
  const needsFraction = kind === 'number';
  return [
    {
      name: `pairwise_sums_of_${list}`,
      python: '[left + right for left, right in zip({0}, {1})]',
      parameters,
      result: list,
      cost: 2,
      commutative: true,
      needsFraction,
      apply: apply((left, right) => left + right),
    },
    {
      name: `pairwise_differences_of_${list}`,
      python: '[left - right for left, right in zip({0}, {1})]',
      parameters,
      result: list,
      cost: 2,
      needsFraction,
      apply: apply((left, right) => left - right),
    },
    {
      name: `pairwise_products_of_${list}`,
      python: '[left * right for left, right in zip({0}, {1})]',
      parameters,
      result: list,
      cost: 2,
      commutative: true,
      needsFraction,
      apply: apply((left, right) => left * right),
    },
  ];
}

/** The lower or higher one of two whole numbers, for two lists of one length. */
function pairwiseExtreme(
  name: string,
  python: string,
  of: (left: number, right: number) => number,
): LibraryEntry {
  return {
    name,
    python: `[${python}(left, right) for left, right in zip({0}, {1})]`,
    parameters: [computed('integers'), computed('integers')],
    result: 'integers',
    cost: 3,
    commutative: true,
    apply: (lefts: readonly number[], rights: readonly number[]) =>
      lefts.length === rights.length ? lefts.map((left, place) => of(left, rights[place] ?? 0)) : undefined,
  };
}
