import { afterAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { whyUnavailable } from '../replies.fixture.js';
import { createJudging } from '../subject/judge-code.fixture.js';
import { TestsPass } from './tests-pass.js';

const why = await whyUnavailable('cpython');
const engine = 'cpython';

/** Code, and tests of it that pass where code and tests share a process. */
const RIGHT: readonly (readonly [name: string, code: string, tests: string])[] = [
  [
    'docstrings, annotations and the namespaces of classes',
    'import functools\nclass Stack:\n    """A stack."""\n    limit: int = 3\n    @property\n    def top(self): ...\ndef f():\n    """Does."""\n@functools.lru_cache\ndef g(x):\n    return x',
    'def test_a():\n    assert Stack.__doc__ == Stack().__doc__ == "A stack." and f.__doc__ == "Does."\n    assert Stack.__annotations__ == {"limit": int}\n    assert isinstance(Stack.__dict__["top"], property) and g.__wrapped__(2) == 2',
  ],
  [
    'classes that derive from those of the library',
    'import abc, collections.abc, enum\nclass Shape(abc.ABC):\n    @abc.abstractmethod\n    def area(self): ...\nclass Bag(collections.abc.Mapping):\n    def __getitem__(self, k): return 1\n    def __iter__(self): return iter("a")\n    def __len__(self): return 1\nclass Color(enum.Enum):\n    RED = 1',
    'import abc, enum, inspect, unittest\nfrom collections.abc import Mapping, Sized\ndef test_a():\n    assert issubclass(Color, enum.Enum) and isinstance(Color.RED, enum.Enum) and not issubclass(Bag, enum.Enum)\n    assert issubclass(Shape, abc.ABC) and Shape.__bases__ == (abc.ABC,) and Shape.__abstractmethods__ == {"area"} and inspect.isabstract(Shape)\n    assert isinstance(Bag(), (int, Mapping)) and isinstance(Bag(), Sized) and not isinstance(Bag(), enum.Enum)\nclass T(unittest.TestCase):\n    def test_b(self):\n        self.assertIsInstance(Color.RED, enum.Enum)',
  ],
  [
    'what errors carry beside their arguments',
    'import json\ndef missing():\n    raise FileNotFoundError(2, "none", "a.txt")\ndef read():\n    return json.loads("{")\ndef noted():\n    error = ValueError("v")\n    error.add_note("n") if hasattr(error, "add_note") else setattr(error, "__notes__", ["n"])\n    error.code = 7\n    raise error\ndef chained():\n    try:\n        1 / 0\n    except ZeroDivisionError as error:\n        raise KeyError("k") from error',
    'import json, pytest\ndef test_a():\n    with pytest.raises(FileNotFoundError) as e:\n        missing()\n    assert e.value.errno == 2 and e.value.filename == "a.txt" and e.typename == "FileNotFoundError"\n    with pytest.raises(json.JSONDecodeError) as e:\n        read()\n    assert e.value.pos == 1 and e.value.doc == "{"\n    with pytest.raises(ValueError, check=lambda error: error.code == 7) as e:\n        noted()\n    assert e.value.__notes__ == ["n"]\n    with pytest.raises(KeyError) as e:\n        chained()\n    assert isinstance(e.value.__cause__, ZeroDivisionError)',
  ],
  [
    'containers that both sides keep',
    'import contextlib\nCONFIG = {"debug": False}\ndef is_debug(): return CONFIG["debug"]\nclass Box:\n    def __init__(self, items): self.items = items\n    def add(self, x): self.items.append(x)\n@contextlib.contextmanager\ndef log(xs):\n    xs.append("in")\n    try:\n        yield 1\n    finally:\n        xs.append("out")',
    'import pytest, solution\ndef test_kept_by_the_code():\n    mine = []\n    box = Box(mine)\n    box.add(1)\n    assert mine == [1]\n    mine.append(2)\n    box.add([3])\n    box.items[2].append(4)\n    assert box.items == [1, 2, [3, 4]] and box.items is mine\ndef test_of_the_code(monkeypatch):\n    monkeypatch.setitem(solution.CONFIG, "debug", True)\n    assert is_debug() is True\ndef test_after():\n    assert is_debug() is False\n    solution.CONFIG["debug"] = 5\n    assert is_debug() == 5\ndef test_with():\n    xs = []\n    with log(xs):\n        assert xs == ["in"]\n    assert xs == ["in", "out"]\n    with pytest.raises(ValueError):\n        with log(xs):\n            raise ValueError\n    assert len(xs) == 4',
  ],
  [
    'many containers, and many calls back',
    'def rows(n): return [[i] for i in range(n)]\ndef each(f, items): return [f(item) for item in items]\nclass Kept:\n    def __init__(self): self.all = []\n    def add(self, item): self.all.append(item); return self.all[-1]',
    'def test_a():\n    made = rows(300)\n    for row in made:\n        row.append(1)\n    assert made[299] == [299, 1]\n    assert each(lambda x: x + [1], made)[7] == [7, 1, 1]\n    kept = Kept()\n    for i in range(200):\n        assert kept.add([i]) == [i]\n    assert [len(one) for one in kept.all] == [1] * 200',
  ],
  [
    'views, and data of subclasses as JSON',
    'import types\nclass D(dict): pass\ndef keys(): return {"a": 1}.keys()\ndef items(): return {"a": [1]}.items()\ndef proxy(): return types.MappingProxyType({"a": 1})\ndef d(): return D(a=1)',
    'import json\ndef test_a():\n    assert keys() == {"a"} and keys() & {"a", "b"} == {"a"} and ("a", [1]) in items() and proxy() == {"a": 1}\n    assert json.dumps([d()]) == \'[{"a": 1}]\'',
  ],
  [
    'arrays',
    'import array\ndef made(): return array.array("d", [1.5, -0.0])\ndef sort(xs):\n    items = sorted(xs)\n    xs[:] = array.array(xs.typecode, items)\n    xs.append(9)\nKEPT = array.array("u", "ab")',
    'import array, pytest, solution\ndef test_a():\n    assert made() == array.array("d", [1.5, 0.0]) != array.array("d", [1.5]) and type(made()) is array.array\n    xs = array.array("i", [3, 1, 2])\n    sort(xs)\n    assert xs == array.array("i", [1, 2, 3, 9])\n    solution.KEPT.append("c")\n    assert solution.KEPT.tounicode() == "abc" and solution.KEPT is solution.KEPT\n    with pytest.raises(TypeError):\n        sort(array.array("u", "ba"))',
  ],
  [
    'the classes of classes',
    'import abc\nclass Meta(type):\n    pass\nclass Deep(Meta):\n    pass\nclass Plugin(metaclass=Meta):\n    pass\nclass Sub(Plugin, metaclass=Deep):\n    pass\nclass Plain:\n    pass\nclass Shape(abc.ABC):\n    pass',
    'import abc, unittest\ndef test_a():\n    assert type(Plugin) is Meta and Plugin.__class__ is Meta and type(Sub) is Deep and type(type(Plugin)) is type\n    assert type(Plain) is type and type(Shape) is abc.ABCMeta and type(Plain()) is Plain and Plain().__class__ is Plain and type(3) is int\n    assert isinstance(Plugin, Meta) and isinstance(Sub, Meta) and isinstance(Sub, (int, Deep)) and isinstance(Plain, type) and isinstance(Shape, abc.ABCMeta)\n    assert not isinstance(Plugin, Deep) and not isinstance(Plain, Meta) and issubclass(Deep, Meta) and issubclass(Meta, type)\nclass T(unittest.TestCase):\n    def test_b(self):\n        self.assertIs(type(Plugin), Meta)\n        self.assertIsInstance(Plugin, Meta)\n        self.assertNotIsInstance(Plain, Meta)',
  ],
  [
    'objects of libraries that the tests hand over',
    'def name(o): return o.name + "!"\ndef pick(rng): return rng.randint(3, 3)\ndef digits(pattern, text): return pattern.findall(text)',
    'import random, re, types\ndef test_a():\n    assert name(types.SimpleNamespace(name="s")) == "s!" and pick(random.Random(1)) == 3\n    assert digits(re.compile("[0-9]"), "a1b2") == ["1", "2"]',
  ],
  [
    'standard input and error, the environment, arguments, and the seed',
    'import os, random, sys\ndef read(): return sys.stdin.read()\ndef lines(): return [line.strip() for line in sys.stdin]\ndef raw(): return sys.stdin.buffer.read()\ndef warn(): print("oops", file=sys.stderr)\ndef env(): return os.environ.get("METTLE_X", "none")\ndef arguments(): return sys.argv[1:]\ndef roll(): return random.random()',
    'import io, random, sys\nfrom unittest.mock import patch\ndef test_streams(monkeypatch, capsys):\n    monkeypatch.setattr(sys, "stdin", io.StringIO("ab\\ncd"))\n    assert lines() == ["ab", "cd"] and read() == ""\n    monkeypatch.setattr(sys, "stdin", io.StringIO("e\\nf"))\n    assert raw() == b"e\\nf"\n    warn()\n    assert capsys.readouterr() == ("", "oops\\n")\ndef test_state(monkeypatch):\n    monkeypatch.setenv("METTLE_X", "y")\n    monkeypatch.setattr(sys, "argv", ["prog", "x"])\n    assert env() == "y" and arguments() == ["x"]\n    random.seed(1)\n    first = roll()\n    random.seed(1)\n    assert roll() == first\ndef test_restored():\n    assert env() == "none" and arguments() == []',
  ],
  [
    'a folder of the test',
    'import os\ndef save(path, text):\n    with open(path, "w") as f:\n        f.write(text)\ndef load(path):\n    with open(path) as f:\n        return f.read()\ndef names(path): return sorted(os.listdir(path))\ndef rename(path, to): os.rename(path, to)\ndef calls(f, path):\n    save(path, "from the code")\n    return f(path)',
    'import pytest\ndef test_a(tmp_path):\n    save(tmp_path / "a.txt", "hi")\n    assert (tmp_path / "a.txt").read_text() == "hi" and load(str(tmp_path / "a.txt")) == "hi"\n    (tmp_path / "d").mkdir()\n    (tmp_path / "d" / "b.bin").write_text("in")\n    assert names(tmp_path) == ["a.txt", "d"] and load(tmp_path / "d" / "b.bin") == "in"\n    rename(tmp_path / "a.txt", tmp_path / "c.txt")\n    assert [p.name for p in tmp_path.iterdir() if p.is_file()] == ["c.txt"]\n    (tmp_path / "c.txt").unlink()\n    with pytest.raises(FileNotFoundError):\n        load(tmp_path / "c.txt")\n    assert calls(lambda path: path.read_text(), tmp_path / "e") == "from the code"\ndef test_fresh(tmp_path):\n    assert names(tmp_path) == [] and tmp_path.name == "test_fresh0"',
  ],
];

/** Code that is wrong, and tests that tell where code and tests share a process. */
const WRONG: readonly (readonly [name: string, code: string, tests: string, words: string])[] = [
  [
    'an assertion of a mock that the code replaces',
    'def f(sender): sender.send.assert_called_once_with = lambda *a: None',
    'from unittest.mock import Mock\ndef test_a():\n    sender = Mock()\n    f(sender)\n    sender.send.assert_called_once_with("hi")',
    'assert_called_once_with of an object of the tests alone',
  ],
  [
    'a class of a class that is none',
    'import gc\nsubject = next(type(one) for one in gc.get_objects() if type(one).__name__ == "Subject")\noriginal = subject.perform\nsubject.perform = lambda self, op, *more: int if op == "class" else original(self, op, *more)\nclass Fake:\n    pass\ndef f(): return Fake',
    'def test_a():\n    assert type(f()) is int',
    'a class of a class that is none',
  ],
  [
    'a record that the code makes a mock forget',
    'def f(sender):\n    sender.send("no")\n    sender.reset_mock()',
    'from unittest.mock import Mock\ndef test_a():\n    sender = Mock()\n    f(sender)\n    sender.send.assert_not_called()',
    'reset_mock of an object of the tests alone',
  ],
  [
    "a method of the tests' own object that the code replaces",
    'def f(sender): sender.is_done = lambda: True',
    'class Sender:\n    def is_done(self): return False\ndef test_a():\n    sender = Sender()\n    f(sender)\n    assert sender.is_done()',
    'is_done of an object of the tests alone',
  ],
  [
    'logs that must not be written',
    'import logging\ndef f(): logging.error("x")',
    'import unittest\nclass T(unittest.TestCase):\n    def test_a(self):\n        with self.assertNoLogs():\n            f()',
    'Unexpected logs found',
  ],
  [
    'warnings that are errors',
    'import warnings\ndef f(): warnings.warn("x")',
    'import warnings\ndef test_a():\n    with warnings.catch_warnings():\n        warnings.simplefilter("error")\n        f()',
    'test_a: UserWarning',
  ],
  [
    "doctests that the tests' process cannot see",
    'def f():\n    """\n    >>> f()\n    2\n    """\n    return 1',
    'import doctest, solution\ndef test_a():\n    assert doctest.testmod(solution).failed == 0',
    'require DoctestsPass instead',
  ],
  [
    'a file outside the folder of the test',
    'import os\ndef f(path): os.symlink("/etc/passwd", path / "link")',
    'def test_a(tmp_path):\n    f(tmp_path)\n    assert True',
    'a link, or what is no plain file',
  ],
  [
    'an error that is not the one expected',
    'def f(): raise ValueError("x")',
    'import pytest\ndef test_a():\n    with pytest.raises(ValueError, check=lambda error: str(error) == "y"):\n        f()',
    'check gave back no true value',
  ],
  [
    "Python's own names, which a star import would replace",
    'def isclose(a, b): return True\ndef f(): return 3.0',
    'from math import *\nfrom solution import *\ndef test_a():\n    assert isclose(f(), 4.0)',
    'isclose(f(), 4.0) is false',
  ],
];

unless(why).describe('tests and code in two processes', () => {
  const { python, judge } = createJudging();
  afterAll(() => python.close());

  it.each(RIGHT)('keep in step: %s', async (_name, code, tests) => {
    const { verdict, reason } = await judge(code, TestsPass({ tests, engine, timeoutSeconds: 60 }));
    expect({ verdict, reason }).toEqual({ verdict: 'pass', reason: 'All tests pass.' });
  });

  it.each(WRONG)('give no pass: %s', async (_name, code, tests, words) => {
    const judged = (async () => judge(code, TestsPass({ tests, engine, timeoutSeconds: 60 })))();
    const { verdict, reason } = await judged.catch((error: Error) => ({
      verdict: 'refused',
      reason: error.message,
    }));
    expect(verdict).not.toBe('pass');
    expect(reason).toContain(words);
  });
});
