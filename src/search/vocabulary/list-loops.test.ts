import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { LastSteps } from '../engines/last-steps.js';
import { rearrangements } from '../engines/rearranged-lists.js';
import type { LibraryEntry } from '../language/library-entry.js';
import { constantOperator, instantiate, NO_CONSTANTS, type Operator } from '../language/operator.js';
import { BINDING } from '../language/python-source.js';
import type { Value } from '../language/value-type.js';
import { values } from '../library/arguments.fixture.js';
import { library } from '../library/index.js';
import { otherRemainder } from '../library/number-tests.js';
import { type Answer, bounded, Engines, lacksBoth } from '../python-engines.fixture.js';
import { changeEach, changeWhere, keepWhere } from './list-loops.js';
import { buildOperators, withNumber } from './operators.js';

const LOOPS = /^(map|filter|any|all|takewhile|dropwhile|places) /;
const entries = library.filter(({ name }) =>
  ['less', 'different_numbers', 'remainder_1_of_2', 'add', 'is_upper_case', 'length_text'].includes(name),
);
const entry = (name: string): LibraryEntry => library.find((one) => one.name === name) as LibraryEntry;
const isOdd = instantiate(entry('remainder_1_of_2'), NO_CONSTANTS)[0] as Operator;
const rows = [
  [7, 3, 9, 0, 4, 8, 1],
  [2, 6, 5, 1, 8, 0],
  [4, 9, 2, 7, 3],
];
const rearranged = [
  (row: readonly number[]) => [...row.slice(2, 4), ...row.slice(0, 2), 60, ...row.slice(4)],
  (row: readonly number[]) => [...row.slice(-2), -5, ...row.slice(1, -1), ...row.slice(0, 1)],
  (row: readonly number[]) => (row.length < 6 ? row : row.with(5, 30)),
].flatMap((change) =>
  rearrangements(
    [...rows, [8, 5, 3, 6, 2, 9, 4, 1], [3]],
    [...rows, [8, 5, 3, 6, 2, 9, 4, 1], [3]].map(change),
  ),
);
const loops = [
  ...rearranged,
  ...new LastSteps(
    rows.map((row) => row.map((item) => 99 - item)),
    library,
  )
    .of(rows)
    .map(({ operator }) => operator),
  ...buildOperators(entries, NO_CONSTANTS, [constantOperator(3, 'integer', 1)]).filter(({ name }) =>
    LOOPS.test(name),
  ),
  changeWhere(withNumber(entry('less'), 0), withNumber(entry('multiply'), -2), 8),
  changeWhere(isOdd, withNumber(entry('floor_divide'), 3), 8),
  changeEach(withNumber(entry('modulo'), 7), 5),
  keepWhere(withNumber(entry('more'), -4), 4),
  keepWhere(instantiate(otherRemainder(3, 1), NO_CONSTANTS)[0] as Operator, 5),
];

unless(lacksBoth).describe('loops over lists are the same natively and in Python', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await Engines.open();
  });
  afterAll(() => engines?.close());

  it('for every item, or up to the first that fails a test', async () => {
    const lists = loops.map(({ holes: [hole = 'integers'] }, index) => [
      [],
      ...fc.sample(values[hole], { numRuns: 30, seed: index }),
    ]);
    const code = loops.map(
      ({ render }, index) =>
        `def loop_${index}(items):\n    return ${render([{ text: 'items', binding: BINDING.primary }]).text}`,
    );
    const answers = await engines.call(
      ['import itertools', ...code].join('\n'),
      loops.map((_loop, index) => `loop_${index}`),
      lists.map((some) => some.map((list) => [list as Value])),
    );
    const wrong: unknown[] = [];
    let at = 0;
    for (const [index, loop] of loops.entries()) {
      for (const list of lists[index] ?? []) {
        const native = loop.apply([list as Value]);
        const both = answers[at++] as readonly Answer[];
        for (const [answered, value] of both) {
          if (native === undefined) continue;
          if (!answered || JSON.stringify(value) !== JSON.stringify(bounded(native)))
            wrong.push([loop.name, list, native, value]);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(new Set(loops.map(({ name }) => name.split(' ')[0])).size).toBe(8);
    expect(rearranged).toHaveLength(3);
  });
});
