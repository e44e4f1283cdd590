/** Operations from list to list of `programs.ts`. Their weights were set before anything was measured. */
import {
  ascending,
  at,
  backwards,
  CHANGES,
  distinct,
  each,
  floor,
  given,
  high,
  type Kind,
  type List,
  low,
  neighbours,
  one,
  op,
  scan,
  sum,
  TESTS,
  times,
} from './programs-values.js';

const KEEPING: Kind<List> = {
  weight: 17,
  families: TESTS.map((tests) =>
    each(tests, ({ name, holds }) => op(`[x for x in a if ${name}]`, (a) => a.filter(holds))),
  ),
};

const CHANGING: Kind<List> = {
  weight: 23,
  families: CHANGES.map((changes) =>
    each(changes, ({ name, of }) => op(`[${name} for x in a]`, (a) => a.map(of))),
  ),
};

const byKey = (list: List, key: (n: number) => number): number[] => [...list].sort((a, b) => key(a) - key(b));
const isOdd = (n: number): boolean => n % 2 !== 0;

const ORDERING: Kind<List> = {
  weight: 15,
  families: [
    one('sorted(a)', ascending),
    one('sorted(a, reverse=True)', (a) => ascending(a).reverse()),
    one('a[::-1]', backwards),
    one('a[::-1]', backwards),
    one('dedupe(a)', distinct),
    one('sorted(set(a))', (a) => ascending(distinct(a))),
    one('sorted(a, key=abs)', (a) => byKey(a, Math.abs)),
    one('evens(a) + odds(a)', (a) => byKey(a, (n) => Number(isOdd(n)))),
    each([1, 2], (k) => op(`a[${k}:] + a[:${k}]`, (a) => [...a.slice(k), ...a.slice(0, k)])),
    one('a[-1:] + a[:-1]', (a) => [...a.slice(-1), ...a.slice(0, -1)]),
    one(
      'swap first and last',
      (a) => a.map((n, i) => (i === 0 ? a.at(-1) : i === a.length - 1 ? a[0] : n)) as List,
    ),
  ],
};

const CUTTING: Kind<List> = {
  weight: 12,
  families: [
    each([2, 3, 4], (k) => op(`a[:${k}]`, (a) => a.slice(0, k))),
    each([1, 2, 3], (k) => op(`a[${k}:]`, (a) => a.slice(k))),
    each([2, 3], (k) => op(`a[-${k}:]`, (a) => a.slice(-k))),
    each([1, 2], (k) => op(`a[:-${k}]`, (a) => a.slice(0, -k))),
    one('a[1:-1]', (a) => a.slice(1, -1)),
    one('a[::2]', (a) => a.filter((_n, i) => i % 2 === 0)),
    one('a[1::2]', (a) => a.filter((_n, i) => i % 2 === 1)),
    one('first half', (a) => a.slice(0, floor(a.length, 2))),
    one('second half', (a) => a.slice(floor(a.length, 2))),
    each([2, 3], (k) => op(`sorted(a)[:${k}]`, (a) => ascending(a).slice(0, k))),
    each([2, 3], (k) => op(`largest ${k}, falling`, (a) => ascending(a).reverse().slice(0, k))),
    one('takewhile x > 0', (a) =>
      a.slice(
        0,
        until(a, (n) => n <= 0),
      ),
    ),
    one('takewhile not odd', (a) => a.slice(0, until(a, isOdd))),
    one('dropwhile x > 0', (a) => a.slice(until(a, (n) => n <= 0))),
    one('up to the maximum', (a) => given(high(a), (top) => a.slice(0, a.indexOf(top) + 1))),
  ],
};

const until = (list: List, stops: (n: number) => boolean): number => {
  const place = list.findIndex(stops);
  return place < 0 ? list.length : place;
};

const COMBINING: Kind<List> = {
  weight: 12,
  families: [
    one('running sums', (a) => scan(a, (made, n) => made + n)),
    one('running sums', (a) => scan(a, (made, n) => made + n)),
    one('running maximum', (a) => scan(a, Math.max)),
    one('running minimum', (a) => scan(a, Math.min)),
    one('differences', (a) => neighbours(a, (x, y) => y - x)),
    one('differences', (a) => neighbours(a, (x, y) => y - x)),
    one('absolute differences', (a) => neighbours(a, (x, y) => Math.abs(y - x))),
    one('sums of neighbours', (a) => neighbours(a, (x, y) => x + y)),
    one('products of neighbours', (a) => neighbours(a, (x, y) => x * y)),
    one('larger of neighbours', (a) => neighbours(a, Math.max)),
    one('[x * i for i, x in enumerate(a)]', (a) => a.map((n, i) => n * i)),
    one('[x + i for i, x in enumerate(a)]', (a) => a.map((n, i) => n + i)),
    one('[x + y for x, y in zip(a, a[::-1])]', (a) => a.map((n, i) => n + (a.at(-1 - i) as number))),
    one('[max(x, y) for x, y in zip(a, a[::-1])]', (a) =>
      a.map((n, i) => Math.max(n, a.at(-1 - i) as number)),
    ),
  ],
};

const JOINING: Kind<List> = {
  weight: 9,
  families: [
    one('a + [len(a)]', (a) => [...a, a.length]),
    one('a + [sum(a)]', (a) => [...a, sum(a)]),
    one('a + [max(a)]', (a) => given(high(a), (top) => [...a, top])),
    one('[min(a)] + a', (a) => given(low(a), (least) => [least, ...a])),
    one('a + [a[0]]', (a) => given(at(a, 0), (first) => [...a, first])),
    each([0, 1, 5], (k) => op(`[${k}] + a`, (a) => [k, ...a])),
    each([0, 1, 7], (k) => op(`a + [${k}]`, (a) => [...a, k])),
    one('each twice', (a) => a.flatMap((n) => [n, n])),
    one('a + a[::-1]', (a) => [...a, ...backwards(a)]),
    one('a + a', (a) => [...a, ...a]),
    one('0 after each', (a) => a.flatMap((n) => [n, 0])),
    one('interleaved with a[::-1]', (a) => a.flatMap((n, i) => [n, a.at(-1 - i) as number])),
    one('without repeats in a row', (a) => a.filter((n, i) => i === 0 || n !== a[i - 1])),
    one('each x, -x', (a) => a.flatMap((n) => [n, -n])),
  ],
};

const COMPARING: Kind<List> = {
  weight: 12,
  families: [
    one('[x - min(a) for x in a]', (a) => given(low(a), (least) => a.map((n) => n - least))),
    one('[max(a) - x for x in a]', (a) => given(high(a), (top) => a.map((n) => top - n))),
    one('[x - a[0] for x in a]', (a) => given(at(a, 0), (first) => a.map((n) => n - first))),
    one('[x + len(a) for x in a]', (a) => a.map((n) => n + a.length)),
    one('[0 if x == max(a) else x for x in a]', (a) =>
      given(high(a), (top) => a.map((n) => (n === top ? 0 : n))),
    ),
    one('without the maximum', (a) => given(high(a), (top) => a.filter((n) => n !== top))),
    one('without the minimum', (a) => given(low(a), (least) => a.filter((n) => n !== least))),
    one('[x for x in a if x > a[0]]', (a) => given(at(a, 0), (first) => a.filter((n) => n > first))),
    one('[x for x in a if x < a[-1]]', (a) => given(at(a, -1), (last) => a.filter((n) => n < last))),
    one('[x for x in a if x > mean(a)]', (a) => a.filter((n) => n * a.length > sum(a))),
    one('[x for x in a if a.count(x) == 1]', (a) => a.filter((n) => times(a, n) === 1)),
    one('[a.count(x) for x in a]', (a) => a.map((n) => times(a, n))),
    one('[x for w, x in zip(a, a[1:]) if x > w]', (a) =>
      a.filter((n, i) => i > 0 && n > (a[i - 1] as number)),
    ),
    one('[i for i, x in enumerate(a) if x > 0]', (a) => a.flatMap((n, i) => (n > 0 ? [i] : []))),
    one('[i for i, x in enumerate(a) if x % 2 == 0]', (a) => a.flatMap((n, i) => (isOdd(n) ? [] : [i]))),
    one('[sorted(a).index(x) for x in a]', (a) => a.map((n) => ascending(a).indexOf(n))),
    one('[x for i, x in enumerate(a) if x > i]', (a) => a.filter((n, i) => n > i)),
    one('[sum(a) - x for x in a]', (a) => a.map((n) => sum(a) - n)),
  ],
};

export const LIST_KINDS: readonly Kind<List>[] = [
  KEEPING,
  CHANGING,
  ORDERING,
  CUTTING,
  COMBINING,
  JOINING,
  COMPARING,
];
