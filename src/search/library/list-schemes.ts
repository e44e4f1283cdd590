import { computed, constant, type LibraryEntry } from '../language/library-entry.js';
import { BINDING } from '../language/python-source.js';
import { exactInteger } from '../language/size-guards.js';
import type { ValueType } from '../language/value-type.js';
import { countsOf } from './counts-of.js';
import { modulo } from './numbers.js';

type Numbers = readonly number[];

const ascending = (numbers: Numbers): Numbers => [...numbers].sort((left, right) => left - right);
const total = (numbers: Numbers): number => numbers.reduce((sum, one) => sum + one, 0);

/** A whole list of whole numbers, or nothing where one of them is too large. */
function whole(numbers: Numbers): Numbers | undefined {
  return numbers.every(Number.isSafeInteger) ? numbers.map((one) => one + 0) : undefined;
}

/** An operation on one list of whole numbers. */
function ofList(
  name: string,
  python: string,
  cost: number,
  apply: (numbers: Numbers) => Numbers | number | undefined,
  result: ValueType = 'integers',
): LibraryEntry {
  return { name, python, parameters: [computed('integers')], result, cost, apply };
}

/** The first item that none after it beats. */
function firstBy(numbers: Numbers, beats: (one: number, best: number) => boolean): number | undefined {
  return numbers.reduce<number | undefined>(
    (best, one) => (best === undefined || beats(one, best) ? one : best),
    undefined,
  );
}

function scan(name: string, step: string, of: (state: number, one: number) => number): LibraryEntry {
  return {
    ...ofList(name, `list(itertools.accumulate({0}, ${step}))`, 4, (numbers) => {
      let state = numbers[0] ?? 0;
      return whole(
        numbers.map((one, place) => {
          if (place > 0) state = of(state, one);
          return state;
        }),
      );
    }),
    imports: ['itertools'],
  };
}

/** What two neighbours give, for all neighbours. */
function neighbours(name: string, python: string, of: (left: number, right: number) => number): LibraryEntry {
  return ofList(name, `[${python} for left, right in zip({0}, {0!}[1:])]`, 4, (numbers) =>
    whole(numbers.slice(1).map((right, place) => of(numbers[place] ?? 0, right))),
  );
}

/** What is computed of all windows of a length. */
function windows(name: string, of: string, apply: (window: Numbers) => number): LibraryEntry {
  return {
    name,
    python: `[${of}({0!}[place:place + {1}]) for place in range(len({0}) - {1} + 1)]`,
    parameters: [computed('integers'), constant('times')],
    result: 'integers',
    cost: 4,
    apply: (numbers: Numbers, width: number) =>
      whole(
        Array.from({ length: Math.max(0, numbers.length - width + 1) }, (_item, place) =>
          apply(numbers.slice(place, place + width)),
        ),
      ),
  };
}

/** Items by how they compare with the mean. */
function byMean(name: string, sign: string, holds: (one: number, mean: number) => boolean): LibraryEntry {
  return ofList(name, `[item for item in {0} if item ${sign} sum({0}) / len({0})]`, 4, (numbers) => {
    const mean = total(numbers) / numbers.length;
    return Number.isSafeInteger(total(numbers)) ? numbers.filter((one) => holds(one, mean)) : undefined;
  });
}

/** Items by whether another list has them. */
function inOther(name: string, test: string, holds: (isIn: boolean) => boolean): LibraryEntry {
  const lists: ValueType = 'integers';
  return {
    name,
    python: `[item for item in {0} if item ${test} {1!}]`,
    parameters: [computed(lists), computed(lists)],
    result: lists,
    cost: 3,
    apply: (numbers: Numbers, others: Numbers) => {
      const known = new Set(others);
      return numbers.filter((one) => holds(known.has(one)));
    },
  };
}

/** Schemes of recursion over lists of whole numbers: scans, windows, runs, halves, folds with a state. */
export const listSchemes: readonly LibraryEntry[] = [
  scan('running_lowest', 'min', Math.min),
  scan('running_products', 'lambda left, right: left * right', (state, one) => state * one),
  scan('running_differences', 'lambda left, right: left - right', (state, one) => state - one),
  scan('running_balance', 'lambda left, right: max(0, left + right)', (state, one) =>
    Math.max(0, state + one),
  ),
  neighbours('higher_neighbours', 'max(left, right)', Math.max),
  neighbours('lower_neighbours', 'min(left, right)', Math.min),
  neighbours('neighbour_products', 'left * right', (left, right) => left * right),
  neighbours('neighbour_distances', 'abs(right - left)', (left, right) => Math.abs(right - left)),
  windows('window_sums', 'sum', total),
  windows('window_highest', 'max', (window) => Math.max(...window)),
  windows('window_lowest', 'min', (window) => Math.min(...window)),
  byMean('items_above_mean', '>', (one, mean) => one > mean),
  byMean('items_not_above_mean', '<=', (one, mean) => one <= mean),
  inOther('items_in', 'in', (isIn) => isIn),
  inOther('items_not_in', 'not in', (isIn) => !isIn),
  ofList('first_half', '{0!}[:len({0}) // 2]', 3, (numbers) =>
    numbers.slice(0, Math.floor(numbers.length / 2)),
  ),
  ofList('second_half', '{0!}[len({0}) // 2:]', 3, (numbers) =>
    numbers.slice(Math.floor(numbers.length / 2)),
  ),
  {
    ...ofList('halves_swapped', '{0!}[len({0}) // 2:] + {0!}[:len({0}) // 2]', 4, (numbers) => {
      const half = Math.floor(numbers.length / 2);
      return [...numbers.slice(half), ...numbers.slice(0, half)];
    }),
    binding: BINDING.sum,
  },
  ofList(
    'without_runs',
    '[item for place, item in enumerate({0}) if place == 0 or item != {0!}[place - 1]]',
    4,
    (numbers) => numbers.filter((one, place) => place === 0 || one !== numbers[place - 1]),
  ),
  ofList(
    'rising_records',
    '[item for place, item in enumerate({0}) if place == 0 or item > max({0!}[:place])]',
    4,
    (numbers) => {
      let highest = Number.NEGATIVE_INFINITY;
      return numbers.filter((one) => {
        const isRecord = one > highest;
        if (isRecord) highest = one;
        return isRecord;
      });
    },
  ),
  ofList('counts_of_each', '[{0!}.count(item) for item in {0}]', 4, (numbers) => {
    const counts = countsOf(numbers);
    return numbers.map((one) => counts.get(one) ?? 0);
  }),
  ofList('ranks', '[sorted({0}).index(item) for item in {0}]', 4, (numbers) => {
    const places = new Map<number, number>();
    for (const [place, one] of ascending(numbers).entries()) if (!places.has(one)) places.set(one, place);
    return numbers.map((one) => places.get(one) ?? 0);
  }),
  ofList('by_distance_from_zero', 'sorted({0}, key=abs)', 3, (numbers) =>
    [...numbers].sort((left, right) => Math.abs(left) - Math.abs(right)),
  ),
  {
    name: 'by_remainder',
    python: 'sorted({0}, key=lambda item: item % {1})',
    parameters: [computed('integers'), constant('divisor')],
    result: 'integers',
    cost: 4,
    apply: (numbers: Numbers, divisor: number) => {
      const rest = (one: number): number => ((one % divisor) + divisor) % divisor;
      return [...numbers].sort((left, right) => rest(left) - rest(right));
    },
  },
  {
    name: 'alternating_sum',
    python: 'sum({0!}[::2]) - sum({0!}[1::2])',
    binding: BINDING.sum,
    parameters: [computed('integers')],
    result: 'integer',
    cost: 3,
    apply: (numbers: Numbers) => {
      const parts = numbers.map((one, place) => (place % 2 === 0 ? one : -one));
      return exactInteger(total(parts));
    },
  },
  {
    name: 'sum_of_squares',
    python: 'sum(item * item for item in {0})',
    parameters: [computed('integers')],
    result: 'integer',
    cost: 3,
    apply: (numbers: Numbers) => exactInteger(total(numbers.map((one) => one * one))),
  },
  {
    name: 'spread',
    python: 'max({0}) - min({0})',
    binding: BINDING.sum,
    parameters: [computed('integers')],
    result: 'integer',
    cost: 3,
    apply: (numbers: Numbers) =>
      numbers.length === 0 ? undefined : exactInteger(Math.max(...numbers) - Math.min(...numbers)),
    variable: 'spread',
  },
  ofList('second_highest', 'sorted({0})[-2]', 3, (numbers) => ascending(numbers).at(-2), 'integer'),
  ofList('second_lowest', 'sorted({0})[1]', 3, (numbers) => ascending(numbers)[1], 'integer'),
  ofList(
    'farthest_from_zero',
    'max({0}, key=abs)',
    3,
    (numbers) => firstBy(numbers, (one, best) => Math.abs(one) > Math.abs(best)),
    'integer',
  ),
  ofList(
    'nearest_to_zero',
    'min({0}, key=abs)',
    3,
    (numbers) => firstBy(numbers, (one, best) => Math.abs(one) < Math.abs(best)),
    'integer',
  ),
  {
    name: 'whole_mean',
    python: 'sum({0}) // len({0})',
    binding: BINDING.product,
    parameters: [computed('integers')],
    result: 'integer',
    cost: 2,
    apply: (numbers: Numbers) => {
      const sum = exactInteger(total(numbers));
      const rest = sum === undefined ? undefined : modulo(sum, numbers.length);
      return sum === undefined || rest === undefined ? undefined : (sum - rest) / numbers.length;
    },
    variable: 'mean',
  },
  {
    name: 'distinct_count',
    python: 'len(set({0}))',
    parameters: [computed('integers')],
    result: 'integer',
    cost: 2,
    apply: (numbers: Numbers) => new Set(numbers).size,
    variable: 'count',
  },
  {
    name: 'commonest',
    python: 'max({0}, key=lambda item: {0!}.count(item))',
    parameters: [computed('integers')],
    result: 'integer',
    cost: 3,
    apply: (numbers: Numbers) => {
      const counts = countsOf(numbers);
      const count = (one: number): number => counts.get(one) ?? 0;
      return firstBy(numbers, (one, best) => count(one) > count(best));
    },
  },
];
