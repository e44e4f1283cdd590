import { describe, expect, it } from 'vitest';
import type { Expression } from '../language/expression.js';
import { instantiate, leafOperator, type Operator } from '../language/operator.js';
import type { Value } from '../language/value-type.js';
import { library } from '../library/index.js';
import { PairSums } from './pair-sums.js';

const operators = library
  .filter(({ name }) => ['add', 'subtract', 'sum_integers', 'highest_integers'].includes(name))
  .flatMap((entry) => instantiate(entry, {} as Parameters<typeof instantiate>[1]));

function named(name: string): Operator {
  const found = operators.find((operator) => operator.name === `${name}()`);
  if (found === undefined) throw new Error(`no operator ${name}`);
  return found;
}

const rows: readonly Value[] = [
  [3, 9, 4],
  [1, 2],
  [7, 5, 5, 20],
  [8, 30],
];
const input: Expression = {
  operator: leafOperator({ python: 'value', result: 'integers', cost: 1, read: () => undefined }),
  args: [],
  type: 'integers',
  cost: 1,
  readsInput: true,
  values: rows,
};

function computed(name: string, cost = 2): Expression {
  const operator = named(name);
  const values = rows.map((row) => operator.apply([row]) as Value);
  return { operator, args: [input], type: 'integer', cost, readsInput: true, values };
}

describe('PairSums', () => {
  const [total, highest] = [computed('sum_integers'), computed('highest_integers')];
  const pairs = (of: (sum: number, most: number) => number): PairSums =>
    new PairSums(
      rows.map((_row, index) => of(Number(total.values[index]), Number(highest.values[index]))),
      rows.length,
      operators,
    );

  it.each([
    ['add', (sum: number, most: number) => sum + most],
    ['subtract', (sum: number, most: number) => sum - most],
    ['subtract', (sum: number, most: number) => most - sum],
    ['add', (sum: number) => sum + sum],
  ] as const)('finds what %s makes of two, whichever comes first', (name, of) => {
    for (const order of [
      [total, highest],
      [highest, total],
    ]) {
      const search = pairs(of);
      const found = order.flatMap((one) => search.add(one));
      const targets = rows.map((_row, index) =>
        of(Number(total.values[index]), Number(highest.values[index])),
      );
      expect(found.map(({ expression }) => expression.operator.name)).toEqual([`${name}()`]);
      expect(found[0]?.expression.values).toEqual(targets);
      expect(found[0]?.expression.cost).toBe(4 + named(name).cost);
    }
  });

  it('holds a part that many others are like for luck', () => {
    const search = pairs((sum, most) => sum + most);
    const found = [total, highest].flatMap((one) => search.add(one));
    const [sum] = found;
    if (sum === undefined) throw new Error('nothing was found');
    const others = (values: (index: number, place: number) => number): void => {
      for (let index = 0; index < 30; index++) {
        search.add({ ...total, values: rows.map((_row, place) => values(index, place)) });
      }
    };
    others((index, place) => 1000 + 7 * index + place);
    const rare = search.luck(sum);
    others((_index, place) => Number(highest.values[place]));
    expect(rare).toBeLessThan(0.002);
    expect(search.luck(sum)).toBeGreaterThan(1);
  });

  it('takes no sums of sums', () => {
    const search = pairs((sum, most) => sum + most);
    search.add(total);
    const values = highest.values;
    const sum = { ...highest, operator: named('add'), args: [highest, highest], values };
    expect(search.add(sum)).toEqual([]);
  });
});
