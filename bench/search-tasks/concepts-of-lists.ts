/** Ideas whose answer is a list: what papers on learning list functions from examples ask for, in our own words. */
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

type Idea = (draw: Draw) => Concept;
const some = numbers(1);
const pairs = numbers(2);

/** Parts of the list: by place, by mark, by a place that the list itself names. */
const parts: readonly Idea[] = [
  (draw) => {
    const mark = draw.integer(0, 9);
    const of = (list: readonly number[]) => (list.includes(mark) ? list.slice(list.indexOf(mark) + 1) : []);
    return { name: `after the first ${mark}`, of, inputs: having([mark], numbers(0, 8)) };
  },
  (draw) => {
    const mark = draw.integer(0, 9);
    const of = (list: readonly number[]) => leading(list, (item) => item !== mark);
    return { name: `before the first ${mark}`, of, inputs: having([mark], numbers(0, 8)) };
  },
  (draw) => {
    const mark = draw.integer(0, 9);
    const of = (list: readonly number[]) => list.slice(list.lastIndexOf(mark) + 1);
    return { name: `after the last ${mark}`, of, inputs: having([mark, mark], numbers(0, 7)) };
  },
  (draw) => {
    const place = draw.integer(1, 4);
    return { name: `without number ${place}`, of: (list) => list.filter((_, index) => index !== place - 1) };
  },
  () => ({ name: 'without first and last', of: (list) => list.slice(1, -1), inputs: numbers(2, 9, 99) }),
  () => ({
    name: 'as many as the first says',
    of: (list) => list.slice(1, 1 + at(list, 0)),
    inputs: led(1, numbers(0, 8)),
  }),
  () => ({
    name: 'drop as many as the first says',
    of: (list) => list.slice(1).slice(at(list, 0)),
    inputs: led(1, numbers(0, 8)),
  }),
  () => ({
    name: 'slice that the first two name',
    of: (list) => list.slice(2).slice(at(list, 0), at(list, 1)),
    inputs: led(2, numbers(1, 8)),
  }),
  (draw) => {
    const bound = draw.integer(3, 7);
    return { name: `leading below ${bound}`, of: (list) => leading(list, (item) => item < bound) };
  },
  (draw) => {
    const bound = draw.integer(3, 7);
    const of = (list: readonly number[]) => list.slice(leading(list, (item) => item < bound).length);
    return { name: `without leading below ${bound}`, of };
  },
  () => ({ name: 'leading even', of: (list) => leading(list, isEven) }),
  (draw) => {
    const step = draw.integer(2, 3);
    return { name: `every ${step}th`, of: (list) => list.filter((_, index) => index % step === step - 1) };
  },
  () => ({ name: 'first and last', of: (list) => [at(list, 0), at(list, -1)], inputs: some }),
  (draw) => {
    const most = draw.integer(2, 4);
    return { name: `last ${most} turned round`, of: (list) => list.slice(-most).reverse() };
  },
  () => ({ name: 'longer half', of: (list) => list.slice(half(list)) }),
];

/** Some of the items. */
const kept: readonly Idea[] = [
  () => ({ name: 'above the first', of: (list) => list.filter((item) => item > at(list, 0)), inputs: some }),
  () => ({ name: 'below the last', of: (list) => list.filter((item) => item < at(list, -1)), inputs: some }),
  () => ({ name: 'not equal to the first', of: (list) => list.filter((n) => n !== list[0]), inputs: runs }),
  () => ({ name: 'without repeats', of: distinct, inputs: numbers(0, 10, 5) }),
  () => ({
    name: 'items found once',
    of: (list) => list.filter((n) => countOf(list, n) === 1),
    inputs: numbers(0, 10, 6),
  }),
  () => ({
    name: 'items found more than once, each once',
    of: (list) => distinct(list.filter((n) => countOf(list, n) > 1)),
    inputs: numbers(1, 10, 5),
  }),
  () => ({ name: 'runs to one', of: (list) => grouped(list).map((group) => at(group, 0)), inputs: runs }),
  (draw) => {
    const bound = draw.integer(20, 70);
    return { name: `above ${bound}`, of: (l) => l.filter((n) => n > bound), inputs: numbers(0, 8, 99) };
  },
  (draw) => {
    const low = draw.integer(10, 40);
    const high = low + draw.integer(15, 40);
    const of = (list: readonly number[]) => list.filter((n) => low <= n && n <= high);
    return { name: `from ${low} to ${high}`, of, inputs: numbers(1, 9, 99) };
  },
  () => ({ name: 'divided by three', of: (l) => l.filter((n) => n % 3 === 0), inputs: numbers(1, 9, 99) }),
  () => ({
    name: 'without the largest',
    of: (list) => list.filter((n) => n !== Math.max(...list)),
    inputs: numbers(1, 8),
  }),
  () => ({
    name: 'even at even places',
    of: (list) => list.filter((n, index) => isEven(n) && isEven(index)),
    inputs: numbers(2, 10),
  }),
  (draw) => {
    const most = draw.integer(2, 4);
    return { name: `${most} largest, falling`, of: (l) => up(l).reverse().slice(0, most), inputs: some };
  },
  () => ({
    name: 'above the one before',
    of: (list) => list.filter((n, index) => index > 0 && n > at(list, index - 1)),
    inputs: pairs,
  }),
  () => ({
    name: 'above the mean',
    of: (list) => list.filter((n) => n * list.length > sum(list)),
    inputs: some,
  }),
];

/** Items in another order. */
const moved: readonly Idea[] = [
  () => ({
    name: 'swap first and last',
    of: (list) => [at(list, -1), ...list.slice(1, -1), at(list, 0)],
    inputs: pairs,
  }),
  () => ({
    name: 'swap the first two',
    of: (list) => [at(list, 1), at(list, 0), ...list.slice(2)],
    inputs: pairs,
  }),
  () => ({
    name: 'turn round all but the first',
    of: (l) => [at(l, 0), ...l.slice(1).reverse()],
    inputs: some,
  }),
  () => ({ name: 'halves changed', of: (list) => [...list.slice(half(list)), ...list.slice(0, half(list))] }),
  () => ({
    name: 'halves interleaved',
    of: (list) => list.slice(0, half(list)).flatMap((n, index) => [n, at(list, half(list) + index)]),
    inputs: (draw) => numbers(0, 5)(draw).flatMap((n) => [n, draw.integer(0, 9)]),
  }),
  (draw) => {
    const by = draw.integer(1, 3);
    return { name: `rotate by ${by}`, of: (l) => [...l.slice(by), ...l.slice(0, by)], inputs: numbers(3) };
  },
  () => ({ name: 'even before odd', of: (l) => [...l.filter(isEven), ...l.filter((n) => !isEven(n))] }),
  () => ({
    name: 'swap pairs',
    of: (list) => list.map((n, index) => list[index ^ 1] ?? n),
    inputs: numbers(1, 9),
  }),
  () => ({ name: 'falling', of: (list) => up(list).reverse(), inputs: numbers(0, 8, 99) }),
  () => ({
    name: 'largest to the front',
    of: (list) => {
      const place = list.indexOf(Math.max(...list));
      return [at(list, place), ...list.filter((_, index) => index !== place)];
    },
    inputs: some,
  }),
];

/** Each item changed, or neighbours put together. */
const changed: readonly Idea[] = [
  (draw) => {
    const [from, to] = draw.sample([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 2) as [number, number];
    const of = (list: readonly number[]) => list.map((n) => (n === from ? to : n));
    return { name: `${from} to ${to}`, of, inputs: having([from], numbers(1, 8)) };
  },
  () => ({ name: 'even to 0', of: (list) => list.map((n) => (isEven(n) ? 0 : n)) }),
  () => ({
    name: 'largest to 0',
    of: (l) => l.map((n) => (n === Math.max(...l) ? 0 : n)),
    inputs: numbers(1),
  }),
  () => ({ name: 'sums of neighbours', of: (list) => neighbours(list, (a, b) => a + b), inputs: some }),
  () => ({ name: 'differences', of: (list) => neighbours(list, (a, b) => b - a), inputs: some }),
  () => ({ name: 'larger neighbour', of: (list) => neighbours(list, Math.max), inputs: some }),
  () => ({ name: 'running sums', of: (list) => list.map((_, index) => sum(list.slice(0, index + 1))) }),
  () => ({
    name: 'running largest',
    of: (list) => list.map((_, index) => Math.max(...list.slice(0, index + 1))),
  }),
  () => ({ name: 'sums to the end', of: (list) => list.map((_, index) => sum(list.slice(index))) }),
  () => ({ name: 'times its number', of: (list) => list.map((n, index) => n * (index + 1)) }),
  () => ({ name: 'last digits', of: (list) => list.map((n) => n % 10), inputs: numbers(0, 8, 99) }),
  () => ({ name: 'first digits', of: (l) => l.map((n) => Math.floor(n / 10)), inputs: numbers(1, 8, 99) }),
  () => ({ name: 'first added to the rest', of: (l) => l.slice(1).map((n) => n + at(l, 0)), inputs: some }),
  () => ({ name: 'above the smallest by', of: (l) => l.map((n) => n - Math.min(...l)), inputs: some }),
  () => ({ name: 'odd squared', of: (list) => list.map((n) => (isEven(n) ? n : n * n)) }),
  () => ({ name: 'half or thrice and one', of: (list) => list.map((n) => (isEven(n) ? n / 2 : 3 * n + 1)) }),
  (draw) => {
    const most = draw.integer(3, 7);
    return { name: `at most ${most}`, of: (list) => list.map((n) => Math.min(n, most)) };
  },
  () => ({ name: 'added to its mirror', of: (l) => l.map((n, index) => n + at(l, -1 - index)) }),
];

/** Lists made of something else than the items. */
const built: readonly Idea[] = [
  (draw) => {
    const mark = draw.integer(0, 9);
    const of = (list: readonly number[]) => list.flatMap((n, index) => (index === 0 ? [n] : [mark, n]));
    return { name: `${mark} between`, of };
  },
  (draw) => {
    const [mark, place] = [draw.integer(0, 9), draw.integer(1, 3)];
    const of = (list: readonly number[]) => [...list.slice(0, place), mark, ...list.slice(place)];
    return { name: `${mark} after number ${place}`, of, inputs: numbers(2, 8) };
  },
  (draw) => {
    const times = draw.integer(2, 3);
    const of = (list: readonly number[]) => list.flatMap((n) => Array.from({ length: times }, () => n));
    return { name: `each ${times} times`, of, inputs: numbers(0, 6) };
  },
  () => ({
    name: 'each as often as it says',
    of: (list) => list.flatMap((n) => Array.from({ length: n }, () => n)),
    inputs: numbers(0, 5, 4),
  }),
  (draw) => {
    const mark = draw.integer(0, 9);
    const of = (list: readonly number[]) => list.flatMap((n, index) => (n === mark ? [index] : []));
    return { name: `places of ${mark}`, of, inputs: having([mark, mark], numbers(0, 7)) };
  },
  () => ({ name: 'smallest and largest', of: (l) => [Math.min(...l), Math.max(...l)], inputs: some }),
  () => ({ name: 'its length added at the end', of: (list) => [...list, list.length] }),
  () => ({ name: 'its sum at the front', of: (list) => [sum(list), ...list] }),
  (draw) => {
    const [before, after] = [draw.integer(0, 99), draw.integer(0, 99)];
    return { name: `between ${before} and ${after}`, of: (list) => [before, ...list, after] };
  },
  (draw) => {
    const answer = numbers(3, 6, 99)(draw);
    return { name: 'always the same list', of: () => answer };
  },
  () => ({ name: 'with its mirror', of: (list) => [...list, ...[...list].reverse()] }),
  () => ({ name: 'lengths of runs', of: (list) => grouped(list).map((group) => group.length), inputs: runs }),
  () => ({
    name: 'how often each is found',
    of: (list) => list.map((n) => countOf(list, n)),
    inputs: numbers(1, 8, 5),
  }),
  () => ({
    name: 'count from first to last',
    of: (l) => Array.from({ length: at(l, -1) - at(l, 0) + 1 }, (_, index) => at(l, 0) + index),
    inputs: (draw) => {
      const first = draw.integer(0, 8);
      return [first, ...numbers(0, 4)(draw), first + draw.integer(0, 8)];
    },
  }),
];

/** Ideas whose answer is a list. */
export const LIST_CONCEPTS: readonly Idea[] = [...parts, ...kept, ...moved, ...changed, ...built];
