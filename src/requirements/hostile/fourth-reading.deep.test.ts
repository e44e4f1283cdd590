import { afterAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { ExamplesPass } from '../behaviour/examples-pass.js';
import { FunctionResultType } from '../behaviour/function-result-type.js';
import { TestsPass } from '../behaviour/tests-pass.js';
import { checkPython } from '../pipeline/check-reply.js';
import { whyUnavailable } from '../replies.fixture.js';
import { createJudging } from '../subject/judge-code.fixture.js';
import { FORGED, type Program, RIGHT } from './fourth-reading.fixture.js';

const why = await whyUnavailable('cpython');

unless(why).describe('a fourth reading', () => {
  const { python, judge } = createJudging();
  afterAll(() => python.close());
  const verdictOn = ({ code, tests, classes = [], functions = [] }: Program): ReturnType<typeof judge> =>
    judge(code, TestsPass({ tests, classes, functions, engine: 'cpython', timeoutSeconds: 20 }));

  it.each(FORGED)('gives no pass to $name', async (program) => {
    expect((await verdictOn(program)).verdict).not.toBe('pass');
  });

  it.each(RIGHT)('passes $name', async (program) => {
    const { verdict, reason } = await verdictOn(program);
    expect({ verdict, reason }).toEqual({
      verdict: 'pass',
      reason: expect.stringContaining('All tests pass.'),
    });
  });

  const large = 'def f(): return "ab" * 4_500_000\ndef g(): return 1\nclass Base: pass';
  it.each([
    ["the code's, where data was expected that can cross", 'assert f() == "ab"', 'crossing', 'code'],
    [
      "the code's, whatever the tests catch",
      'try:\n    f() + 1\nexcept BaseException:\n    pass\nassert g() == 1',
      'crossing',
      'code',
    ],
    [
      "the code's, where the type of the result is asked for",
      'assert isinstance(f(), str)',
      'crossing',
      'code',
    ],
    [
      "the machine's, where what was expected can't cross either",
      'assert f() == "ab" * 4_500_000',
      'namespace',
      'machine',
    ],
    [
      "the machine's, where the tests need the code's process",
      'class Sub(Base): pass\nassert Sub()',
      'namespace',
      'machine',
    ],
  ])('does not judge a limit of crossing, which is %s', async (_name, tests, cause, fault) => {
    const { results } = await checkPython(large, [TestsPass({ tests, engine: 'cpython' })]);
    expect(results[0]).toMatchObject({ verdict: 'not_checked', cause, fault });
  });

  it('judges the rest where a value that cannot cross is not looked at', async () => {
    const { results } = await checkPython(large, [
      TestsPass({ tests: 'f()\nassert g() == 1', engine: 'cpython' }),
    ]);
    expect(results[0]).toMatchObject({ verdict: 'pass', fault: null });
  });

  it.each([
    ['a result that is too large', 'def f(): return "a" * 20_000_000', 'more than 8 MiB'],
    [
      'a result that is too deep',
      'def f():\n    made = []\n    for _ in range(30_000): made = [made]\n    return made',
      'nested too deeply',
    ],
    [
      'a result that goes on and on',
      'import itertools\ndef f(): return itertools.count()',
      'more than 100000 items',
    ],
  ])('does not judge %s by examples', async (_name, code, words) => {
    const examples = [{ arguments: [], result: 'a' }];
    const { results } = await checkPython(code, [
      ExamplesPass({ functionName: 'f', examples, engine: 'cpython' }),
    ]);
    expect(results[0]).toMatchObject({
      verdict: 'not_checked',
      cause: 'crossing',
      fault: 'code',
      reason: expect.stringContaining(words),
    });
  });

  it('takes no class for one of a library that the judging process does not have', async () => {
    const code =
      'import sys, types\nfake = types.ModuleType("pandas")\nDataFrame = type("DataFrame", (), {"__module__": "pandas"})\nfake.DataFrame = DataFrame\nsys.modules["pandas"] = fake\ndef f(): return DataFrame()';
    const options = { functionName: 'f', arguments: [], engine: 'cpython' } as const;
    const judged = await judge(code, FunctionResultType({ ...options, type: 'pandas.DataFrame' }));
    expect(judged).toMatchObject({ verdict: 'fail', reason: expect.stringContaining('a class of its own') });
    const real = 'import decimal\ndef f(): return decimal.Decimal(1)';
    expect(await judge(real, FunctionResultType({ ...options, type: 'decimal.Decimal' }))).toMatchObject({
      verdict: 'pass',
    });
  });

  it('tells the seed of the decoys with the verdict, another one each time', async () => {
    const [program] = RIGHT.filter(({ name }) => name === 'a vector, against tuples');
    const reasons = program === undefined ? [] : [await verdictOn(program), await verdictOn(program)];
    const seeds = reasons.map(({ reason }) => /seed ([0-9a-f]{16})/.exec(reason)?.[1]);
    expect(seeds).not.toContain(undefined);
    expect(new Set(seeds).size).toBe(2);
  });
});
