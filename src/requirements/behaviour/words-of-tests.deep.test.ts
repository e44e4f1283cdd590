import { afterAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { whyUnavailable } from '../replies.fixture.js';
import { createJudging } from '../subject/judge-code.fixture.js';
import { TestsPass } from './tests-pass.js';

const why = await whyUnavailable('cpython');

unless(why).describe('a failing test tells', () => {
  const { python, judge } = createJudging();
  afterAll(() => python.close());
  const reasonOf = async (code: string, tests: string): Promise<string> =>
    (await judge(code, TestsPass({ tests, engine: 'cpython', timeoutSeconds: 20 }))).reason;

  const five = 'def double(x):\n    return 5';
  it.each([
    [
      'the call behind a variable',
      five,
      'def test_double():\n    got = double(3)\n    assert got == 6',
      'test_double: AssertionError at line 3 of the tests: got == 6 is false: 5 == 6 (double(3) returned 5).',
    ],
    [
      "the call behind a variable in unittest's assertions",
      five,
      'import unittest\nclass T(unittest.TestCase):\n    def test_double(self):\n        got = double(3)\n        self.assertEqual(got, 6)',
      'self.assertEqual(got, 6): 5 != 6 (double(3) returned 5).',
    ],
    [
      'the arguments of a parametrized test',
      five,
      'import pytest\n@pytest.mark.parametrize("x, y", [([1], [2])])\ndef test_double(x, y):\n    assert double(x) == y',
      'double(x) == y is false: 5 == [2] (double([1]) returned 5).',
    ],
    [
      'a method by its class',
      'class Account:\n    def pay(self, amount, note):\n        return amount',
      'def test_pay():\n    left = Account().pay(2, note="x")\n    assert left == 3',
      "(Account.pay(2, note='x') returned 2).",
    ],
    [
      'the call that was compared, among others',
      'def one():\n    return [1]\ndef two():\n    return [2]',
      'def test_it():\n    a, b = one(), two()\n    assert a == [3]',
      'a == [3] is false: [1] == [3] (one() returned [1]).',
    ],
    [
      'the call in which the code raised',
      'def total(xs):\n    return None.x',
      'def test_total():\n    values = [1, 2]\n    total(values)',
      "'NoneType' object has no attribute 'x' (raised in the code: line 2 in total) (in total([1, 2])).",
    ],
    [
      'a call once',
      five,
      'def test_double():\n    assert double(3) == 6',
      'double(3) == 6 is false: 5 == 6.',
    ],
    [
      'a module that is not there',
      'def double(x):\n    import numpy_of_nobody\n    return x',
      'def test_double():\n    assert double(3) == 6',
      'numpy_of_nobody is not available here: use the standard library; if it should be there, it was not passed in packages',
    ],
  ])('%s', async (_name, code, tests, words) => {
    expect(await reasonOf(code, tests)).toContain(words);
  });

  it('keeps what a thread wrote to standard error out of the reason', async () => {
    const code =
      'import threading\ndef fail():\n    raise ValueError("in a thread")\ndef f():\n    thread = threading.Thread(target=fail)\n    thread.start()\n    thread.join()\n    return 2';
    expect(await reasonOf(code, 'def test_f():\n    assert f() == 1')).toBe(
      'Tests fail: test_f: AssertionError at line 2 of the tests: f() == 1 is false: 2 == 1.',
    );
  });

  it.each(['"ab" * 5_000_000', 'list(range(2_000_000))', 'b"1" * 9_000_000'])(
    'which limit a result over 8 MiB met: %s',
    async (result) => {
      const tests = 'def test_f():\n    got = f()\n    assert len(got) == 3';
      const judged = await judge(`def f():\n    return ${result}`, TestsPass({ tests, engine: 'cpython' }));
      expect(judged).toMatchObject({
        verdict: 'not_checked',
        cause: 'crossing',
        reason: expect.stringContaining('8 MiB'),
      });
    },
  );
});
