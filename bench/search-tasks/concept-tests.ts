/** Ideas whose answer is true or false. Half of the inputs are drawn to hold. */
import {
  at,
  countOf,
  distinct,
  having,
  type Inputs,
  isEven,
  neighbours,
  numbers,
  sum,
  up,
} from './concepts-draws.js';
import type { Draw } from './draws.js';

/** A question about lists. */
export interface Question {
  readonly name: string;
  readonly holds: (list: readonly number[]) => boolean;
  /** What is drawn when the answer is to be yes. Default: as for no. */
  readonly yes?: Inputs;
  /** Default: one to eight numbers up to 9. */
  readonly inputs?: Inputs;
}

const some = numbers(1, 8);
const longer = numbers(2, 8);
const mapped =
  (inner: Inputs, change: (list: readonly number[], draw: Draw) => readonly number[]): Inputs =>
  (draw) =>
    change(inner(draw), draw);
const every = (list: readonly number[], holds: (a: number, b: number) => boolean): boolean =>
  neighbours(list, holds).every(Boolean);
const mirrored = mapped(numbers(1, 4), (list, draw) => [
  ...list,
  ...[...list].reverse().slice(draw.integer(0, 1)),
]);

/** Questions with their own constants. */
export const QUESTIONS: readonly ((draw: Draw) => Question)[] = [
  () => ({ name: 'rising', holds: (l) => every(l, (a, b) => a <= b), yes: mapped(some, up), inputs: longer }),
  () => ({
    name: 'falling',
    holds: (list) => every(list, (a, b) => a >= b),
    yes: mapped(some, (list) => up(list).reverse()),
    inputs: longer,
  }),
  () => ({
    name: 'rising with no repeat',
    holds: (list) => every(list, (a, b) => a < b),
    yes: mapped(some, (list) => up(distinct(list))),
    inputs: mapped(longer, (list, draw) => (draw.integer(0, 1) === 0 ? up(list) : list)),
  }),
  () => ({ name: 'even length', holds: (list) => isEven(list.length), inputs: numbers(0, 8) }),
  (draw) => {
    const mark = draw.integer(0, 9);
    return { name: `has ${mark}`, holds: (list) => list.includes(mark), yes: having([mark], some) };
  },
  (draw) => {
    const marks = draw.sample([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 2) as [number, number];
    const holds = (list: readonly number[]) => marks.every((mark) => list.includes(mark));
    const inputs = having(marks, numbers(0, 5));
    return { name: `has ${marks.join(' and ')}`, holds, inputs };
  },
  () => ({ name: 'same from both ends', holds: (l) => `${l}` === `${[...l].reverse()}`, yes: mirrored }),
  () => ({
    name: 'all even',
    holds: (list) => list.every(isEven),
    yes: mapped(some, (list) => list.map((n) => n - (n % 2))),
  }),
  () => ({ name: 'any odd', holds: (l) => !l.every(isEven), inputs: numbers(0, 5) }),
  () => ({
    name: 'first is last',
    holds: (list) => list[0] === list.at(-1),
    yes: mapped(some, (list) => [...list, at(list, 0)]),
    inputs: longer,
  }),
  () => ({ name: 'first above last', holds: (list) => at(list, 0) > at(list, -1), inputs: longer }),
  () => ({ name: 'even sum', holds: (list) => isEven(sum(list)) }),
  (draw) => {
    const bound = draw.integer(12, 30);
    return { name: `sum above ${bound}`, holds: (list) => sum(list) > bound };
  },
  (draw) => {
    const bound = draw.integer(3, 5);
    return {
      name: `more than ${bound} numbers`,
      holds: (list) => list.length > bound,
      inputs: numbers(0, 8),
    };
  },
  () => ({ name: 'all different', holds: (list) => distinct(list).length === list.length, inputs: longer }),
  () => ({
    name: 'has equal neighbours',
    holds: (list) => neighbours(list, (a, b) => a === b).some(Boolean),
    inputs: longer,
  }),
  () => ({ name: 'first is largest', holds: (list) => list[0] === Math.max(...list), inputs: longer }),
  () => ({ name: 'last is smallest', holds: (list) => list.at(-1) === Math.min(...list), inputs: longer }),
  () => ({ name: 'has its length', holds: (list) => list.includes(list.length) }),
  (draw) => {
    const mark = draw.integer(0, 9);
    const inputs = having([mark, mark, mark], numbers(0, 5));
    return { name: `${mark} twice exactly`, holds: (list) => countOf(list, mark) === 2, inputs };
  },
  () => ({
    name: 'more even than odd',
    holds: (list) => 2 * list.filter(isEven).length > list.length,
  }),
  () => ({
    name: 'even and odd in turns',
    holds: (list) => every(list, (a, b) => isEven(a) !== isEven(b)),
    inputs: longer,
  }),
  (draw) => {
    const bound = draw.integer(6, 8);
    return { name: `all below ${bound}`, holds: (list) => list.every((n) => n < bound) };
  },
  (draw) => {
    const bound = draw.integer(70, 90);
    const inputs = numbers(1, 7, 99);
    return { name: `any above ${bound}`, holds: (list) => list.some((n) => n > bound), inputs };
  },
  (draw) => {
    const [one, other] = draw.sample([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 2) as [number, number];
    const holds = (list: readonly number[]) =>
      list.slice(list.indexOf(one)).includes(other) && list.includes(one);
    return { name: `${one} and later ${other}`, holds, inputs: having([one, other], numbers(0, 5)) };
  },
  () => ({ name: 'sum divided by three', holds: (list) => sum(list) % 3 === 0 }),
  () => ({ name: 'last even', holds: (list) => isEven(at(list, -1)) }),
  (draw) => {
    const mark = draw.integer(0, 9);
    const yes = mapped(some, (list) => [mark, ...list]);
    return {
      name: `starts with ${mark}`,
      holds: (list) => list[0] === mark,
      yes,
      inputs: having([mark], some),
    };
  },
  () => ({ name: 'second even', holds: (list) => isEven(at(list, 1)), inputs: longer }),
  () => ({ name: 'second above first', holds: (list) => at(list, 1) > at(list, 0), inputs: longer }),
  () => ({ name: 'longer than its first says', holds: (list) => list.length > at(list, 0) }),
  () => ({
    name: 'neighbours that add to ten',
    holds: (list) => neighbours(list, (a, b) => a + b === 10).some(Boolean),
    yes: mapped(some, (list, draw) => [...list, ...(draw.integer(0, 1) === 0 ? [4, 6] : [7, 3])]),
    inputs: longer,
  }),
  () => ({
    name: 'no step wider than two',
    holds: (list) => every(list, (a, b) => Math.abs(a - b) <= 2),
    inputs: numbers(1, 5),
  }),
  () => ({ name: 'largest more than twice the smallest', holds: (l) => Math.max(...l) > 2 * Math.min(...l) }),
  () => ({
    name: 'all the same',
    holds: (list) => distinct(list).length <= 1,
    yes: mapped(some, (list) => list.map(() => at(list, 0))),
    inputs: numbers(2, 6, 2),
  }),
  (draw) => {
    const mark = draw.integer(0, 9);
    const inputs = having([mark, mark], numbers(1, 6));
    return { name: `${mark} at most once`, holds: (list) => countOf(list, mark) <= 1, inputs };
  },
  () => ({
    name: 'first is found again',
    holds: (list) => list.indexOf(at(list, 0), 1) > 0,
    inputs: numbers(1, 8, 6),
  }),
  (draw) => {
    const bound = draw.integer(3, 6);
    const holds = (list: readonly number[]) => Math.max(...list) - Math.min(...list) > bound;
    return { name: `spread above ${bound}`, holds, inputs: numbers(1, 5) };
  },
  (draw) => {
    const [low, many] = [draw.integer(4, 6), draw.integer(2, 3)];
    const holds = (list: readonly number[]) => list.filter((n) => n > low).length >= many;
    return { name: `at least ${many} above ${low}`, holds };
  },
  () => ({
    name: 'middle is largest',
    holds: (l) => l[l.length >> 1] === Math.max(...l),
    inputs: numbers(1, 5),
  }),
];
