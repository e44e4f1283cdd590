/** What the operations of `programs.ts` work on: lists of whole numbers, and tests, changes and helpers of their items. */
import type { Draw } from './draws.js';

export type List = readonly number[];
export type Value = number | boolean | List;

/** Gets what the operation before it made. Null where Python would raise an error. */
export interface Operation<T extends Value = Value> {
  readonly name: string;
  readonly of: (list: List) => T | null;
}
/** Operations that differ in a constant only. */
export type Family<T extends Value> = readonly Operation<T>[];
/** Families of one kind, and how often the kind is drawn among others. */
export interface Kind<T extends Value> {
  readonly weight: number;
  readonly families: readonly Family<T>[];
}

/** A kind by its weight, then a family, then one of its operations. */
export function drawOperation<T extends Value>(draw: Draw, kinds: readonly Kind<T>[]): Operation<T> {
  let left = draw.integer(
    1,
    kinds.reduce((sum, { weight }) => sum + weight, 0),
  );
  const kind = kinds.find(({ weight }) => {
    left -= weight;
    return left <= 0;
  }) as Kind<T>;
  return draw.pick(draw.pick(kind.families));
}

/** All operations of some kinds. */
export const allOf = <T extends Value>(kinds: readonly Kind<T>[]): Operation<T>[] =>
  kinds.flatMap(({ families }) => families.flat());

export const op = <T extends Value>(name: string, of: Operation<T>['of']): Operation<T> => ({ name, of });
/** A family of one operation. */
export const one = <T extends Value>(name: string, of: Operation<T>['of']): Family<T> => [op(name, of)];
export const each = <A, T extends Value>(items: readonly A[], make: (item: A) => Operation<T>): Family<T> =>
  items.map(make);

export const sum = (list: List): number => list.reduce((total, n) => total + n, 0);
export const product = (list: List): number => list.reduce((total, n) => total * n, 1);
export const ascending = (list: List): number[] => [...list].sort((a, b) => a - b);
export const distinct = (list: List): number[] => [...new Set(list)];
export const backwards = (list: List): number[] => [...list].reverse();
export const mod = (n: number, by: number): number => ((n % by) + by) % by;
export const floor = (n: number, by: number): number => Math.floor(n / by);
/** The item at a place, from the end if below zero; null where there is none. */
export const at = (list: List, place: number): number | null => list.at(place) ?? null;
export const high = (list: List): number | null => (list.length === 0 ? null : Math.max(...list));
export const low = (list: List): number | null => (list.length === 0 ? null : Math.min(...list));
export const times = (list: List, item: number): number => list.filter((n) => n === item).length;
/** Of neighbours, left to right. */
export const neighbours = (list: List, of: (left: number, right: number) => number): number[] =>
  list.slice(1).map((right, place) => of(list[place] as number, right));
export const scan = (list: List, of: (made: number, item: number) => number): number[] => {
  const made: number[] = [];
  for (const item of list) made.push(made.length === 0 ? item : of(made[made.length - 1] as number, item));
  return made;
};
/** `make` with a value that an empty list lacks. */
export const given = <T>(value: number | null, make: (value: number) => T): T | null =>
  value === null ? null : make(value);

/** A condition on an item, in Python. */
export interface Test {
  readonly name: string;
  readonly holds: (n: number) => boolean;
}
/** A new item for an old one, in Python. */
export interface Change {
  readonly name: string;
  readonly of: (n: number) => number;
}
const test = (name: string, holds: Test['holds']): Test => ({ name, holds });
const change = (name: string, of: Change['of']): Change => ({ name, of });

/** Conditions that differ in a constant only stand together. */
export const TESTS: readonly (readonly Test[])[] = [
  [test('x % 2 == 0', (n) => mod(n, 2) === 0)],
  [test('x % 2 == 1', (n) => mod(n, 2) === 1)],
  [test('x > 0', (n) => n > 0)],
  [test('x < 0', (n) => n < 0)],
  [2, 3, 4, 5, 6, 8, 10].map((k) => test(`x > ${k}`, (n) => n > k)),
  [2, 3, 4, 5, 6, 8, 10].map((k) => test(`x < ${k}`, (n) => n < k)),
  [0, 3, 5].map((k) => test(`x >= ${k}`, (n) => n >= k)),
  [3, 4, 5].map((k) => test(`x % ${k} == 0`, (n) => mod(n, k) === 0)),
  [3, 4].map((k) => test(`x % ${k} != 0`, (n) => mod(n, k) !== 0)),
  [test('x % 3 == 1', (n) => mod(n, 3) === 1)],
  [test('x > 0 and x % 2 == 0', (n) => n > 0 && mod(n, 2) === 0)],
  [test('2 <= x <= 8', (n) => n >= 2 && n <= 8), test('-5 <= x <= 5', (n) => n >= -5 && n <= 5)],
  [3, 5].map((k) => test(`abs(x) > ${k}`, (n) => Math.abs(n) > k)),
];

/** Changes that differ in a constant only stand together. */
export const CHANGES: readonly (readonly Change[])[] = [
  [1, 2, 3, 5, 10].map((k) => change(`x + ${k}`, (n) => n + k)),
  [1, 2, 3, 4].map((k) => change(`x - ${k}`, (n) => n - k)),
  [2, 3, 4, 5, 10].map((k) => change(`x * ${k}`, (n) => n * k)),
  [change('x ** 2', (n) => n * n)],
  [change('abs(x)', Math.abs)],
  [change('-x', (n) => -n)],
  [2, 3].map((k) => change(`x // ${k}`, (n) => floor(n, k))),
  [2, 3, 5, 10].map((k) => change(`x % ${k}`, (n) => mod(n, k))),
  [5, 10].map((k) => change(`${k} - x`, (n) => k - n)),
  [change('2 * x + 1', (n) => 2 * n + 1), change('3 * x - 1', (n) => 3 * n - 1)],
  [change('x * (x + 1)', (n) => n * (n + 1)), change('x ** 2 - x', (n) => n * n - n)],
  [0, 3].map((k) => change(`max(x, ${k})`, (n) => Math.max(n, k))),
  [5, 10].map((k) => change(`min(x, ${k})`, (n) => Math.min(n, k))),
  [change('min(max(x, 0), 10)', (n) => Math.min(Math.max(n, 0), 10))],
  [
    change('x // 2 if x % 2 == 0 else x', (n) => (mod(n, 2) === 0 ? n / 2 : n)),
    change('x if x % 2 == 0 else -x', (n) => (mod(n, 2) === 0 ? n : -n)),
    change('x + 1 if x % 2 else x', (n) => (mod(n, 2) === 1 ? n + 1 : n)),
    change('0 if x % 2 else x', (n) => (mod(n, 2) === 1 ? 0 : n)),
  ],
  [
    change('x * 2 if x > 5 else x', (n) => (n > 5 ? n * 2 : n)),
    change('0 if x > 8 else x', (n) => (n > 8 ? 0 : n)),
    change('x - 1 if x > 0 else x + 1', (n) => (n > 0 ? n - 1 : n + 1)),
  ],
  [change('(x > 0) - (x < 0)', Math.sign)],
];
