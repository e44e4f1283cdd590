import { computed, constant, type LibraryEntry } from '../language/library-entry.js';
import { exactInteger } from '../language/size-guards.js';
import type { ValueType } from '../language/value-type.js';
import { countsOf } from './counts-of.js';

type Numbers = readonly number[];
type Rows = readonly Numbers[];

/** From a list of whole numbers, or of one and a count, to rows. */
function toRows(
  name: string,
  python: string,
  cost: number,
  apply: (numbers: Numbers, count: number) => Rows | undefined,
): LibraryEntry {
  const hasCount = python.includes('{1}');
  return {
    name,
    python,
    parameters: [computed('integers'), ...(hasCount ? [constant('times')] : [])],
    result: 'rows',
    cost,
    apply,
  };
}

/** From rows to something else. */
function ofRows(
  name: string,
  python: string,
  result: ValueType,
  cost: number,
  apply: (rows: Rows) => Rows | Numbers | number | undefined,
): LibraryEntry {
  return { name, python, parameters: [computed('rows')], result, cost, apply };
}

/** Something of every row. */
function ofEach(name: string, python: string, apply: (row: Numbers) => number | undefined): LibraryEntry {
  return ofRows(name, `[${python} for row in {0}]`, 'integers', 3, (rows) => {
    const results = rows.map(apply);
    return results.every((one) => one !== undefined) ? (results as Numbers) : undefined;
  });
}

const total = (numbers: Numbers): number => numbers.reduce((sum, one) => sum + one, 0);
const ascending = (numbers: Numbers): Numbers => [...numbers].sort((left, right) => left - right);

/** Lists of lists of whole numbers whose rows may differ in length: chunks, windows, pairs, and what is made of them. */
export const listRows: readonly LibraryEntry[] = [
  toRows('chunks', '[{0!}[place:place + {1}] for place in range(0, len({0}), {1})]', 2, (numbers, count) =>
    Array.from({ length: Math.ceil(numbers.length / count) }, (_item, place) =>
      numbers.slice(place * count, (place + 1) * count),
    ),
  ),
  toRows('windows', '[{0!}[place:place + {1}] for place in range(len({0}) - {1} + 1)]', 2, (numbers, count) =>
    Array.from({ length: Math.max(0, numbers.length - count + 1) }, (_item, place) =>
      numbers.slice(place, place + count),
    ),
  ),
  toRows('each_alone', '[[item] for item in {0}]', 2, (numbers) => numbers.map((one) => [one])),
  toRows('numbered', '[[place, item] for place, item in enumerate({0})]', 2, (numbers) =>
    numbers.map((one, place) => [place, one]),
  ),
  toRows('prefixes', '[{0!}[:place + 1] for place in range(len({0}))]', 3, (numbers) =>
    numbers.length > 60 ? undefined : numbers.map((_one, place) => numbers.slice(0, place + 1)),
  ),
  toRows('suffixes', '[{0!}[place:] for place in range(len({0}))]', 3, (numbers) =>
    numbers.length > 60 ? undefined : numbers.map((_one, place) => numbers.slice(place)),
  ),
  toRows('halves', '[{0!}[:len({0}) // 2], {0!}[len({0}) // 2:]]', 3, (numbers) => {
    const half = Math.floor(numbers.length / 2);
    return [numbers.slice(0, half), numbers.slice(half)];
  }),
  toRows('equal_items_together', '[[item] * {0!}.count(item) for item in dict.fromkeys({0})]', 3, (numbers) =>
    [...countsOf(numbers)].map(([one, count]) => Array.from({ length: count }, () => one)),
  ),
  toRows('counted', '[[item, {0!}.count(item)] for item in dict.fromkeys({0})]', 3, (numbers) => [
    ...countsOf(numbers),
  ]),
  toRows(
    'by_parity',
    '[[item for item in {0} if item % 2 == 0], [item for item in {0} if item % 2 == 1]]',
    3,
    (numbers) => [numbers.filter((one) => one % 2 === 0), numbers.filter((one) => one % 2 !== 0)],
  ),
  {
    name: 'paired',
    python: '[[left, right] for left, right in zip({0}, {1})]',
    parameters: [computed('integers'), computed('integers')],
    result: 'rows',
    cost: 2,
    apply: (lefts: Numbers, rights: Numbers) =>
      lefts.slice(0, rights.length).map((left, place) => [left, rights[place] ?? 0]),
  },
  ofRows('flattened', '[item for row in {0} for item in row]', 'integers', 2, (rows) =>
    rows.length > 200 ? undefined : rows.flat(),
  ),
  ofRows('reversed_rows', '{0!}[::-1]', 'rows', 2, (rows) => [...rows].reverse()),
  ofRows('rows_by_length', 'sorted({0}, key=len)', 'rows', 3, (rows) =>
    [...rows].sort((left, right) => left.length - right.length),
  ),
  ofRows('sorted_rows', '[sorted(row) for row in {0}]', 'rows', 3, (rows) => rows.map(ascending)),
  ofRows('backward_rows', '[row[::-1] for row in {0}]', 'rows', 3, (rows) =>
    rows.map((row) => [...row].reverse()),
  ),
  ofRows('filled_rows', '[row for row in {0} if row]', 'rows', 2, (rows) =>
    rows.filter((row) => row.length > 0),
  ),
  ofRows('longest_row', 'max({0}, key=len)', 'integers', 3, (rows) =>
    rows.reduce<Numbers | undefined>(
      (best, row) => (best === undefined || row.length > best.length ? row : best),
      undefined,
    ),
  ),
  ofRows('count_of_rows', 'len({0})', 'integer', 1, (rows) => rows.length),
  ofEach('sums_of_rows', 'sum(row)', (row) => exactInteger(total(row))),
  ofEach('row_lengths', 'len(row)', (row) => row.length),
  ofEach('row_highest', 'max(row)', (row) => (row.length === 0 ? undefined : Math.max(...row))),
  ofEach('row_lowest', 'min(row)', (row) => (row.length === 0 ? undefined : Math.min(...row))),
  ofEach('row_first', 'row[0]', (row) => row[0]),
  ofEach('row_last', 'row[-1]', (row) => row.at(-1)),
  {
    name: 'row_at',
    python: '{0!}[{1}]',
    parameters: [computed('rows'), constant('index')],
    result: 'integers',
    cost: 2,
    apply: (rows: Rows, index: number) => rows.at(index),
  },
];
