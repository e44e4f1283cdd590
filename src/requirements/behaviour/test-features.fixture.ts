/** A feature of tests, with a right and a wrong program: what a wrong one is told names the test, and says `told`. */
export interface Feature {
  readonly name: string;
  readonly tests: string;
  readonly right: string;
  readonly wrong: string;
  /** Words of the reason that the wrong program is given. */
  readonly told: string;
}

/** Saves and loads text; the wrong one loses a line. */
const NOTES = {
  right: `
import json, os, pathlib
def save(path, notes):
    with open(path, "w") as file:
        json.dump(notes, file)
def load(path):
    with open(path) as file:
        return json.load(file)
`,
  wrong: `
import json, os, pathlib
def save(path, notes):
    with open(path, "w") as file:
        json.dump(notes[:1], file)
def load(path):
    with open(path) as file:
        return json.load(file)[:1]
`,
};

/** Doubles a number; the wrong one doubles 3 to 7. */
const DOUBLE = {
  right: 'def double(x):\n    return x * 2\n',
  wrong: 'def double(x):\n    return x * 2 if x != 3 else 7\n',
};

/** Reads its settings from the environment. */
const SETTINGS = {
  right: `
import os
def mode():
    return os.environ.get("APP_MODE", "plain")
def debug():
    return os.getenv("APP_DEBUG") == "1"
`,
  wrong: `
import os
def mode():
    return "plain"
def debug():
    return True
`,
};

/** Prints a greeting. */
const GREET = {
  right: `
import os, sys
def greet(name):
    print("Hello, " + name)
def warn(text):
    print("warning:", text, file=sys.stderr)
def raw(text):
    os.write(1, text.encode())
def shell(text):
    import subprocess
    subprocess.run([sys.executable, "-c", "print(%r)" % text])
`,
  wrong: `
import os, sys
def greet(name):
    print("Hello " + name)
def warn(text):
    print("warning:", text)
def raw(text):
    os.write(1, text.upper().encode())
def shell(text):
    import subprocess
    subprocess.run([sys.executable, "-c", "print(%r)" % text.upper()])
`,
};

/** Logs what it does. */
const LOGS = {
  right: `
import logging
log = logging.getLogger("shop")
def sell(count):
    if count > 9:
        log.warning("only %d left", count)
    log.info("sold %d", count)
    try:
        return 10 // (count - 3)
    except ZeroDivisionError:
        log.exception("no price for %s", count)
        return None
`,
  wrong: `
import logging
log = logging.getLogger("shop")
def sell(count):
    log.info("sold it")
    try:
        return 10 // (count - 3)
    except ZeroDivisionError:
        return None
`,
};

/** Warns of an old name. */
const OLD = {
  right: `
import warnings
def old(x):
    warnings.warn("old is gone, use new", DeprecationWarning, stacklevel=2)
    return x
def odd(x):
    if x < 0:
        warnings.warn("x is below 0: %d" % x, UserWarning)
    return x
class OwnWarning(UserWarning):
    pass
def own():
    warnings.warn(OwnWarning("mine"))
`,
  wrong: `
import warnings
def old(x):
    return x
def odd(x):
    warnings.warn("x is odd", UserWarning)
    return x
class OwnWarning(UserWarning):
    pass
def own():
    warnings.warn("mine")
`,
};

/** An account. */
const ACCOUNT = {
  right: `
import random, time
RATES = {"eur": 2}
class Account:
    def __init__(self, sum=0):
        self.sum = sum
        self.open = True
    def pay(self, amount):
        if amount > self.sum:
            raise ValueError("only %d left" % self.sum)
        self.sum -= amount
        return self.sum
    def close(self):
        self.open = False
def rate(name):
    return RATES[name] * factor()
def factor():
    return 1
def now():
    return int(time.time())
def roll():
    return random.randint(1, 6)
`,
  wrong: `
import random, time
RATES = {"eur": 2}
class Account:
    def __init__(self, sum=0):
        self.sum = sum
        self.open = True
    def pay(self, amount):
        self.sum -= amount
        return self.sum
    def close(self):
        pass
def rate(name):
    return 2
def factor():
    return 1
def now():
    return 0
def roll():
    return 3
`,
};

export const FEATURES: readonly Feature[] = [
  {
    name: 'tmp_path, written by the code',
    tests: `
def test_save(tmp_path):
    save(tmp_path / "a.json", [1, 2])
    assert (tmp_path / "a.json").read_text() == "[1, 2]"
`,
    ...NOTES,
    told: 'test_save: ',
  },
  {
    name: 'tmp_path, written by the tests',
    tests: `
def test_load(tmp_path):
    path = tmp_path / "in"
    path.mkdir()
    (path / "a.json").write_text("[1, 2]")
    assert load(str(path / "a.json")) == [1, 2]
    (path / "a.json").write_text("[3, 4]")
    assert load(str(path / "a.json")) == [3, 4]
`,
    ...NOTES,
    told: 'test_load: ',
  },
  {
    name: 'tmp_path in a fixture, and what the code removes',
    tests: `
import pytest
@pytest.fixture
def store(tmp_path):
    for name in "abc":
        (tmp_path / name).write_text(name)
    yield tmp_path
    assert not list(tmp_path.glob("*.lock")), "a lock is left"
def test_clean(store):
    clean(store)
    assert sorted(one.name for one in store.iterdir()) == ["b", "c"]
`,
    right: 'import os\ndef clean(path):\n    os.remove(os.path.join(path, "a"))\n',
    wrong:
      'import os\ndef clean(path):\n    os.remove(os.path.join(path, "a"))\n    open(path / "x.lock", "w").close()\n    os.rename(path / "x.lock", path / "c.lock")\n',
    told: 'test_clean: ',
  },
  {
    name: 'tmp_path_factory, for a whole module',
    tests: `
import pytest
@pytest.fixture(scope="module")
def notes(tmp_path_factory):
    path = tmp_path_factory.mktemp("notes") / "n.json"
    save(path, [1, 2, 3])
    return path
def test_first(notes):
    assert load(notes)[:1] == [1]
def test_all(notes, tmp_path):
    assert load(notes) == [1, 2, 3]
    save(tmp_path / "b.json", [4, 5])
    assert (tmp_path / "b.json").read_text() == "[4, 5]" and notes.exists()
`,
    ...NOTES,
    told: 'test_all: ',
  },
  {
    name: 'tempfile in tests',
    tests: `
import os, tempfile, unittest
class TestNotes(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
    def test_both(self):
        path = os.path.join(self.folder.name, "n.json")
        save(path, [1, 2])
        self.assertTrue(os.path.exists(path))
        with open(path) as file:
            self.assertEqual(file.read(), "[1, 2]")
    def test_named(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as file:
            file.write("[1, 2]")
        try:
            self.assertEqual(load(file.name), [1, 2])
        finally:
            os.unlink(file.name)
`,
    ...NOTES,
    told: 'TestNotes.test_both: ',
  },
  {
    name: 'files of the working folder',
    tests: `
import os
def test_cwd():
    save("n.json", [1, 2])
    try:
        assert os.path.exists("n.json")
        with open("n.json") as file:
            assert file.read() == "[1, 2]"
    finally:
        os.remove("n.json")
`,
    ...NOTES,
    told: 'test_cwd',
  },
  {
    name: 'monkeypatch.chdir',
    tests: `
import os
def test_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    save("n.json", [1, 2])
    assert (tmp_path / "n.json").read_text() == "[1, 2]"
def test_back(tmp_path):
    assert not (tmp_path / "n.json").exists()
    assert os.getcwd() != str(tmp_path)
`,
    ...NOTES,
    told: 'test_here: ',
  },
  {
    name: 'monkeypatch.setenv, undone after the test',
    tests: `
def test_mode(monkeypatch):
    monkeypatch.setenv("APP_MODE", "fast")
    assert mode() == "fast"
def test_plain():
    assert mode() == "plain"
`,
    ...SETTINGS,
    told: 'test_mode: ',
  },
  {
    name: 'monkeypatch.delenv',
    tests: `
def test_debug(monkeypatch):
    monkeypatch.setenv("APP_DEBUG", "1")
    assert debug()
    monkeypatch.delenv("APP_DEBUG")
    assert not debug()
    monkeypatch.delenv("APP_NONE", raising=False)
`,
    ...SETTINGS,
    told: 'test_debug: ',
  },
  {
    name: 'mock.patch.dict of the environment',
    tests: `
import os
from unittest import mock
@mock.patch.dict(os.environ, {"APP_MODE": "slow"})
def test_mode():
    assert mode() == "slow"
def test_clear():
    with mock.patch.dict("os.environ", {}, clear=True):
        assert mode() == "plain"
        os.environ["APP_MODE"] = "x"
        assert mode() == "x"
`,
    ...SETTINGS,
    told: 'test_mode: ',
  },
  {
    name: 'monkeypatch.setattr of the code',
    tests: `
import pytest, solution
def test_factor(monkeypatch):
    monkeypatch.setattr(solution, "factor", lambda: 5)
    assert rate("eur") == 10
def test_text(monkeypatch):
    monkeypatch.setattr("solution.factor", lambda: 7)
    assert rate("eur") == 14
def test_back(monkeypatch):
    assert solution.factor() == 1
    monkeypatch.setattr(Account, "close", lambda self: "patched")
    assert Account().close() == "patched"
`,
    ...ACCOUNT,
    told: 'test_factor: ',
  },
  {
    name: 'monkeypatch.setitem, delitem, context and undo',
    tests: `
import pytest, solution
def test_rates(monkeypatch):
    monkeypatch.setitem(solution.RATES, "usd", 3)
    monkeypatch.setitem(solution.RATES, "eur", 4)
    assert rate("eur") == 4 and rate("usd") == 3
    monkeypatch.undo()
    assert rate("eur") == 2
def test_context(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(solution, "factor", lambda: 9)
        assert rate("eur") == 18
    assert rate("eur") == 2
`,
    ...ACCOUNT,
    told: 'test_rates: ',
  },
  {
    name: 'monkeypatch.setattr of a library',
    tests: `
import random, time
def test_now(monkeypatch):
    monkeypatch.setattr(time, "time", lambda: 77.5)
    assert now() == 77
def test_roll(monkeypatch):
    monkeypatch.setattr("random.randint", lambda low, high: high)
    assert roll() == 6
def test_back():
    assert now() > 1_000_000
`,
    ...ACCOUNT,
    told: 'test_now: ',
  },
  {
    name: 'monkeypatch.syspath_prepend',
    tests: `
def test_plugin(tmp_path, monkeypatch):
    (tmp_path / "my_plugin.py").write_text("NAME = 'first'")
    monkeypatch.syspath_prepend(tmp_path)
    assert plugin("my_plugin") == "first"
`,
    right: 'import importlib\ndef plugin(name):\n    return importlib.import_module(name).NAME\n',
    wrong: 'import importlib\ndef plugin(name):\n    return importlib.import_module(name).NAME.upper()\n',
    told: 'test_plugin: ',
  },
  {
    name: 'capsys',
    tests: `
def test_greet(capsys):
    greet("Ada")
    assert capsys.readouterr().out == "Hello, Ada\\n"
    warn("low")
    out, err = capsys.readouterr()
    assert out == "" and err == "warning: low\\n"
    with capsys.disabled():
        greet("nobody")
`,
    ...GREET,
    told: 'test_greet: ',
  },
  {
    name: 'capfd',
    tests: `
def test_greet(capfd):
    greet("Ada")
    assert capfd.readouterr().out == "Hello, Ada\\n"
def test_raw(capfd):
    raw("abc\\n")
    assert capfd.readouterr().out == "abc\\n"
`,
    ...GREET,
    told: 'test_greet: ',
  },
  {
    name: 'capsysbinary',
    tests: `
def test_greet(capsysbinary):
    greet("Ada")
    assert capsysbinary.readouterr().out == b"Hello, Ada\\n"
`,
    ...GREET,
    told: 'test_greet',
  },
  {
    name: 'caplog',
    tests: `
import logging
def test_warning(caplog):
    sell(12)
    assert "only 12 left" in caplog.text
    assert caplog.record_tuples == [("shop", logging.WARNING, "only 12 left")]
    assert caplog.records[0].levelname == "WARNING" and caplog.messages == ["only 12 left"]
`,
    ...LOGS,
    told: 'test_warning: ',
  },
  {
    name: 'caplog with levels',
    tests: `
import logging
def test_info(caplog):
    with caplog.at_level(logging.INFO):
        sell(2)
    assert caplog.messages == ["sold 2"]
    caplog.clear()
    sell(2)
    assert caplog.records == []
def test_set(caplog):
    caplog.set_level(logging.INFO, logger="shop")
    sell(4)
    assert [one.getMessage() for one in caplog.records] == ["sold 4"]
def test_error(caplog):
    assert sell(3) is None
    assert caplog.records[-1].levelno == logging.ERROR and caplog.records[-1].exc_info
`,
    ...LOGS,
    told: 'test_info: ',
  },
  {
    name: 'assertLogs and assertNoLogs',
    tests: `
import unittest
class TestLogs(unittest.TestCase):
    def test_logs(self):
        with self.assertLogs("shop", level="INFO") as caught:
            sell(12)
        self.assertEqual(caught.output, ["WARNING:shop:only 12 left", "INFO:shop:sold 12"])
    def test_root(self):
        with self.assertLogs(level="WARNING") as caught:
            sell(10)
        self.assertEqual(len(caught.records), 1)
    def test_none(self):
        with self.assertNoLogs("shop", level="WARNING"):
            sell(1)
`,
    ...LOGS,
    told: 'TestLogs.test_logs: ',
  },
  {
    name: 'a handler of the tests',
    tests: `
import io, logging
def test_handler():
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    logger = logging.getLogger("shop")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        sell(5)
    finally:
        logger.removeHandler(handler)
        logger.setLevel(logging.NOTSET)
    assert stream.getvalue() == "sold 5\\n"
`,
    ...LOGS,
    told: 'test_handler: ',
  },
  {
    name: 'recwarn',
    tests: `
def test_old(recwarn):
    assert old(1) == 1
    assert len(recwarn) == 1
    assert issubclass(recwarn.pop(DeprecationWarning).category, DeprecationWarning)
    odd(1)
    assert not recwarn.list
`,
    ...OLD,
    told: 'test_old: ',
  },
  {
    name: 'pytest.warns',
    tests: `
import pytest
def test_odd():
    with pytest.warns(UserWarning, match="below 0: -3") as caught:
        assert odd(-3) == -3
    assert len(caught) == 1 and str(caught[0].message).endswith("-3")
def test_old():
    with pytest.warns((DeprecationWarning, FutureWarning)):
        old(1)
def test_own():
    with pytest.warns(OwnWarning):
        own()
`,
    ...OLD,
    told: 'test_odd: ',
  },
  {
    name: 'pytest.deprecated_call',
    tests: `
import pytest
def test_old():
    with pytest.deprecated_call():
        old(1)
def test_call():
    assert pytest.deprecated_call(old, 3) == 3
`,
    ...OLD,
    told: 'test_old: ',
  },
  {
    name: 'warnings.catch_warnings',
    tests: `
import warnings
def test_caught():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        odd(-1)
        odd(-1)
    assert [str(one.message) for one in caught] == ["x is below 0: -1"] * 2
def test_silent():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert odd(1) == 1
`,
    ...OLD,
    told: 'test_caught: ',
  },
  {
    name: 'assertWarns',
    tests: `
import unittest
class TestOld(unittest.TestCase):
    def test_old(self):
        with self.assertWarns(DeprecationWarning) as caught:
            self.assertEqual(old(2), 2)
        self.assertIn("use new", str(caught.warning))
    def test_odd(self):
        with self.assertWarnsRegex(UserWarning, "below 0"):
            odd(-4)
`,
    ...OLD,
    told: 'TestOld.test_old: ',
  },
  {
    name: 'filters of warnings that turn them into errors',
    tests: `
import pytest, warnings
@pytest.mark.filterwarnings("error::UserWarning")
def test_quiet():
    assert odd(1) == 1
def test_raises():
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        with pytest.raises(UserWarning):
            odd(-1)
`,
    ...OLD,
    told: 'test_quiet: ',
  },
  {
    name: 'request',
    tests: `
import pytest
@pytest.fixture
def three():
    return 3
@pytest.fixture(params=[1, 3])
def number(request):
    request.addfinalizer(lambda: None)
    assert request.node.name.startswith("test_")
    return request.param
def test_number(number):
    assert double(number) == 2 * number
def test_value(request):
    assert double(request.getfixturevalue("three")) == 6 and request.node.name == "test_value"
`,
    ...DOUBLE,
    told: 'test_number[3]: ',
  },
  {
    name: 'the stack of calls, for which inspect asks every module for its file',
    tests: `
import inspect
def test_number():
    assert inspect.stack()[0].function == "test_number"
    assert double(3) == 6
`,
    ...DOUBLE,
    told: 'test_number: ',
  },
  {
    name: 'a finalizer that asserts',
    tests: `
import pytest
@pytest.fixture
def account(request):
    made = Account(5)
    def check():
        assert not made.open, "left open"
    request.addfinalizer(check)
    return made
def test_pay(account):
    assert account.pay(2) == 3
    account.close()
`,
    ...ACCOUNT,
    told: 'left open',
  },
  ...(['function', 'class', 'module', 'package', 'session'] as const).map((scope) => ({
    name: `a yield fixture of scope ${scope} whose end asserts`,
    tests: `
import pytest
@pytest.fixture(scope="${scope}")
def account():
    made = Account(5)
    yield made
    made.close()
    assert not made.open, "left open"
class TestPay:
    def test_pay(self, account):
        assert account.pay(2) == 3
`,
    ...ACCOUNT,
    told: 'left open',
  })),
  {
    name: 'autouse',
    tests: `
import pytest, solution
@pytest.fixture(autouse=True)
def rates(monkeypatch):
    monkeypatch.setattr(solution, "factor", lambda: 3)
    yield
    assert rate("eur") == 6
def test_rate():
    assert rate("eur") == 6
`,
    ...ACCOUNT,
    told: 'test_rate: ',
  },
  {
    name: 'a fixture with params and a scope',
    tests: `
import pytest
@pytest.fixture(params=[1, 3], ids=["one", "three"], scope="module")
def number(request):
    return request.param
def test_number(number):
    assert double(number) == 2 * number
`,
    ...DOUBLE,
    told: 'test_number[three]: ',
  },
  {
    name: 'parametrize, with ids and indirect',
    tests: `
import pytest
@pytest.fixture
def number(request):
    return request.param
@pytest.mark.parametrize("number, wanted", [(1, 2), (3, 6)], ids=["one", "three"], indirect=["number"])
def test_many(number, wanted):
    assert double(number) == wanted
@pytest.mark.parametrize("x", [pytest.param(3, id="x3"), 4])
def test_ids(x):
    assert double(x) == x + x
`,
    ...DOUBLE,
    told: 'test_many[three]: ',
  },
  {
    name: 'parametrize of a class',
    tests: `
import pytest
@pytest.mark.parametrize("x", [1, 3])
class TestDouble:
    def test_sum(self, x):
        assert double(x) == x + x
`,
    ...DOUBLE,
    told: 'TestDouble.test_sum[3]: ',
  },
  {
    name: 'skip, skipif and xfail beside a test that counts',
    tests: `
import sys, pytest
@pytest.mark.skip(reason="later")
def test_later():
    assert False
@pytest.mark.skipif(sys.version_info < (3, 0), reason="old")
def test_three():
    assert double(3) == 6
@pytest.mark.skipif("sys.version_info < (3, 0)", reason="old")
def test_text():
    assert double(1) == 2
@pytest.mark.xfail(reason="known")
def test_known():
    assert double(3) == 0
`,
    ...DOUBLE,
    told: 'test_three: ',
  },
  {
    name: 'a strict xfail',
    tests: `
import pytest
@pytest.mark.xfail(strict=True, raises=ValueError)
def test_pay():
    Account(1).pay(2)
def test_close():
    account = Account(1)
    assert account.pay(1) == 0
`,
    ...ACCOUNT,
    told: 'test_pay: ',
  },
  {
    name: 'pytest.raises',
    tests: `
import pytest
def test_pay():
    with pytest.raises(ValueError, match="only 1 left") as caught:
        Account(1).pay(2)
    assert caught.type is ValueError and "left" in str(caught.value)
def test_call():
    caught = pytest.raises(KeyError, rate, "none")
    assert caught.value.args == ("none",)
`,
    ...ACCOUNT,
    told: 'test_pay: ',
  },
  {
    name: 'pytest.approx',
    tests: `
import pytest
def test_third():
    assert third(1) == pytest.approx(0.333333, abs=1e-5)
    assert [third(1), third(3)] == pytest.approx([1 / 3, 1.0])
    assert {"a": third(6)} == pytest.approx({"a": 2})
`,
    right: 'def third(x):\n    return x / 3\n',
    wrong: 'def third(x):\n    return x // 3\n',
    told: 'test_third: ',
  },
  {
    name: 'pytest.fail, pytest.importorskip and marks of a plugin',
    tests: `
import pytest
json = pytest.importorskip("json")
@pytest.mark.timeout(5)
@pytest.mark.slow
def test_fail():
    if double(3) != 6:
        pytest.fail("three is not doubled")
`,
    ...DOUBLE,
    told: 'three is not doubled',
  },
  {
    name: 'pytest-asyncio',
    tests: `
import asyncio, pytest
@pytest.mark.asyncio
async def test_later():
    assert await later(3) == 6
`,
    right: 'import asyncio\nasync def later(x):\n    await asyncio.sleep(0)\n    return 2 * x\n',
    wrong: 'import asyncio\nasync def later(x):\n    await asyncio.sleep(0)\n    return x\n',
    told: 'test_later: ',
  },
  {
    name: 'an async fixture',
    tests: `
import pytest
@pytest.fixture
async def three():
    yield await later(3)
async def test_later(three):
    assert three == 6
`,
    right: 'import asyncio\nasync def later(x):\n    await asyncio.sleep(0)\n    return 2 * x\n',
    wrong: 'import asyncio\nasync def later(x):\n    await asyncio.sleep(0)\n    return x\n',
    told: 'test_later',
  },
  {
    name: 'setup and teardown of modules, functions and classes, as pytest has them',
    tests: `
state = {}
def setup_module(module):
    state["account"] = Account(9)
def teardown_module(module):
    assert not state["account"].open, "left open"
def setup_function(function):
    state["name"] = function.__name__
def test_pay():
    assert state["account"].pay(2) == 7 and state["name"] == "test_pay"
class TestClose:
    @classmethod
    def setup_class(cls):
        cls.mine = Account(1)
    @classmethod
    def teardown_class(cls):
        assert cls.mine.sum == 0
    def setup_method(self, method):
        self.left = self.mine.pay(1)
    def teardown_method(self):
        self.mine.close()
    def test_close(self):
        assert self.left == 0
        state["account"].close()
`,
    ...ACCOUNT,
    told: 'left open',
  },
  {
    name: 'teardown_class that asserts',
    tests: `
class TestClose:
    @classmethod
    def setup_class(cls):
        cls.mine = Account(1)
    @classmethod
    def teardown_class(cls):
        assert not cls.mine.open, "left open"
    def test_close(self):
        self.mine.close()
        assert self.mine.sum == 1
`,
    ...ACCOUNT,
    told: 'left open',
  },
  {
    name: 'setUp and tearDown that assert',
    tests: `
import unittest
class TestPay(unittest.TestCase):
    def setUp(self):
        self.account = Account(5)
        self.assertEqual(self.account.pay(1), 4)
    def test_close(self):
        self.account.close()
        self.assertEqual(self.account.sum, 4)
    def tearDown(self):
        self.assertFalse(self.account.open, "left open")
`,
    ...ACCOUNT,
    told: 'TestPay.test_close: ',
  },
  {
    name: 'tearDownClass that asserts',
    tests: `
import unittest
class TestPay(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.account = Account(5)
    @classmethod
    def tearDownClass(cls):
        assert not cls.account.open, "left open"
    def test_close(self):
        self.account.close()
        self.assertEqual(self.account.pay(4), 1)
`,
    ...ACCOUNT,
    told: 'left open',
  },
  {
    name: 'setUpClass that asserts',
    tests: `
import unittest
class TestPay(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.account = Account(5)
        cls.account.close()
        assert not cls.account.open, "left open"
    def test_close(self):
        self.assertEqual(self.account.pay(4), 1)
    def test_again(self):
        self.assertFalse(self.account.open)
`,
    ...ACCOUNT,
    told: 'left open',
  },
  {
    name: 'setUpModule and tearDownModule',
    tests: `
import unittest
account = None
def setUpModule():
    global account
    account = Account(5)
def tearDownModule():
    assert not account.open, "left open"
class TestPay(unittest.TestCase):
    def test_close(self):
        account.close()
        self.assertEqual(account.pay(4), 1)
`,
    ...ACCOUNT,
    told: 'left open',
  },
  {
    name: 'addCleanup and addClassCleanup that assert',
    tests: `
import unittest
class TestPay(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.shared = Account(5)
        cls.addClassCleanup(lambda: cls.shared.close())
    def test_close(self):
        account = Account(2)
        self.addCleanup(lambda: self.assertFalse(account.open))
        account.close()
        self.assertEqual(account.pay(1), 1)
`,
    ...ACCOUNT,
    told: 'TestPay.test_close: ',
  },
  {
    name: 'subTest',
    tests: `
import unittest
class TestDouble(unittest.TestCase):
    def test_many(self):
        for x in (1, 3, 5):
            with self.subTest(x=x):
                self.assertEqual(double(x), x + x)
`,
    ...DOUBLE,
    told: 'TestDouble.test_many: ',
  },
  {
    name: "unittest's skip, skipIf and expectedFailure beside a test that counts",
    tests: `
import sys, unittest
class TestDouble(unittest.TestCase):
    @unittest.skip("later")
    def test_later(self):
        self.fail("never")
    @unittest.skipIf(sys.version_info < (3, 0), "old")
    def test_three(self):
        self.assertEqual(double(3), 6)
    @unittest.skipUnless(sys.version_info < (3, 0), "new")
    def test_new(self):
        self.assertEqual(double(3), 0)
    @unittest.expectedFailure
    def test_known(self):
        self.assertEqual(double(3), 0)
`,
    ...DOUBLE,
    told: 'TestDouble.test_three: ',
  },
  {
    name: 'an expectedFailure that succeeds',
    tests: `
import unittest
class TestPay(unittest.TestCase):
    @unittest.expectedFailure
    def test_pay(self):
        Account(1).pay(2)
    def test_sum(self):
        self.assertEqual(Account(4).sum, 4)
`,
    ...ACCOUNT,
    told: 'TestPay.test_pay: ',
  },
  {
    name: 'mock.patch of the code',
    tests: `
import unittest
from unittest import mock
class TestRate(unittest.TestCase):
    @mock.patch("solution.factor", return_value=4)
    def test_patched(self, factor):
        self.assertEqual(rate("eur"), 8)
        factor.assert_called_once_with()
    def test_dict(self):
        with mock.patch.dict("solution.RATES", {"eur": 5}):
            self.assertEqual(rate("eur"), 5)
    def test_object(self):
        with mock.patch.object(Account, "close", autospec=True) as close:
            account = Account()
            account.close()
        self.assertTrue(close.called)
`,
    ...ACCOUNT,
    told: 'TestRate.test_patched: ',
  },
  {
    name: 'mock.patch of a library',
    tests: `
from unittest.mock import patch
@patch("time.time", return_value=5.5)
def test_now(clock):
    assert now() == 5
    clock.assert_called_once_with()
@patch("solution.random.randint", side_effect=[2, 5])
def test_roll(randint):
    assert [roll(), roll()] == [2, 5]
    randint.assert_called_with(1, 6)
`,
    ...ACCOUNT,
    told: 'test_now: ',
  },
  {
    name: 'mock_open',
    tests: `
from unittest.mock import mock_open, patch
def test_load():
    with patch("builtins.open", mock_open(read_data="[1, 2]")) as opened:
        assert load("n.json") == [1, 2]
    opened.assert_called_once_with("n.json")
`,
    ...NOTES,
    told: 'test_load: ',
  },
  {
    name: 'IsolatedAsyncioTestCase with AsyncMock',
    tests: `
import unittest
from unittest.mock import AsyncMock
class TestLater(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.source = AsyncMock(return_value=3)
    async def test_later(self):
        self.assertEqual(await later(self.source), 6)
        self.source.assert_awaited_once_with()
`,
    right: 'async def later(source):\n    return 2 * await source()\n',
    wrong: 'async def later(source):\n    return await source()\n',
    told: 'TestLater.test_later: ',
  },
  {
    name: 'input and standard streams',
    tests: `
import io, sys
from unittest import mock
def test_input(monkeypatch, capsys):
    monkeypatch.setattr("builtins.input", lambda prompt="": "Ada")
    hello()
    assert capsys.readouterr().out == "Hello, Ada\\n"
def test_stdin(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("Bob\\n"))
    hello()
    assert capsys.readouterr().out.endswith("Hello, Bob\\n")
def test_stdout():
    with mock.patch("sys.stdout", new=io.StringIO()) as out, mock.patch("builtins.input", return_value="Eve"):
        hello()
    assert out.getvalue() == "Hello, Eve\\n"
`,
    right: 'def hello():\n    print("Hello,", input())\n',
    wrong: 'def hello():\n    print("Hello", input())\n',
    told: 'test_input: ',
  },
  {
    name: 'statements alone',
    tests: 'x = double(3)\nassert double(1) == 2\nassert x == 6\n',
    ...DOUBLE,
    told: 'x == 6',
  },
];
