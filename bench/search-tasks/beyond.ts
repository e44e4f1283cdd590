/**
 * Rules that the search can't say, or not as they are meant: states, knowledge, tables without a rule, check digits,
 * exceptions. What counts here is what is offered for them. Which rule a task is follows from its number.
 */
import { BEYOND_TEXTS, BEYOND_WRITTEN, type Beyond } from './beyond-texts.js';
import type { Draw, Json } from './draws.js';
import type { DrawnTask } from './lists.js';

const numbersOf = (input: Json): readonly number[] =>
  Array.isArray(input) ? (input as readonly number[]) : [];
const numbers = (draw: Draw, fewest = 1, most = 8, high = 20): readonly number[] =>
  Array.from({ length: draw.integer(fewest, most) }, () => draw.integer(0, high));
const isPrime = (number: number): boolean =>
  number > 1 &&
  Array.from({ length: number }, (_, index) => index)
    .slice(2)
    .every((n) => number % n !== 0);

const ofNumber = (name: string, low: number, high: number, of: (n: number) => Json): Beyond => ({
  name,
  input: (draw) => draw.integer(low, high),
  of: (input) => of(Number(input)),
});
const ofNumbers = (
  name: string,
  of: (list: readonly number[]) => Json,
  inputs: (draw: Draw) => readonly number[] = numbers,
): Beyond => ({ name, input: inputs, of: (input) => of(numbersOf(input)) });

function collatz(number: number): number {
  let steps = 0;
  for (let n = number; n !== 1; n = n % 2 === 0 ? n / 2 : 3 * n + 1) steps++;
  return steps;
}

/** Scrambles a number, with no rule to be seen. */
const scrambled = (number: number, seed: number): number => {
  let mixed = Math.imul(number + 7 * seed + 1, 0x9e3779b1) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 0;
  return (mixed ^ (mixed >>> 13)) >>> 0;
};

const BEYOND_NUMBERS: readonly ((draw: Draw) => Beyond)[] = [
  () => ofNumber('prime', 2, 90, isPrime),
  () => ofNumber('steps to one', 1, 60, collatz),
  () =>
    ofNumber('digits turned round where odd', 10, 999, (n) =>
      n % 2 ? Number([...`${n}`].reverse().join('')) : n,
    ),
  () =>
    ofNumber(
      'parity of the ones in binary',
      0,
      200,
      (n) => [...n.toString(2)].filter((bit) => bit === '1').length % 2,
    ),
  () => ofNumber('leap year', 1890, 2110, (n) => (n % 4 === 0 && n % 100 !== 0) || n % 400 === 0),
  (draw) => {
    const seed = draw.integer(0, 1e6);
    return ofNumber('no rule, one of four', 0, 500, (n) => scrambled(n, seed) % 4);
  },
  (draw) => {
    const seed = draw.integer(0, 1e6);
    return ofNumber('no rule, yes or no', 0, 500, (n) => scrambled(n, seed) % 2 === 0);
  },
  (draw) => {
    const seed = draw.integer(0, 1e6);
    const score = (n: number): number => scrambled(n, seed);
    return ofNumbers('in an order by no rule', (list) => [...list].sort((a, b) => score(a) - score(b)));
  },
  (draw) => {
    const seed = draw.integer(0, 1e6);
    return ofNumbers('kept by no rule', (list) => list.filter((n) => scrambled(n, seed) % 2 === 0));
  },
  () => ofNumbers('primes only', (list) => list.filter(isPrime)),
  () =>
    ofNumbers(
      'a switch that zero turns',
      (list) => {
        let isOn = true;
        return list.filter((n) => {
          if (n === 0) isOn = !isOn;
          return isOn && n !== 0;
        });
      },
      (draw) => numbers(draw, 2, 9, 4),
    ),
  () =>
    ofNumbers(
      'longest rising part',
      (list) => {
        let best: number[] = [];
        let run: number[] = [];
        for (const n of list) {
          run = run.length > 0 && n > (run.at(-1) ?? 0) ? [...run, n] : [n];
          if (run.length > best.length) best = run;
        }
        return best;
      },
      (draw) => numbers(draw, 1, 9),
    ),
  () =>
    ofNumbers(
      'ways to reach a sum',
      (list) => {
        const [goal = 0, ...rest] = list;
        const sums = new Set([0]);
        for (const n of rest) for (const sum of [...sums]) sums.add(sum + n);
        return sums.has(goal);
      },
      (draw) => [draw.integer(5, 30), ...numbers(draw, 2, 5, 15)],
    ),
  () =>
    ofNumbers('balance that never falls below zero', (list) =>
      list.reduce((left, n) => Math.max(0, left + (n % 2 === 0 ? n : -n)), 0),
    ),
];

const RULES: readonly ((draw: Draw) => Beyond)[] = [...BEYOND_TEXTS, ...BEYOND_WRITTEN, ...BEYOND_NUMBERS];

/** A rule that the search can't say. */
export function drawBeyond(draw: Draw, index: number): DrawnTask {
  const rule = RULES[index % RULES.length] as (draw: Draw) => Beyond;
  const { name, input, of } = rule(draw);
  return {
    name,
    make: (instance) => {
      const given = input(instance);
      return { input: given, output: of(given) };
    },
  };
}
