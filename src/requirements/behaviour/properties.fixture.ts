import type { RandomStream } from '../../core/index.js';
import type { PythonValue } from '../../sandbox/index.js';

/** A function that's asked for, a property of it, and two programs. */
export interface PropertyProblem {
  readonly name: string;
  /** A Python expression over `arguments` and `result`. */
  readonly holds: string;
  readonly generate: (random: RandomStream, size: number) => readonly PythonValue[];
  readonly right: string;
  readonly wrong: string;
}

const integers = (random: RandomStream, size: number): number[] =>
  Array.from({ length: random.integer(0, 2 + Math.floor(size * 8)) }, () => random.integer(-9, 9));
const words = (random: RandomStream): string =>
  Array.from({ length: random.integer(0, 6) }, () => 'ab é'[random.integer(0, 3)] ?? '').join('');

/** Ordinary problems: the right program keeps the property for every input, the wrong one breaks it for some. */
export const PROPERTY_PROBLEMS: readonly PropertyProblem[] = [
  {
    name: 'sort',
    holds: 'result == sorted(arguments[0])',
    generate: (random, size) => [integers(random, size)],
    right: 'def sort(xs):\n    xs.sort()\n    return xs\n',
    wrong: 'def sort(xs):\n    return sorted(set(xs))\n',
  },
  {
    name: 'largest',
    holds: 'result is None if not arguments[0] else result == max(arguments[0])',
    generate: (random, size) => [integers(random, size)],
    right: 'def largest(xs):\n    return max(xs, default=None)\n',
    wrong: 'def largest(xs):\n    best = 0\n    for x in xs:\n        best = max(best, x)\n    return best\n',
  },
  {
    name: 'half',
    holds: 'type(result) is float and result * 2 == arguments[0]',
    generate: (random) => [random.integer(-50, 50)],
    right: 'def half(n):\n    return n / 2\n',
    wrong: 'def half(n):\n    return n // 2\n',
  },
  {
    name: 'divide',
    holds: 'type(result) is tuple and result[0] * arguments[1] + result[1] == arguments[0]',
    generate: (random) => [random.integer(-50, 50), random.integer(1, 9)],
    right: 'def divide(a, b):\n    return divmod(a, b)\n',
    wrong: 'def divide(a, b):\n    return list(divmod(a, b))\n',
  },
  {
    name: 'truncate',
    holds:
      'result * arguments[1] + (abs(arguments[0]) % arguments[1]) * (1 if arguments[0] >= 0 else -1) == arguments[0]',
    generate: (random) => [random.integer(-50, 50), random.integer(1, 9)],
    right: 'def truncate(a, b):\n    return int(a / b)\n',
    wrong: 'def truncate(a, b):\n    return a // b\n',
  },
  {
    name: 'count',
    holds: 'result == {c: arguments[0].count(c) for c in arguments[0]}',
    generate: (random) => [words(random)],
    right: 'from collections import Counter\ndef count(text):\n    return Counter(text)\n',
    wrong: 'def count(text):\n    return {c: 1 for c in text}\n',
  },
  {
    name: 'turn',
    holds: 'result == arguments[0][::-1]',
    generate: (random) => [words(random)],
    right: 'def turn(text):\n    return "".join(reversed(text))\n',
    wrong: 'def turn(text):\n    return text.encode()[::-1].decode("latin-1")\n',
  },
  {
    name: 'evens',
    holds: 'result == [x for x in arguments[0] if x % 2 == 0]',
    generate: (random, size) => [integers(random, size)],
    right: 'def evens(xs):\n    for x in xs:\n        if x % 2 == 0:\n            yield x\n',
    wrong: 'def evens(xs):\n    for x in xs:\n        if x % 2 != 1:\n            yield abs(x)\n',
  },
  {
    name: 'unique',
    holds: 'result == set(arguments[0]) and type(result) is set',
    generate: (random, size) => [integers(random, size)],
    right: 'def unique(xs):\n    return set(xs)\n',
    wrong: 'def unique(xs):\n    return {x for x in xs if xs.count(x) == 1}\n',
  },
  {
    name: 'safe',
    holds: 'result == (None if arguments[1] == 0 else arguments[0] / arguments[1])',
    generate: (random) => [random.integer(-5, 5), random.integer(-2, 2)],
    right:
      'def safe(a, b):\n    try:\n        return a / b\n    except ZeroDivisionError:\n        return None\n',
    wrong: 'def safe(a, b):\n    return a / b\n',
  },
  {
    name: 'number',
    holds: 'result == (int(arguments[0]) if arguments[0].lstrip("-").isdigit() else -1)',
    generate: (random) => [random.pick(['12', '-3', '', 'x', '4.5'])],
    right:
      'def number(text):\n    try:\n        return int(text)\n    except ValueError:\n        return -1\n',
    wrong: 'def number(text):\n    return int(text or "-1")\n',
  },
  {
    name: 'total',
    holds: 'result == sum(arguments[0])',
    generate: (random, size) => [integers(random, size)],
    right: 'seen = []\ndef total(xs):\n    seen.append(len(xs))\n    return sum(xs)\n',
    wrong: 'seen = []\ndef total(xs):\n    seen.extend(xs)\n    return sum(seen)\n',
  },
  {
    name: 'saved',
    holds: 'result == arguments[0]',
    generate: (random) => [words(random)],
    right:
      'import pathlib, tempfile\ndef saved(text):\n    with tempfile.TemporaryDirectory() as folder:\n        path = pathlib.Path(folder, "a.txt")\n        path.write_text(text, encoding="utf-8")\n        return path.read_text(encoding="utf-8")\n',
    wrong:
      'def saved(text):\n    with open("a.txt", "a", encoding="utf-8") as file:\n        file.write(text)\n    with open("a.txt", encoding="utf-8") as file:\n        return file.read()\n',
  },
  {
    name: 'Account.deposit',
    holds: 'result == arguments[1]',
    generate: (random) => [null, random.integer(1, 9)],
    right: 'class Account:\n    def deposit(self, amount):\n        return amount\n',
    wrong: 'class Account:\n    def deposit(self, amount):\n        return amount if amount < 9 else 0\n',
  },
  {
    name: 'mean',
    holds: 'abs(result * len(arguments[0]) - sum(arguments[0])) < 1e-9 if arguments[0] else result == 0.0',
    generate: (random, size) => [integers(random, size).map((n) => n + 0.25)],
    right: 'import statistics\ndef mean(xs):\n    return statistics.fmean(xs) if xs else 0.0\n',
    wrong: 'def mean(xs):\n    return sum(xs) / max(1, len(xs) - 1)\n',
  },
  {
    name: 'big',
    holds: 'result == 3 ** arguments[0] and type(result) is int',
    generate: (random) => [random.integer(0, 200)],
    right: 'def big(n):\n    return 3 ** n\n',
    wrong: 'def big(n):\n    return int(3.0 ** n)\n',
  },
  {
    name: 'pairs',
    holds: 'result == {(x, y) for x in arguments[0] for y in arguments[0] if x < y}',
    generate: (random, size) => [integers(random, size)],
    right: 'import itertools\ndef pairs(xs):\n    return set(itertools.combinations(sorted(set(xs)), 2))\n',
    wrong: 'import itertools\ndef pairs(xs):\n    return set(itertools.combinations(sorted(xs), 2))\n',
  },
  {
    name: 'nested',
    holds: 'result == [[x, {"n": x}] for x in arguments[0]]',
    generate: (random, size) => [integers(random, size)],
    right: 'def nested(xs):\n    return [[x, {"n": x}] for x in xs]\n',
    wrong:
      'def nested(xs):\n    one = {}\n    out = []\n    for x in xs:\n        one["n"] = x\n        out.append([x, one])\n    return out\n',
  },
  {
    name: 'later',
    holds: 'result == arguments[0] + 1',
    generate: (random) => [random.integer(0, 9)],
    right: 'import asyncio\nasync def later(n):\n    await asyncio.sleep(0)\n    return n + 1\n',
    wrong: 'import asyncio\nasync def later(n):\n    return await asyncio.wait_for(asyncio.sleep(0, n), 1)\n',
  },
  {
    name: 'data',
    holds: 'result == arguments[0].encode("utf-8")',
    generate: (random) => [words(random)],
    right: 'def data(text):\n    return text.encode()\n',
    wrong: 'def data(text):\n    return text.encode("utf-8", "ignore") if text.isascii() else b""\n',
  },
  {
    name: 'cached',
    holds: 'result == [n * n for n in range(arguments[0])]',
    generate: (random) => [random.integer(0, 6)],
    right: 'import functools\n@functools.lru_cache\ndef cached(n):\n    return [i * i for i in range(n)]\n',
    wrong: 'def cached(n, out=[]):\n    out.extend(i * i for i in range(n))\n    return out\n',
  },
  {
    name: 'signed',
    holds: 'str(result) == str(-0.0 if arguments[0] < 0 else 0.0)',
    generate: (random) => [random.integer(-3, 3)],
    right: 'import math\ndef signed(n):\n    return math.copysign(0.0, n)\n',
    wrong: 'def signed(n):\n    return 0.0\n',
  },
];

/** Programs that try to satisfy `result == sum(arguments[0]) + 1`, without adding. */
export const FORGED_PROPERTIES: Readonly<Record<string, string>> = {
  'an object that equals everything':
    'class Same:\n    def __eq__(self, other): return True\n    def __hash__(self): return 0\ndef add(xs):\n    return Same()\n',
  'an int that equals everything':
    'class Same(int):\n    def __eq__(self, other): return True\ndef add(xs):\n    return Same(-5)\n',
  'a float that equals everything':
    'class Same(float):\n    __eq__ = lambda self, other: True\ndef add(xs):\n    return Same(-0.5)\n',
  'a text that equals everything':
    'class Same(str):\n    __eq__ = lambda self, other: True\n    __hash__ = str.__hash__\ndef add(xs):\n    return Same("x")\n',
  'a list that equals everything':
    'class Same(list):\n    __eq__ = lambda self, other: True\ndef add(xs):\n    return Same()\n',
  'a class under the name':
    'class add:\n    def __init__(self, xs): pass\n    def __eq__(self, other): return True\n',
  'a class whose metaclass lies':
    'class Meta(type):\n    def __call__(cls, xs): return cls\n    def __eq__(cls, other): return True\n    __hash__ = type.__hash__\nclass add(metaclass=Meta): pass\n',
  'a changed argument': 'def add(xs):\n    xs.clear()\n    return 1\n',
  'a patched sum': 'import builtins\nbuiltins.sum = lambda xs: -1\ndef add(xs):\n    return 0\n',
  'a patched bool': 'import builtins\nbuiltins.bool = lambda x: True\ndef add(xs):\n    return 0\n',
  'a patched json':
    'import json\njson.loads = lambda *a, **k: [[[0]], 1]\njson.dumps = lambda *a, **k: "true"\ndef add(xs):\n    return 0\n',
  'a patched len': 'import builtins\nbuiltins.len = lambda x: 0\ndef add(xs):\n    return len(xs)\n',
  'an exit with status 0': 'import os\ndef add(xs):\n    os._exit(0)\n',
  'an exit while it is loaded': 'import sys\nsys.exit(0)\ndef add(xs):\n    return 0\n',
  'an error that reads as success': 'def add(xs):\n    raise SystemExit(0)\n',
  'an error of its own class':
    'class pass_(BaseException): pass\ndef add(xs):\n    raise pass_("It holds.")\n',
  'output that reads as success': 'def add(xs):\n    print("true")\n    print(\'{"verdict": "pass"}\')\n',
  'bytes on every descriptor':
    'import os\ndef add(xs):\n    for fd in range(3, 64):\n        try: os.write(fd, b"\\x00\\x00\\x00\\x06Rtrue\\n")\n        except OSError: pass\n    return -1\n',
  'frames of the caller':
    'import sys\ndef add(xs):\n    frame = sys._getframe()\n    while frame:\n        for name in list(frame.f_locals):\n            if "result" in name: frame.f_locals[name] = 0\n        frame = frame.f_back\n    return -1\n',
  'right once':
    'calls = []\ndef add(xs):\n    calls.append(1)\n    return sum(xs) + 1 if len(calls) == 1 else 0\n',
  'right for small ones': 'def add(xs):\n    return sum(xs) + 1 if len(xs) < 3 else 0\n',
  'a result that nests without end': 'def add(xs):\n    x = []\n    x.append(x)\n    return x\n',
  'a result that is too large': 'def add(xs):\n    return "x" * (64 * 2 ** 20)\n',
  'a value that is no number': 'def add(xs):\n    return float("nan")\n',
  'a generator without end': 'def add(xs):\n    while True:\n        yield 1\n',
  'a dict with odd keys': 'def add(xs):\n    return {"__proto__": {"valueOf": 1}, "constructor": 1}\n',
  'a module getattr': 'def __getattr__(name):\n    return lambda xs: 0\n',
  'a packed value': 'def add(xs):\n    return ["i", "7"]\n',
  nothing: 'def add(xs):\n    pass\n',
};

/** What adds, in ways of its own. */
export const ADDING: Readonly<Record<string, string>> = {
  'a loop': 'def add(xs):\n    n = 1\n    for x in xs:\n        n += x\n    return n\n',
  reduce: 'from functools import reduce\nadd = lambda xs: reduce(lambda a, b: a + b, xs, 1)\n',
  recursion: 'def add(xs):\n    return 1 if not xs else xs[0] + add(xs[1:])\n',
  'a float': 'def add(xs):\n    return float(sum(xs) + 1)\n',
  'an int of its own class': 'class N(int): pass\ndef add(xs):\n    return N(sum(xs) + 1)\n',
  'a fraction': 'from fractions import Fraction\ndef add(xs):\n    return Fraction(sum(xs) + 1)\n',
  'an object that is called':
    'class Add:\n    def __call__(self, xs):\n        return sum(xs) + 1\nadd = Add()\n',
  'a partial': 'import functools\nadd = functools.partial(sum, start=1)\n',
  'a bound method': 'class A:\n    def add(self, xs):\n        return sum(xs, 1)\nadd = A().add\n',
  'a coroutine': 'async def add(xs):\n    return sum(xs) + 1\n',
  'a thread':
    'import threading\ndef add(xs):\n    out = []\n    t = threading.Thread(target=lambda: out.append(sum(xs) + 1))\n    t.start()\n    t.join()\n    return out[0]\n',
  'output beside it':
    'import sys\ndef add(xs):\n    print("adding", xs)\n    print("x", file=sys.stderr)\n    return sum(xs) + 1\n',
};
