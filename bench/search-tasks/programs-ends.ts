/** Operations of `programs.ts` from list to number, or to true or false. Their weights were set before anything was measured. */
import {
  ascending,
  at,
  distinct,
  each,
  floor,
  given,
  high,
  type Kind,
  type List,
  low,
  mod,
  neighbours,
  one,
  op,
  product,
  sum,
  TESTS,
  times,
} from './programs-values.js';

const FOLDING: Kind<number> = {
  weight: 36,
  families: [
    one('sum(a)', sum),
    one('sum(a)', sum),
    one('max(a)', high),
    one('min(a)', low),
    one('len(a)', (a) => a.length),
    one('a[0]', (a) => at(a, 0)),
    one('a[-1]', (a) => at(a, -1)),
    one('prod(a)', product),
    one('len(set(a))', (a) => distinct(a).length),
  ],
};

const TESTING: Kind<number> = {
  weight: 20,
  families: TESTS.flatMap((tests) => [
    each(tests, ({ name, holds }) => op(`sum(1 for x in a if ${name})`, (a: List) => a.filter(holds).length)),
    each(tests, ({ name, holds }) => op(`sum(x for x in a if ${name})`, (a: List) => sum(a.filter(holds)))),
    each(tests, ({ name, holds }) => op(`next(x for x in a if ${name})`, (a: List) => a.find(holds) ?? null)),
  ]),
};

const commonest = (a: List): number | null =>
  given(high(a.map((n) => times(a, n))), (most) => a.find((n) => times(a, n) === most) as number);

const SELECTING: Kind<number> = {
  weight: 20,
  families: [
    each([1, 2], (k) => op(`a[${k}]`, (a) => at(a, k))),
    one('a[-2]', (a) => at(a, -2)),
    one('a[len(a) // 2]', (a) => at(a, floor(a.length, 2))),
    one('sorted(a)[len(a) // 2]', (a) => at(ascending(a), floor(a.length, 2))),
    one('sorted(a)[-2]', (a) => at(ascending(a), -2)),
    one('sorted(a)[1]', (a) => at(ascending(a), 1)),
    one('a.index(max(a))', (a) => given(high(a), (top) => a.indexOf(top))),
    one('a.index(min(a))', (a) => given(low(a), (least) => a.indexOf(least))),
    one('most common', commonest),
    one('max(a, key=abs)', (a) =>
      given(high(a.map(Math.abs)), (top) => a.find((n) => Math.abs(n) === top) as number),
    ),
    one('a[a[0] % len(a)]', (a) => given(at(a, 0), (first) => at(a, mod(first, a.length)))),
  ],
};

const longestRun = (a: List, goesOn: (left: number, right: number) => boolean): number => {
  let run = 0;
  let longest = 0;
  for (const [place, n] of a.entries()) {
    run = place > 0 && goesOn(a[place - 1] as number, n) ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  return longest;
};
const both = (a: List, of: (low: number, high: number) => number): number | null =>
  a.length === 0 ? null : of(Math.min(...a), Math.max(...a));
const ends = (a: List, of: (first: number, last: number) => number): number | null =>
  a.length === 0 ? null : of(a[0] as number, a[a.length - 1] as number);

const MEASURING: Kind<number> = {
  weight: 24,
  families: [
    one('max(a) - min(a)', (a) => both(a, (least, top) => top - least)),
    one('max(a) + min(a)', (a) => both(a, (least, top) => top + least)),
    one('max(a) * min(a)', (a) => both(a, (least, top) => top * least)),
    one('a[0] + a[-1]', (a) => ends(a, (first, last) => first + last)),
    one('a[-1] - a[0]', (a) => ends(a, (first, last) => last - first)),
    one('sum(a) // len(a)', (a) => (a.length === 0 ? null : floor(sum(a), a.length))),
    one('sum(x * x for x in a)', (a) => sum(a.map((n) => n * n))),
    one('sum(abs(x) for x in a)', (a) => sum(a.map(Math.abs))),
    one('sum(a[::2])', (a) => sum(a.filter((_n, i) => i % 2 === 0))),
    one('sum(a[::2]) - sum(a[1::2])', (a) => sum(a.map((n, i) => (i % 2 === 0 ? n : -n)))),
    one('sum(i * x for i, x in enumerate(a))', (a) => sum(a.map((n, i) => i * n))),
    one('number of rises', (a) => neighbours(a, (x, y) => Number(y > x)).filter(Boolean).length),
    one('largest step', (a) => high(neighbours(a, (x, y) => Math.abs(y - x)))),
    one('longest run of equals', (a) => longestRun(a, (x, y) => x === y)),
    one('longest rising run', (a) => longestRun(a, (x, y) => y > x)),
    one('len(a) - len(set(a))', (a) => a.length - distinct(a).length),
    one('sum(sorted(a)[-2:])', (a) => sum(ascending(a).slice(-2))),
    one('sum(a) - max(a)', (a) => given(high(a), (top) => sum(a) - top)),
    one('sum(set(a))', (a) => sum(distinct(a))),
    one('a.count(a[0])', (a) => given(at(a, 0), (first) => times(a, first))),
    one('sum(a) + len(a)', (a) => sum(a) + a.length),
    one('sum(x > a[0] for x in a)', (a) => given(at(a, 0), (first) => a.filter((n) => n > first).length)),
  ],
};

export const NUMBER_KINDS: readonly Kind<number>[] = [FOLDING, TESTING, SELECTING, MEASURING];

const isRising = (a: List): boolean => a.every((n, i) => i === 0 || n >= (a[i - 1] as number));
const isEven = (n: number): boolean => n % 2 === 0;

/** Questions about a whole list. */
export const QUESTION_KINDS: readonly Kind<boolean>[] = [
  {
    weight: 1,
    families: [
      ...TESTS.flatMap((tests) => [
        each(tests, ({ name, holds }) => op(`any(${name} for x in a)`, (a: List) => a.some(holds))),
        each(tests, ({ name, holds }) => op(`all(${name} for x in a)`, (a: List) => a.every(holds))),
      ]),
    ],
  },
  {
    weight: 1,
    families: [
      one('a == sorted(a)', isRising),
      one('len(a) != len(set(a))', (a) => distinct(a).length < a.length),
      each([0, 10, 20], (k) => op(`sum(a) > ${k}`, (a) => sum(a) > k)),
      each([4, 5], (k) => op(`len(a) > ${k}`, (a) => a.length > k)),
      one('sum(a) % 2 == 0', (a) => isEven(sum(a))),
      one('len(a) % 2 == 0', (a) => isEven(a.length)),
      one('a[0] < a[-1]', (a) => a.length > 0 && (a[0] as number) < (a.at(-1) as number)),
      each([0, 3, 5], (k) => op(`${k} in a`, (a) => a.includes(k))),
      one('a[0] == max(a)', (a) => given(high(a), (top) => a[0] === top)),
      one('more even than odd', (a) => 2 * a.filter(isEven).length > a.length),
    ],
  },
];
