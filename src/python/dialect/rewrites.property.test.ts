import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  forPython,
  isNotice,
  montyBinary,
  type ProgramRun,
  pythonBinary,
  runInMonty,
  runInPython,
} from './engines.fixture.js';
import { rewriteForMonty } from './rewrite-for-monty.js';

const integer = fc.integer({ min: -4, max: 9 }).map(String);
const bound = fc.oneof(integer, fc.constant(''));
const step = fc.constantFrom('', '1', '2', '-1', '-2', '0');
const number = fc.oneof(
  integer,
  fc.constantFrom(
    '0.5',
    '2.675',
    '-1.005',
    '1e16',
    '0.1',
    '1e-7',
    '123456.789',
    'True',
    '10**15',
    '"x"',
    'None',
  ),
);
const list = fc.array(integer, { maxLength: 4 }).map((items) => `[${items.join(', ')}]`);
const format = fc
  .tuple(
    fc.constantFrom('', '-', '0', '+', ' ', '#', '-0', '+0'),
    fc.constantFrom('', '3', '8'),
    fc.constantFrom('', '.0', '.2', '.5'),
    fc.constantFrom(...'sdifeEgGxXocr%u'),
  )
  .map((parts) => `%${parts.join('')}`);

/** One statement about `xs`, a list, `d`, a dict, and `n`, an integer. */
const statement = fc.oneof(
  template`xs[${integer}], xs[${integer}] = xs[${integer}], n`,
  template`n, xs[n % 3] = ${integer}, n`,
  template`xs[n % 3], n = n, ${integer}`,
  template`d[${integer}], (n, *xs[:2]) = n, (${integer}, ${integer})`,
  template`xs[${bound}:${bound}], n = ${list}, ${integer}`,
  template`del xs[${integer}]`,
  template`del xs[${bound}:${bound}:${step}]`,
  template`del d[${integer}], xs[0]`,
  template`xs[${bound}:${bound}:${step}] = ${list}`,
  template`xs[${bound}:${bound}] = (x for x in ${list})`,
  template`n += n > ${integer}`,
  template`n = n - (${integer} in xs) * 2 + (not xs)`,
  template`n = sum(x > ${integer} for x in xs) + sum(map(lambda x: x % 2 == 0, xs), ${integer})`,
  template`print(sum([${number}, n > 1, ${number}]))`,
  template`print(round(${number}, ${integer}), round(${number}))`,
  template`print(divmod(${number}, ${number}), ${number} // 0.1)`,
  template`print("${format}|${format}" % (${number}, ${number}))`,
  template`print("${format}" % ${number}, "${format}" % n)`,
  template`print(next(x for x in xs if x > ${integer}), next((x for x in xs if 6 % x == 0), "none"))`,
  template`print(any(${integer} % x == 0 for x in xs), all(x == ${integer} or 8 // x for x in xs))`,
  template`print(any(x * y == ${integer} for x in xs for y in d))`,
  template`g = (x * ${integer} for x in xs if x != ${integer}); print(next(g, None), sum(g), list(g))`,
  template`m = map(lambda x: ${integer} // x, xs); print(next(m)); print(list(m), list(m))`,
  template`z = zip(xs, d); print(next(z, None), list(z), list(z)); e = enumerate(xs, ${integer}); print(next(e), list(e))`,
  template`f = filter(lambda x: 6 % x, xs); print(next(f, "end"), list(f), list(filter(None, xs)))`,
  template`for v in (10 // x for x in xs): print("got", v)`,
  template`for v in map(lambda x: ${integer} % x, xs): print("got", v)`,
  template`print("ab".center(${integer}, "*"), "abc".center(${integer}), str(n).center(${integer}))`,
  template`print(set(xs) <= {${integer}, 1}, set(xs) > {${integer}}, {1} < set(d), {2} >= {${integer}})`,
  template`print({**d} | {${integer}: 1}, isinstance(${number}, int | float), isinstance(${number}, str | None))`,
  template`d |= {${integer}: n}; print(format(${number}, ">6"), callable(${number}), "a1b".translate({97: ${integer}, 49: None}))`,
  template`print(sorted(xs, key=d.get), max(d, key=d.get), sorted(map(str, xs), key=str.upper))`,
);

function template(
  parts: TemplateStringsArray,
  ...holes: readonly fc.Arbitrary<string>[]
): fc.Arbitrary<string> {
  return fc.tuple(...holes).map((values) => String.raw({ raw: parts }, ...values));
}

const program = fc
  .tuple(list, fc.array(statement, { minLength: 4, maxLength: 10 }))
  .map(([start, statements]) =>
    [
      `xs = ${start}`,
      'd = {1: 2, 3: 0, 2: 5}',
      'n = 2',
      ...statements.flatMap((text) => [
        'try:',
        `    ${text}`,
        'except Exception as error: print(type(error).__name__)',
        'print(xs, d, n)',
      ]),
    ].join('\n'),
  );

const ready = montyBinary !== null && pythonBinary !== null;

describe.skipIf(!ready)('generated programs beside CPython (needs python3 and the Monty binary)', () => {
  const programs = fc.sample(program, { numRuns: 60, seed: 20_240 });
  const rewrites = programs.map((code) => rewriteForMonty(code));
  let expected: readonly ProgramRun[] = [];
  let again: readonly ProgramRun[] = [];
  beforeAll(() => {
    expected = runInPython(programs);
    again = runInPython(rewrites.map(({ code, prelude }) => forPython(code, prelude)));
  });

  it('keep every line', () => {
    programs.forEach((code, index) => {
      expect(rewrites[index]?.code.split('\n')).toHaveLength(code.split('\n').length);
    });
  });

  it('print the same in CPython once they are rewritten', () => {
    programs.forEach((_, index) => {
      expect(again[index]?.stdout).toBe(expected[index]?.stdout);
    });
  });

  it('print the same in Monty wherever it is neither foreseen nor noticed that they may not', () => {
    let compared = 0;
    rewrites.forEach(({ code, prelude, outlook }, index) => {
      if (outlook !== 'runs') return;
      const { stdout, message } = runInMonty(code, prelude);
      if (isNotice(message)) return;
      compared++;
      expect(stdout).toBe(expected[index]?.stdout);
    });
    expect(compared).toBeGreaterThan(20);
  });
});
