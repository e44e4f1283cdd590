import type { EngineChoice } from '../../sandbox/index.js';
import { PythonExecutionReq } from '../python/python-execution-req.js';
import type { Requirement } from '../requirement.js';
import { Deterministic } from './deterministic.js';
import { DoctestsPass } from './doctests-pass.js';
import { ExamplesPass } from './examples-pass.js';
import { FunctionResultType } from './function-result-type.js';
import { PropertyHolds } from './property-holds.js';
import { TestsPass } from './tests-pass.js';
import { TimeBound } from './time-bound.js';

const engine: EngineChoice = 'cpython';

/** What a model is asked for. */
export interface Problem {
  readonly name: string;
  /** The body of a right function; `{argument}` is its parameter. */
  readonly right: string;
  /** A Python expression for a wrong result of the right kind. */
  readonly wrong: string;
  /** A Python expression for a result of another type. */
  readonly otherType: string;
  readonly type: string;
  readonly requirements: readonly (readonly [kind: RequirementKind, requirement: Requirement])[];
  /** The docstring's examples. */
  readonly doctest: string;
}

/** The requirements that run code. */
export type RequirementKind =
  | 'TestsPass (assert)'
  | 'TestsPass (unittest)'
  | 'ExamplesPass'
  | 'PropertyHolds'
  | 'FunctionResultType'
  | 'DoctestsPass'
  | 'TimeBound'
  | 'Deterministic'
  | 'PythonExecutionReq';

/** Problems, each with all requirements. */
export const PROBLEMS: readonly Problem[] = [
  {
    name: 'total',
    right: 'return sum(values)',
    wrong: '-1',
    otherType: '"6"',
    type: 'int',
    doctest: '>>> total([1, 2, 3])\n6\n>>> total([])\n0',
    requirements: [
      [
        'TestsPass (assert)',
        TestsPass({
          tests:
            'import pytest\ndef test_one():\n    assert total([1, 2, 3]) == 6\n@pytest.mark.parametrize("n", [2, 5])\ndef test_many(n):\n    assert total([n] * n) == pytest.approx(n * n)\n    assert not total([n]) < n and total([n]) in (n, str(n))\n    assert abs(total([0.5, n]) - n - 0.5) < 1e-9',
          engine,
        }),
      ],
      [
        'TestsPass (unittest)',
        TestsPass({
          tests:
            'import unittest\nfrom solution import total\nclass T(unittest.TestCase):\n    def test_one(self):\n        self.assertEqual(total([1, 2, 3]), 6)\n    def test_two(self):\n        self.assertAlmostEqual(total([0.5, 1]), 1.5)\n    def test_three(self):\n        self.assertIn(total([]), [0])\n        self.assertGreaterEqual(total([9]), 9)\n        self.assertTrue(total([9]) == 9)',
          engine,
        }),
      ],
      [
        'ExamplesPass',
        ExamplesPass({
          functionName: 'total',
          examples: [
            { arguments: [[1, 2, 3]], result: 6 },
            { arguments: [[]], result: 0 },
          ],
          engine,
        }),
      ],
      [
        'PropertyHolds',
        PropertyHolds({
          functionName: 'total',
          property: 'a value more adds it',
          generate: (random) => [[random.integer(1, 9), 3]],
          holds: 'result == arguments[0][0] + 3 and type(result) is int',
          runs: 5,
          engine,
        }),
      ],
    ],
  },
  {
    name: 'words',
    right: 'return sorted(set(values.split()))',
    wrong: '["x"]',
    otherType: '("a", "b")',
    type: 'list',
    doctest: ">>> words('b a b')\n['a', 'b']\n>>> words('')\n[]",
    requirements: [
      [
        'TestsPass (assert)',
        TestsPass({
          tests:
            'assert words("b a b") == ["a", "b"]\ndef test_empty():\n    assert words("") == [] and len(words("")) == 0\ndef test_all():\n    assert all(isinstance(word, str) for word in words("q r"))\n    assert "q" in words("q r") and words("q r")[0] == "q"\n    assert {tuple(words("z"))} == {("z",)}',
          engine,
        }),
      ],
      [
        'TestsPass (unittest)',
        TestsPass({
          tests:
            'import unittest, solution\nclass T(unittest.TestCase):\n    def test_one(self):\n        self.assertListEqual(solution.words("b a b"), ["a", "b"])\n    def test_two(self):\n        self.assertCountEqual(solution.words("b a"), ["a", "b"])\n        self.assertEqual(repr(solution.words("c")), "[\'c\']")',
          engine,
        }),
      ],
      [
        'ExamplesPass',
        ExamplesPass({
          functionName: 'words',
          examples: [
            { arguments: ['b a b'], result: ['a', 'b'] },
            { arguments: [''], result: [] },
          ],
          engine,
        }),
      ],
      [
        'PropertyHolds',
        PropertyHolds({
          functionName: 'words',
          property: 'each word once',
          generate: (random) => ['ab'.repeat(random.integer(1, 3))],
          holds: (args, result) => Array.isArray(result) && result.length === 1 && result[0] === args[0],
          runs: 5,
          engine,
        }),
      ],
    ],
  },
];

/** The requirements that all problems have in the same form. */
export function commonRequirements(
  problem: Problem,
): readonly (readonly [kind: RequirementKind, requirement: Requirement])[] {
  const argument = problem.name === 'total' ? [1, 2] : 'b a';
  return [
    [
      'FunctionResultType',
      FunctionResultType({
        functionName: problem.name,
        arguments: [argument],
        type: problem.type,
        engine,
      }),
    ],
    ['DoctestsPass', DoctestsPass({ engine })],
    [
      'TimeBound',
      TimeBound({
        functionName: problem.name,
        argumentsOf: () => [argument],
        sizes: [1, 2],
        maxSeconds: 0.05,
        timeoutSeconds: 10,
        engine,
      }),
    ],
    ['Deterministic', Deterministic({ engine })],
    ['PythonExecutionReq', PythonExecutionReq({ engine })],
  ];
}

/** A way to deceive: what is run first, and what a wrong result is wrapped in. */
export interface Trick {
  readonly name: string;
  readonly prelude?: string;
  /** An expression over `result`. */
  readonly wrap?: string;
  /** Statements of the function before it returns. */
  readonly inside?: string;
}

const liar = (bases: string, more = ''): string => `
class Liar(${bases}):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __lt__(self, other): return False
    def __le__(self, other): return True
    def __gt__(self, other): return False
    def __ge__(self, other): return True
    def __hash__(self): return 0
    def __contains__(self, other): return True
    def __sub__(self, other): return 0
    __rsub__ = __add__ = __radd__ = __mul__ = __rmul__ = __sub__
    def __abs__(self): return 0
    def __bool__(self): return True
    def __instancecheck__(self, other): return True
${more}`;

const patched = (...names: readonly string[]): string =>
  `import builtins\n${names.map((name) => `builtins.${name} = lambda *a, **k: True`).join('\n')}\n`;

const inPeer = (change: string): string => `
import sys
def tamper():
    frame = sys._getframe()
    while frame:
        for value in list(frame.f_locals.values()) + list(frame.f_globals.values()):
            if type(value).__name__ == "Subject":
                peer = value
                ${change}
        frame = frame.f_back
try:
    tamper()
except BaseException:
    pass
`;

/** A hundred ways to make wrong code look right, most of them one line. */
export const TRICKS: readonly Trick[] = [
  { name: 'nothing' },
  { name: 'an object equal to all', prelude: liar('object'), wrap: 'Liar()' },
  { name: 'an int equal to all', prelude: liar('int'), wrap: 'Liar(7)' },
  { name: 'a float equal to all', prelude: liar('float'), wrap: 'Liar(7)' },
  { name: 'a str equal to all', prelude: liar('str'), wrap: 'Liar("7")' },
  { name: 'a list equal to all', prelude: liar('list'), wrap: 'Liar(["7"])' },
  { name: 'a tuple equal to all', prelude: liar('tuple'), wrap: 'Liar(["7"])' },
  { name: 'a dict equal to all', prelude: liar('dict'), wrap: 'Liar(a=7)' },
  { name: 'an exception equal to all', prelude: liar('Exception'), wrap: 'Liar(7)' },
  {
    name: 'a class equal to all',
    prelude: `${liar('type')}\nclass Made(metaclass=Liar): pass`,
    wrap: 'Made',
  },
  { name: 'a class that says it is int', prelude: liar('object', '    __class__ = int\n'), wrap: 'Liar()' },
  {
    name: 'a class of the name int',
    prelude: `${liar('object')}\nLiar.__name__ = Liar.__qualname__ = "int"\nLiar.__module__ = "builtins"`,
    wrap: 'Liar()',
  },
  {
    name: 'a class of the name list',
    prelude: `${liar('object')}\nLiar.__name__ = Liar.__qualname__ = "list"\nLiar.__module__ = "builtins"`,
    wrap: 'Liar()',
  },
  {
    name: 'a metaclass whose name lies',
    prelude:
      'class Meta(type):\n    __name__ = "int"\n    def __eq__(self, other): return True\n    __hash__ = type.__hash__\nclass Made(metaclass=Meta):\n    def __eq__(self, other): return True',
    wrap: 'Made()',
  },
  {
    name: 'a virtual subclass of numbers',
    prelude: `import numbers\n${liar('object')}\nnumbers.Number.register(Liar)`,
    wrap: 'Liar()',
  },
  { name: 'a mock of anything', prelude: 'from unittest.mock import ANY', wrap: 'ANY' },
  { name: 'a MagicMock', prelude: 'from unittest.mock import MagicMock', wrap: 'MagicMock()' },
  { name: 'an object that yields endlessly', prelude: 'import itertools', wrap: 'itertools.repeat(0)' },
  { name: 'a Decimal that lies', prelude: `import decimal\n${liar('decimal.Decimal')}`, wrap: 'Liar(7)' },
  { name: 'a deque that lies', prelude: `import collections\n${liar('collections.deque')}`, wrap: 'Liar()' },
  { name: 'a namespace', prelude: 'import types', wrap: 'types.SimpleNamespace(a=result)' },
  {
    name: 'a weak proxy',
    prelude: `import weakref\n${liar('object')}\nkept = Liar()`,
    wrap: 'weakref.proxy(kept)',
  },
  {
    name: 'an enum',
    prelude: `import enum\nclass E(enum.IntEnum):\n    A = 7\n    def __eq__(self, other): return True`,
    wrap: 'E.A',
  },
  { name: 'patched all and any', prelude: patched('all', 'any', 'isinstance', 'callable') },
  { name: 'patched type and repr', prelude: patched('type', 'repr') },
  { name: 'patched len, sorted, abs', prelude: patched('len', 'sorted', 'abs', 'sum', 'hash', 'id') },
  { name: 'patched __build_class__', prelude: patched('__build_class__') },
  { name: 'patched str and int', prelude: patched('str', 'int', 'list', 'float', 'set') },
  {
    name: 'a definition of all',
    prelude: 'def all(x): return True\ndef isinstance(*a): return True\ndef len(x): return 0',
  },
  {
    name: 'AssertionError that is none',
    prelude: 'import builtins\nbuiltins.AssertionError = type("E", (), {})',
  },
  {
    name: 'patched unittest',
    prelude:
      'import unittest\nfor name in dir(unittest.TestCase):\n    if name.startswith("assert") or name in ("run", "debug", "fail"):\n        setattr(unittest.TestCase, name, lambda *a, **k: None)\nunittest.TestResult.wasSuccessful = lambda self: True',
  },
  {
    name: 'a module unittest of its own',
    prelude:
      'import sys, types\nsys.modules["unittest"] = sys.modules["pytest"] = types.ModuleType("unittest")',
  },
  {
    name: 'patched doctest',
    prelude:
      'import doctest\ndoctest.OutputChecker.check_output = lambda *a: True\ndoctest.DocTestRunner.run = lambda *a, **k: None',
  },
  {
    name: 'patched json',
    prelude:
      'import json\njson.dumps = lambda *a, **k: \'[[], ["=", "return", true, ""]]\'\njson.loads = lambda *a, **k: [[], []]',
  },
  {
    name: 'patched json that claims 6',
    prelude:
      'import json\nreal = json.dumps\njson.dumps = lambda *a, **k: \'[[], ["=", "return", null, ""]]\'',
  },
  {
    name: 'patched clocks',
    prelude:
      'import time\nfor name in ("time", "perf_counter", "process_time", "monotonic", "thread_time", "perf_counter_ns", "monotonic_ns", "clock_gettime", "clock_gettime_ns"):\n    setattr(time, name, lambda *a: 0)',
  },
  { name: 'patched random', prelude: 'import random, os\nos.getpid = lambda: 1' },
  { name: 'a patched encoder in the bridge', prelude: inPeer('peer.pack = lambda value, table: True') },
  {
    name: 'a patched answer in the bridge',
    prelude: inPeer('peer.answer = lambda *given: \'[[], ["=", "return", true, ""]]\''),
  },
  {
    name: 'a bridge that says the test needs more',
    prelude: inPeer('peer.answer = lambda *given: \'[[], ["=", "need", "x", ""]]\''),
  },
  { name: 'a bridge that says nothing', prelude: inPeer('peer.answer = lambda *given: ""') },
  {
    name: 'a bridge that claims a class is int',
    prelude: inPeer(
      'peer.answer = lambda *given: \'[[[5, "int", "int", "builtins", [], ["__eq__"], "int", ["__eq__"], false]], ["=", "return", ["o", 9, 5], ""]]\'',
    ),
  },
  {
    name: 'a bridge that raises SkipTest',
    prelude: inPeer(
      'peer.answer = lambda *given: \'[[[5, "SkipTest", "SkipTest", "unittest.case", [["T", "Exception"]], [], null, [], false]], ["=", "raise", ["e", 9, 5, [], "", null, []], ""]]\'',
    ),
  },
  {
    name: 'a bridge that raises SystemExit',
    prelude: inPeer(
      'peer.answer = lambda *given: \'[[[5, "SystemExit", "SystemExit", "builtins", [], [], null, [], false]], ["=", "raise", ["e", 9, 5, [0], "", null, []], ""]]\'',
    ),
  },
  {
    name: 'a bridge that hands the tests their own things',
    prelude: inPeer('peer.answer = lambda *given: \'[[], ["=", "return", ["h", 1], ""]]\''),
  },
  {
    name: 'a bridge that fills arguments',
    prelude: inPeer('peer.answer = lambda *given: \'[[], ["=", "return", ["r", 0], ""], [[0, [0]]], 0]\''),
  },
  { name: 'a bridge in a circle', prelude: inPeer('peer.answer = lambda *given: "[" * 100000') },
  {
    name: 'questions of its own',
    prelude: 'import builtins\nask = getattr(builtins, "mettle_exchange", None)',
    inside: 'try:\n    ask(\'[[], ["=", "return", 6, ""]]\')\nexcept BaseException:\n    pass',
  },
  {
    name: 'the channel before the bridge',
    prelude:
      'import builtins\nask = getattr(builtins, "mettle_exchange", None)\nif ask:\n    try:\n        text = ask(\'{"failed": null}\')\n        for _ in range(50):\n            text = ask(\'[[], ["=", "return", true, ""]]\')\n    except BaseException:\n        pass',
  },
  {
    name: 'reports of its own',
    prelude:
      'import builtins\nreport = getattr(builtins, "mettle_report", None)\nfor name in ("test_one", "T.test_one", "the tests"):\n    report and report("done", name, "pass", "", 1)',
  },
  {
    name: 'frames to all descriptors',
    inside:
      'import os\nfor fd in range(3, 12):\n    try:\n        os.write(fd, b"\\0\\0\\0\\x06H" + b"N" * 5)\n    except OSError:\n        pass',
  },
  { name: 'closed descriptors', inside: 'import os\nos.closerange(3, 64)' },
  { name: 'the end of the process', inside: 'import os\nos._exit(0)' },
  { name: 'a signal to itself', inside: 'import os, signal\nos.kill(os.getpid(), signal.SIGKILL)' },
  { name: 'SystemExit', inside: 'raise SystemExit(0)' },
  { name: 'KeyboardInterrupt', inside: 'raise KeyboardInterrupt' },
  { name: 'GeneratorExit', inside: 'raise GeneratorExit' },
  { name: 'StopIteration', inside: 'raise StopIteration(6)' },
  { name: 'SkipTest', inside: 'import unittest\nraise unittest.SkipTest("x")' },
  {
    name: 'an exception of the name Skipped',
    inside: 'raise type("SkipTest", (Exception,), {"__module__": "unittest.case"})("x")',
  },
  {
    name: 'an exception whose text raises',
    inside:
      'class Bad(Exception):\n    def __str__(self): raise SystemExit(0)\n    __repr__ = __str__\nraise Bad()',
  },
  { name: 'a BaseException', inside: 'class Bad(BaseException): pass\nraise Bad()' },
  {
    name: 'a group of exceptions',
    inside:
      'raise ExceptionGroup("x", [ValueError()]) if "ExceptionGroup" in dir(__builtins__) else ValueError()',
  },
  {
    name: 'a tracer',
    prelude:
      // The jumps are counted, since those in a loop would go on until the time is up.
      'import sys\nleft = [1000]\ndef jump(frame, event, argument):\n    left[0] -= 1\n    if left[0] < 0:\n        return None\n    try:\n        frame.f_lineno += 1\n    except Exception:\n        pass\n    return jump',
    inside:
      'sys.settrace(jump)\nframe = sys._getframe()\nwhile frame:\n    frame.f_trace = jump\n    frame = frame.f_back',
  },
  {
    name: 'a profiler',
    prelude: 'import sys, threading\ndef look(*a): pass\nsys.setprofile(look)\nthreading.settrace(look)',
  },
  {
    name: 'an audit hook',
    prelude:
      'import sys\ndef hook(event, args):\n    if event == "compile": raise RuntimeError("no")\nsys.addaudithook(hook)',
  },
  { name: 'atexit that ends well', prelude: 'import atexit, os\natexit.register(os._exit, 0)' },
  {
    name: 'a thread that ends the process',
    prelude: 'import threading, os\nthreading.Timer(30, os._exit, (0,)).daemon = True',
  },
  { name: 'a fork that goes on', inside: 'import os\nif os.fork() == 0:\n    os._exit(0)' },
  {
    name: 'a finder of imports',
    prelude:
      'import sys, types\nclass Finder:\n    def find_spec(self, name, path=None, target=None): return None\nsys.meta_path.insert(0, Finder())\nsys.path_hooks.clear()',
  },
  {
    name: 'an import of its own',
    prelude:
      'import builtins, types\nreal = builtins.__import__\nbuiltins.__import__ = lambda name, *a, **k: types.ModuleType(name) if name in ("unittest", "pytest", "doctest") else real(name, *a, **k)',
  },
  {
    name: 'an end hook',
    prelude: 'import sys\nsys.excepthook = lambda *a: None\nsys.unraisablehook = lambda *a: None',
  },
  {
    name: 'a display of its own',
    prelude: 'import sys\nsys.displayhook = sys.__displayhook__ = lambda value: print("6")',
  },
  { name: 'an output of its own', prelude: 'import sys, io\nsys.stdout = io.StringIO()' },
  {
    name: 'a garbage hunt',
    prelude:
      'import gc\nfor thing in gc.get_objects():\n    if type(thing).__name__ in ("Subject", "Peer", "Channel") and not isinstance(thing, type):\n        try:\n            thing.judges = True\n            thing.objects[0] = 6\n        except BaseException:\n            pass',
  },
  {
    name: 'small numbers that are others',
    prelude:
      'import ctypes\ndef poke(number, value):\n    ctypes.memmove(id(number) + 24, (ctypes.c_uint32 * 1)(value), 4)',
    inside: 'poke(251, 6)',
  },
  {
    name: 'a finalizer',
    prelude: 'class Late:\n    def __del__(self):\n        import os\n        os._exit(0)\nlate = Late()',
  },
  {
    name: 'a signal handler',
    prelude:
      'import signal\nfor number in (signal.SIGALRM, signal.SIGTERM, signal.SIGUSR1):\n    signal.signal(number, lambda *a: None)',
  },
  { name: 'less recursion', prelude: 'import sys\nsys.setrecursionlimit(60)' },
  { name: 'a changed __name__', prelude: '__name__ = "__main__"\n__all__ = ["nothing"]' },
  {
    name: 'a module that is something else',
    prelude:
      'import sys\nclass Other:\n    def __getattr__(self, name): return lambda *a: Liar()\nclass Liar:\n    def __eq__(self, other): return True\nsys.modules[__name__] = Other()',
  },
  { name: 'a __getattr__ of the module', prelude: 'def __getattr__(name): return lambda *a: True' },
  {
    name: 'an object of the function name',
    prelude: `${liar('object', '    def __call__(self, *a): return self\n')}`,
    wrap: 'Liar()',
  },
  {
    name: 'a descriptor',
    prelude: `${liar('object')}\nclass Slot:\n    def __get__(self, owner, kind): return Liar()\n    x = property(lambda self: Liar())`,
    wrap: 'Slot().x',
  },
  {
    name: 'a coroutine that lies',
    prelude: liar('object', '    def __await__(self):\n        return self\n        yield\n'),
    wrap: 'Liar()',
  },
  {
    name: 'a list that changes',
    prelude:
      'class Shy(list):\n    def __iter__(self): return iter([])\n    def __len__(self): return 0\n    def __eq__(self, other): return True',
    wrap: 'Shy(["x", 1])',
  },
  {
    name: 'a str that compares to all',
    prelude:
      'class S(str):\n    def __eq__(self, other): return True\n    def __hash__(self): return hash("a")',
    wrap: '[S("x")]',
  },
  {
    name: 'work in the background',
    prelude: 'import threading',
    inside: 'thread = threading.Thread(target=lambda: None)\nthread.start()\nthread.join()',
  },
];

/** A wrong program that deceives, for one requirement. */
export function wrongProgram(problem: Problem, trick: Trick, kind: RequirementKind): string {
  const indent = (text: string): string =>
    text
      .split('\n')
      .map((line) => `    ${line}`)
      .join('\n');
  const doctest = kind === 'DoctestsPass' ? `    """\n${indent(problem.doctest)}\n    """\n` : '';
  const burn = kind === 'TimeBound' ? '    for _ in range(12_000_000): pass\n' : '';
  const result = kind === 'FunctionResultType' ? problem.otherType : problem.wrong;
  const lines = [
    trick.prelude ?? '',
    `def ${problem.name}(values):`,
    `${doctest}${burn}    result = ${result}`,
    ...(trick.inside === undefined ? [] : [indent(trick.inside)]),
    `    return ${trick.wrap ?? 'result'}`,
  ];
  if (kind === 'Deterministic') lines.push('import os as chance\nprint(chance.urandom(8).hex(), flush=True)');
  if (kind === 'PythonExecutionReq') lines.push('raise ValueError("wrong")');
  return lines.join('\n');
}

/** Ways to write a right function: `{name}` is its name, `{right}` its body. */
export const RIGHT_WAYS: readonly string[] = [
  'def {name}(values):\n    {right}',
  'def {name}(values):  # add\n    # all of them\n    {right}',
  'def {name}(\n    values,  # what to add\n    /,\n):\n    {right}',
  'def {name}(values: "list[int] | str") -> "object":\n    """What is asked for."""\n    {right}',
  'from __future__ import annotations\ndef {name}(values: Nothing) -> Nobody:\n    {right}',
  'def work(values):\n    {right}\n{name} = work',
  'def work(values):\n    {right}\n{name} = lambda values: work(values)',
  'import functools\ndef work(values):\n    {right}\n{name} = functools.partial(work)',
  'class Work:\n    def __call__(self, values):\n        {right}\n{name} = Work()',
  'class Work:\n    @staticmethod\n    def do(values):\n        {right}\n{name} = Work.do',
  'class Work:\n    def __init__(self): self.n = 0\n    def do(self, values):\n        {right}\n{name} = Work().do',
  'import functools\ndef log(function):\n    @functools.wraps(function)\n    def inner(*args, **kwargs):\n        return function(*args, **kwargs)\n    return inner\n@log\ndef {name}(values):\n    {right}',
  'import functools\n@functools.lru_cache(None)\ndef work(values):\n    {right}\ndef {name}(values):\n    return work(tuple(values) if isinstance(values, list) else values)',
  'from concurrent.futures import ThreadPoolExecutor\ndef work(values):\n    {right}\ndef {name}(values):\n    with ThreadPoolExecutor(2) as pool:\n        return pool.submit(work, values).result()',
  'import threading\ndef {name}(values):\n    found = []\n    def work(values):\n        {right}\n    thread = threading.Thread(target=lambda: found.append(work(values)))\n    thread.start()\n    thread.join()\n    return found[0]',
  'async def work(values):\n    {right}\ndef {name}(values):\n    import asyncio\n    return asyncio.run(work(values))',
  'def {name}(values):\n    {right}\nif __name__ == "__main__":\n    print({name}.__name__)',
  'import sys\ndef {name}(values):\n    {right}\ndef main():\n    print("started")\nif __name__ == "__main__":\n    sys.exit(main())',
  'def deep(n): return n and deep(n - 1)\ndef {name}(values):\n    deep(900)\n    {right}',
  'import dataclasses\n@dataclasses.dataclass(frozen=True)\nclass Item:\n    values: object\n    def done(self):\n        values = self.values\n        {right}\ndef {name}(values):\n    return Item(values).done()',
  'import collections\nItem = collections.namedtuple("Item", "values")\ndef {name}(values):\n    values = Item(values).values\n    {right}',
  'import logging\nlogging.basicConfig(level=logging.INFO)\ndef {name}(values):\n    logging.info("%s", values)\n    {right}',
  'import atexit\natexit.register(print, "bye")\ndef {name}(values):\n    {right}',
  'import random\nrandom.seed(1)\nprint(random.random())\ndef {name}(values):\n    {right}',
  'cache = {}\ndef {name}(values, _cache=cache):\n    global count\n    count = len(_cache)\n    {right}',
  'def {name}(*args, **kwargs):\n    values = args[0]\n    {right}',
  'import abc\nclass Base(abc.ABC):\n    @abc.abstractmethod\n    def do(self, values): ...\nclass Work(Base):\n    def do(self, values):\n        {right}\ndef {name}(values):\n    return Work().do(values)',
  'import enum\nclass Mode(enum.Enum):\n    ON = 1\ndef {name}(values, mode=Mode.ON):\n    if mode is Mode.ON:\n        {right}',
  'sum_ = sum\ndef make():\n    def inner(values):\n        {right}\n    return inner\n{name} = make()',
  'import typing, re, json, math, datetime, decimal, itertools, os, pathlib\ndef {name}(values):\n    try:\n        {right}\n    finally:\n        pass',
  'import pickle, copy\ndef {name}(values):\n    values = copy.deepcopy(pickle.loads(pickle.dumps(values)))\n    {right}',
  'input_data = [1]\nmax_value = max(input_data)\nprint(max_value, {"a": 1}, sep="-")\ndef {name}(values):\n    {right}',
  'class Odd(Exception):\n    pass\ndef {name}(values):\n    try:\n        raise Odd("x")\n    except Odd:\n        {right}',
  'def {name}(values):\n    import contextlib\n    with contextlib.suppress(KeyError):\n        {right}',
  'Point = type("Point", (), {"__eq__": lambda self, other: NotImplemented})\nPoint()\ndef {name}(values):\n    {right}',
];

/** A right program, written in one of the ways. */
export function rightProgram(problem: Problem, way: string): string {
  const doctest = `"""Right.\n\n${problem.doctest}\n"""\n`;
  const code = way.replaceAll('{name}', problem.name).replaceAll('{right}', problem.right);
  return code.startsWith('from __future__') ? `${doctest}${code}` : `${doctest}\n${code}`;
}
