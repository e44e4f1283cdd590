import { computed, constant, type LibraryEntry } from '../language/library-entry.js';
import { BINDING } from '../language/python-source.js';
import { boundedList } from '../language/size-guards.js';
import type { Value, ValueType } from '../language/value-type.js';
import { countsOf } from './counts-of.js';

type Numbers = readonly number[];

/** Longest list that is compared item by item with itself. */
const LONGEST = 200;

/** An operation on one list of whole numbers. */
function ofList(
  name: string,
  python: string,
  cost: number,
  apply: (numbers: Numbers) => Value | undefined,
  result: ValueType = 'integers',
): LibraryEntry {
  return { name, python, parameters: [computed('integers')], result, cost, apply };
}

/** The items that compare with the one before. */
function besideBefore(
  name: string,
  sign: string,
  holds: (left: number, right: number) => boolean,
): LibraryEntry {
  const python = `[right for left, right in zip({0}, {0!}[1:]) if right ${sign} left]`;
  return ofList(name, python, 4, (numbers) =>
    numbers.filter((one, place) => place > 0 && holds(numbers[place - 1] ?? 0, one)),
  );
}

/** The items that compare with both neighbours. */
function besideBoth(
  name: string,
  test: string,
  holds: (one: number, other: number) => boolean,
): LibraryEntry {
  const python = `[item for left, item, right in zip({0}, {0!}[1:], {0!}[2:]) if ${test}]`;
  return ofList(name, python, 5, (numbers) =>
    numbers.filter(
      (one, place) =>
        place > 0 &&
        place < numbers.length - 1 &&
        holds(one, numbers[place - 1] ?? 0) &&
        holds(one, numbers[place + 1] ?? 0),
    ),
  );
}

/** Whether all neighbours compare so. */
function allNeighbours(
  name: string,
  sign: string,
  holds: (left: number, right: number) => boolean,
): LibraryEntry {
  return ofList(
    name,
    `all(left ${sign} right for left, right in zip({0}, {0!}[1:]))`,
    3,
    (numbers) => numbers.every((one, place) => place === 0 || holds(numbers[place - 1] ?? 0, one)),
    'boolean',
  );
}

/** Every third, fourth or fifth item, from the last of each such group on. */
function lastOfEvery(count: number): LibraryEntry {
  return ofList(`last_of_every_${count}`, `{0!}[${count - 1}::${count}]`, 3, (numbers) =>
    numbers.filter((_one, place) => place % count === count - 1),
  );
}

/** Lists of whole numbers by their neighbours, runs and repetitions; lists put into each other. */
export const listSections: readonly LibraryEntry[] = [
  {
    name: 'every_so_many',
    python: '{0!}[::{1}]',
    parameters: [computed('integers'), constant('times')],
    result: 'integers',
    cost: 3,
    apply: (numbers: Numbers, step: number) => numbers.filter((_one, place) => place % step === 0),
  },
  ...[3, 4, 5].map(lastOfEvery),
  besideBefore('risen_items', '>', (left, right) => right > left),
  besideBefore('fallen_items', '<', (left, right) => right < left),
  besideBefore('items_as_before', '==', (left, right) => right === left),
  besideBoth('peaks', 'item > max(left, right)', (one, other) => one > other),
  besideBoth('valleys', 'item < min(left, right)', (one, other) => one < other),
  allNeighbours('is_rising', '<', (left, right) => left < right),
  allNeighbours('is_falling', '>', (left, right) => left > right),
  allNeighbours('never_falls', '<=', (left, right) => left <= right),
  allNeighbours('never_rises', '>=', (left, right) => left >= right),
  allNeighbours('has_no_equal_neighbours', '!=', (left, right) => left !== right),
  allNeighbours('all_the_same', '==', (left, right) => left === right),
  {
    ...ofList(
      'runs',
      '[list(run) for _, run in itertools.groupby({0})]',
      3,
      (numbers) => {
        const runs: number[][] = [];
        for (const one of numbers) {
          const last = runs.at(-1);
          if (last?.[0] === one) last.push(one);
          else runs.push([one]);
        }
        return runs;
      },
      'rows',
    ),
    imports: ['itertools'],
  },
  ofList('repeated_ones', '[item for item in dict.fromkeys({0}) if {0!}.count(item) > 1]', 4, (numbers) =>
    [...countsOf(numbers)].flatMap(([one, count]) => (count > 1 ? [one] : [])),
  ),
  ofList('as_often_as_it_says', '[item for item in {0} for _ in range(item)]', 3, (numbers) =>
    numbers.some((one) => one > LONGEST)
      ? undefined
      : boundedList(numbers.flatMap((one) => Array.from({ length: Math.max(0, one) }, () => one))),
  ),
  {
    ...ofList('ends_swapped', '{0!}[-1:] + {0!}[1:-1] + {0!}[:1]', 4, (numbers) => [
      ...numbers.slice(-1),
      ...numbers.slice(1, -1),
      ...numbers.slice(0, 1),
    ]),
    binding: BINDING.sum,
  },
  ofList(
    'lowest_missing',
    'min(set(range(len({0}) + 1)) - set({0}))',
    4,
    (numbers) => {
      let missing = 0;
      while (numbers.includes(missing)) missing++;
      return missing;
    },
    'integer',
  ),
  {
    name: 'interleaved',
    python: '[item for pair in zip({0}, {1}) for item in pair]',
    parameters: [computed('integers'), computed('integers')],
    result: 'integers',
    cost: 4,
    apply: (lefts: Numbers, rights: Numbers) =>
      boundedList(lefts.slice(0, rights.length).flatMap((left, place) => [left, rights[place] ?? 0])),
  },
  {
    name: 'separated',
    python: '[part for item in {0} for part in (item, {1})][:-1]',
    parameters: [computed('integers'), computed('integer')],
    result: 'integers',
    cost: 4,
    apply: (numbers: Numbers, between: number) =>
      boundedList(numbers.flatMap((one, place) => (place === 0 ? [one] : [between, one]))),
  },
  {
    name: 'rotated_by',
    python: '{0!}[{1}:] + {0!}[:{1}]',
    binding: BINDING.sum,
    parameters: [computed('integers'), computed('integer')],
    result: 'integers',
    cost: 3,
    apply: (numbers: Numbers, count: number) => [...numbers.slice(count), ...numbers.slice(0, count)],
  },
  {
    name: 'without_first_such',
    binding: BINDING.sum,
    python: '{0!}[:{0!}.index({1})] + {0!}[{0!}.index({1}) + 1:]',
    parameters: [computed('integers'), computed('integer')],
    result: 'integers',
    cost: 4,
    apply: (numbers: Numbers, unwanted: number) => {
      const at = numbers.indexOf(unwanted);
      return at < 0 ? undefined : numbers.filter((_one, place) => place !== at);
    },
    variable: 'rest',
  },
  {
    name: 'counted_between',
    python: 'list(range({0}, {1} + 1))',
    parameters: [computed('integer'), computed('integer')],
    result: 'integers',
    cost: 3,
    apply: (first: number, last: number) =>
      last - first > LONGEST
        ? undefined
        : Array.from({ length: Math.max(0, last - first + 1) }, (_item, place) => first + place),
  },
  {
    name: 'zero_instead_of',
    python: '[0 if item == {1!} else item for item in {0}]',
    parameters: [computed('integers'), computed('integer')],
    result: 'integers',
    cost: 4,
    apply: (numbers: Numbers, unwanted: number) => numbers.map((one) => (one === unwanted ? 0 : one)),
  },
];
