/** The steps of the two dialects of `pipelines.ts`, with every constant written out. */
export type List = readonly number[];
export type Value = number | List;
type Unary = readonly [name: string, of: (n: number) => number];
type Test = readonly [name: string, holds: (n: number) => boolean];
type Binary = readonly [name: string, of: (a: number, b: number) => number];

/** A step gets what the one before it made, and the input. */
interface Step<T extends Value = Value> {
  readonly name: string;
  readonly of: (list: List, input: List) => T;
}
/** Steps that differ in a constant or function. A family is drawn first, so that large ones come no oftener. */
export type Family<T extends Value = Value> = readonly Step<T>[];
export interface Dialect {
  readonly steps: readonly Family<List>[];
  readonly ends: readonly Family<number>[];
}

const sum = (list: List): number => list.reduce((total, n) => total + n, 0);
const up = (list: List): number[] => [...list].sort((a, b) => a - b);
const at = (list: List, place: number): number => list.at(place) ?? Number.NaN;
const high = (list: List): number => Math.max(...list);
const low = (list: List): number => Math.min(...list);
const half = (list: List): number => Math.floor(list.length / 2);
const mod = (n: number, by: number): number => ((n % by) + by) % by;
const floor = (n: number, by: number): number => Math.floor(n / by);
const count = (list: List, item: number): number => list.filter((n) => n === item).length;
const sortBy = (list: List, key: (n: number) => number): number[] =>
  [...list].sort((a, b) => key(a) - key(b));
const pairs = (list: List): [number, number][] => list.slice(1).map((b, i) => [at(list, i), b]);
const scan = (list: List, of: Binary[1]): number[] => {
  const made: number[] = [];
  for (const n of list) made.push(made.length === 0 ? n : of(at(made, -1), n));
  return made;
};
const by = (list: List, better: (a: number, b: number) => boolean): number =>
  list.reduce((best, n) => (better(n, best) ? n : best), at(list, 0));
const one = <T extends Value>(name: string, of: Step<T>['of']): Step<T> => ({ name, of });
const each = <A, T extends Value>(items: readonly A[], step: (item: A) => Step<T>): Family<T> =>
  items.map(step);

const PLUS: Binary = ['+', (a, b) => a + b];
const EXTREMES: readonly Binary[] = [
  ['min', Math.min],
  ['max', Math.max],
];
const BINARY: readonly Binary[] = [PLUS, ['-', (a, b) => a - b], ['*', (a, b) => a * b], ...EXTREMES];
const SIGNS: readonly Test[] = [
  ['>0', (n) => n > 0],
  ['<0', (n) => n < 0],
  ['even', (n) => mod(n, 2) === 0],
  ['odd', (n) => mod(n, 2) === 1],
];
const TESTS: readonly Test[] = [
  ...[5, 10, 20].map((k): Test => [`>${k}`, (n) => n > k]),
  ...[5, 10, 20].map((k): Test => [`<${k}`, (n) => n < k]),
  ...[3, 5].map((k): Test => [`%${k}==0`, (n) => mod(n, k) === 0]),
  ['%3!=0', (n) => mod(n, 3) !== 0],
  ['in 0..9', (n) => n >= 0 && n <= 9],
  ['abs>10', (n) => Math.abs(n) > 10],
];
const LAMBDAS: readonly Unary[] = [
  ['+1', (n) => n + 1],
  ['-1', (n) => n - 1],
  ['*-1', (n) => -n],
  ['**2', (n) => n * n],
  ...[2, 3, 4].map((k): Unary => [`*${k}`, (n) => n * k]),
  ...[2, 3, 4].map((k): Unary => [`//${k}`, (n) => floor(n, k)]),
];
const ARITHMETIC: readonly Unary[] = [
  ['abs', Math.abs],
  ...[2, 3, 5, 10].map((k): Unary => [`+${k}`, (n) => n + k]),
  ...[3, 5].map((k): Unary => [`-${k}`, (n) => n - k]),
  ...[10, 100].map((k): Unary => [`${k}-x`, (n) => k - n]),
  ...[2, 3, 5, 10].map((k): Unary => [`%${k}`, (n) => mod(n, k)]),
  ['//10', (n) => floor(n, 10)],
  ['*10', (n) => n * 10],
  ['2*x+1', (n) => 2 * n + 1],
  ...[0, 5].map((k): Unary => [`max(x,${k})`, (n) => Math.max(n, k)]),
  ...[10, 20].map((k): Unary => [`min(x,${k})`, (n) => Math.min(n, k)]),
];
const REPLACED: readonly Unary[] = [['0', () => 0], ...LAMBDAS.slice(0, 1), ...LAMBDAS.slice(2, 5)];

const filter = ([name, holds]: Test): Step<List> => one(`[x if x${name}]`, (list) => list.filter(holds));
const map = ([name, of]: Unary): Step<List> => one(`[${name} for x]`, (list) => list.map(of));
const tally = ([name, holds]: Test): Step<number> =>
  one(`count x${name}`, (list) => list.filter(holds).length);
const running = ([name, of]: Binary): Step<List> => one(`scan ${name}`, (list) => scan(list, of));
const slice = (name: string, from: number, to?: number): Step<List> =>
  one(`[${name}]`, (list) => list.slice(from, to));
const everyNth = (from: number, n: number): Step<List> =>
  one(`[${from}::${n}]`, (list) => list.filter((_, i) => i >= from && (i - from) % n === 0));

export const DEEPCODER: Dialect = {
  steps: [
    each(LAMBDAS, map),
    each(LAMBDAS, map),
    each(SIGNS, filter),
    each(SIGNS, filter),
    each(BINARY, running),
    each(BINARY, ([name, of]) =>
      one(`zipwith ${name} input`, (list, input) =>
        list.slice(0, input.length).map((n, i) => of(n, at(input, i))),
      ),
    ),
    [one('sort', up)],
    [one('reverse', (list) => list.toReversed())],
    each([1, 2, 3, 4], (k) => slice(`:${k}`, 0, k)),
    each([1, 2, 3, 4], (k) => slice(`${k}:`, k)),
  ],
  ends: [
    each([0, -1, 1, 2], (k) => one(`x[${k}]`, (list) => at(list, k))),
    [one('min', low), one('max', high)],
    [one('sum', sum)],
    each(SIGNS, tally),
  ],
};

export const PYTHON: Dialect = {
  steps: [
    [
      slice('1:-1', 1, -1),
      slice('1:3', 1, 3),
      slice('1:4', 1, 4),
      slice('2:5', 2, 5),
      ...each([1, 2], (k) => slice(`:-${k}`, 0, -k)),
      ...each([2, 3], (k) => slice(`-${k}:`, -k)),
      ...[everyNth(0, 2), everyNth(1, 2), everyNth(0, 3)],
    ],
    each(ARITHMETIC, map),
    each(TESTS, filter),
    [...SIGNS, ...TESTS.slice(1, 5)].flatMap(([when, holds]) =>
      each(REPLACED, ([name, of]) =>
        one(`[${name} if x${when} else x]`, (list) => list.map((n) => (holds(n) ? of(n) : n))),
      ),
    ),
    [
      one('sorted down', (list) => up(list).reverse()),
      one('sorted by abs', (list) => sortBy(list, Math.abs)),
      ...each([2, 3, 10], (k) => one(`sorted by x%${k}`, (list) => sortBy(list, (n) => mod(n, k)))),
    ],
    [
      one('dedupe', (list) => [...new Set(list)]),
      one('sorted(set)', (list) => up([...new Set(list)])),
      one('those once', (list) => list.filter((n) => count(list, n) === 1)),
      one('those repeated', (list) => list.filter((n) => count(list, n) > 1)),
    ],
    each([PLUS, PLUS, ...EXTREMES], running),
    [
      one('[i*x]', (list) => list.map((n, i) => i * n)),
      one('[(i+1)*x]', (list) => list.map((n, i) => (i + 1) * n)),
      one('[x+i]', (list) => list.map((n, i) => n + i)),
      one('[x-i]', (list) => list.map((n, i) => n - i)),
      one('[x if x>i]', (list) => list.filter((n, i) => n > i)),
      one('[x if i%2==0 else -x]', (list) => list.map((n, i) => (i % 2 === 0 ? n : -n))),
      ...each([...SIGNS, ...TESTS.slice(1, 3)], ([name, holds]) =>
        one<List>(`[i if x${name}]`, (list) => list.flatMap((n, i) => (holds(n) ? [i] : []))),
      ),
    ],
    [
      ...each(BINARY, ([name, of]) => one(`[a ${name} b]`, (list) => pairs(list).map(([a, b]) => of(a, b)))),
      one('[b-a]', (list) => pairs(list).map(([a, b]) => b - a)),
      one('[abs(a-b)]', (list) => pairs(list).map(([a, b]) => Math.abs(a - b))),
      one('[b if b>a]', (list) => pairs(list).flatMap(([a, b]) => (b > a ? [b] : []))),
      one('[a if a>b]', (list) => pairs(list).flatMap(([a, b]) => (a > b ? [a] : []))),
    ],
    [
      one('[x-min]', (list) => list.map((n) => n - low(list))),
      one('[max-x]', (list) => list.map((n) => high(list) - n)),
      one('[x-first]', (list) => list.map((n) => n - at(list, 0))),
      one('[x if x>mean]', (list) => list.filter((n) => n * list.length > sum(list))),
      one('[x if x<mean]', (list) => list.filter((n) => n * list.length < sum(list))),
      one('[x if x!=max]', (list) => list.filter((n) => n !== high(list))),
      one('[x if x!=min]', (list) => list.filter((n) => n !== low(list))),
      one('[x if x>first]', (list) => list.filter((n) => n > at(list, 0))),
      one('[count(x)]', (list) => list.map((n) => count(list, n))),
      one('[rank(x)]', (list) => list.map((n) => up(list).indexOf(n))),
    ],
    [
      one('[1:]+[:1]', (list) => [...list.slice(1), ...list.slice(0, 1)]),
      one('[-1:]+[:-1]', (list) => [...list.slice(-1), ...list.slice(0, -1)]),
      one('x+x[::-1]', (list) => [...list, ...list.toReversed()]),
      one('x+[sum]', (list) => [...list, sum(list)]),
      one('[min,max]', (list) => [low(list), high(list)]),
      one('[first,last]', (list) => [at(list, 0), at(list, -1)]),
      one('[:half]', (list) => list.slice(0, half(list))),
      one('[half:]', (list) => list.slice(half(list))),
      one('[half:]+[:half]', (list) => [...list.slice(half(list)), ...list.slice(0, half(list))]),
    ],
  ],
  ends: [
    [one('sum', sum)],
    [one('len', (list) => list.length), one('len(set)', (list) => new Set(list).size)],
    [one('max', high), one('min', low), one('max-min', (list) => high(list) - low(list))],
    [one('sum//len', (list) => floor(sum(list), list.length))],
    each([1, -2], (k) => one(`sorted[${k}]`, (list) => at(up(list), k))),
    [one('sorted[half]', (list) => at(up(list), half(list))), one('x[half]', (list) => at(list, half(list)))],
    [
      one('commonest', (list) => by(list, (a, b) => count(list, a) > count(list, b))),
      one('count(first)', (list) => count(list, at(list, 0))),
      one('max by abs', (list) => by(list, (a, b) => Math.abs(a) > Math.abs(b))),
      one('min by abs', (list) => by(list, (a, b) => Math.abs(a) < Math.abs(b))),
    ],
    [
      one('index(max)', (list) => list.indexOf(high(list))),
      one('index(min)', (list) => list.indexOf(low(list))),
    ],
    each([...SIGNS, ...TESTS.slice(1, 5)], ([name, of]) =>
      one(`next x${name}`, (l) => l.find(of) ?? Number.NaN),
    ),
    each(TESTS, tally),
    [
      one('count b>a', (list) => pairs(list).filter(([a, b]) => b > a).length),
      one('sum abs(a-b)', (list) => sum(pairs(list).map(([a, b]) => Math.abs(a - b)))),
      one('last-first', (list) => at(list, -1) - at(list, 0)),
    ],
    [
      one('sum[:half]-sum[half:]', (list) => sum(list.slice(0, half(list))) - sum(list.slice(half(list)))),
      one('sum evens-sum odds', (list) => sum(list.map((n) => (mod(n, 2) === 0 ? n : -n)))),
      one('sum-max', (list) => sum(list) - high(list)),
      one('sum x*x', (list) => sum(list.map((n) => n * n))),
      one('sum i*x', (list) => sum(list.map((n, i) => i * n))),
    ],
  ],
};

export const MIXED: Dialect = {
  steps: [...DEEPCODER.steps, ...PYTHON.steps],
  ends: [...DEEPCODER.ends, ...PYTHON.ends],
};
