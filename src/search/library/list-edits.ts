import { computed, constant, type LibraryEntry } from '../language/library-entry.js';
import { BINDING } from '../language/python-source.js';
import { boundedList } from '../language/size-guards.js';
import type { Value, ValueType } from '../language/value-type.js';
import { countsOf } from './counts-of.js';

type Item = string | number;
type Items = readonly Item[];

const bounded = (items: Items): Value | undefined => boundedList(items) as Value | undefined;

/** Places that an item is put in, taken out or changed at: the first one has forms of its own. */
const PLACES = [1, 2, 3] as const;

/** Putting items in and taking them out, for one list type. */
function editEntries(list: ValueType, item: ValueType): LibraryEntry[] {
  return [
    {
      name: `single_${list}`,
      python: '[{0}]',
      parameters: [computed(item)],
      result: list,
      cost: 1,
      apply: (one: Item) => [one] as Value,
    },
    {
      name: `pair_${list}`,
      python: '[{0}, {1}]',
      parameters: [computed(item), computed(item)],
      result: list,
      cost: 2,
      apply: (first: Item, second: Item) => [first, second] as Value,
    },
    {
      name: `appended_${list}`,
      python: '{0~} + [{1}]',
      binding: BINDING.sum,
      parameters: [computed(list), computed(item)],
      result: list,
      cost: 1,
      apply: (items: Items, one: Item) => bounded([...items, one]),
    },
    {
      name: `prepended_${list}`,
      python: '[{0}] + {1!}',
      binding: BINDING.sum,
      parameters: [computed(item), computed(list)],
      result: list,
      cost: 1,
      apply: (one: Item, items: Items) => bounded([one, ...items]),
    },
    {
      name: `mirrored_${list}`,
      python: '{0!} + {0!}[::-1]',
      binding: BINDING.sum,
      parameters: [computed(list)],
      result: list,
      cost: 3,
      apply: (items: Items) => bounded([...items, ...[...items].reverse()]),
    },
    {
      name: `repeated_${list}`,
      python: '{0!} * {1}',
      binding: BINDING.product,
      parameters: [computed(list), constant('times')],
      result: list,
      cost: 2,
      apply: (items: Items, count: number) =>
        items.length * count > 1024 ? undefined : bounded(Array.from({ length: count }, () => items).flat()),
    },
    {
      name: `filled_${list}`,
      python: '[{0}] * {1!}',
      binding: BINDING.product,
      parameters: [computed(item), computed('integer')],
      result: list,
      cost: 2,
      apply: (one: Item, count: number) =>
        count > 200 ? undefined : (Array.from({ length: Math.max(0, count) }, () => one) as Value),
    },
    {
      name: `each_repeated_${list}`,
      python: '[item for item in {0} for _ in range({1})]',
      parameters: [computed(list), constant('times')],
      result: list,
      cost: 3,
      apply: (items: Items, count: number) =>
        items.length * count > 1024
          ? undefined
          : bounded(items.flatMap((one) => Array.from({ length: count }, () => one))),
    },
    {
      name: `rotated_left_${list}`,
      python: '{0!}[{1}:] + {0!}[:{1}]',
      binding: BINDING.sum,
      parameters: [computed(list), constant('count')],
      result: list,
      cost: 2,
      apply: (items: Items, count: number) => [...items.slice(count), ...items.slice(0, count)] as Value,
    },
    {
      name: `rotated_right_${list}`,
      python: '{0!}[-{1}:] + {0!}[:-{1}]',
      binding: BINDING.sum,
      parameters: [computed(list), constant('count')],
      result: list,
      cost: 2,
      apply: (items: Items, count: number) => [...items.slice(-count), ...items.slice(0, -count)] as Value,
    },
    {
      name: `without_${list}`,
      python: '[item for item in {0} if item != {1!}]',
      parameters: [computed(list), computed(item)],
      result: list,
      cost: 2,
      apply: (items: Items, unwanted: Item) => items.filter((one) => one !== unwanted) as Value,
      variable: 'rest',
    },
    {
      name: `others_${list}`,
      python: '{0!}[1::2]',
      parameters: [computed(list)],
      result: list,
      cost: 3,
      apply: (items: Items) => items.filter((_one, place) => place % 2 === 1) as Value,
    },
    {
      name: `first_so_many_${list}`,
      python: '{0!}[:{1}]',
      parameters: [computed(list), computed('integer')],
      result: list,
      cost: 2,
      apply: (items: Items, count: number) => items.slice(0, count) as Value,
    },
    {
      name: `after_so_many_${list}`,
      python: '{0!}[{1}:]',
      parameters: [computed(list), computed('integer')],
      result: list,
      cost: 2,
      apply: (items: Items, count: number) => items.slice(count) as Value,
    },
    {
      name: `item_at_${list}`,
      python: '{0!}[{1}]',
      parameters: [computed(list), computed('integer')],
      result: item,
      cost: 2,
      apply: (items: Items, place: number) => items.at(place),
    },
    {
      name: `middle_${list}`,
      python: '{0!}[len({0}) // 2]',
      parameters: [computed(list)],
      result: item,
      cost: 3,
      apply: (items: Items) => items[Math.floor(items.length / 2)],
      variable: 'middle',
    },
    {
      name: `place_of_${list}`,
      python: '{0!}.index({1})',
      parameters: [computed(list), computed(item)],
      result: 'integer',
      cost: 2,
      apply: (items: Items, wanted: Item) => {
        const place = items.indexOf(wanted);
        return place < 0 ? undefined : place;
      },
      variable: 'place',
    },
    {
      name: `single_ones_${list}`,
      python: '[item for item in {0} if {0!}.count(item) == 1]',
      parameters: [computed(list)],
      result: list,
      cost: 4,
      apply: (items: Items) => {
        const counts = countsOf(items);
        return items.filter((one) => counts.get(one) === 1) as Value;
      },
    },
    {
      name: `has_repeats_${list}`,
      python: 'len(set({0})) < len({0})',
      binding: BINDING.comparison,
      parameters: [computed(list)],
      result: 'boolean',
      cost: 3,
      apply: (items: Items) => new Set(items).size < items.length,
    },
    {
      name: `same_${list}`,
      commutative: true,
      python: '{0!} == {1!}',
      binding: BINDING.comparison,
      parameters: [computed(list), computed(list)],
      result: 'boolean',
      cost: 2,
      apply: (left: Items, right: Items) =>
        left.length === right.length && left.every((one, place) => one === right[place]),
    },
    ...PLACES.flatMap((place) => entriesAt(place, list, item)),
  ];
}

function entriesAt(place: number, list: ValueType, item: ValueType): LibraryEntry[] {
  return [
    {
      name: `without_place_${place}_${list}`,
      python: `{0!}[:${place}] + {0!}[${place + 1}:]`,
      binding: BINDING.sum,
      parameters: [computed(list)],
      result: list,
      cost: 2,
      apply: (items: Items) => items.filter((_one, index) => index !== place) as Value,
    },
    {
      name: `inserted_at_${place}_${list}`,
      python: `{0!}[:${place}] + [{1}] + {0!}[${place}:]`,
      binding: BINDING.sum,
      parameters: [computed(list), computed(item)],
      result: list,
      cost: 2,
      apply: (items: Items, one: Item) => bounded([...items.slice(0, place), one, ...items.slice(place)]),
    },
    {
      name: `changed_at_${place}_${list}`,
      python: `[{1} if place == ${place} else item for place, item in enumerate({0})]`,
      parameters: [computed(list), computed(item)],
      result: list,
      cost: 3,
      apply: (items: Items, one: Item) =>
        items.map((other, index) => (index === place ? one : other)) as Value,
    },
  ];
}

/** Edits of lists of whole numbers and of texts. */
export const listEdits: readonly LibraryEntry[] = [
  ...editEntries('integers', 'integer'),
  ...editEntries('texts', 'text'),
];
