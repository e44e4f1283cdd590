import { describe, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { checkPython } from '../pipeline/check-reply.js';
import { whyUnavailable } from '../replies.fixture.js';
import type { RequirementResult } from '../verdict.js';
import { TestsPass, type TestsPassOptions } from './tests-pass.js';

async function judge(code: string, options: TestsPassOptions): Promise<RequirementResult> {
  const { results } = await checkPython(code, [TestsPass(options)], { maxSandboxes: 2 });
  return results[0] as RequirementResult;
}

const check = 'assert mean([4]) == 4';

describe('TestsPass refuses what it would not run', () => {
  it.each([
    ['# assert mean([4]) == 4', 'requirements/no_tests'],
    ['x = mean([4])', 'requirements/no_tests'],
    ['def helper():\n    return 4', 'requirements/no_tests'],
    [`def check(candidate):\n    ${check}`, 'requirements/test_not_run'],
    [`def test_a():\n    ${check}\ndef helper():\n    ${check}`, 'requirements/test_not_run'],
    [`def test_a():\n    ${check}\ndef test_a():\n    pass`, 'requirements/test_not_run'],
    [`def test_a():\n    ${check}\n    yield`, 'requirements/test_not_run'],
    [`async def test_a():\n    ${check}\n    yield`, 'requirements/test_not_run'],
    [`def test_a(values):\n    ${check}`, 'requirements/test_not_run'],
    [`def test_a(*, values):\n    ${check}`, 'requirements/test_not_run'],
    ['def test_a():\n    return mean([4]) == 4', 'requirements/test_not_run'],
    ['def test_a():\n    """Mean of one."""', 'requirements/test_not_run'],
    [`@skip\ndef test_a():\n    ${check}`, 'requirements/no_tests'],
    [`if True:\n    def test_a():\n        ${check}`, 'requirements/test_not_run'],
    [`if __name__ == "__main__":\n    ${check}`, 'requirements/test_not_run'],
    ['test_a = lambda: mean([4])', 'requirements/test_not_run'],
    [`class MeanTests:\n    def test_a(self):\n        ${check}`, 'requirements/test_not_run'],
    [`class TestMean(Base):\n    def test_a(self):\n        ${check}`, 'requirements/test_not_run'],
    [`class TestMean:\n    def test_a():\n        ${check}`, 'requirements/test_not_run'],
    [`@pytest.mark.skip\ndef test_a():\n    ${check}`, 'requirements/no_tests'],
    [
      `class TestMean:\n    def setup(self): pass\n    def test_a(self):\n        ${check}`,
      'requirements/test_not_run',
    ],
    [
      `class TestMean:\n    class TestInner:\n        def test_a(self):\n            ${check}`,
      'requirements/test_not_run',
    ],
    [
      `class TestMean:\n    def test_a(self):\n        ${check}\nclass TestMean:\n    def test_b(self):\n        ${check}`,
      'requirements/test_not_run',
    ],
    ['assert mean([4] ==', 'requirements/unreadable_tests'],
  ])('%j', (tests, code) => {
    expect(() => TestsPass({ tests })).toThrowError(expect.objectContaining({ code }));
  });
});

it.each(['Account.deposit', 'a b', '', 'class'])('TestsPass refuses %j as the name of a function', (name) => {
  expect(() => TestsPass({ tests: check, functions: [name] })).toThrowError(
    expect.objectContaining({ code: 'core/invalid_option' }),
  );
});

for (const engine of ['monty', 'cpython'] as const) {
  const why = await whyUnavailable(engine);
  unless(why).describe(`TestsPass in ${engine}`, () => {
    const good = 'def mean(values):\n    return sum(values) / len(values)';
    const wrong = 'def mean(values):\n    return 42';
    const written = [
      check,
      `for _ in range(2):\n    ${check}`,
      `def check(candidate):\n    assert candidate([4]) == 4\n\ncheck(mean)`,
      `def test():\n    ${check}`,
      `def testMean():\n    ${check}`,
      `def test_é():\n    ${check}`,
      `async def test_a():\n    ${check}`,
      `class TestMean:\n    def test_a(self):\n        ${check}`,
      `class TestMean:\n    async def test_a(self):\n        ${check}`,
    ];
    if (engine === 'cpython') {
      written.push(
        'import unittest\nclass Mean(unittest.TestCase):\n    def setUp(self):\n        self.values = [4]\n    def test_a(self):\n        self.assertEqual(mean(self.values), 4)',
      );
    }

    it.each(written)('runs %j', async (tests) => {
      expect(await judge(good, { tests, engine })).toMatchObject({ verdict: 'pass' });
      expect(await judge(wrong, { tests, engine })).toMatchObject({ verdict: 'fail' });
    });

    it.each([
      ['an endless loop', 'def mean(values):\n    while True:\n        pass', 1, 'timed out'],
      ['a memory bomb', 'def mean(values):\n    return len([0] * 10 ** 10)', 20, 'emory'],
    ])('%s is no exception that tests may catch', async (_name, code, timeoutSeconds, words) => {
      const tests =
        'def test_empty():\n    try:\n        mean([])\n    except Exception:\n        return\n    assert False';
      const result = await judge(code, { tests, functions: ['mean'], engine, timeoutSeconds });
      expect(result).toMatchObject({ verdict: 'fail', reason: expect.stringContaining(words) });
    });

    if (engine === 'monty') {
      it.each([
        ['pytest', 'import pytest\ndef test_a():\n    assert mean([4]) == 4'],
        [
          'unittest',
          'import unittest\nclass TestA(unittest.TestCase):\n    def test_a(self):\n        assert mean([4])',
        ],
      ])('tests that import %s, which Monty lacks, judge nothing', async (module, tests) => {
        expect(await judge(good, { tests, engine })).toMatchObject({
          verdict: 'not_checked',
          cause: 'engine',
          reason: expect.stringContaining(`import ${module}, which Monty does not have`),
        });
      });

      it('fails code that does not parse', async () => {
        const { verdict, reason } = await judge('def mean(values):\n    return (', { tests: check, engine });
        expect([verdict, reason]).toEqual(['fail', expect.stringMatching(/syntax/i)]);
      });

      it('a call that cannot be carried over judges nothing', async () => {
        const tests =
          'class Thing:\n    pass\n\ntry:\n    mean(Thing())\nexcept Exception:\n    pass\nassert True';
        const result = await judge(good, { tests, functions: ['mean'], engine });
        expect(result).toMatchObject({
          verdict: 'error',
          reason: expect.stringContaining('could not call mean'),
        });
      });
    }

    it('arguments and results keep their types on the way to a second process', async () => {
      const code =
        'def same(first, *rest, named=None):\n    return (type(first).__name__, first, rest, named)';
      const tests = [
        'assert same(2.0, 1, named={1: (2, 3)}) == ("float", 2.0, (1,), {1: (2, 3)})',
        'assert same(2) == ("int", 2, (), None)',
        'assert type(same([3.0])[1][0]) is float',
        'assert same((1,), {"named": 1}) == ("tuple", (1,), ({"named": 1},), None)',
        'assert same({1, 2}) == ("set", {1, 2}, (), None)',
      ].join('\n');
      expect(await judge(code, { tests, functions: ['same'], engine })).toMatchObject({ verdict: 'pass' });
    });

    if (engine === 'monty') {
      it('an object that cannot come back is not held against the code where it may be right', async () => {
        const tests = 'try:\n    mean([4])\nexcept Exception:\n    pass\nassert True';
        const options = { tests, functions: ['mean'], engine };
        const date = 'import datetime\ndef mean(values):\n    return [datetime.date(2024, 5, 1)]';
        expect(await judge(date, options)).toMatchObject({ verdict: 'error' });
        const own = 'class Any:\n    pass\n\ndef mean(values):\n    return Any()';
        expect(await judge(own, options)).toMatchObject({
          verdict: 'fail',
          reason: expect.stringContaining('type Any'),
        });
      });
    }

    const overNothing = [
      `for values in []:\n    ${check}`,
      `def test_a():\n    for value in mean([]):\n        assert value > 0`,
      'def test_a():\n    for value in mean([]):\n        # positive\n        if value <= 0:\n            raise AssertionError',
      'def test_a():\n    for value in mean([]):\n        for part in value, 1:\n            assert part',
      'def each(values):\n    for value in values:\n        try:\n            assert value\n        finally:\n            pass\n\ndef test_a():\n    each(mean([]))',
      `def test_a():\n    left = mean([])\n    while left: assert left.pop()`,
      'class TestMean:\n    def each(self):\n        for value in mean([]):\n            assert value\n    def test_a(self):\n        self.each()',
    ];
    it.each(overNothing)('does not pass %j, which checks nothing where its loop is empty', async (tests) => {
      const nothing = await judge('def mean(values):\n    return []', { tests, engine });
      expect(nothing).toMatchObject({ verdict: 'not_checked', cause: 'limit' });
      if (tests === overNothing[0]) return;
      const good = 'def mean(values):\n    return [1, 2]';
      expect(await judge(good, { tests, engine })).toMatchObject({ verdict: 'pass' });
      const bad = 'def mean(values):\n    return [0, None or 0]';
      if (!tests.includes('value, 1'))
        expect(await judge(bad, { tests, engine })).toMatchObject({ verdict: 'fail' });
    });

    it.each([
      'def test_a():\n    values = mean([])\n    assert values == []\n    for value in values:\n        assert value',
      'def test_a():\n    for value in mean([]):\n        assert value\n    try:\n        mean()\n    except TypeError:\n        pass\n    else:\n        assert False',
      'for value in [1]:\n    if mean([]) != []:\n        raise AssertionError\n    x = 1',
    ])('passes %j, which checks something beside an empty loop', async (tests) => {
      const code = 'def mean(values):\n    return []';
      expect(await judge(code, { tests, engine })).toMatchObject({ verdict: 'pass' });
    });

    it('names the line of a failure in a loop as the tests have it', async () => {
      const tests = 'x = 1\nfor value in mean([4]):\n    y = 2\n    assert value == 3';
      const { reason } = await judge('def mean(values):\n    return values', { tests, engine });
      expect(reason).toContain('AssertionError at line 4');
    });

    const derives = `an exception of a class of the code is what it derives from`;
    unless(engine === 'monty' ? 'Monty has no classes that derive from others' : null).it(
      derives,
      async () => {
        const code = [
          'class Empty(ValueError):\n    pass',
          'class Odd(Exception):\n    pass',
          'def mean(values):\n    if not values:\n        raise Empty("no values")\n    raise Odd("odd")',
        ].join('\n');
        const caught = (values: string, type: string, words: string): string =>
          `try:\n    mean(${values})\nexcept ${type} as error:\n    assert str(error) == "${words}"\nelse:\n    assert False`;
        for (const [tests, verdict] of [
          [caught('[]', 'ValueError', 'no values'), 'pass'],
          [caught('[1]', 'Exception', 'odd'), 'pass'],
          [caught('[1]', 'RuntimeError', 'odd'), 'fail'],
          [caught('[]', 'KeyError', 'no values'), 'fail'],
        ] as const) {
          expect(await judge(code, { tests, functions: ['mean'], engine })).toMatchObject({ verdict });
        }
      },
    );

    it('an exception of the code stays one that tests may expect', async () => {
      const tests = 'try:\n    mean([])\nexcept ZeroDivisionError:\n    pass\nelse:\n    assert False';
      expect(await judge(good, { tests, functions: ['mean'], engine })).toMatchObject({ verdict: 'pass' });
    });
  });
}
