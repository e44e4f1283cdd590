import { afterAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { whyUnavailable } from '../replies.fixture.js';
import { createJudging } from '../subject/judge-code.fixture.js';
import { ExamplesPass } from './examples-pass.js';
import { FunctionResultType } from './function-result-type.js';
import { TestsPass } from './tests-pass.js';

const why = await whyUnavailable('cpython');
const engine = 'cpython';

unless(why).describe('judging from outside', () => {
  const { python, judge } = createJudging();
  afterAll(() => python.close());

  const account = [
    'class Empty(ValueError):',
    '    def __init__(self, missing):',
    '        super().__init__(f"{missing} missing")',
    '        self.missing = missing',
    'class Account:',
    '    count = 0',
    '    def __init__(self, sum=0):',
    '        self.sum = sum',
    '        Account.count += 1',
    '    def pay(self, amount):',
    '        if amount > self.sum:',
    '            raise Empty(amount - self.sum)',
    '        self.sum -= amount',
    '        return self',
    '    def __eq__(self, other):',
    '        return isinstance(other, Account) and self.sum == other.sum',
    '    def __add__(self, other):',
    '        return Account(self.sum + (other.sum if isinstance(other, Account) else other))',
    '    @property',
    '    def rich(self):',
    '        return self.sum > 100',
  ].join('\n');

  const right: readonly (readonly [name: string, code: string, tests: string])[] = [
    [
      'classes, methods and properties',
      account,
      'def test():\n    a = Account(5)\n    assert a.pay(3) is a and a.sum == 2\n    assert not a.rich\n    a.sum = 200\n    assert a.rich and Account.count >= 1\n    assert type(a) is Account and isinstance(a, Account)\n    assert a == Account(200) and a != Account(1)\n    assert (a + Account(1)).sum == 201 and Account(3) + 1 == Account(4)',
    ],
    [
      'exceptions of the code, by their class and with what they carry',
      account,
      'import pytest\nimport solution\ndef test():\n    with pytest.raises(Empty, match="3 missing") as caught:\n        Account().pay(3)\n    assert caught.value.missing == 3\n    with pytest.raises(ValueError):\n        Account().pay(3)\n    assert solution.Empty(4).missing == 4',
    ],
    [
      'changes of arguments in place',
      'def grow(items, seen):\n    items.append(items[0])\n    items.sort()\n    seen["n"] = items\n    return items',
      'def test():\n    items, seen = [3, 1], {}\n    assert grow(items, seen) is items\n    assert items == [1, 3, 3] and seen["n"] is items',
    ],
    [
      'functions of the tests',
      'def each(function, items):\n    return [function(item) for item in items]\ndef twice(function):\n    def inner(*args):\n        return function(*args) * 2\n    return inner',
      'def test():\n    assert each(lambda n: n + 1, [1, 2]) == [2, 3]\n    @twice\n    def three(n):\n        return n + 3\n    assert three(1) == 8\n    assert sorted([3, 1], key=twice(abs)) == [1, 3]',
    ],
    [
      'objects of classes that the tests define',
      'def turn(head):\n    before = None\n    while head:\n        head.next, before, head = before, head, head.next\n    return before',
      'class Node:\n    def __init__(self, value, next=None):\n        self.value, self.next = value, next\ndef test():\n    last = Node(2)\n    first = Node(1, last)\n    assert turn(first) is last and last.next is first and first.next is None',
    ],
    [
      'generators, iterators, coroutines and context managers',
      'import asyncio, contextlib\ndef count(n):\n    yield from range(n)\nasync def later(n):\n    await asyncio.sleep(0)\n    return n\n@contextlib.contextmanager\ndef opened():\n    yield "in"',
      'import asyncio\ndef test():\n    assert list(count(3)) == [0, 1, 2]\n    it = count(2)\n    assert next(it) == 0 and sum(it) == 1\n    assert asyncio.run(later(4)) == 4\n    with opened() as value:\n        assert value == "in"\nasync def test_async():\n    assert await later(5) == 5\n    assert await asyncio.gather(later(1), later(2)) == [1, 2]',
    ],
    [
      'data of the standard library',
      'import collections, datetime, decimal, enum, fractions\nclass Color(enum.Enum):\n    RED = 1\nPoint = collections.namedtuple("Point", "x y")\ndef all_of():\n    return [datetime.date(2024, 5, 1), decimal.Decimal("1.10"), fractions.Fraction(1, 3), 2 + 3j, collections.Counter("aab"), range(3), {1: (2,)}, b"x"]',
      'import collections, datetime, decimal, fractions\ndef test():\n    assert all_of() == [datetime.date(2024, 5, 1), decimal.Decimal("1.1"), fractions.Fraction(1, 3), 2 + 3j, collections.Counter(a=2, b=1), range(3), {1: (2,)}, b"x"]\n    assert Color.RED is Color(1) and Color["RED"].value == 1 and len(Color) == 1\n    x, y = Point(1, 2)\n    assert (x, y) == Point(1, 2) == (1, 2) and Point(3, 4).y == 4',
    ],
    [
      'fixtures, parameters and approx',
      'def mean(values):\n    return sum(values) / len(values)',
      'import pytest\n@pytest.fixture\ndef values():\n    yield [0.1, 0.2]\n@pytest.mark.parametrize("given, wanted", [([1], 1), pytest.param([1, 2], 1.5, id="two")])\ndef test_many(given, wanted):\n    assert mean(given) == wanted\nclass TestMean:\n    def setup_method(self):\n        self.values = [4]\n    def test_one(self, values):\n        assert mean(values) == pytest.approx(0.15)\n        assert mean(self.values) == 4',
    ],
    [
      'printing and input',
      'def greet():\n    print("Hello", input("Name? "))',
      'from unittest.mock import patch\nimport io, contextlib\ndef test_capsys(capsys, monkeypatch):\n    monkeypatch.setattr("builtins.input", lambda prompt: "Ada")\n    greet()\n    assert capsys.readouterr().out == "Hello Ada\\n"\n@patch("builtins.input", return_value="Bob")\ndef test_patch(given):\n    with contextlib.redirect_stdout(io.StringIO()) as out:\n        greet()\n    assert out.getvalue() == "Hello Bob\\n"',
    ],
    [
      'a patched function of the module',
      'def fetch():\n    raise OSError("no network")\ndef size():\n    return len(fetch())',
      'from unittest.mock import patch, MagicMock\ndef test():\n    with patch("solution.fetch", return_value="abc") as fetched:\n        assert size() == 3\n    fetched.assert_called_once_with()',
    ],
    [
      'TestCase with setUpClass, subTest and assertRaises',
      account,
      'import unittest\nfrom solution import *\nclass T(unittest.TestCase):\n    @classmethod\n    def setUpClass(cls):\n        cls.account = Account(9)\n    def test_pay(self):\n        for amount in (1, 2):\n            with self.subTest(amount):\n                self.assertIsInstance(self.account.pay(amount), Account)\n        with self.assertRaises(Empty) as caught:\n            self.account.pay(99)\n        self.assertEqual(str(caught.exception), "93 missing")\nif __name__ == "__main__":\n    unittest.main()',
    ],
    [
      'code that starts itself only as a program',
      'def f():\n    return __name__\nif __name__ == "__main__":\n    raise SystemExit("started")',
      'assert f() == "solution"',
    ],
  ];
  it.each(right)('passes right code: %s', async (_name, code, tests) => {
    expect(await judge(code, TestsPass({ tests, engine }))).toEqual({
      verdict: 'pass',
      score: 1,
      reason: expect.stringMatching(/^All tests pass\./),
    });
  });

  const add = 'def test_one():\n    assert add(1, 2) == 3\ndef test_two():\n    assert add(2, 2) == 4';
  it.each([
    [
      'an object that equals everything',
      'class Any:\n    def __eq__(self, other):\n        return True\ndef add(a, b):\n    return Any()',
    ],
    [
      'a number that equals everything',
      'class Any(int):\n    def __eq__(self, other):\n        return True\n    __hash__ = int.__hash__\ndef add(a, b):\n    return Any(7)',
    ],
    [
      'patched builtins',
      'import builtins\nbuiltins.all = builtins.type = builtins.isinstance = lambda *a: True\ndef add(a, b):\n    return 0',
    ],
    [
      'a patched unittest',
      'import unittest\nunittest.TestCase.assertEqual = lambda *a: None\nunittest.TestCase.run = lambda *a: None\ndef add(a, b):\n    return 0',
    ],
    [
      'an exception that unittest takes for a skipped test',
      'import unittest\ndef add(a, b):\n    raise unittest.SkipTest("later")',
    ],
    [
      'frames of what called it',
      'import sys\ndef add(a, b):\n    frame = sys._getframe()\n    while frame:\n        frame.f_locals.clear() if frame.f_back is None else None\n        frame = frame.f_back\n    return 0',
    ],
    [
      'answers of its own on the channel',
      'import builtins\ntry:\n    mettle_exchange(\'{"failed": null}\')\n    while True:\n        mettle_exchange(\'[[], ["=", "return", true, [], ""]]\')\nexcept NameError:\n    pass\ndef add(a, b):\n    return 0',
    ],
    ['the end of the process', 'import os\ndef add(a, b):\n    os._exit(0)'],
  ])('fails code with %s, and scores 0', async (_name, code) => {
    const { verdict, score = 0 } = await judge(code, TestsPass({ tests: add, engine }));
    expect({ verdict, score }).toEqual({ verdict: 'fail', score: 0 });
  });

  it.each(['self', '[self]', '(1, self)'])('passes no method that returns %s for data', async (result) => {
    const code = `class Solution:\n    def solve(self, n):\n        return ${result}\n    def __eq__(self, other):\n        return True\n    def __getitem__(self, at):\n        return self`;
    for (const shown of ['Solution().solve(3)', 'Solution()[0]']) {
      const tests = `assert ${shown} == ${result.replace('self', '9')}`;
      expect((await judge(code, TestsPass({ tests, engine }))).verdict).not.toBe('pass');
    }
  });

  it('lets a star import bring nothing that the tests or Python name otherwise', async () => {
    const tests =
      'import pytest\nfrom solution import *\ndef test():\n    with pytest.raises(ValueError):\n        add(1, None)\ndef test_all():\n    assert all([add(1, 1) == 2])';
    const code =
      'import contextlib\n__all__ = ["add", "all", "pytest"]\nclass pytest:\n    raises = staticmethod(lambda *a: contextlib.nullcontext())\nall = lambda items: True\ndef add(a, b):\n    return 0';
    expect(await judge(code, TestsPass({ tests, engine }))).toMatchObject({ verdict: 'fail', score: 0 });
  });

  it.each([
    [
      'a class derived from one of the code',
      'class A:\n    pass',
      'class B(A):\n    pass\ndef test():\n    assert B()',
    ],
    [
      'a patch of how modules are found',
      'import json\ndef f():\n    return json.dumps(1)',
      'import sys\nfrom unittest.mock import MagicMock, patch\ndef test():\n    with patch.dict(sys.modules, {"json": MagicMock()}):\n        assert f() == "1"',
    ],
    [
      'a program that the tests start',
      'def f():\n    return 1',
      'import subprocess, sys\ndef test():\n    assert subprocess.run([sys.executable, "solution.py"]).returncode == f() - 1',
    ],
  ])('does not judge what needs the process of the code: %s', async (_name, code, tests) => {
    expect(await judge(code, TestsPass({ tests, engine }))).toMatchObject({
      verdict: 'not_checked',
      cause: 'namespace',
    });
  });

  it.each([
    [
      'a name of Python that the code defines',
      'def all(x):\n    return True',
      'def test():\n    assert all([0])',
    ],
    [
      'a library object of the tests that the code changes',
      'import sqlite3\ndef rows(c):\n    c.row_factory = sqlite3.Row\n    return [row["a"] for row in c.execute("select 1 as a")]',
      'import sqlite3\ndef test():\n    assert rows(sqlite3.connect(":memory:")) == [1]',
    ],
  ])('does not judge what the code keeps from crossing: %s', async (_name, code, tests) => {
    expect(await judge(code, TestsPass({ tests, engine }))).toMatchObject({
      verdict: 'not_checked',
      cause: 'crossing',
    });
  });

  it('does not judge where the tests import what is not there, and takes the code under any name', async () => {
    const tests = 'from my_code import f\nassert f() == 1';
    const code = 'def f():\n    return 1';
    expect(await judge(code, TestsPass({ tests, engine }))).toMatchObject({
      verdict: 'not_checked',
      cause: 'engine',
      reason: expect.stringContaining('moduleName'),
    });
    expect(await judge(code, TestsPass({ tests, engine, moduleName: 'my_code' }))).toMatchObject({
      verdict: 'pass',
    });
    const missing = 'def f():\n    import nothing_here';
    expect(await judge(missing, TestsPass({ tests, engine, moduleName: 'my_code' }))).toMatchObject({
      verdict: 'fail',
    });
  });

  it('calls a function that has the name of a built-in one, where it is named', async () => {
    const tests = 'def test():\n    assert max([1, 2]) == "mine"';
    const code = 'def max(values):\n    return "mine"';
    expect(await judge(code, TestsPass({ tests, functions: ['max'], engine }))).toMatchObject({
      verdict: 'pass',
    });
  });

  it('tells the values of a failed comparison', async () => {
    const { reason } = await judge('def add(a, b):\n    return a - b', TestsPass({ tests: add, engine }));
    expect(reason).toContain(
      'test_one: AssertionError at line 2 of the tests: add(1, 2) == 3 is false: -1 == 3',
    );
  });

  it.each([
    ['assert f(1) == 3, "three"', 'f(1) == 3 is false: 2 == 3 (three)'],
    ['assert f(-1)', 'f(-1) is 0'],
    ['assert f(1) == 2 and f(1) > 5, note', "f(1) == 2 and f(1) > 5 is false ('none')"],
    ['assert 0 < f(1) < 2', '0 < f(1) < 2 is false'],
    ['assert not f(1)', 'not f(1) is false'],
  ])('tells the assertion that failed, with its values: %s', async (assertion, words) => {
    const tests = `note = ["none"][0:1][0]\ndef test_it():\n    ${assertion}`;
    const { reason } = await judge('def f(x):\n    return x + 1', TestsPass({ tests, engine }));
    expect(reason).toContain(
      `test_it: AssertionError at line 3 of the tests: ${words.replace("'none'", 'none')}`,
    );
  });

  it('tells the statement of a test, and the whole chain of calls in the code, where the code raised', async () => {
    const code = 'def mean(xs):\n    return sum(xs) / len(xs)\ndef report(xs):\n    return mean(xs)';
    const tests =
      'import unittest\nclass TestIt(unittest.TestCase):\n    def test_it(self):\n        self.assertEqual(\n            report([]), 1)';
    expect((await judge(code, TestsPass({ tests, engine }))).reason).toBe(
      'Tests fail: TestIt.test_it: ZeroDivisionError at line 5 of the tests, self.assertEqual(report([]), 1): division by zero (raised in the code: line 4 in report -> line 2 in mean).',
    );
    const examples = [{ arguments: [[]], result: 1 }];
    expect((await judge(code, ExamplesPass({ functionName: 'report', examples, engine }))).reason).toContain(
      'report([]) raised ZeroDivisionError at line 2 (line 4 in report → line 2 in mean): division by zero.',
    );
  });

  it('tells the line at which the code was when its time was over', async () => {
    const code = 'import time\ndef f(x):\n    time.sleep(99)';
    const limits = { engine, timeoutSeconds: 4 } as const;
    const examples = [{ arguments: [1], result: 1 }];
    const calls = ExamplesPass({ functionName: 'f', examples, ...limits });
    const [tested, called, loading] = await Promise.all([
      judge(code, TestsPass({ tests: 'def test_it():\n    assert f(1)', ...limits })),
      judge(code, calls),
      judge('import time\ntime.sleep(99)', calls),
    ]);
    expect(tested.reason).toMatch(/^Tests fail: test_it: Execution timed out at line 3: /);
    expect(called.reason).toContain('timed out at line 3');
    expect(loading.reason).toContain('timed out at line 2');
  });

  it.each([
    ['a generator', 'def f():\n    yield 1\n    yield 2', [1, 2]],
    ['an iterator', 'def f():\n    return iter([1, 2])', [1, 2]],
    ['a view of a dict', 'def f():\n    return {1: 0, 2: 0}.keys()', [1, 2]],
    [
      'a named tuple',
      'import collections\ndef f():\n    return collections.namedtuple("P", "x y")(1, 2)',
      [1, 2],
    ],
    ['a Decimal', 'from decimal import Decimal\ndef f():\n    return Decimal("2.50")', 2.5],
    ['a coroutine', 'async def f():\n    return 3', 3],
    ['an enum of numbers', 'import enum\nclass E(enum.IntEnum):\n    A = 4\ndef f():\n    return E.A', 4],
  ])('ExamplesPass takes %s as the data in it', async (_name, code, result) => {
    const examples = [{ arguments: [], result }];
    expect(await judge(code, ExamplesPass({ functionName: 'f', examples, engine }))).toMatchObject({
      verdict: 'pass',
    });
  });

  it('FunctionResultType knows a complex number', async () => {
    const requirement = FunctionResultType({ functionName: 'f', arguments: [], type: 'complex', engine });
    expect(await judge('def f():\n    return 1j', requirement)).toMatchObject({ verdict: 'pass' });
  });

  it('FunctionResultType is not misled by names of classes', async () => {
    const code =
      'class Meta(type):\n    __name__ = "int"\nclass int(metaclass=Meta):\n    pass\ndef f():\n    return int()';
    const requirement = FunctionResultType({ functionName: 'f', arguments: [], type: 'int', engine });
    expect(await judge(code, requirement)).toMatchObject({ verdict: 'fail' });
  });

  it.each([
    ['Point', 'class Point:\n    pass\ndef f():\n    return Point()', 'pass'],
    ['generator', 'class generator:\n    pass\ndef f():\n    return generator()', 'fail'],
    ['range', 'def f():\n    return type("range", (list,), {"__module__": "builtins"})()', 'fail'],
    ['range', 'def f():\n    return range(3)', 'pass'],
    ['function', 'def f():\n    return f', 'pass'],
    ['decimal.Decimal', 'import decimal\ndef f():\n    return decimal.Decimal("1.5")', 'pass'],
    [
      'decimal.Decimal',
      'class Decimal:\n    pass\nDecimal.__module__ = "decimal"\ndef f():\n    return Decimal()',
      'fail',
    ],
    ['decimal.Decimal', 'class Decimal(int):\n    pass\ndef f():\n    return Decimal(1)', 'fail'],
    ['collections.Counter', 'import collections\ndef f():\n    return collections.Counter("a")', 'pass'],
    [
      'collections.Counter',
      'import collections\nclass Counter(dict):\n    def most_common(self): return []\nCounter.__module__ = "collections"\ncollections.Counter = Counter\ndef f():\n    return Counter()',
      'fail',
    ],
    ['fractions.Fraction', 'import fractions\ndef f():\n    return fractions.Fraction(1, 3)', 'pass'],
    ['re.Pattern', 'import re\ndef f():\n    return re.compile("a")', 'pass'],
  ])(
    'FunctionResultType tells classes of the code from those of libraries: %s, %j',
    async (type, code, verdict) => {
      const requirement = FunctionResultType({ functionName: 'f', arguments: [], type, engine });
      expect(await judge(code, requirement)).toMatchObject({ verdict });
    },
  );
});
