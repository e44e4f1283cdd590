import { computed, constant, type LibraryEntry } from '../language/library-entry.js';
import { BINDING } from '../language/python-source.js';
import { boundedList, boundedText, exactInteger, finiteNumber } from '../language/size-guards.js';
import type { Value, ValueType } from '../language/value-type.js';

type Item = string | number;
type Items = readonly Item[];

/** Orders as Python does: numbers by value, text by code point. */
function compareItems(left: Item, right: Item): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const leftPoints = Array.from(String(left), (character) => character.codePointAt(0) ?? 0);
  const rightPoints = Array.from(String(right), (character) => character.codePointAt(0) ?? 0);
  for (let index = 0; index < Math.min(leftPoints.length, rightPoints.length); index++) {
    const difference = (leftPoints[index] ?? 0) - (rightPoints[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return leftPoints.length - rightPoints.length;
}

function sorted(items: Items): Items {
  return [...items].sort(compareItems);
}

/** What every list type can do, for one list type. */
function listEntries(list: ValueType, item: ValueType): LibraryEntry[] {
  const one = [computed(list)];
  return [
    {
      name: `length_${list}`,
      python: 'len({0})',
      parameters: one,
      result: 'integer',
      cost: 1,
      apply: (items: Items) => items.length,
      variable: 'count',
    },
    {
      name: `item_${list}`,
      python: '{0!}[{1}]',
      parameters: [computed(list), constant('index')],
      result: item,
      cost: 1,
      apply: (items: Items, index: number) => items.at(index),
    },
    {
      name: `sorted_${list}`,
      python: 'sorted({0})',
      parameters: one,
      result: list,
      cost: list === 'texts' ? 2 : 1,
      apply: (items: Items) => sorted(items) as Value,
      variable: 'ordered',
    },
    {
      name: `reversed_${list}`,
      python: '{0!}[::-1]',
      parameters: one,
      result: list,
      cost: 1,
      apply: (items: Items) => [...items].reverse() as Value,
      variable: 'backwards',
    },
    {
      name: `descending_${list}`,
      python: 'sorted({0}, reverse=True)',
      parameters: one,
      result: list,
      cost: 2,
      apply: (items: Items) => [...items].sort((left, right) => compareItems(right, left)) as Value,
      variable: 'ordered',
    },
    {
      name: `first_items_${list}`,
      python: '{0!}[:{1}]',
      parameters: [computed(list), constant('count')],
      result: list,
      cost: 1,
      apply: (items: Items, count: number) => items.slice(0, count) as Value,
    },
    {
      name: `last_items_${list}`,
      python: '{0!}[-{1}:]',
      parameters: [computed(list), constant('count')],
      result: list,
      cost: 1,
      apply: (items: Items, count: number) => items.slice(-count) as Value,
    },
    {
      name: `without_first_${list}`,
      python: '{0!}[{1}:]',
      parameters: [computed(list), constant('count')],
      result: list,
      cost: 1,
      apply: (items: Items, count: number) => items.slice(count) as Value,
    },
    {
      name: `without_last_${list}`,
      python: '{0!}[:-{1}]',
      parameters: [computed(list), constant('count')],
      result: list,
      cost: 1,
      apply: (items: Items, count: number) => items.slice(0, -count) as Value,
    },
    {
      name: `every_second_${list}`,
      python: '{0!}[::2]',
      parameters: one,
      result: list,
      cost: 3,
      apply: (items: Items) => items.filter((_item, index) => index % 2 === 0) as Value,
    },
    {
      name: `unique_${list}`,
      python: 'list(dict.fromkeys({0}))',
      parameters: one,
      result: list,
      cost: 2,
      apply: (items: Items) => [...new Set(items)] as Value,
      variable: 'unique',
    },
    {
      name: `concatenated_${list}`,
      python: '{0~} + {1!}',
      binding: BINDING.sum,
      parameters: [computed(list), computed(list)],
      result: list,
      cost: 2,
      apply: (left: Items, right: Items) => boundedList([...left, ...right]) as Value | undefined,
    },
    {
      name: `lowest_${list}`,
      python: 'min({0})',
      parameters: one,
      result: item,
      cost: list === 'texts' ? 3 : 1,
      apply: (items: Items) => sorted(items)[0],
      variable: 'lowest',
    },
    {
      name: `highest_${list}`,
      python: 'max({0})',
      parameters: one,
      result: item,
      cost: list === 'texts' ? 3 : 1,
      apply: (items: Items) => sorted(items).at(-1),
      variable: 'highest',
    },
    {
      name: `contains_${list}`,
      python: '{1} in {0!}',
      binding: BINDING.comparison,
      parameters: [computed(list), computed(item)],
      result: 'boolean',
      cost: 2,
      apply: (items: Items, wanted: Item) => items.includes(wanted),
    },
    {
      name: `count_${list}`,
      python: '{0!}.count({1})',
      parameters: [computed(list), computed(item)],
      result: 'integer',
      cost: 2,
      apply: (items: Items, wanted: Item) => items.filter((other) => other === wanted).length,
      variable: 'count',
    },
    {
      name: `empty_${list}`,
      python: 'len({0}) == 0',
      binding: BINDING.comparison,
      parameters: one,
      result: 'boolean',
      cost: 2,
      apply: (items: Items) => items.length === 0,
    },
  ];
}

/** Lists of whole numbers, of numbers and of texts. */
export const lists: readonly LibraryEntry[] = [
  ...listEntries('texts', 'text'),
  ...listEntries('integers', 'integer'),
  ...listEntries('numbers', 'number').map((entry) => ({ ...entry, needsFraction: true })),
  {
    name: 'joined',
    python: '{1}.join({0})',
    parameters: [computed('texts'), constant('joiner')],
    result: 'text',
    cost: 1,
    apply: (items: readonly string[], joiner: string) => boundedText(items.join(joiner)),
  },
  {
    name: 'joined_directly',
    python: "''.join({0})",
    parameters: [computed('texts')],
    result: 'text',
    cost: 1,
    apply: (items: readonly string[]) => boundedText(items.join('')),
  },
  {
    name: 'longest',
    python: 'max({0}, key=len)',
    parameters: [computed('texts')],
    result: 'text',
    cost: 2,
    apply: (items: readonly string[]) =>
      items.reduce<string | undefined>(
        (best, item) =>
          best === undefined || Array.from(item).length > Array.from(best).length ? item : best,
        undefined,
      ),
    variable: 'longest',
  },
  {
    name: 'by_length',
    python: 'sorted({0}, key=len)',
    parameters: [computed('texts')],
    result: 'texts',
    cost: 3,
    apply: (items: readonly string[]) =>
      [...items].sort((left, right) => Array.from(left).length - Array.from(right).length),
    variable: 'ordered',
  },
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
  {
    name: 'median_integers',
    python: 'sorted({0})[len({0}) // 2]',
    parameters: [computed('integers')],
    result: 'integer',
    cost: 3,
    apply: (items: readonly number[]) => sorted(items)[Math.floor(items.length / 2)],
    variable: 'median',
  },
  {
    name: 'count_up_to',
    python: 'list(range(1, {0} + 1))',
    parameters: [computed('integer')],
    result: 'integers',
    cost: 3,
    apply: (last: number) =>
      last > 1000 ? undefined : Array.from({ length: Math.max(0, last) }, (_item, index) => index + 1),
  },
  {
    name: 'count_from_zero',
    python: 'list(range({0}))',
    parameters: [computed('integer')],
    result: 'integers',
    cost: 3,
    apply: (stop: number) =>
      stop > 1000 ? undefined : Array.from({ length: Math.max(0, stop) }, (_item, index) => index),
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
