/** Programs of a fourth reading of TestsPass, each with tests: forged ones, and right ones in uncommon forms. */

/** A program, its tests, and the names that the tests' author says are classes. */
export interface Program {
  readonly name: string;
  readonly code: string;
  readonly tests: string;
  readonly classes?: readonly string[];
  readonly functions?: readonly string[];
}

const YES = `
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    __hash__ = object.__hash__
`;

const ASSERTS = 'def test_it():\n    assert median([1, 2, 3]) == 2\n    assert median([4, 9]) == 6.5\n';
const PYTEST =
  'import pytest\nfrom solution import median\n@pytest.mark.parametrize("given, wanted", [([1, 2, 3], 2), ([5], 5)])\ndef test_it(given, wanted):\n    assert median(given) == wanted\n    assert median([0.1, 0.2]) == pytest.approx(0.15)\n';
const UNITTEST =
  'import unittest, solution\nclass TestMedian(unittest.TestCase):\n    def test_it(self):\n        self.assertEqual(solution.median([1, 2, 3]), 2)\n        self.assertIn(solution.median([4]), [4])\n';
const HUMAN_EVAL =
  'def check(candidate):\n    assert candidate([1, 2, 3]) == 2\n    assert candidate([5]) == 5\ncheck(median)\n';
const METHOD =
  'def test_it():\n    s = Solution()\n    assert s.median([1, 2, 3]) == 2\n    assert s.median([5]) == 5\n';

const plain = `class median:\n    def __init__(self, values): pass\n${YES}`;
const near =
  'class Median:\n    def __init__(self, values): self.values = values\n    def __eq__(self, other): return min(self.values) <= other <= max(self.values)\n    __hash__ = object.__hash__\n';

const forgedBy = (form: string, code: string): readonly Program[] => [
  { name: `${form}, by asserts`, code, tests: ASSERTS },
  { name: `${form}, by pytest`, code, tests: PYTEST },
  { name: `${form}, by unittest`, code, tests: UNITTEST },
  { name: `${form}, by check(candidate)`, code, tests: HUMAN_EVAL },
];

/** Programs that do not do what their tests ask for. */
export const FORGED: readonly Program[] = [
  ...forgedBy('a class under the name of a function', plain),
  ...forgedBy('a decorated class', `def kept(kind):\n    return kind\n@kept\n${plain}`),
  ...forgedBy(
    'a class from a module-level __getattr__',
    `${plain.replace('class median', 'class Other')}\ndef __getattr__(name):\n    if name == "median":\n        return Other\n    raise AttributeError(name)`,
  ),
  ...forgedBy(
    'a metaclass that makes liars',
    `class Liar:\n    pass\n${YES}\nclass Meta(type):\n    def __call__(cls, *args): return Liar()\nclass median(metaclass=Meta):\n    pass`,
  ),
  ...forgedBy(
    'a NamedTuple',
    `from typing import NamedTuple\nclass median(NamedTuple):\n    values: list\n${YES}`,
  ),
  ...forgedBy(
    'a dataclass',
    `import dataclasses\n@dataclasses.dataclass(eq=False)\nclass median:\n    values: list\n${YES}`,
  ),
  ...forgedBy('a class that compares loosely', `${near.replace('class Median', 'class median')}`),
  ...forgedBy(
    'a class that changes its mind',
    'class median:\n    n = 0\n    def __init__(self, values): pass\n    def __eq__(self, other):\n        median.n += 1\n        return median.n % 2 == 1\n    __hash__ = object.__hash__',
  ),
  { name: 'a class, with functions', code: plain, tests: ASSERTS, functions: ['median'] },
  {
    name: 'a class as a method',
    code: `class Solution:\n    class median:\n        def __init__(self, values): pass\n${YES.replace(/^ {4}/gm, '        ')}`,
    tests: METHOD,
  },
  {
    name: 'a class as a property of an object',
    code: `${plain}\nclass Solution:\n    def __init__(self): self.median = median`,
    tests: METHOD,
  },
  {
    name: 'a class that counts for anything, named as a class',
    code: plain.replace('class median', 'class Median'),
    tests: 'def test_it():\n    assert Median([1, 2, 3]) == 2\n    assert Median([5]) == 5',
  },
  {
    name: 'a class that counts for anything, told to be one',
    code: plain,
    tests: ASSERTS,
    classes: ['median'],
  },
  {
    name: 'a class that compares loosely, named as a class',
    code: near,
    tests: 'def test_it():\n    assert Median([1, 2, 3]) == 2\n    assert Median([4, 9]) == 6',
  },
  {
    name: 'a class that denies nothing, by !=',
    code: plain.replace('class median', 'class Median'),
    tests: 'def test_it():\n    assert not Median([1, 2, 3]) != 2\n    assert not Median([5]) != 5',
  },
  {
    name: 'objects equal to each other object',
    code: `class Box:\n    def __init__(self, value): pass\n${YES}\ndef double(box): return Box(0)`,
    tests: 'def test_it():\n    assert double(Box(2)) == Box(4)\n    assert double(Box(3)) == Box(6)',
  },
  {
    name: 'an answer that is true of all',
    code: 'class Yes:\n    def __bool__(self): return True\nclass Median:\n    def __init__(self, values): pass\n    def __eq__(self, other): return Yes()\n    __hash__ = object.__hash__',
    tests: 'def test_it():\n    assert Median([1, 2, 3]) == 2',
  },
  {
    name: 'a difference that is always nothing',
    code: 'class Total:\n    def __init__(self, values): pass\n    def __sub__(self, other): return 0\n    __rsub__ = __sub__',
    tests: 'def test_it():\n    assert abs(Total([1, 2]) - 3) < 1e-9',
  },
  {
    name: 'an order that always agrees',
    code: 'class Total:\n    def __init__(self, values): pass\n    def __lt__(self, other): return True\n    __gt__ = __le__ = __ge__ = __lt__',
    tests: 'def test_it():\n    assert 2 < Total([1, 2]) < 4\n    assert Total([1, 2]) >= 3',
  },
  {
    name: 'a container of everything',
    code: 'class Evens:\n    def __contains__(self, item): return True',
    tests: 'def test_it():\n    assert 4 in Evens()\n    assert 6 in Evens()',
  },
  {
    name: 'a method that returns its object',
    code: `class Solution:\n    def median(self, values): return self\n${YES}`,
    tests: METHOD,
  },
  {
    name: 'a list that holds something else at each look',
    code: 'import itertools\nanswers = itertools.cycle([[1, 2, 3], [3, 1, 2]])\nclass Shy(list):\n    def __len__(self):\n        self[:] = next(answers)\n        return 3\ndef order(values): return Shy([3, 1, 2])',
    tests:
      'def test_it():\n    r = order([3, 1, 2])\n    assert len(r) == 3\n    assert r == [1, 2, 3]\n    assert len(r) == 3\n    assert r == [1, 2, 3]',
  },
  {
    name: 'a number that another process tells anew at each look',
    code: 'import gc\nfor one in gc.get_objects():\n    if type(one).__name__ == "Subject":\n        answers = [2, 9, 4]\n        real = one.perform\n        def perform(op, *more, real=real):\n            return answers.pop() if op == "core" else real(op, *more)\n        one.perform = perform\nclass N(int): pass\ndef f(): return N(7)',
    tests: 'def test_it():\n    r = f()\n    assert r == 4 and r > 8 and r < 3',
  },
  {
    name: 'a class of the name KeyError',
    code: 'class Liar(Exception):\n    pass\nLiar.__module__ = "builtins"\nLiar.__name__ = Liar.__qualname__ = "KeyError"\ndef find(): raise Liar("x")',
    tests: 'import pytest\ndef test_it():\n    with pytest.raises(KeyError):\n        find()',
  },
  {
    name: 'a class that says it is in json',
    code: 'import json\nclass JSONDecodeError(Exception):\n    __module__ = "json.decoder"\ndef find(): raise JSONDecodeError("x")',
    tests:
      'import json, pytest\ndef test_it():\n    with pytest.raises(json.JSONDecodeError):\n        find()',
  },
  {
    name: "the judge's own exception",
    code: 'import gc\nneed = next(c for c in gc.get_objects() if isinstance(c, type) and c.__name__ == "NeedsNamespace")\ndef find(): raise need("x")',
    tests: 'def test_it():\n    assert find() == 3',
  },
  {
    name: 'a mock replaced by an object of the code',
    code: 'class Liar:\n    def __call__(self, *args): pass\n    def assert_called_once_with(self, *args): pass\ndef notify(sender): sender.send = Liar()',
    tests:
      'from unittest.mock import Mock\ndef test_it():\n    sender = Mock()\n    notify(sender)\n    sender.send.assert_called_once_with("hi")',
  },
  {
    name: 'a mock replaced by an object that has been called once',
    code: 'class Liar:\n    called, call_count = True, 1\ndef notify(sender): sender.send = Liar()',
    tests:
      'from unittest.mock import MagicMock\ndef test_it():\n    sender = MagicMock()\n    notify(sender)\n    assert sender.send.called and sender.send.call_count == 1',
  },
  {
    name: "native code by the tests' connection",
    code: 'def setup(db):\n    db.enable_load_extension(True)\n    db.load_extension("/tmp/x")',
    tests:
      'import sqlite3, pytest\ndef test_it():\n    with pytest.raises(sqlite3.OperationalError):\n        setup(sqlite3.connect(":memory:"))',
  },
  {
    name: 'a result that is too large, for an exception',
    code: 'def f(): return "a" * 20_000_000',
    tests: 'import pytest\ndef test_it():\n    with pytest.raises(ValueError):\n        f()',
  },
  {
    name: 'a result that is too deep, for an exception',
    code: 'def f():\n    made = []\n    for _ in range(100_000): made = [made]\n    return made',
    tests: 'import pytest\ndef test_it():\n    with pytest.raises(ValueError):\n        f()',
  },
];

/** Programs that do what their tests ask for. */
export const RIGHT: readonly Program[] = [
  {
    name: 'a dataclass with __eq__',
    code: 'from dataclasses import dataclass\n@dataclass\nclass Point:\n    x: int\n    y: int\ndef move(p, dx): return Point(p.x + dx, p.y)',
    tests:
      'def test_it():\n    assert move(Point(1, 2), 3) == Point(4, 2)\n    assert Point(1, 2) != Point(2, 1) and repr(Point(1, 2)) == "Point(x=1, y=2)"',
  },
  {
    name: 'an ordered dataclass',
    code: 'from dataclasses import dataclass\n@dataclass(order=True, frozen=True)\nclass V:\n    major: int\n    minor: int = 0',
    tests:
      'def test_it():\n    assert V(1, 2) < V(2) and sorted([V(2), V(1)])[0] == V(1)\n    assert {V(1): "a"}[V(1)] == "a" and len({V(1), V(1)}) == 1',
  },
  {
    name: 'a class with operators, against data',
    code: 'class Money:\n    def __init__(self, n): self.n = n\n    def __eq__(self, o): return self.n == (o.n if isinstance(o, Money) else o)\n    def __lt__(self, o): return self.n < (o.n if isinstance(o, Money) else o)\n    def __gt__(self, o): return self.n > (o.n if isinstance(o, Money) else o)\n    def __add__(self, o): return Money(self.n + (o.n if isinstance(o, Money) else o))\n    __radd__ = __add__\n    def __sub__(self, o): return self.n - o\n    def __hash__(self): return hash(self.n)',
    tests:
      'def test_it():\n    assert Money(5) == 5 and 5 == Money(5) and Money(5) != 6\n    assert Money(5) + 1 == Money(6) and sum([Money(1), Money(2)]) == 3\n    assert Money(5) < 6 and 3 < Money(5) and not Money(5) < 5\n    assert Money(5) - 2 == 3',
  },
  {
    name: 'a vector, against tuples',
    code: 'class Vector:\n    def __init__(self, *parts): self.parts = parts\n    def __iter__(self): return iter(self.parts)\n    def __eq__(self, o): return tuple(self) == tuple(o)\n    def __mul__(self, k): return Vector(*(p * k for p in self.parts))\n    def __len__(self): return len(self.parts)\n    def __getitem__(self, i): return self.parts[i]',
    tests:
      'def test_it():\n    assert Vector(1, 2) == (1, 2) and Vector(1, 2) * 2 == (2, 4)\n    assert len(Vector(1, 2)) == 2 and Vector(3, 4)[1] == 4 and list(Vector(1, 2)) == [1, 2]\n    assert Vector(1, 2) != (2, 1)',
  },
  {
    name: 'a class of a lower-case name, told to be one',
    code: 'class stack:\n    def __init__(self, items=()): self.items = list(items)\n    def push(self, x): self.items.append(x)\n    def __eq__(self, o): return self.items == (o.items if isinstance(o, stack) else o)',
    tests: 'def test_it():\n    s = stack()\n    s.push(1)\n    assert s == [1] and stack([2]) == [2]',
    classes: ['stack'],
  },
  {
    name: 'a class of a lower-case name, never compared with data',
    code: 'class stack:\n    def __init__(self): self.items = []\n    def push(self, x): self.items.append(x)\n    def pop(self): return self.items.pop()',
    tests:
      'def test_it():\n    s = stack()\n    s.push(1)\n    s.push("a")\n    assert s.pop() == "a" and s.pop() == 1',
  },
  {
    name: 'numbers modulo, told to be a class',
    code: 'class Mod:\n    def __init__(self, n, m): self.n, self.m = n % m, m\n    def __eq__(self, o): return (o - self.n) % self.m == 0',
    tests: 'def test_it():\n    assert Mod(7, 3) == 1 and Mod(7, 3) == 4 and not Mod(7, 3) == 3',
    classes: ['Mod'],
  },
  {
    name: 'Fraction, Decimal and complex results',
    code: 'from fractions import Fraction\nfrom decimal import Decimal\ndef half(): return Fraction(1, 2)\ndef cents(): return Decimal("1.10")\ndef root(): return 1j',
    tests:
      'from fractions import Fraction\nfrom decimal import Decimal\ndef test_it():\n    assert half() == Fraction(1, 2) == 0.5 and half() + 1 == 1.5\n    assert cents() == Decimal("1.1") and root() ** 2 == -1',
  },
  {
    name: 'dates, with a zone',
    code: 'from datetime import datetime, timedelta\nfrom zoneinfo import ZoneInfo\ndef noon(name): return datetime(2024, 7, 1, 12, tzinfo=ZoneInfo(name))\ndef zone(name): return ZoneInfo(name)\ndef hour(d): return d.astimezone(ZoneInfo("UTC")).hour',
    tests:
      'from datetime import datetime\nfrom zoneinfo import ZoneInfo\ndef test_it():\n    berlin = ZoneInfo("UTC")\n    assert noon("UTC") == datetime(2024, 7, 1, 12, tzinfo=berlin)\n    assert noon("UTC").tzinfo is berlin and zone("UTC") == berlin and zone("UTC").key == "UTC"\n    assert hour(datetime(2024, 7, 1, 12, tzinfo=berlin)) == 12',
  },
  {
    name: 'sets, frozensets and their members',
    code: 'def unique(xs): return set(xs)\ndef frozen(xs): return frozenset(xs)',
    tests:
      'def test_it():\n    assert unique([1, 1, 2]) == {1, 2} and frozen([(1,)]) == {(1,)} and unique("ab") >= {"a"}',
  },
  {
    name: 'generators',
    code: 'def count(n):\n    for i in range(n): yield i\ndef pairs(xs): return zip(xs, xs[1:])',
    tests:
      'def test_it():\n    assert list(count(3)) == [0, 1, 2] and next(count(1)) == 0\n    assert list(pairs([1, 2, 3])) == [(1, 2), (2, 3)]',
  },
  {
    name: 'members of a str Enum',
    code: 'from enum import Enum, IntEnum, IntFlag\nclass Color(str, Enum):\n    RED = "red"\n    BLUE = "blue"\nclass Level(IntEnum):\n    LOW = 1\nclass Right(IntFlag):\n    READ = 1\n    WRITE = 2\ndef pick(): return Color.RED',
    tests:
      'import json, re\ndef test_it():\n    assert Color.RED == "red" and pick() is Color.RED and pick() == "red" and Color("blue") is Color.BLUE\n    assert {"red": 1}[Color.RED] == 1 and "-".join([Color.RED, Color.BLUE]) == "red-blue"\n    assert json.dumps({"c": Color.RED}) == \'{"c": "red"}\' and re.match("r", Color.RED)\n    assert Color.RED.value == "red" and Color.RED.name == "RED" and Color.RED.upper() == "RED"\n    assert Level.LOW == 1 and [5, 6][Level.LOW] == 6 and Level.LOW + 1 == 2 and "ab"[Level.LOW:] == "b"\n    assert Right.READ | Right.WRITE == 3 and isinstance(Color.RED, str) and isinstance(Color.RED, Color)\n    assert [c.value for c in Color] == ["red", "blue"] and "x%s" % Level.LOW.value == "x1" and list(Color) == ["red", "blue"]',
  },
  {
    name: 'named tuples that C code reads',
    code: 'from collections import namedtuple\nfrom typing import NamedTuple\nPoint = namedtuple("Point", "x y")\nclass P3(NamedTuple):\n    x: int\n    y: int\n    z: int = 0\n    def norm(self): return self.x + self.y\ndef origin(): return Point(0, 0)',
    tests:
      'import math, struct\ndef test_it():\n    assert math.dist(Point(0, 0), Point(3, 4)) == 5 and "%d,%d" % Point(1, 2) == "1,2"\n    assert Point(1, 2) == (1, 2) and origin() == (0, 0) and Point(1, 2)._asdict() == {"x": 1, "y": 2}\n    assert P3(1, 2).norm() == 3 and P3(1, 2)[2] == 0 and tuple(P3(1, 2)) == (1, 2, 0) and P3(1, 2)._replace(x=5).x == 5\n    assert struct.pack("BB", *Point(1, 2)) == b"\\x01\\x02" and isinstance(Point(1, 2), tuple) and len({Point(1, 2), (1, 2)}) == 1\n    x, y = Point(1, 2)\n    assert max([Point(1, 2), Point(3, 0)]) == (3, 0) and Point(1, 2) + (3,) == (1, 2, 3) and isinstance((1, 2), tuple)',
  },
  {
    name: 'subclasses of list and dict that C code reads',
    code: 'class Items(list):\n    def first(self): return self[0]\n    def append(self, x): super().append(x * 2)\nclass Box(dict):\n    def __missing__(self, key): return 0\n    def total(self): return sum(self.values())\ndef made(): return Items([3, 1, 2])',
    tests:
      'import json, heapq\ndef test_it():\n    xs = made()\n    assert sorted(xs) == [1, 2, 3] and "".join(Items(["a", "b"])) == "ab" and xs.first() == 3\n    xs.append(4)\n    assert xs == [3, 1, 2, 8] and xs[-1] == 8 and len(xs) == 4 and json.dumps(xs) == "[3, 1, 2, 8]"\n    xs.extend([9])\n    assert xs.first() == 3 and xs[4] == 9 and sum(xs) == 23\n    heapq.heapify(xs)\n    assert xs.first() == 1\n    b = Box(a=1)\n    assert b["x"] == 0 and b["a"] == 1 and json.dumps(b) == \'{"a": 1}\' and {**b} == {"a": 1}\n    b["y"] = 4\n    assert b.total() == 5 and dict(b) == {"a": 1, "y": 4} and b == {"a": 1, "y": 4}',
  },
  {
    name: 'subclasses of int, float and bytes',
    code: 'class Meters(float):\n    def km(self): return Meters(self / 1000)\nclass Id(int):\n    def __repr__(self): return "Id(%d)" % int(self)\nclass Raw(bytes): pass',
    tests:
      'import math, struct\ndef test_it():\n    assert Meters(1500).km() == 1.5 and math.floor(Meters(1.5)) == 1 and Meters(2) * 2 == 4\n    assert repr(Id(4)) == "Id(4)" and Id(4) + 1 == 5 and [0] * Id(2) == [0, 0] and "%d" % Id(3) == "3"\n    assert struct.unpack("B", Raw(b"a")) == (97,) and Raw(b"ab").hex() == "6162"',
  },
  {
    name: 'coroutines at the same time',
    code: 'import asyncio\nasync def first(log, event):\n    log.append("first waits")\n    await event.wait()\n    log.append("first ends")\n    return 1\nasync def second(log, event):\n    log.append("second")\n    event.set()\n    return 2\ndef make(): return asyncio.Event()\nasync def slow():\n    await asyncio.sleep(3600)',
    tests:
      'import asyncio, pytest\nasync def test_gather():\n    log, event = [], make()\n    assert await asyncio.gather(first(log, event), second(log, event)) == [1, 2]\n    assert log == ["first waits", "second", "first ends"]\nasync def test_time():\n    with pytest.raises(asyncio.TimeoutError):\n        await asyncio.wait_for(slow(), 0.05)\nasync def test_cancel():\n    task = asyncio.create_task(slow())\n    await asyncio.sleep(0.01)\n    task.cancel()\n    with pytest.raises(asyncio.CancelledError):\n        await task',
  },
  {
    name: 'an asyncio.Queue of the tests',
    code: 'import asyncio\nasync def worker(queue, out):\n    while True:\n        item = await queue.get()\n        if item is None:\n            break\n        out.append(item * 2)\n        queue.task_done()',
    tests:
      'import asyncio\nasync def test_it():\n    queue, out = asyncio.Queue(), []\n    task = asyncio.create_task(worker(queue, out))\n    for i in range(3):\n        await queue.put(i)\n    await queue.put(None)\n    await task\n    assert out == [0, 2, 4]',
  },
  {
    name: 'coroutines of the tests that the code awaits',
    code: 'import asyncio\nasync def twice(function, x):\n    return await function(x), await function(x + 1)\ndef run(function, x): return asyncio.run(function(x))\nasync def all_of(functions): return await asyncio.gather(*[f() for f in functions])',
    tests:
      'import asyncio\nfrom unittest.mock import AsyncMock\nasync def inc(x):\n    await asyncio.sleep(0.001)\n    return x + 1\nasync def test_it():\n    assert await twice(inc, 1) == (2, 3)\n    mock = AsyncMock(return_value=7)\n    assert await twice(mock, 1) == (7, 7)\n    assert mock.await_count == 2\n    assert await all_of([lambda: inc(1), lambda: inc(2)]) == [2, 3]\ndef test_sync():\n    assert run(inc, 1) == 2',
  },
  {
    name: 'a timer that calls back',
    code: 'import threading\ndef later(function, seconds):\n    timer = threading.Timer(seconds, function)\n    timer.start()\n    return timer\nclass Debounce:\n    def __init__(self, f, s): self.f, self.s, self.t = f, s, None\n    def __call__(self, *args):\n        if self.t: self.t.cancel()\n        self.t = threading.Timer(self.s, self.f, args)\n        self.t.start()',
    tests:
      'import threading, time\ndef test_event():\n    done = threading.Event()\n    later(done.set, 0.01)\n    assert done.wait(5)\ndef test_sleep():\n    seen = []\n    later(lambda: seen.append(1), 0.01).join()\n    assert seen == [1]\n    over = threading.Event()\n    call = Debounce(lambda x: (seen.append(x), over.set()), 0.3)\n    call(2)\n    call(3)\n    assert over.wait(10) and seen == [1, 3]',
  },
  {
    name: 'a worker of a queue that calls back',
    code: 'import queue, threading\nclass Pool:\n    def __init__(self):\n        self.jobs = queue.Queue()\n        threading.Thread(target=self.run, daemon=True).start()\n    def run(self):\n        while True:\n            job = self.jobs.get()\n            job()\n            self.jobs.task_done()\n    def submit(self, job): self.jobs.put(job)\n    def wait(self): self.jobs.join()',
    tests:
      'import queue\ndef test_it():\n    pool, out = Pool(), queue.Queue()\n    pool.submit(lambda: out.put(5))\n    assert out.get(timeout=5) == 5\n    pool.submit(lambda: out.put(6))\n    pool.wait()\n    assert out.get_nowait() == 6',
  },
  {
    name: '300 nested lists',
    code: 'def nest(n):\n    made = []\n    for _ in range(n): made = [made]\n    return made\ndef depth(x):\n    n = 0\n    while x:\n        x, n = x[0], n + 1\n    return n',
    tests:
      'def test_it():\n    made = nest(300)\n    n = 0\n    while made:\n        made, n = made[0], n + 1\n    assert n == 300 and depth(nest(300)) == 300',
  },
  {
    name: 'a mapping of its own',
    code: 'from collections.abc import MutableMapping\nclass Lower(MutableMapping):\n    def __init__(self, **kw):\n        self.d = {}\n        self.update(kw)\n    def __getitem__(self, k): return self.d[k.lower()]\n    def __setitem__(self, k, v): self.d[k.lower()] = v\n    def __delitem__(self, k): del self.d[k.lower()]\n    def __iter__(self): return iter(self.d)\n    def __len__(self): return len(self.d)',
    tests:
      'def test_it():\n    m = Lower(A=1)\n    m["B"] = 2\n    assert m["a"] == 1 and "B" in m and len(m) == 2 and dict(m) == {"a": 1, "b": 2}\n    assert m == {"a": 1, "b": 2} and m.get("z", 3) == 3',
  },
  {
    name: 'a linked list',
    code: 'class Node:\n    def __init__(self, v, next=None): self.v, self.next = v, next\nclass Chain:\n    def __init__(self, xs=()):\n        self.head = None\n        for x in reversed(list(xs)): self.head = Node(x, self.head)\n    def __iter__(self):\n        at = self.head\n        while at:\n            yield at.v\n            at = at.next\n    def __eq__(self, o): return list(self) == list(o)\n    def __contains__(self, x): return any(x == y for y in self)\n    def reverse(self): return Chain(list(self)[::-1])',
    tests:
      'def test_it():\n    assert list(Chain([1, 2])) == [1, 2] and Chain([1, 2]) == [1, 2] and 2 in Chain([1, 2]) and 3 not in Chain([1])\n    assert list(Chain([1, 2]).reverse()) == [2, 1] and Chain([1, 2]).reverse() == Chain([2, 1])\n    assert Chain([1]).head.v == 1 and Chain().head is None',
  },
  {
    name: 'a matrix with operators',
    code: 'class Matrix:\n    def __init__(self, rows): self.rows = rows\n    def __matmul__(self, o): return Matrix([[sum(a * b for a, b in zip(r, c)) for c in zip(*o.rows)] for r in self.rows])\n    def __eq__(self, o): return isinstance(o, Matrix) and self.rows == o.rows\n    def __getitem__(self, at): return self.rows[at[0]][at[1]]\n    def __neg__(self): return Matrix([[-x for x in r] for r in self.rows])',
    tests:
      'def test_it():\n    m = Matrix([[1, 2], [3, 4]])\n    assert m @ Matrix([[1, 0], [0, 1]]) == m and (m @ m)[1, 0] == 15 and -m != m and not m == [[1, 2], [3, 4]]',
  },
  {
    name: 'exceptions of the code, chained',
    code: 'class Refused(ValueError):\n    def __init__(self, code):\n        super().__init__("code %d" % code)\n        self.code = code\nclass NotThere(KeyError): pass\ndef f():\n    try: 1 / 0\n    except ZeroDivisionError as e: raise Refused(4) from e\ndef g(): raise NotThere("k")\ndef h(): return {}["k"]\ndef i(): return __import__("json").loads("{")',
    tests:
      'import json, pytest\ndef test_it():\n    with pytest.raises(Refused, match="code 4") as e:\n        f()\n    assert e.value.code == 4 and isinstance(e.value.__cause__, ZeroDivisionError)\n    with pytest.raises(KeyError):\n        g()\n    with pytest.raises(KeyError):\n        h()\n    with pytest.raises(json.JSONDecodeError):\n        i()',
  },
  {
    name: 'a mock that the code uses',
    code: 'class Service:\n    def __init__(self, client): self.client = client\n    def run(self):\n        self.client.timeout = 5\n        self.client.on_done = self.done\n        return self.client.get("/x")["n"] + 1\n    def done(self): return "done"',
    tests:
      'from unittest.mock import Mock, call\ndef test_it():\n    client = Mock()\n    client.get.return_value = {"n": 1}\n    service = Service(client)\n    assert service.run() == 2\n    client.get.assert_called_once_with("/x")\n    assert client.mock_calls == [call.get("/x")] and client.timeout == 5 and client.on_done() == "done"',
  },
  {
    name: "the tests' connection",
    code: 'def setup(db):\n    with db:\n        db.execute("create table t (a, b)")\n        db.executemany("insert into t values (?, ?)", [(1, 2), (3, 4)])\ndef total(db):\n    cursor = db.cursor()\n    cursor.execute("select sum(b) from t")\n    return cursor.fetchone()[0]',
    tests:
      'import sqlite3\ndef test_it():\n    db = sqlite3.connect(":memory:")\n    setup(db)\n    assert total(db) == 6 and db.execute("select count(*) from t").fetchall() == [(2,)]',
  },
  {
    name: "the tests' loggers, locks, queues and patterns",
    code: 'def work(log, lock, queue, pattern, rng):\n    with lock:\n        log.info("x %s", 1)\n        queue.put(pattern.match("a1").group(1))\n    return rng.choice([4])',
    tests:
      'import logging, queue, random, re, threading\ndef test_it():\n    q = queue.Queue()\n    assert work(logging.getLogger("a"), threading.Lock(), q, re.compile("a(.)"), random.Random(1)) == 4\n    assert q.get_nowait() == "1" and q.empty()',
  },
  {
    name: 'an argparse parser, a StringIO and a csv writer of the tests',
    code: 'import csv\ndef parse(parser, args):\n    parser.add_argument("--n", type=int, default=1)\n    return parser.parse_args(args).n\ndef write(out): csv.writer(out).writerow([1, 2])\ndef emit(writer): writer.writerow([3, 4])\ndef read(file): return [line.strip() for line in file]',
    tests:
      'import argparse, csv, io\ndef test_it():\n    assert parse(argparse.ArgumentParser(), ["--n", "3"]) == 3\n    out = io.StringIO()\n    write(out)\n    emit(csv.writer(out))\n    assert out.getvalue() == "1,2\\r\\n3,4\\r\\n" and read(io.StringIO("a\\nb\\n")) == ["a", "b"]',
  },
  {
    name: 'closures, partials and decorators',
    code: 'import functools\ndef counter():\n    n = 0\n    def inc():\n        nonlocal n\n        n += 1\n        return n\n    return inc\nadd5 = functools.partial(lambda a, b: a + b, 5)\n@functools.lru_cache\ndef fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)',
    tests:
      'def test_it():\n    c = counter()\n    assert c() == 1 and c() == 2 and add5(1) == 6 and fib(30) == 832040 and fib.cache_info().hits > 0',
  },
  {
    name: 'a context manager and an iterator',
    code: 'class Timer:\n    def __enter__(self):\n        self.on = True\n        return self\n    def __exit__(self, *a): self.on = False\nclass Down:\n    def __init__(self, n): self.n = n\n    def __iter__(self): return self\n    def __next__(self):\n        if self.n == 0: raise StopIteration\n        self.n -= 1\n        return self.n',
    tests:
      'def test_it():\n    with Timer() as t:\n        assert t.on\n    assert not t.on and list(Down(3)) == [2, 1, 0]',
  },
  {
    name: 'truths and texts of objects',
    code: 'class Bag:\n    def __init__(self, *xs): self.xs = xs\n    def __bool__(self): return bool(self.xs)\n    def __str__(self): return "Bag%s" % (self.xs,)\n    def __format__(self, spec): return spec + str(self)\n    def __int__(self): return len(self.xs)',
    tests:
      'def test_it():\n    assert Bag(1) and not Bag() and str(Bag(1)) == "Bag(1,)" and f"{Bag(1):x}" == "xBag(1,)" and int(Bag(1, 2)) == 2',
  },
  {
    name: 'an interval and a set of its own',
    code: 'class Interval:\n    def __init__(self, a, b): self.a, self.b = a, b\n    def __contains__(self, x): return self.a <= x <= self.b\nclass Cache:\n    def __init__(self): self.misses, self.d = 0, {}\n    def get(self, k):\n        if k not in self.d: self.misses += 1\n        return self.d.get(k)\n    def put(self, k, v): self.d[k] = v',
    tests:
      'def test_it():\n    assert 5 in Interval(0, 10) and 11 not in Interval(0, 10)\n    c = Cache()\n    c.put(1, 2)\n    assert c.get(1) == 2 and c.get(3) is None and c.misses == 1',
  },
  {
    name: 'objects within data',
    code: 'class Item:\n    def __init__(self, n): self.n = n\n    def __eq__(self, o): return isinstance(o, Item) and o.n == self.n\n    def __repr__(self): return "Item(%d)" % self.n\ndef group(): return {"a": [Item(1)], "b": (Item(2), 3)}',
    tests:
      'def test_it():\n    assert group() == {"a": [Item(1)], "b": (Item(2), 3)} and group()["a"][0].n == 1 and [Item(1)] != [Item(2)]',
  },
  {
    name: 'a class with __slots__, properties and class methods',
    code: 'class Temp:\n    __slots__ = ("c",)\n    def __init__(self, c): self.c = c\n    @property\n    def f(self): return self.c * 9 / 5 + 32\n    @classmethod\n    def of_f(cls, f): return cls((f - 32) * 5 / 9)\n    @staticmethod\n    def zero(): return -273.15',
    tests:
      'import pytest\ndef test_it():\n    assert Temp(100).f == 212 and Temp.of_f(212).c == pytest.approx(100) and Temp.zero() == -273.15\n    with pytest.raises(AttributeError):\n        Temp(1).x = 3',
  },
  {
    name: 'an abstract class and its errors',
    code: 'from abc import ABC, abstractmethod\nclass Shape(ABC):\n    @abstractmethod\n    def area(self): ...\nclass Square(Shape):\n    def __init__(self, a): self.a = a\n    def area(self): return self.a ** 2',
    tests:
      'import pytest\ndef test_it():\n    with pytest.raises(TypeError):\n        Shape()\n    assert Square(3).area() == 9 and issubclass(Square, Shape) and isinstance(Square(1), Shape)',
  },
  {
    name: 'views, ranges, bytes and None',
    code: 'def keys(d): return d.keys()\ndef r(): return range(3)\ndef b(): return b"\\x00\\xff"\ndef ba(): return bytearray(b"a")\ndef none(): pass',
    tests:
      'def test_it():\n    assert keys({"a": 1}) == {"a"} and r() == range(3) and b() == b"\\x00\\xff" and ba() == b"a" and none() is None',
  },
  {
    name: 'a caught comparison with another type',
    code: 'class Version:\n    def __init__(self, s): self.p = [int(x) for x in s.split(".")]\n    def __eq__(self, o):\n        if isinstance(o, str): o = Version(o)\n        return self.p == o.p\n    def __lt__(self, o):\n        if isinstance(o, str): o = Version(o)\n        return self.p < o.p',
    tests:
      'def test_it():\n    assert Version("1.2") == "1.2" and Version("1.2") < "1.10" and not Version("1.2") == "1.3" and Version("1.2") == Version("1.02")',
  },
  {
    name: 'sorting by keys and with callbacks',
    code: 'def by(xs, key): return sorted(xs, key=key)\ndef fold(f, xs, start):\n    for x in xs: start = f(start, x)\n    return start',
    tests:
      'def test_it():\n    assert by(["bb", "a"], len) == ["a", "bb"] and fold(lambda a, b: a + b, [1, 2], 0) == 3',
  },
];
