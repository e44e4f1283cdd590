import { type CompiledRule, compileRule, type RewriteRule } from './pattern.js';

const one = { xs: 'sequence', n: 'size' } as const;
const two = { xs: 'sequence', n: 'size', m: 'size' } as const;
const loop = { x: 'variable', ls: 'listed', c: 'simple' } as const;
const sizes = { a: 'integer', n: 'size', m: 'size' } as const;

type Sizes = Readonly<Record<string, number>>;
/** `k` by a formula, for sizes that are all above 0. */
const above0 =
  (formula: (n: number, m: number) => number | null) =>
  ({ n = 1, m = 1 }: Sizes): Sizes | null => {
    const k = n > 0 && m > 0 ? formula(n, m) : null;
    return k === null ? null : { k };
  };
const always =
  (formula: (n: number, m: number) => number | null) =>
  ({ n = 0, m = 0 }: Sizes): Sizes | null => {
    const k = formula(n, m);
    return k === null ? null : { k };
  };
const sum = always((n, m) => n + m);

/** Slices of slices, and items of them. */
const slices: readonly RewriteRule[] = [
  { from: 'xs[-n:][0]', to: 'xs[k]', where: one, numbers: above0((n) => -n), mayDifferInErrors: true },
  {
    from: 'xs[-n:][m]',
    to: 'xs[-1]',
    where: two,
    numbers: always((n, m) => (m > 0 && m === n - 1 ? 0 : null)),
    mayDifferInErrors: true,
  },
  { from: 'xs[-n:][-m]', to: 'xs[k]', where: two, numbers: above0((n, m) => (m <= n ? -m : null)) },
  { from: 'xs[n:][m]', to: 'xs[k]', where: two, numbers: sum },
  { from: 'xs[n:][-m]', to: 'xs[-m]', where: two, numbers: above0(() => 0), mayDifferInErrors: true },
  { from: 'xs[:n][-1]', to: 'xs[k]', where: one, numbers: above0((n) => n - 1), mayDifferInErrors: true },
  { from: 'xs[:n][m]', to: 'xs[m]', where: two, numbers: always((n, m) => (m < n ? m : null)) },
  {
    from: 'xs[:-n][m]',
    to: 'xs[m]',
    where: two,
    numbers: always((n) => (n > 0 ? 0 : null)),
    mayDifferInErrors: true,
  },
  { from: 'xs[:-n][-m]', to: 'xs[k]', where: two, numbers: above0((n, m) => -n - m) },
  { from: 'xs[n:][m:]', to: 'xs[k:]', where: two, numbers: sum },
  { from: 'xs[n:][:m]', to: 'xs[n:k]', where: two, numbers: sum },
  { from: 'xs[:n][m:]', to: 'xs[m:n]', where: two },
  { from: 'xs[:n][:m]', to: 'xs[:k]', where: two, numbers: always((n, m) => Math.min(n, m)) },
  { from: 'xs[:-n][:-m]', to: 'xs[:k]', where: two, numbers: above0((n, m) => -n - m) },
  { from: 'xs[n:][:-m]', to: 'xs[n:-m]', where: two, numbers: always((_n, m) => (m > 0 ? 0 : null)) },
  { from: 'xs[:-m][n:]', to: 'xs[n:-m]', where: two, numbers: always((_n, m) => (m > 0 ? 0 : null)) },
  { from: 'xs[::-1][n]', to: 'xs[k]', where: one, numbers: always((n) => -n - 1) },
  { from: 'xs[::-1][-n]', to: 'xs[k]', where: one, numbers: above0((n) => n - 1) },
  { from: 'xs[::-1][::-1]', to: 'xs', where: { xs: 'sequence' } },
];

/** What is asked of a list whatever the order of its items, and of sorted lists. */
const lists: readonly RewriteRule[] = [
  ...['sum', 'max', 'min', 'len', 'sorted'].flatMap((name): RewriteRule[] => [
    { from: `${name}(ls[::-1])`, to: `${name}(ls)`, where: { ls: name === 'sum' ? 'numbers' : 'listed' } },
    { from: `${name}(sorted(ls))`, to: `${name}(ls)`, where: { ls: name === 'sum' ? 'numbers' : 'listed' } },
  ]),
  { from: 'len(text[::-1])', to: 'len(text)', where: { text: 'text' } },
  { from: 'len(dict.fromkeys(xs))', to: 'len(set(xs))', where: { xs: 'flat' } },
  { from: 'len(list(xs))', to: 'len(xs)', where: { xs: 'sequence' } },
  { from: 'sorted(list(dict.fromkeys(xs)))', to: 'sorted(set(xs))', where: { xs: 'flat' } },
  ...['sorted', 'sum', 'max', 'min'].map(
    (name): RewriteRule => ({ from: `${name}(list(ls))`, to: `${name}(ls)`, where: { ls: 'listed' } }),
  ),
  ...['b for x in list(ls)', 'b for x in list(ls) if c'].map(
    (items): RewriteRule => ({
      from: `[${items}]`,
      to: `[${items.replace('list(ls)', 'ls')}]`,
      where: { b: 'body', x: 'variable', ls: 'listed', c: 'body' },
    }),
  ),
  { from: 'sorted(ls)[0]', to: 'min(ls)', where: { ls: 'listed' } },
  { from: 'sorted(ls)[-1]', to: 'max(ls)', where: { ls: 'listed' } },
  { from: 'sorted(ls, reverse=True)[0]', to: 'max(ls)', where: { ls: 'listed' } },
  { from: 'sorted(ls, reverse=True)[-1]', to: 'min(ls)', where: { ls: 'listed' } },
  { from: 'sorted(ls)[::-1]', to: 'sorted(ls, reverse=True)', where: { ls: 'listed' } },
  { from: '[x for x in ls]', to: 'ls', where: { x: 'variable', ls: 'listed' } },
  ...['l + r', 'l - r', 'l * r', 'min(l, r)', 'max(l, r)'].flatMap((pair): RewriteRule[] => {
    const of = (left: string, right: string): string =>
      pair.replace(/l|r/g, (side) => (side === 'l' ? left : right));
    const where = { l: 'variable', r: 'variable', x: 'variable', b: 'body', ls: 'listed' } as const;
    return [
      { from: `[${pair} for l, r in zip([b for x in ls], ls)]`, to: `[${of('b', 'x')} for x in ls]`, where },
      { from: `[${pair} for l, r in zip(ls, [b for x in ls])]`, to: `[${of('x', 'b')} for x in ls]`, where },
    ];
  }),
  { from: 'any(x == c for x in ls)', to: 'c in ls', where: loop },
  { from: 'all(x != c for x in ls)', to: 'c not in ls', where: loop },
  { from: 'len([x for x in ls if x == c])', to: 'ls.count(c)', where: loop },
  ...['>', '>=', '=='].map(
    (sign): RewriteRule => ({
      from: `len(xs[n:]) ${sign} m`,
      to: `len(xs) ${sign} k`,
      where: two,
      numbers: always((n, m) => (sign === '>' || m > 0 ? n + m : null)),
    }),
  ),
  ...['<', '<='].map(
    (sign): RewriteRule => ({
      from: `len(xs[n:]) ${sign} m`,
      to: `len(xs) ${sign} k`,
      where: two,
      numbers: always((n, m) => (sign === '<=' || m > 0 ? n + m : null)),
    }),
  ),
];

/** Sums and products as people write them. */
const arithmetic: readonly RewriteRule[] = [
  { from: 'x * n', to: 'n * x', where: { x: 'name', n: 'size' } },
  { from: 'x * x', to: 'x ** 2', where: { x: 'number' } },
  { from: 'a + a', to: '2 * a', where: { a: 'number' } },
  { from: 'a + (a + b)', to: '2 * a + b', where: { a: 'integer', b: 'integer' } },
  { from: 'a + (a - b)', to: '2 * a - b', where: { a: 'integer', b: 'integer' } },
  { from: 'a + -n', to: 'a - n', where: { a: 'number', n: 'size' } },
  { from: 'a - -n', to: 'a + n', where: { a: 'number', n: 'size' } },
  { from: '-a + b', to: 'b - a', where: { a: 'number', b: 'number' } },
  { from: '0 - a', to: '-a', where: { a: 'integer' } },
  { from: 'a * -1', to: '-a', where: { a: 'integer' } },
  { from: 'a + 0', to: 'a', where: { a: 'integer' } },
  { from: 'a - 0', to: 'a', where: { a: 'integer' } },
  { from: 'a * 1', to: 'a', where: { a: 'integer' } },
  { from: 'a // 1', to: 'a', where: { a: 'integer' } },
  { from: 'a + n + m', to: 'a + k', where: sizes, numbers: sum },
  { from: 'a - n - m', to: 'a - k', where: sizes, numbers: sum },
  { from: 'a + n - m', to: 'a + k', where: sizes, numbers: always((n, m) => (n >= m ? n - m : null)) },
  { from: 'a + n - m', to: 'a - k', where: sizes, numbers: always((n, m) => (n < m ? m - n : null)) },
  { from: 'a - n + m', to: 'a - k', where: sizes, numbers: always((n, m) => (n >= m ? n - m : null)) },
  { from: 'a - n + m', to: 'a + k', where: sizes, numbers: always((n, m) => (n < m ? m - n : null)) },
];

/** Numbers that are written as they were before they were read again. */
const written: readonly RewriteRule[] = [1, 2, 3, 4].map((digits) => ({
  from: `'{:.${digits}f}'.format(float('{:.${digits}f}'.format(a)))`,
  to: `'{:.${digits}f}'.format(a)`,
  where: { a: 'number' },
}));

const FLIPPED = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;
const OPPOSITE = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const;

/** Questions the right way round. */
const questions: readonly RewriteRule[] = [
  ...Object.entries(FLIPPED).map(
    ([sign, flipped]): RewriteRule => ({
      from: `n ${sign} a`,
      to: `a ${flipped} n`,
      where: { n: 'size', a: 'number' },
    }),
  ),
  ...Object.entries(OPPOSITE).map(
    ([sign, opposite]): RewriteRule => ({
      from: `not a ${sign} b`,
      to: `a ${opposite} b`,
      where: { a: 'number', b: 'number' },
    }),
  ),
  { from: 'not a == b', to: 'a != b', where: { a: 'any', b: 'any' } },
  { from: 'not a != b', to: 'a == b', where: { a: 'any', b: 'any' } },
  { from: 'not a in b', to: 'a not in b', where: { a: 'any', b: 'listed' } },
  { from: 'not not p', to: 'p', where: { p: 'boolean' } },
  { from: 'True if p else False', to: 'p', where: { p: 'boolean' } },
  { from: 'False if p else True', to: 'not p', where: { p: 'boolean' } },
  { from: 'True if p else q', to: 'p or q', where: { p: 'boolean', q: 'boolean' } },
  { from: 'q if p else False', to: 'p and q', where: { p: 'boolean', q: 'boolean' } },
  { from: 'False if p else q', to: 'not p and q', where: { p: 'boolean', q: 'boolean' } },
  { from: 'q if p else True', to: 'not p or q', where: { p: 'boolean', q: 'boolean' } },
];

/** All rules; the first that fits is applied. */
export const rewriteRules: readonly RewriteRule[] = [
  ...slices,
  ...lists,
  ...arithmetic,
  ...written,
  ...questions,
];

let compiled: readonly CompiledRule[] | undefined;

/** All rules with their patterns read, which happens on first use. */
export function compiledRules(): readonly CompiledRule[] {
  compiled ??= rewriteRules.map(compileRule);
  return compiled;
}
