import type { Draw, Json, Pair } from './draws.js';
import type { DrawnTask } from './lists.js';

/**
 * A second set on lists of whole numbers, from another grammar: expressions that branch. A number may be the
 * difference of two totals, a condition may compare each item with something computed from the whole list, a list may
 * be made of its neighbours, runs or halves. Inputs have negative numbers and are longer. Its steps were drawn up before the
 * library had scans, windows and halves, and the same hand wrote both: what it says about these is favourable.
 */
type List = readonly number[];
interface Part<T> {
  readonly name: string;
  readonly of: (list: List) => T;
}

const total = (list: List): number => list.reduce((sum, n) => sum + n, 0);
const modulo = (n: number, by: number): number => ((n % by) + by) % by;
const largest = (list: List): number => Math.max(...list);
const smallest = (list: List): number => Math.min(...list);
const INPUT: Part<List> = { name: 'xs', of: (list) => list };

/** A number out of a list. */
function drawNumber(draw: Draw, depth: number): Part<number> {
  const from = depth > 0 && draw.integer(0, 2) > 0 ? drawList(draw, depth - 1) : INPUT;
  const other = depth > 1 ? drawNumber(draw, depth - 2) : null;
  const k = draw.integer(2, 5);
  const reduce: Part<number>[] = [
    { name: 'sum', of: total },
    { name: 'max', of: largest },
    { name: 'min', of: smallest },
    { name: 'len', of: (list) => list.length },
    { name: 'sum of squares', of: (list) => total(list.map((n) => n * n)) },
    { name: 'range', of: (list) => largest(list) - smallest(list) },
    { name: 'last less first', of: (list) => (list.at(-1) ?? Number.NaN) - (list[0] ?? Number.NaN) },
    { name: `count of multiples of ${k}`, of: (list) => list.filter((n) => modulo(n, k) === 0).length },
    { name: 'how many above the first', of: (list) => list.filter((n) => n > (list[0] ?? 0)).length },
    {
      name: 'largest gap',
      of: (list) => largest(list.slice(1).map((n, at) => Math.abs(n - (list[at] ?? 0)))),
    },
    { name: 'rises', of: (list) => list.slice(1).filter((n, at) => n > (list[at] ?? 0)).length },
    { name: 'middle item', of: (list) => list[Math.floor(list.length / 2)] ?? Number.NaN },
    { name: 'alternating sum', of: (list) => total(list.map((n, at) => (at % 2 === 0 ? n : -n))) },
  ];
  const one = draw.pick(reduce);
  const whole: Part<number> = { name: `${one.name} of ${from.name}`, of: (list) => one.of(from.of(list)) };
  if (other === null) return whole;
  return draw.pick<Part<number>>([
    whole,
    { name: `(${whole.name}) + (${other.name})`, of: (list) => whole.of(list) + other.of(list) },
    { name: `(${whole.name}) - (${other.name})`, of: (list) => whole.of(list) - other.of(list) },
    { name: `(${whole.name}) * ${k}`, of: (list) => whole.of(list) * k },
  ]);
}

/** A list out of a list. */
function drawList(draw: Draw, depth: number): Part<List> {
  const inner = depth > 0 && draw.integer(0, 2) > 0 ? drawList(draw, depth - 1) : INPUT;
  const k = draw.integer(1, 4);
  const m = draw.integer(2, 5);
  const pivot = draw.pick<Part<number>>([
    { name: 'mean', of: (list) => total(list) / list.length },
    { name: 'first', of: (list) => list[0] ?? 0 },
    { name: 'last', of: (list) => list.at(-1) ?? 0 },
    { name: `${k}`, of: () => k },
    { name: '0', of: () => 0 },
  ]);
  const step = draw.pick<Part<List>>([
    { name: `above ${pivot.name}`, of: (list) => list.filter((n) => n > pivot.of(list)) },
    { name: `not above ${pivot.name}`, of: (list) => list.filter((n) => n <= pivot.of(list)) },
    { name: `without multiples of ${m}`, of: (list) => list.filter((n) => modulo(n, m) !== 0) },
    { name: `times ${m}`, of: (list) => list.map((n) => n * m) },
    { name: `shifted by ${k}`, of: (list) => list.map((n) => n - k) },
    { name: 'absolute', of: (list) => list.map(Math.abs) },
    { name: 'opposites', of: (list) => list.map((n) => 0 - n) },
    { name: `remainders by ${m}`, of: (list) => list.map((n) => modulo(n, m)) },
    { name: 'less the first', of: (list) => list.map((n) => n - (list[0] ?? 0)) },
    { name: 'less the mean, doubled', of: (list) => list.map((n) => n * list.length - total(list)) },
    { name: 'running maximum', of: (list) => list.map((_n, at) => largest(list.slice(0, at + 1))) },
    { name: 'sums of neighbours', of: (list) => list.slice(1).map((n, at) => n + (list[at] ?? 0)) },
    { name: 'larger of neighbours', of: (list) => list.slice(1).map((n, at) => Math.max(n, list[at] ?? 0)) },
    { name: 'with the opposite end', of: (list) => list.map((n, at) => n + (list.at(-1 - at) ?? 0)) },
    { name: `all but ${k}`, of: (list) => list.slice(k) },
    { name: `up to the last ${k}`, of: (list) => list.slice(0, -k) },
    { name: 'first half', of: (list) => list.slice(0, Math.floor(list.length / 2)) },
    { name: 'second half', of: (list) => list.slice(Math.floor(list.length / 2)) },
    { name: 'reversed', of: (list) => [...list].reverse() },
    { name: 'sorted', of: (list) => [...list].sort((left, right) => left - right) },
    { name: `${k} largest`, of: (list) => [...list].sort((left, right) => right - left).slice(0, k) },
    { name: 'repetitions dropped', of: (list) => list.filter((n, at) => at === 0 || n !== list[at - 1]) },
    {
      name: 'while positive',
      of: (list) =>
        list.slice(
          0,
          [...list, -1].findIndex((n) => n <= 0),
        ),
    },
    { name: 'records', of: (list) => list.filter((n, at) => at === 0 || n > largest(list.slice(0, at))) },
    { name: 'with its total', of: (list) => [...list, total(list)] },
    { name: 'counts of each', of: (list) => list.map((n) => list.filter((other) => other === n).length) },
  ]);
  return { name: `${step.name} of ${inner.name}`, of: (list) => step.of(inner.of(list)) };
}

/** A task whose output is a number or a list. */
export function drawSequenceTask(draw: Draw): DrawnTask {
  for (;;) {
    const depth = draw.pick([0, 1, 1, 2, 2, 3]);
    const part: Part<Json> = draw.integer(0, 1) === 0 ? drawNumber(draw, depth) : drawList(draw, depth);
    const [low, high] = draw.pick([
      [-9, 9],
      [0, 15],
      [-30, 60],
      [0, 5],
    ] as const);
    const make = (from: Draw): Pair => {
      const input = Array.from({ length: from.integer(3, 9) }, () => from.integer(low, high));
      return { input, output: part.of(input) };
    };
    const pairs = Array.from({ length: 40 }, () => make(draw));
    const outputs = pairs.map(({ output }) => JSON.stringify(output));
    const isPlain = pairs.every(({ output }) =>
      [output].flat().every((n) => Number.isSafeInteger(n) && Math.abs(Number(n)) < 1e7),
    );
    const changed = pairs.filter(({ input, output }) => JSON.stringify(input) !== JSON.stringify(output));
    if (isPlain && new Set(outputs).size >= 20 && changed.length >= 30) return { name: part.name, make };
  }
}
