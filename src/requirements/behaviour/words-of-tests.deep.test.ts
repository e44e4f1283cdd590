import { afterAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { whyUnavailable } from '../replies.fixture.js';
import { createJudging } from '../subject/judge-code.fixture.js';
import { DoctestsPass } from './doctests-pass.js';
import { ExamplesPass } from './examples-pass.js';
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

  const inThread = (work: string) =>
    `import threading\n${work}\ndef f():\n    res = []\n    thread = threading.Thread(target=work, args=(res,))\n    thread.start()\n    thread.join()\n    return res`;

  it('what threads of the code raised, which decides nothing', async () => {
    const code = inThread('def work(res):\n    res.append(1 / 0)');
    const tests = 'def test_f():\n    assert f() == [1]\ndef test_other():\n    assert [2] == [3]';
    expect(await reasonOf(code, tests)).toBe(
      'Tests fail: test_f: AssertionError at line 2 of the tests: f() == [1] is false: [] == [1] (a thread of the code raised ZeroDivisionError: division by zero (line 3 in work: res.append(1 / 0))); test_other: AssertionError at line 4 of the tests: [2] == [3] is false: [2] == [3].',
    );
    expect(await judge(code, TestsPass({ tests: 'assert f() == []', engine: 'cpython' }))).toMatchObject({
      verdict: 'pass',
    });
  });

  it('what threads raised in a wrong example and in a docstring', async () => {
    const words =
      '(a thread of the code raised ZeroDivisionError: division by zero (line 3 in work: res.append(1 / 0)))';
    const code = inThread('def work(res):\n    res.append(1 / 0)');
    const examples = [{ arguments: [], result: [1] }];
    const wrong = await judge(code, ExamplesPass({ functionName: 'f', examples, engine: 'cpython' }));
    expect(wrong.reason).toContain(`f() returned []; expected [1] ${words}.`);
    const raising = await judge(
      `${code}\ndef g():\n    return f()[0]`,
      ExamplesPass({ functionName: 'g', examples, engine: 'cpython' }),
    );
    expect(raising.reason).toMatch(/raised IndexError .*a thread of the code raised/);
    const documented = code.replace('def f():', 'def f():\n    """\n    >>> f()\n    [1]\n    """');
    const printed = await judge(documented, DoctestsPass({ engine: 'cpython' }));
    expect(printed.reason).toContain(`printed "[]"; expected "[1]" ${words}.`);
  });

  it('what a thread raised for which the code waits until its time is over', async () => {
    const code =
      'import queue, threading\nq = queue.Queue()\ndef work():\n    q.put(1 / 0)\ndef f():\n    threading.Thread(target=work).start()\n    return q.get()';
    const { reason } = await judge(
      code,
      TestsPass({ tests: 'assert f() == 1', engine: 'cpython', timeoutSeconds: 1 }),
    );
    expect(reason).toContain('timed out');
    expect(reason).toContain(
      '(a thread of the code raised ZeroDivisionError: division by zero (line 4 in work: q.put(1 / 0)))',
    );
  });

  it('of threads three errors at most, in few words, that no text of the code makes a verdict', async () => {
    const code = inThread(
      'class Odd(Exception):\n    def __str__(self):\n        raise SystemExit\ndef work(res):\n    for at in range(9):\n        threading.Thread(target=fail, args=(at,)).start()\n    while threading.active_count() > 2: pass\ndef fail(at):\n    raise Odd() if at == 8 else ValueError(str(at) * 5000)',
    );
    const { verdict, reason } = await judge(
      code,
      TestsPass({ tests: 'assert f() == 1', engine: 'cpython', timeoutSeconds: 20 }),
    );
    expect(verdict).toBe('fail');
    expect(reason.match(/a thread of the code raised/g)).toHaveLength(3);
    expect(reason.length).toBeLessThan(2_000);
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
