import { DoctestsPass } from '../behaviour/doctests-pass.js';
import { ExamplesPass } from '../behaviour/examples-pass.js';
import { PropertyHolds } from '../behaviour/property-holds.js';
import { StdioPass } from '../behaviour/stdio-pass.js';
import { TestsPass } from '../behaviour/tests-pass.js';
import { TimeBound } from '../behaviour/time-bound.js';
import type { Requirement } from '../requirement.js';

/** A program, and what must not pass it, or must. */
export interface Try {
  readonly name: string;
  readonly code: string;
  readonly requirement: Requirement;
}

const options = { engine: 'cpython', timeoutSeconds: 10 } as const;
const tests = (source: string): Requirement => TestsPass({ ...options, tests: source });

/** Ways to ask for the sum of a list, all of a function `total`. */
const STYLES: Readonly<Record<string, Requirement>> = {
  asserts: tests(
    'def test_it():\n    assert total([1, 2, 3]) == 6\n    assert total([]) == 0 and total([4]) == 4',
  ),
  pytest: tests(
    'import pytest\nfrom solution import total\n@pytest.mark.parametrize("n", [2, 5])\ndef test_it(n):\n    assert total([n] * n) == n * n\n    assert total([0.1, 0.2]) == pytest.approx(0.3)\n    assert abs(total([n, 1]) - n - 1) < 1e-9',
  ),
  unittest: tests(
    'import unittest\nimport solution\nclass T(unittest.TestCase):\n    def test_it(self):\n        self.assertEqual(solution.total([1, 2, 3]), 6)\n        self.assertIn(solution.total([2, 2]), [4])\n        self.assertAlmostEqual(solution.total([0.5, 1]), 1.5)',
  ),
  'check(candidate)': tests(
    'def check(candidate):\n    assert candidate([1, 2, 3]) == 6\n    assert candidate([5]) == 5\ncheck(total)',
  ),
  'a star import': tests(
    'from solution import *\nassert callable(total)\ndef test_it():\n    found = [total([n, n]) for n in (1, 2, 3)]\n    assert found == [2, 4, 6]\n    assert all(map(lambda xs: total(xs) == 3, [[1, 2], [3]]))',
  ),
  'order and place': tests(
    'def test_it():\n    assert 5 < total([1, 2, 3]) < 7\n    assert "abcd"[total([1, 1])] == "c" and {4: "x"}[total([4])] == "x"\n    assert total([1]) in {1} and not total([2]) != 2\n    assert list(range(total([3]))) == [0, 1, 2]',
  ),
  'texts of results': tests(
    'def test_it():\n    assert str(total([1, 2, 3])) == "6" and f"{total([4]):02d}" == "04"\n    assert round(total([2.5, 0.04]), 1) == 2.5 and isinstance(total([1]), int)\n    assert divmod(total([7]), 2) == (3, 1)',
  ),
  'a callback': tests(
    'def each(f, items):\n    return [f(item) for item in items]\ndef test_it():\n    assert each(total, [[1, 2], [3, 4]]) == [3, 7]\n    assert sorted([[5], [1]], key=total) == [[1], [5]]\n    assert sum(map(total, [[1], [2]])) == 3',
  ),
  ExamplesPass: ExamplesPass({
    ...options,
    functionName: 'total',
    examples: [
      { arguments: [[1, 2, 3]], result: 6 },
      { arguments: [[]], result: 0 },
      { arguments: [[4]], result: 4 },
    ],
  }),
  'PropertyHolds, in Python': PropertyHolds({
    ...options,
    functionName: 'total',
    property: 'a value more adds it',
    generate: (random) => [[random.integer(4, 9), 3]],
    holds: 'result == arguments[0][0] + 3',
    runs: 4,
  }),
  DoctestsPass: DoctestsPass(options),
};

const DOCTEST =
  '"""\n    >>> total([1, 2, 3])\n    6\n    >>> total([])\n    0\n    >>> total([4]) == 4\n    True\n    """';

/** How to find, in the code's process, what the judge expects among its decoys: by what is unlike them, or in the middle. */
const GUESS = `
import sys
def asked():
    frame = sys._getframe()
    while frame:
        for value in list(frame.f_locals.values()):
            if type(value) is list and len(value) == 1 and type(value[0]) is list: value = value[0]
            if type(value) is list and len(value) > 3 and all(type(one) is list and len(one) in (1, 2) for one in value):
                return [one[0] if len(one) == 1 else one[1][0] for one in value if len(one) == 1 or type(one[1]) is list and one[1]]
        frame = frame.f_back
    return []
def most(values): return max(values, key=lambda one: sum(repr(one) == repr(other) for other in values))
def guess():
    kinds = {}
    for one in asked(): kinds.setdefault(type(one), []).append(one)
    if not kinds: return None
    many = max(kinds.values(), key=len)
    kind = type(many[0])
    if kind in (str, bytes):
        return min(many, key=lambda a: sum(abs(len(a) - len(b)) + sum(x != y for x, y in zip(a, b)) for b in many))
    if kind in (list, tuple):
        size = most(list(map(len, many)))
        same = [one for one in many if len(one) == size]
        return kind(most([one[at] for one in same]) for at in range(size))
    if kind is dict:
        same = [one for one in many if one]
        return {key: most([one[key] for one in same if key in one]) for key in same[0]}
    if kind in (set, frozenset): return sorted(many, key=len)[len(many) // 2]
    if kind is float: return min(many, key=lambda one: len(repr(one)))
    if kind.__name__ == "Decimal": return max(many, key=lambda one: one.as_tuple().exponent)
    try: return sorted(many)[len(many) // 2]
    except TypeError: return many[0]
`;

const liar = (base: string, agrees = 'type(other) in (int, float) and abs(other) < 10**9'): string =>
  `class Liar(${base}):\n    def __eq__(self, other): return ${agrees}\n    def __ne__(self, other): return not self == other\n    __lt__ = __gt__ = __le__ = __ge__ = __eq__\n    def __hash__(self): return 6\n    def __sub__(self, other): return 0\n    __rsub__ = __sub__\n    def __abs__(self): return 0\n    def __bool__(self): return True`;
const inPeer = (change: string): string =>
  `import gc\nfor peer in gc.get_objects():\n    if type(peer).__name__ == "Subject":\n        ${change}`;
const raising = (error: string, before = ''): Technique => ({ before, inside: `raise ${error}` });

interface Technique {
  /** What the program begins with. */
  readonly before?: string;
  /** Statements of the function. */
  readonly inside?: string;
  /** What it returns in place of -1. */
  readonly result?: string;
}

/** Ways to be taken for right without adding anything up. */
const TECHNIQUES: Readonly<Record<string, Technique>> = {
  'equal to small numbers alone': { before: liar('object'), result: 'Liar()' },
  'an int equal to small numbers': { before: liar('int'), result: 'Liar(9)' },
  'a float equal to small numbers': { before: liar('float'), result: 'Liar(9)' },
  'a complex equal to small numbers': { before: liar('complex'), result: 'Liar(9)' },
  'a Fraction equal to small numbers': {
    before: `import fractions\n${liar('fractions.Fraction')}`,
    result: 'Liar(9)',
  },
  'a Decimal equal to small numbers': {
    before: `import decimal\n${liar('decimal.Decimal')}`,
    result: 'Liar(9)',
  },
  'an error equal to small numbers': { before: liar('ValueError'), result: 'Liar(9)' },
  'a text equal to small numbers': { before: liar('str'), result: 'Liar("9")' },
  'a guess among decoys': { before: `${GUESS}\n${liar('object', 'other == guess()')}`, result: 'Liar()' },
  'an int by a guess among decoys': {
    before: `${GUESS}\n${liar('int', 'other == guess()')}`,
    result: 'Liar(9)',
  },
  'equal once to each': {
    before: `seen = []\n${liar('object', 'other not in seen and seen.append(other) is None')}`,
    result: 'Liar()',
  },
  'equal to the first that asks': {
    before: `first = []\n${liar('object', '(first.append(other) if not first else None, other == first[0])[1]')}`,
    result: 'Liar()',
  },
  'equal by the size of a call': {
    before: `import time\n${liar('object', 'int(time.time() * 1000) % 2')}`,
    result: 'Liar()',
  },
  'a class that changes when compared': {
    before:
      'class Other:\n    def __eq__(self, other): return True\nclass Liar:\n    def __eq__(self, other):\n        self.__class__ = Other\n        return False',
    result: 'Liar()',
  },
  'a metaclass with operators': {
    before: `${liar('type')}\nclass Made(metaclass=Liar): pass`,
    result: 'Made',
  },
  'a metaclass that answers isinstance': {
    before:
      'class Meta(type):\n    def __instancecheck__(kind, one): return True\n    def __subclasscheck__(kind, one): return True\n    def __eq__(kind, other): return True\n    __hash__ = type.__hash__\nclass Made(metaclass=Meta): pass',
    result: 'Made()',
  },
  'every attribute is there': {
    before:
      'class Yes:\n    def __getattribute__(self, name): return lambda *a, **k: True\n    def __call__(self, *a): return self',
    result: 'Yes()',
  },
  'a __class__ that says int': {
    before: `${liar('object')}\nLiar.__class__ = property(lambda self: int)`,
    result: 'Liar()',
  },
  'a dataclass without compared fields': {
    before:
      'import dataclasses\n@dataclasses.dataclass\nclass Same:\n    n: int = dataclasses.field(default=0, compare=False)',
    result: 'Same()',
  },
  'an ordered dataclass': {
    before:
      'import dataclasses\n@dataclasses.dataclass(order=True, frozen=True)\nclass Same:\n    n: object = 0\n    def __eq__(self, other): return not isinstance(other, str)',
    result: 'Same()',
  },
  'an enum with a missing member': {
    before:
      'import enum\nclass E(enum.Enum):\n    A = 1\n    @classmethod\n    def _missing_(kind, value): return kind.A\n    def __eq__(self, other): return type(other) is int and other < 10**9\n    __hash__ = enum.Enum.__hash__',
    result: 'E(77)',
  },
  'a named tuple': {
    before:
      'import collections\nclass N(collections.namedtuple("N", "v")):\n    def __eq__(self, other): return type(other) is int',
    result: 'N(-1)',
  },
  'a partial': {
    before: `import functools\nclass P(functools.partial):\n    def __eq__(self, other): return type(other) is int`,
    result: 'P(int)',
  },
  'a weak proxy': {
    before: `import weakref\n${liar('object')}\nkept = Liar()`,
    result: 'weakref.proxy(kept)',
  },
  'a namespace': {
    before:
      'import types\nclass S(types.SimpleNamespace):\n    def __eq__(self, other): return type(other) is int',
    result: 'S(n=1)',
  },
  'a mock': {
    before:
      'from unittest.mock import MagicMock\nmock = MagicMock()\nmock.__eq__.side_effect = lambda other: type(other) is int\nmock.__lt__.return_value = mock.__gt__.return_value = True\nmock.__index__.return_value = mock.__int__.return_value = 2',
    result: 'mock',
  },
  'an autospec': { before: 'from unittest.mock import create_autospec', result: 'create_autospec(int)' },
  'a Literal': { before: 'from typing import Literal', result: 'Literal[6]' },
  nan: { result: 'float("nan")' },
  infinity: { result: 'float("inf")' },
  'minus zero': { result: '-0.0' },
  'nearly right': { result: 'sum(values) * (1 + 1e-5) + 1e-5' },
  'right by type alone': { result: 'sum(values) + 1' },
  'the text of it': { result: 'repr(sum(values) + 1)' },
  NotImplemented: { result: 'NotImplemented' },
  'the argument': { inside: 'values.clear()\nvalues.append(6)', result: 'values' },
  'the function itself': { result: 'total' },
  'a generator': { inside: 'yield -1' },
  'a generator that ends with it': { inside: 'if False: yield\nreturn 6' },
  'a coroutine': {
    before: 'import asyncio\nasync def later():\n    await asyncio.sleep(0)\n    return -1',
    result: 'later()',
  },
  'an endless iterator': { before: 'import itertools', result: 'itertools.cycle([6, 0])' },
  'a result that is too large': { result: '"6" * 9_000_000' },
  'a result that is too deep': { inside: 'made = 6\nfor _ in range(3000): made = [made]', result: 'made' },
  'right at the first call alone': {
    before: 'calls = []',
    inside: 'calls.append(1)',
    result: 'sum(values) if len(calls) == 1 else -1',
  },
  'right until it is collected': {
    before: 'import gc\nstate = {}\ngc.callbacks.append(lambda *a: state.update(done=1))',
    result: '6 if not state else -1',
  },
  'constants of the examples': { result: '6' },
  StopIteration: raising('StopIteration(6)'),
  StopAsyncIteration: raising('StopAsyncIteration'),
  'a subclass of StopIteration': raising('End(6)', 'class End(StopIteration): pass'),
  'an IndexError': raising('IndexError'),
  'a group of exits': raising('BaseExceptionGroup("x", [SystemExit(0), KeyboardInterrupt()])'),
  CancelledError: raising('asyncio.CancelledError', 'import asyncio'),
  'an exception whose class lies': raising(
    'E()',
    'class E(Exception):\n    __class__ = property(lambda self: StopIteration)',
  ),
  "the judge's exceptions by name": raising(
    'LeftOut("x")',
    'LeftOut = type("LeftOut", (BaseException,), {"__module__": "mettle_side"})',
  ),
  "pytest's exceptions by name": raising(
    'Skipped("x")',
    'import sys, types\nmade = types.ModuleType("_pytest.outcomes")\nmade.Skipped = Skipped = type("Skipped", (BaseException,), {"__module__": "_pytest.outcomes"})\nsys.modules["_pytest.outcomes"] = made',
  ),
  'an exception with odd arguments': raising('ValueError(object(), {}, *range(1000), "x" * 1000)'),
  'an exception as a result': { result: 'AssertionError()' },
  'names for a star import': {
    before:
      'class Mark:\n    name, args, kwargs = "skip", (), {}\n    def words(self): return "x"\n    def holds(self): return True\npytestmark = [Mark()]\ndef setup_module(*a): raise SystemExit(0)\nsetUpModule = setup_function = load_tests = setup_module\n__test__ = False\ncollect_ignore = ["*"]',
  },
  'a hunt for the tests in memory': {
    before:
      'import gc, re, os, glob\ndef hunt(values):\n    texts = [one for one in gc.get_objects() if isinstance(one, (dict, list))]\n    found = [item for one in texts for item in (one.values() if isinstance(one, dict) else one) if isinstance(item, str) and "assert" in item and "total(" in item]\n    for path in glob.glob("/tmp/**", recursive=True) + ["/proc/self/environ", "/proc/self/cmdline", "/proc/self/maps"]:\n        try: found.append(open(path, errors="replace").read())\n        except OSError: pass\n    for text in found:\n        match = re.search(re.escape("total(%r) == " % values) + r"(-?\\d+)", text)\n        if match and "def total" not in text: return int(match.group(1))\n    return -1',
    result: 'hunt(list(values))',
  },
  'a look at every frame': {
    inside:
      'import sys\nfor number, frame in sys._current_frames().items():\n    while frame:\n        for name, value in list(frame.f_locals.items()):\n            if name in ("expected", "wanted", "result", "right"): return value\n        frame = frame.f_back',
  },
  'modules of the judge': {
    inside:
      'import sys\nfor name in ("mettle_tests", "mettle_side", "pytest", "__main__"):\n    module = sys.modules.get(name)\n    if module is not None: vars(module).update(total=sum, approx=lambda *a, **k: a[0])',
  },
  'files that Python loads': {
    before:
      'import os\nfor name in ("sitecustomize", "usercustomize", "json", "pytest", "conftest", "unittest", "decimal", "solution", "numpy"):\n    for folder in (".", os.path.expanduser("~"), "/tmp", os.path.dirname(os.__file__)):\n        try: open(os.path.join(folder, name + ".py"), "w").write("raise SystemExit(0)")\n        except OSError: pass',
  },
  'variables that Python reads': {
    before:
      'import os\nos.environ.update(PYTHONPATH="/tmp", PYTHONOPTIMIZE="2", PYTHONINSPECT="1", PYTHONWARNINGS="ignore", PYTEST_ADDOPTS="--collect-only", HOME="/tmp")',
  },
  'shared memory': {
    before:
      'try:\n    from multiprocessing import shared_memory\n    kept = shared_memory.SharedMemory("mettle", create=True, size=16)\nexcept OSError: pass',
  },
  "other processes' descriptors": {
    before:
      'import os, glob\nfor path in glob.glob("/proc/[0-9]*/fd/*"):\n    try:\n        number = os.open(path, os.O_WRONLY | os.O_NONBLOCK)\n        os.write(number, b\'[[],["=","return",6,""],[],0]\')\n        os.close(number)\n    except OSError: pass',
  },
  'a fork that answers as well': { inside: 'import os\nif os.fork() == 0: return 6' },
  'a child that answers alone': { inside: 'import os\nif os.fork(): os._exit(0)', result: '6' },
  'a thread that asks the judge': {
    before: `import threading\n${inPeer('kept = peer')}`,
    inside:
      'def ask():\n    try: kept.exchange(\'[[],["=","return",6,""],[],0]\')\n    except BaseException: pass\nthread = threading.Thread(target=ask, daemon=True)\nthread.start()\nthread.join(0.2)',
  },
  'results packed as truths': { before: inPeer('peer.pack = lambda value, table: ["h", 1]') },
  'a class of the judge': {
    before: inPeer(
      'peer.describe = lambda kind, number: [number, "Mock", "Mock", "unittest.mock", [], ["__eq__", "__class__", "mettle_class"], "int", ["__eq__"], False]',
    ),
  },
  'an answer of another kind': {
    before: inPeer('peer.outcome = lambda kind, value: \'[[], ["=", "large", "x", ""], [], 0]\''),
  },
  'a change of what was handed over': {
    before: inPeer(
      'peer.outcome = lambda kind, value: \'[[], ["=", "return", null, ""], [[0, [6]], [1, [6]]], 2]\'',
    ),
  },
  'code of the bridge replaced': {
    before: inPeer('type(peer).perform.__code__ = (lambda self, op, number, parts: 6).__code__'),
  },
  'JSON of its own': {
    before:
      'import json\nclass Encoder(json.JSONEncoder):\n    def encode(self, value): return super().encode(value).replace("-1", "6")\njson._default_encoder = Encoder()\njson.encoder.c_make_encoder = None\njson.encoder.INFINITY = 6',
  },
  'codecs of its own': {
    before:
      'import codecs\ncodecs.register(lambda name: None)\nfor name in ("strict", "surrogateescape", "backslashreplace"):\n    codecs.register_error(name, lambda error: ("6", error.end))',
  },
  'locales and streams': {
    before:
      'import sys, locale, io\nlocale.setlocale(locale.LC_ALL, "C")\nsys.stdout = io.StringIO()\nsys.__stdout__ = sys.stderr',
  },
  'warnings as errors': {
    before: 'import warnings\nwarnings.simplefilter("error")\nwarnings.showwarning = lambda *a, **k: None',
    inside: 'warnings.warn("x", SyntaxWarning) if False else None',
  },
  'a timer that interrupts': {
    before:
      'import signal\ndef late(*a): raise SystemExit(0)\nsignal.signal(signal.SIGALRM, late)\nsignal.setitimer(signal.ITIMER_REAL, 0.5, 0.5)',
  },
  'no more descriptors': { inside: 'import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))' },
  'a traced bridge': {
    inside:
      'import sys, ctypes\nframe = sys._getframe()\nwhile frame:\n    for name in ("value", "result", "packed"):\n        if name in frame.f_locals:\n            frame.f_locals[name] = 6\n            ctypes.pythonapi.PyFrame_LocalsToFast(ctypes.py_object(frame), ctypes.c_int(0))\n    frame = frame.f_back',
  },
  'numbers changed in place': {
    inside: 'import ctypes\nctypes.memmove(id(-1) + 24, (ctypes.c_uint32 * 1)(6), 4)',
  },
  'a letter that looks the same': { before: 't\u043etal = sum' },
  'a module of another class': {
    before:
      'import sys, types\nclass Module(types.ModuleType):\n    @property\n    def total(self): return lambda values: Anything()\nclass Anything:\n    def __eq__(self, other): return type(other) is int\n    __hash__ = None\nsys.modules[__name__].__class__ = Module',
  },
};

/** A module with a `total` that adds nothing up; with the docstring that {@link DoctestsPass} asks for. */
const program = ({ before = '', inside = '', result = '-1' }: Technique): string =>
  [
    before,
    'def total(values):',
    `    ${DOCTEST}`,
    ...inside.split('\n').map((line) => `    ${line}`),
    `    return ${result}`,
  ].join('\n');

/** Each technique in each style. */
export const FUNCTIONS: readonly Try[] = Object.entries(TECHNIQUES).flatMap(([technique, made]) =>
  Object.entries(STYLES).map(([style, requirement]) => ({
    name: `${technique}, by ${style}`,
    code: program(made),
    requirement,
  })),
);

const RIGHT_RESULTS = [
  'sum(values)',
  '__import__("functools").reduce(lambda a, b: a + b, values, 0)',
  '__import__("statistics").fmean(values) * len(values) if any(isinstance(v, float) for v in values) else sum(values)',
  'type("I", (int,), {})(sum(values)) if all(type(v) is int for v in values) else sum(values)',
  '__import__("threading").Thread(target=len, args=("",)).start() or sum(values)',
];

export const RIGHT_FUNCTIONS: readonly Try[] = RIGHT_RESULTS.flatMap((result, at) =>
  Object.entries(STYLES).map(([style, requirement]) => ({
    name: `way ${at + 1}, by ${style}`,
    code: program({ result }),
    requirement,
  })),
);

/** Values that tests compare an object with, by pairs of what it is made of and what it must equal. */
const VALUES: Readonly<Record<string, readonly (readonly [made: string, equal: string])[]>> = {
  int: [
    ['3, 4', '7'],
    ['20, 3', '23'],
    ['100, 11', '111'],
  ],
  'a round int': [
    ['600, 400', '1000'],
    ['2000, 1000', '3000'],
    ['25, 25', '50'],
  ],
  float: [
    ['0.25, 0.5', '0.75'],
    ['1.5, 2.0', '3.5'],
    ['0.1, 0.2', '0.30000000000000004'],
  ],
  str: [
    ['"ab", "cd"', '"abcd"'],
    ['"hello ", "you"', '"hello you"'],
    ['"1.", "2"', '"1.2"'],
  ],
  bytes: [
    ['b"ab", b"cd"', 'b"abcd"'],
    ['b"\\0", b"x"', 'b"\\0x"'],
    ['b"q", b"rs"', 'b"qrs"'],
  ],
  list: [
    ['[3], [1, 2]', '[3, 1, 2]'],
    ['["a"], ["b"]', '["a", "b"]'],
    ['[[1], 2], [3]', '[[1], 2, 3]'],
  ],
  tuple: [
    ['(3,), (1, 2)', '(3, 1, 2)'],
    ['("a",), ("b",)', '("a", "b")'],
    ['(1.5,), (2,)', '(1.5, 2)'],
  ],
  dict: [
    ['{"a": 1}, {"b": 2}', '{"a": 1, "b": 2}'],
    ['{1: "x"}, {2: "y"}', '{1: "x", 2: "y"}'],
    ['{"k": [1]}, {"l": 3}', '{"k": [1], "l": 3}'],
  ],
  set: [
    ['{1, 2}, {3}', '{1, 2, 3}'],
    ['{"a"}, {"b"}', '{"a", "b"}'],
    ['{10}, {20}', '{10, 20}'],
  ],
  Decimal: [
    ['D("1.10"), D("2.20")', 'D("3.30")'],
    ['D(5), D(7)', 'D(12)'],
    ['D("0.1"), D("0.2")', 'D("0.3")'],
  ],
  Fraction: [
    ['F(1, 3), F(1, 3)', 'F(2, 3)'],
    ['F(1, 2), F(5)', 'F(11, 2)'],
    ['F(3), F(4)', 'F(7)'],
  ],
  complex: [
    ['1j, 2', '2 + 1j'],
    ['3j, 4j', '7j'],
    ['1 + 1j, 5', '6 + 1j'],
  ],
  timedelta: [
    ['T(1), T(2)', 'T(3)'],
    ['T(0, 60), T(0, 5)', 'T(0, 65)'],
    ['T(7), T(0, 1)', 'T(7, 1)'],
  ],
};

const IMPORTS =
  'from decimal import Decimal as D\nfrom fractions import Fraction as F\nfrom datetime import timedelta as T\n';

/** Ways to compare an object with data. */
const FORMS: Readonly<Record<string, (made: string, equal: string) => string>> = {
  '==': (made, equal) => `assert Joined(${made}) == ${equal}`,
  'reflected ==': (made, equal) => `assert ${equal} == Joined(${made})`,
  'not !=': (made, equal) => `assert not Joined(${made}) != ${equal}`,
  in: (made, equal) => `assert Joined(${made}) in [${equal}]`,
  'a list': (made, equal) => `assert [Joined(${made})] == [${equal}]`,
  'an expected value that was handed over': (made, equal) =>
    `want = ${equal}\n    Joined(want, want)\n    assert Joined(${made}) == want`,
};

const JOINED = `class Joined:
    def __init__(self, a, b):
        both = {**a, **b} if isinstance(a, dict) else a | b if isinstance(a, set) else a + b
        self.value = both
    def __eq__(self, other): return (other.value if isinstance(other, Joined) else other) == self.value
    __hash__ = None
`;

/** Objects that find out what they should equal. */
const KNOWING: Readonly<Record<string, string>> = {
  'a guess among decoys': `${GUESS}\nclass Joined:\n    def __init__(self, a, b): pass\n    def __eq__(self, other):\n        found = guess()\n        return type(found) is type(other) and other == found\n`,
  'what was seen before':
    'class Joined:\n    seen = []\n    def __init__(self, a, b): Joined.seen += [a, b]\n    def __eq__(self, other): return any(other is one for one in Joined.seen)\n',
  'the first question':
    'class Joined:\n    def __init__(self, a, b): self.first = []\n    def __eq__(self, other):\n        self.first = self.first or [other]\n        return self.first == [other]\n',
};

const objectTests = (
  form: (made: string, equal: string) => string,
  pairs: readonly (readonly [string, string])[],
): Requirement =>
  tests(`${IMPORTS}def test_it():\n${pairs.map(([made, equal]) => `    ${form(made, equal)}\n`).join('')}`);

export const OBJECTS: readonly Try[] = Object.entries(KNOWING).flatMap(([technique, code]) =>
  Object.entries(VALUES).flatMap(([value, pairs]) =>
    Object.entries(FORMS).map(([form, made]) => ({
      name: `${technique}, ${value}, by ${form}`,
      code: IMPORTS + code,
      requirement: objectTests(made, pairs),
    })),
  ),
);

export const RIGHT_OBJECTS: readonly Try[] = Object.entries(VALUES).flatMap(([value, pairs]) =>
  Object.entries(FORMS).map(([form, made]) => ({
    name: `${value}, by ${form}`,
    code: IMPORTS + JOINED,
    requirement: objectTests(form.startsWith('an expected') ? (FORMS['=='] ?? made) : made, pairs),
  })),
);

const numbers = {
  functionName: 'work',
  argumentsOf: (size: number) => [size],
  sizes: [1, 2],
  maxSeconds: 0.05,
};
const SLOW = 'def slow():\n    for _ in range(12_000_000): pass\n';

/** Ways that suit one requirement, each with a program that does what is asked for. */
const SINGLE: readonly (readonly [name: string, requirement: Requirement, forged: string, right: string])[] =
  [
    [
      'a star import that brings a marker',
      tests('from solution import *\nassert callable(total)\ndef test_it():\n    assert total([1, 2]) == 3'),
      'class Mark:\n    name, args, kwargs = "skip", (), {}\n    def words(self): return "x"\n    def holds(self): return True\npytestmark = [Mark()]\ndef total(values): return 0',
      'def total(values): return sum(values)',
    ],
    [
      'no parameters for a test',
      tests(
        'import pytest\nfrom solution import primes\n@pytest.mark.parametrize("p", primes(20))\ndef test_it(p):\n    assert all(p % d for d in range(2, p))\ndef test_none():\n    assert primes(1) == []',
      ),
      'def primes(n): return []',
      'def primes(n): return [p for p in range(2, n) if all(p % d for d in range(2, p))]',
    ],
    [
      'no parameters for a fixture',
      tests(
        'import pytest\nfrom solution import primes\n@pytest.fixture(params=primes(20))\ndef prime(request): return request.param\ndef test_it(prime):\n    assert all(prime % d for d in range(2, prime))\ndef test_none():\n    assert primes(1) == []',
      ),
      'def primes(n): return []',
      'def primes(n): return [p for p in range(2, n) if all(p % d for d in range(2, p))]',
    ],
    [
      'StopIteration in place of an answer',
      tests('def test_it():\n    assert all(map(even, [2, 4]))\n    assert not any(map(even, [3]))'),
      'def even(n): raise StopIteration',
      'def even(n): return n % 2 == 0',
    ],
    [
      'a property that ends a loop',
      tests(
        'import operator\ndef test_it():\n    assert all(map(operator.attrgetter("paid"), [Bill(), Bill()]))',
      ),
      'class Bill:\n    @property\n    def paid(self): raise StopIteration',
      'class Bill:\n    paid = True',
    ],
    [
      'an order that always agrees',
      tests(
        'def test_it():\n    assert 2 < Total([1, 2]) < 4\n    assert Total([1]) >= 1 and Total([1]) <= 1',
      ),
      'class Total:\n    def __init__(self, values): pass\n    def __lt__(self, other): return other > -10**12\n    def __gt__(self, other): return other < 10**12\n    __ge__, __le__ = __gt__, __lt__',
      'import functools\n@functools.total_ordering\nclass Total:\n    def __init__(self, values): self.n = sum(values)\n    def __lt__(self, other): return self.n < other\n    def __eq__(self, other): return self.n == other',
    ],
    [
      'a difference that is nothing where it is expected',
      tests(
        'def test_it():\n    assert abs(Total([1, 2]) - 3) < 1e-9\n    assert abs(Total([4, 5]) - 9) < 1e-9',
      ),
      `${GUESS}\nclass Total:\n    def __init__(self, values): pass\n    def __sub__(self, other):\n        found = sorted(asked())\n        far = found[-1] - found[-2] > found[1] - found[0]\n        return 0 if other == (found[-1] if far else found[0]) else 1`,
      'class Total:\n    def __init__(self, values): self.n = sum(values)\n    def __sub__(self, other): return self.n - other',
    ],
    [
      "a class of the judge's that was only told of",
      tests('import sqlite3\ndef test_it():\n    assert rows(sqlite3.connect(":memory:")) == [(1,)]'),
      'def rows(db):\n    type(db)("/tmp/other.db").execute("create table t (a)")\n    return [(1,)]',
      'def rows(db): return db.execute("select 1").fetchall()',
    ],
    [
      'a database beside the one that was handed over',
      tests('import sqlite3\ndef test_it():\n    assert rows(sqlite3.connect(":memory:")) == [(1,)]'),
      'def rows(db):\n    db.execute("attach \'/tmp/other.db\' as other")\n    return db.execute("select 1").fetchall()',
      'def rows(db):\n    db.execute("create temp table t (a)")\n    return db.cursor().execute("select 1").fetchall()',
    ],
    [
      'a name that cannot cross, for an error of the judge',
      tests('from solution import total\ndef test_it():\n    assert total([1, 2]) == 3'),
      'total = "x" * 9_000_000',
      'def total(values): return sum(values)',
    ],
    [
      'a name whose module cannot be asked for',
      tests('from solution import total\ndef test_it():\n    assert total([1, 2]) == 3'),
      'class Total:\n    @property\n    def __module__(self): raise ValueError("x")\n    def __call__(self, values): return 0\ntotal = Total()',
      'class Total:\n    def __call__(self, values): return sum(values)\ntotal = Total()',
    ],
    [
      'work when the function is looked up',
      TimeBound({ ...options, ...numbers }),
      `${SLOW}def __getattr__(name):\n    slow()\n    return lambda n: n`,
      'def work(n): return n',
    ],
    [
      'work when the result is read',
      TimeBound({ ...options, ...numbers }),
      `${SLOW}def work(n):\n    slow()\n    yield n`,
      'def work(n): yield n',
    ],
    [
      'work when an iterator of a library is read',
      TimeBound({ ...options, ...numbers }),
      `import collections\n${SLOW}class Late(collections.deque):\n    def __iter__(self):\n        slow()\n        return iter([])\ndef work(n): return Late()`,
      'import collections\ndef work(n): return collections.deque([n])',
    ],
  ];

export const SINGLES: readonly Try[] = SINGLE.map(([name, requirement, code]) => ({
  name,
  code,
  requirement,
}));
export const RIGHT_SINGLES: readonly Try[] = SINGLE.map(([name, requirement, , code]) => ({
  name: `not ${name}`,
  code,
  requirement,
}));

/** Programs that should print the sum of two numbers that they read, and don't. */
const PRINTED: readonly string[] = [
  'print("1e999")',
  'print("-1e999")',
  'print("inf")',
  'print("nan")',
  'print("Infinity")',
  'print("9" * 400)',
  'print("0x9")',
  'print("９")',
  'print("9_0")',
  'print("+")',
  'print(".")',
  'print("1e")',
  'print("")',
  'pass',
  'print("9 9")',
  'print("\\x00")',
  'print("3\\b9")',
  'print("\\r9")',
  'print("9\\u200b")',
  'print("\\ufeff9")',
  'print("1e-999")',
  'print(input())',
  'print(*open(0))',
  'print("7\\n" * 10)',
  'print("7" * 100_000)',
  'import sys\nsys.stderr.write("9")',
  'import os\nos.write(2, b"9")',
  'import os\nos.write(0, b"9")',
  'import sys\nsys.exit(0)',
  'import os\nos._exit(0)',
  'import os\nif os.fork() == 0: print(1)',
  'import sys\nprint(*sys.argv)',
  'import glob\nprint(open(glob.glob("/tmp/*")[0]).read())',
  'import threading\nthreading.Thread(target=print, args=(1,)).start()',
  'import atexit\natexit.register(print, 1)',
  'raise SystemExit("9")',
];
const SUMS: readonly (readonly [name: string, requirement: Requirement])[] = (
  ['tokens', 'exact', 'floats'] as const
).map((compare) => [
  compare,
  StdioPass({
    ...options,
    compare,
    cases: [
      { stdin: '4 5\n', stdout: '9\n' },
      { stdin: '1 2\n', stdout: '3\n' },
    ],
  }),
]);

export const PRINTING: readonly Try[] = PRINTED.flatMap((code) =>
  SUMS.map(([compare, requirement]) => ({ name: `${code}, by ${compare}`, code, requirement })),
);
export const RIGHT_PRINTING: readonly Try[] = [
  'print(sum(map(int, input().split())))',
  'import sys\nsys.stdout.write(str(sum(map(int, sys.stdin.read().split()))))',
  'import os\na, b = os.read(0, 99).split()\nos.write(1, b"%d\\n" % (int(a) + int(b)))',
].flatMap((code) =>
  SUMS.map(([compare, requirement]) => ({ name: `${code}, by ${compare}`, code, requirement })),
);
