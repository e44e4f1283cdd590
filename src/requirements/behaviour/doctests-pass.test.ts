import { afterAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { whyUnavailable } from '../replies.fixture.js';
import { createJudging } from '../subject/judge-code.fixture.js';
import { DoctestsPass } from './doctests-pass.js';

const why = await whyUnavailable('cpython');
const doctests = DoctestsPass({ engine: 'cpython' });

/** A function with this docstring, after `before`. */
function code(docstring: string, before = ''): string {
  const lines = docstring
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
  return `${before}\ndef f(x=1):\n    r"""\n${lines}\n    """\n    return [x, 2]\n`;
}

unless(why).describe('DoctestsPass', () => {
  const { python, judge } = createJudging();
  afterAll(() => python.close());

  it.each([
    ['an option that leaves an example out', code('>>> f()\n[1, 2]\n>>> 1 / 0  # doctest: +SKIP\n7')],
    ['white space that does not matter', code('>>> f()  # doctest: +NORMALIZE_WHITESPACE\n[1,\n   2]')],
    [
      'details of an exception that do not matter',
      code(
        '>>> int("x")  # doctest: +IGNORE_EXCEPTION_DETAIL\nTraceback (most recent call last):\nValueError: other words',
      ),
    ],
    ['an ellipsis', code('>>> list(range(20))  # doctest: +ELLIPSIS\n[0, 1, ..., 19]')],
    ['the last value', code('>>> f()\n[1, 2]\n>>> _\n[1, 2]\n>>> _[0]\n1')],
    ['two statements in a line', code('>>> 1; 2\n1\n2')],
    ['statements over several lines', code('>>> for i in range(2):\n...     print(i)\n...\n0\n1')],
    ['empty lines', code('>>> print("a\\n\\nb")\na\n<BLANKLINE>\nb')],
    ['None, which is not shown', code('>>> None\n>>> x = 3\n>>> x\n3')],
    ['output before a value', code('>>> print("a"); 1\na\n1')],
    [
      'names that one docstring leaves to itself',
      `${code('>>> y = 1')}\nclass A:\n    """\n    >>> y\n    Traceback (most recent call last):\n        ...\n    NameError: name 'y' is not defined\n    """`,
    ],
    [
      'an exception of the code',
      code(
        '>>> raise Odd("no")\nTraceback (most recent call last):\n    ...\nOdd: no',
        'class Odd(Exception):\n    pass\n',
      ),
    ],
    [
      'functions within functions, whose examples are none',
      `${code('>>> f()\n[1, 2]')}\ndef g():\n    def h():\n        """\n        >>> 1\n        2\n        """`,
    ],
    [
      'a future import',
      `from __future__ import annotations\n${code('>>> def g(a: nothing): return 1\n>>> g(1)\n1')}`,
    ],
    [
      'classes of the main program',
      'class A:\n    """\n    >>> A, f.__module__\n    (<class \'__main__.A\'>, \'__main__\')\n    """\ndef f(): pass',
    ],
    ['True for 1, which doctest takes', code('>>> 1 == 1\n1')],
    [
      'methods and properties',
      'class A:\n    """\n    >>> A().x\n    3\n    """\n    @property\n    def x(self):\n        """\n        >>> A().x + 1\n        4\n        """\n        return 3',
    ],
  ])('holds with %s', async (_name, source) => {
    expect(await judge(source, doctests)).toMatchObject({ verdict: 'pass', score: 1 });
  });

  it.each([
    ['a wrong value', code('>>> f()\n[1, 3]')],
    ['a wrong text of __test__', `${code('>>> f()\n[1, 2]')}\n__test__ = {"more": ">>> f()\\n7\\n"}`],
    ['output that is not expected', code('>>> print("a")')],
    ['output that is missing', code('>>> x = 1\n1')],
    ['another exception', code('>>> f(1, 2)\nTraceback (most recent call last):\nValueError: x')],
    ['text of another kind', code('>>> "a"\n"a"')],
    ['an example that ends the program', code('>>> import sys\n>>> sys.exit(0)')],
    ['an example that ends the process', code('>>> import os\n>>> os._exit(0)')],
    [
      'a repr that changes what compares',
      code(
        '>>> A()\n1',
        'import doctest\ndoctest.OutputChecker.check_output = lambda *a: True\nclass A:\n    pass\n',
      ),
    ],
    ['examples that cannot be read', code('>>>f()\n[1, 2]')],
  ])('fails with %s', async (_name, source) => {
    expect(await judge(source, doctests)).toMatchObject({ verdict: 'fail' });
  });

  it('counts the examples that hold, and says which do not', async () => {
    const half = await judge(code('>>> f()\n[1, 2]\n>>> f(2)\n[1, 2]'), doctests);
    expect(half).toMatchObject({
      score: 0.5,
      reason: '1 of 2 examples fails: f: >>> f(2) printed "[2, 2]"; expected "[1, 2]".',
    });
  });
});
