/** Ideas whose answer is one number. */
import {
  at,
  type Concept,
  countOf,
  distinct,
  grouped,
  half,
  having,
  isEven,
  leading,
  led,
  neighbours,
  numbers,
  runs,
  sum,
  up,
} from './concepts-draws.js';
import type { Draw } from './draws.js';

const some = numbers(1);
const several = numbers(3);
const first = (list: readonly number[], holds: (n: number) => boolean): number => list.find(holds) ?? -1;

/** Ideas whose answer is a number. */
export const NUMBER_CONCEPTS: readonly ((draw: Draw) => Concept)[] = [
  () => ({ name: 'how many equal the first', of: (list) => countOf(list, list[0]), inputs: runs }),
  (draw) => {
    const mark = draw.integer(0, 9);
    const inputs = having([mark, mark], numbers(0, 8));
    return { name: `how many ${mark}`, of: (list) => countOf(list, mark), inputs };
  },
  (draw) => {
    const mark = draw.integer(0, 9);
    const inputs = having([mark], numbers(1, 9));
    return { name: `place of ${mark}, or -1`, of: (list) => list.indexOf(mark), inputs };
  },
  () => ({ name: 'place of the largest', of: (list) => list.indexOf(Math.max(...list)), inputs: some }),
  (draw) => {
    const rank = draw.integer(2, 3);
    return { name: `number ${rank} from above`, of: (list) => at(up(list), -rank), inputs: several };
  },
  () => ({ name: 'sum of the first half', of: (list) => sum(list.slice(0, half(list))) }),
  () => ({
    name: 'by how much the second half is more',
    of: (list) => sum(list.slice(half(list))) - sum(list.slice(0, half(list))),
    inputs: numbers(2),
  }),
  () => ({ name: 'sum of the even', of: (list) => sum(list.filter(isEven)) }),
  () => ({ name: 'how many different', of: (list) => distinct(list).length, inputs: numbers(0, 10, 6) }),
  () => ({
    name: 'how many peaks',
    of: (l) => l.filter((n, i) => i > 0 && i < l.length - 1 && n > at(l, i - 1) && n > at(l, i + 1)).length,
    inputs: several,
  }),
  () => ({
    name: 'longest run',
    of: (list) => Math.max(...grouped(list).map(({ length }) => length)),
    inputs: runs,
  }),
  () => ({
    name: 'most frequent',
    of: (list) =>
      at(
        [...list].sort((a, b) => countOf(list, b) - countOf(list, a) || a - b),
        0,
      ),
    inputs: numbers(1, 9, 4),
  }),
  () => ({
    name: 'the one that the first names',
    of: (list) => at(list, at(list, 0)),
    inputs: (draw) => {
      const rest = numbers(1, 8)(draw);
      return [draw.integer(1, rest.length), ...rest];
    },
  }),
  () => ({
    name: 'the one that the last names',
    of: (list) => at(list, at(list, -1)),
    inputs: (draw) => {
      const rest = numbers(1, 8)(draw);
      return [...rest, draw.integer(0, rest.length - 1)];
    },
  }),
  () => ({ name: 'last even, or -1', of: (list) => first([...list].reverse(), isEven), inputs: some }),
  (draw) => {
    const bound = draw.integer(4, 7);
    return { name: `first above ${bound}, or -1`, of: (l) => first(l, (n) => n > bound), inputs: some };
  },
  () => ({
    name: 'largest less smallest',
    of: (l) => Math.max(...l) - Math.min(...l),
    inputs: numbers(1, 8, 99),
  }),
  () => ({ name: 'middle one', of: (list) => at(list, half(list)), inputs: some }),
  () => ({
    name: 'median of an odd number',
    of: (list) => at(up(list), half(list)),
    inputs: (draw) => [draw.integer(0, 99), ...numbers(0, 4, 99)(draw).flatMap((n) => [n, (n * 37) % 100])],
  }),
  () => ({ name: 'sum of every second', of: (list) => sum(list.filter((_, index) => isEven(index))) }),
  () => ({
    name: 'in turns added and taken away',
    of: (list) => sum(list.map((n, i) => (isEven(i) ? n : -n))),
  }),
  () => ({ name: 'products of neighbours, added', of: (list) => sum(neighbours(list, (a, b) => a * b)) }),
  () => ({
    name: 'widest step',
    of: (list) => Math.max(...neighbours(list, (a, b) => Math.abs(b - a))),
    inputs: numbers(2, 8, 99),
  }),
  () => ({
    name: 'how many steps up',
    of: (list) => neighbours(list, (a, b) => b > a).filter(Boolean).length,
    inputs: some,
  }),
  () => ({
    name: 'digits to a number',
    of: (list) => list.reduce((total, n) => 10 * total + n, 0),
    inputs: numbers(1, 6),
  }),
  () => ({
    name: 'pairs in the wrong order',
    of: (list) => sum(list.map((n, index) => list.slice(index + 1).filter((m) => m < n).length)),
    inputs: numbers(1, 7),
  }),
  () => ({
    name: 'first that is found twice, or -1',
    of: (list) => list.find((n, index) => list.indexOf(n) < index) ?? -1,
    inputs: numbers(1, 8),
  }),
  () => ({
    name: 'smallest that is missing',
    of: (list) => first([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], (n) => !list.includes(n)),
    inputs: numbers(1, 10, 5),
  }),
  (draw) => {
    const answer = draw.integer(0, 99);
    return { name: `always ${answer}`, of: () => answer };
  },
  () => ({
    name: 'how many below the last',
    of: (list) => list.filter((n) => n < at(list, -1)).length,
    inputs: some,
  }),
  () => ({
    name: 'largest sum of two neighbours',
    of: (list) => Math.max(...neighbours(list, (a, b) => a + b)),
    inputs: numbers(2),
  }),
  (draw) => {
    const mark = draw.integer(0, 9);
    const of = (list: readonly number[]) => sum(leading(list, (n) => n !== mark));
    return { name: `sum before the first ${mark}`, of, inputs: having([mark], numbers(1, 8)) };
  },
  () => ({
    name: 'sum of as many as the first says',
    of: (list) => sum(list.slice(1, 1 + at(list, 0))),
    inputs: led(1, numbers(1, 8)),
  }),
];
