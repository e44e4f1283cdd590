import { expect, it } from 'vitest';
import { applied, type Expression } from '../language/expression.js';
import { instantiate, leafOperator, NO_CONSTANTS, type Operator } from '../language/operator.js';
import { library } from '../library/index.js';
import { programOf } from '../programs/program.js';
import { onlyCounts } from './only-counts.js';

const read = (input: unknown): readonly number[] => input as readonly number[];
const operator = leafOperator({ python: 'value', result: 'integers', cost: 1, read });
const list: Expression = { operator, args: [], type: 'integers', readsInput: true, cost: 1, values: [] };
const after = (name: string, of: Expression): Expression => {
  const entry = library.find((one) => one.name === name);
  return applied((entry === undefined ? [] : instantiate(entry, NO_CONSTANTS))[0] as Operator, [of]);
};
const examples = [
  [3, 8, 5],
  [7, 1],
  [2, 9, 4, 6],
].map((input) => ({ input, output: input.length }));

it('tells a number of items from a number that the items decide', () => {
  const different = after('length_integers', after('unique_integers', list));
  expect(onlyCounts(programOf(after('length_integers', list)), examples)).toBe(true);
  expect(onlyCounts(programOf(different), examples)).toBe(false);
  expect(onlyCounts(programOf(after('length_integers', list)), [])).toBe(false);
  expect(onlyCounts(programOf(list), [])).toBe(false);
  expect(onlyCounts({ kind: 'constant', value: 3 }, examples)).toBe(false);
  const texts = examples.map(({ output }) => ({ input: 'abc', output }));
  expect(onlyCounts(programOf(after('length_integers', list)), texts)).toBe(false);
});
