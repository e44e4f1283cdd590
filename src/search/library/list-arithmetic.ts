import { computed, type LibraryEntry } from '../language/library-entry.js';
import { exactInteger } from '../language/size-guards.js';

type Numbers = readonly number[];

/** The list of results, unless one of them is none. */
function each(numbers: Numbers, of: (one: number, place: number) => number | undefined): Numbers | undefined {
  const results: number[] = [];
  for (const [place, one] of numbers.entries()) {
    const result = of(one, place);
    const exact = result === undefined ? undefined : exactInteger(result);
    if (exact === undefined) return undefined;
    results.push(exact);
  }
  return results;
}

/** An operation of every item with a number computed from the input. */
function withNumber(
  name: string,
  python: string,
  of: (one: number, other: number) => number | undefined,
): LibraryEntry {
  return {
    name,
    python: `[${python} for item in {0}]`,
    parameters: [computed('integers'), computed('integer')],
    result: 'integers',
    cost: 3,
    needsComputed: true,
    apply: (numbers: Numbers, other: number) => each(numbers, (one) => of(one, other)),
  };
}

/** The items that compare with a number computed from the input. */
function compared(
  name: string,
  sign: string,
  cost: number,
  holds: (one: number, other: number) => boolean,
): LibraryEntry {
  return {
    name,
    python: `[item for item in {0} if item ${sign} {1!}]`,
    parameters: [computed('integers'), computed('integer')],
    result: 'integers',
    cost,
    needsComputed: true,
    apply: (numbers: Numbers, other: number) => numbers.filter((one) => holds(one, other)),
    variable: 'kept',
  };
}

/** An operation of every item with its place. */
function withPlace(
  name: string,
  python: string,
  start: number,
  of: (one: number, place: number) => number,
): LibraryEntry {
  return {
    name,
    python: `[${python} for place, item in enumerate({0}${start === 0 ? '' : `, ${start}`})]`,
    parameters: [computed('integers')],
    result: 'integers',
    cost: 3,
    apply: (numbers: Numbers) => each(numbers, (one, place) => of(one, place + start)),
  };
}

/** Neighbours of a list, two and two. */
function neighbours(name: string, python: string, of: (left: number, right: number) => number): LibraryEntry {
  return {
    name,
    python: `[${python} for left, right in zip({0}, {0!}[1:])]`,
    parameters: [computed('integers')],
    result: 'integers',
    cost: 3,
    apply: (numbers: Numbers) => each(numbers.slice(1), (right, place) => of(numbers[place] ?? 0, right)),
  };
}

/** Arithmetic on whole lists of whole numbers. */
export const listArithmetic: readonly LibraryEntry[] = [
  {
    name: 'product',
    python: 'math.prod({0})',
    imports: ['math'],
    parameters: [computed('integers')],
    result: 'integer',
    cost: 2,
    apply: (numbers: Numbers) => exactInteger(numbers.reduce((product, one) => product * one, 1)),
    variable: 'product',
  },
  {
    name: 'running_highest',
    python: 'list(itertools.accumulate({0}, max))',
    imports: ['itertools'],
    parameters: [computed('integers')],
    result: 'integers',
    cost: 3,
    apply: (numbers: Numbers) => {
      let highest = Number.NEGATIVE_INFINITY;
      return numbers.map((one) => {
        highest = Math.max(highest, one);
        return highest;
      });
    },
  },
  withNumber('each_plus', 'item + {1!}', (one, other) => one + other),
  withNumber('each_minus', 'item - {1!}', (one, other) => one - other),
  withNumber('each_from', '{1!} - item', (one, other) => other - one),
  withNumber('each_times', 'item * {1!}', (one, other) => one * other),
  compared('items_above', '>', 3, (one, other) => one > other),
  compared('items_below', '<', 3, (one, other) => one < other),
  compared('items_at_least', '>=', 4, (one, other) => one >= other),
  compared('items_at_most', '<=', 4, (one, other) => one <= other),
  withPlace('plus_place', 'item + place', 0, (one, place) => one + place),
  withPlace('times_place', 'item * place', 0, (one, place) => one * place),
  withPlace('plus_number', 'item + place', 1, (one, place) => one + place),
  withPlace('times_number', 'item * place', 1, (one, place) => one * place),
  withPlace('signs_by_place', '-item if place % 2 else item', 0, (one, place) => (place % 2 ? 0 - one : one)),
  withPlace('opposite_signs_by_place', 'item if place % 2 else -item', 0, (one, place) =>
    place % 2 ? one : 0 - one,
  ),
  withPlace('odd_places_doubled', 'item * 2 if place % 2 else item', 0, (one, place) =>
    place % 2 ? 2 * one : one,
  ),
  withPlace('even_places_doubled', 'item if place % 2 else item * 2', 0, (one, place) =>
    place % 2 ? one : 2 * one,
  ),
  neighbours('gaps', 'right - left', (left, right) => right - left),
  neighbours('falls', 'left - right', (left, right) => left - right),
  neighbours('neighbour_sums', 'left + right', (left, right) => left + right),
];
