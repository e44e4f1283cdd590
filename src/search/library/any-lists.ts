import { computed, constant, type LibraryEntry } from '../language/library-entry.js';
import { BINDING } from '../language/python-source.js';
import { boundedList } from '../language/size-guards.js';
import type { Value, ValueType } from '../language/value-type.js';
import { compareItems, firstOf, type Item, type Items, sorted } from './python-order.js';

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
      apply: (items: Items) => firstOf(items, -1),
      variable: 'lowest',
    },
    {
      name: `highest_${list}`,
      python: 'max({0})',
      parameters: one,
      result: item,
      cost: list === 'texts' ? 3 : 1,
      apply: (items: Items) => firstOf(items, 1),
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

/** What lists of texts, of whole numbers and of numbers can all do. */
export const anyLists: readonly LibraryEntry[] = [
  ...listEntries('texts', 'text'),
  ...listEntries('integers', 'integer'),
  ...listEntries('numbers', 'number').map((entry) => ({ ...entry, needsFraction: true })),
];
