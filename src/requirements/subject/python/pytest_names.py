"""What is understood of pytest where the tests import it, without pytest."""
import builtins
import contextlib
import decimal
import fractions
import io
import os
import pathlib
import re
import shutil
import sys
import tempfile
import types


class Fixture:
    def __init__(self, function, name, automatic, scope, params, ids):
        self.function = function
        self.name = name
        self.automatic = automatic
        self.scope = scope
        self.params = params
        self.ids = ids


def fixture(function=None, *, scope="function", name=None, autouse=False, params=None, ids=None):
    if params is not None and scope != "function":
        raise NeedsNamespace("a fixture with params and a scope, which is not known here")
    if callable(scope):
        raise NeedsNamespace("a fixture whose scope is a function, which is not known here")

    def make(function):
        return Fixture(function, name, autouse, scope, None if params is None else list(params), ids)

    return make if function is None else make(function)


class Request:
    """The fixture `request` of a fixture with params, or of one that a test fills by `indirect`."""

    def __init__(self, params, name):
        if name in params:
            self.param = params[name]

    def __getattr__(self, name):
        if name == "param":
            raise AttributeError("param")
        raise NeedsNamespace("request.%s, which is not known here" % name)


class Case:
    def __init__(self, values, id, marks):
        self.values = values
        self.id = id
        self.marks = marks


def param(*values, id=None, marks=()):
    return Case(values, id, tuple(marks) if isinstance(marks, (list, tuple, set)) else (marks,))


class Chosen:
    """One set of values of a parametrized test: what it is called, what is given, to whom, and under which marks."""

    def __init__(self, shown, given, params, marks):
        self.shown = shown
        self.given = given
        self.params = params
        self.marks = marks


def parametrize(names, values, ids=None, indirect=False, scope=None):
    names = [name.strip() for name in names.split(",") if name.strip()] if isinstance(names, str) else list(names)
    filled = names if indirect is True else list(indirect or ())
    chosen = []
    for at, value in enumerate(values):
        case = value if type(value) is Case else Case(value if len(names) > 1 else (value,), None, ())
        parts = list(case.values)
        if len(parts) != len(names):
            raise ValueError("parametrize: %d names and %d values" % (len(names), len(parts)))
        shown = case.id or "-".join(_id_of(value, name, at, ids if callable(ids) else None) for name, value in zip(names, parts))
        if case.id is None and ids is not None and not callable(ids):
            given = list(ids)[at]
            shown = shown if given is None else str(given)
        pairs = dict(zip(names, parts))
        chosen.append(Chosen(
            shown, {name: value for name, value in pairs.items() if name not in filled},
            {name: value for name, value in pairs.items() if name in filled}, case.marks,
        ))
    _distinguish(chosen)

    def decorate(function):
        function.mettle_parameters = (*getattr(function, "mettle_parameters", ()), chosen)
        return function

    return decorate


def fixture_sets(name, fixture):
    """The values of a fixture with params, as those of parametrize."""
    chosen = []
    for at, value in enumerate(fixture.params):
        case = value if type(value) is Case else Case((value,), None, ())
        shown = case.id or _id_of(case.values[0], name, at, fixture.ids if callable(fixture.ids) else None)
        if case.id is None and fixture.ids is not None and not callable(fixture.ids):
            given = list(fixture.ids)[at]
            shown = shown if given is None else str(given)
        chosen.append(Chosen(shown, {}, {name: case.values[0]}, case.marks))
    _distinguish(chosen)
    return chosen


def _id_of(value, name, at, make):
    made = None if make is None else make(value)
    if made is not None:
        value = made
    if type(value) is str:
        return brief(value, 60)
    if type(value) in (int, float, bool, complex, type(None)):
        return str(value)
    if type(value) is bytes:
        return value.decode("ascii", "backslashreplace")
    named = getattr(value, "__name__", None) if isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType)) else None
    return named if type(named) is str else "%s%d" % (name, at)


def _distinguish(chosen):
    """Gives sets of the same name a number each."""
    shown = [one.shown for one in chosen]
    counts = {}
    for one in chosen:
        if shown.count(one.shown) > 1:
            number = counts[one.shown] = counts.get(one.shown, -1) + 1
            one.shown += "%s%d" % ("_" if one.shown[-1:].isdigit() else "", number)


def usefixtures(*names):
    def decorate(function):
        function.mettle_used = (*getattr(function, "mettle_used", ()), *names)
        return function

    return decorate


class Mark:
    """A marker of a test. skip, skipif and xfail mean something; what else there is groups tests and changes nothing."""

    def __init__(self, name, args=(), kwargs=()):
        self.name = name
        self.args = args
        self.kwargs = dict(kwargs)

    def __call__(self, *args, **kwargs):
        if len(args) == 1 and not kwargs and (isinstance(args[0], (type, types.FunctionType))):
            args[0].mettle_marks = (self, *getattr(args[0], "mettle_marks", ()))
            return args[0]
        return Mark(self.name, args, kwargs)

    def holds(self):
        """Whether its conditions do; without any it always does."""
        conditions = list(self.args)
        if "condition" in self.kwargs:
            conditions.append(self.kwargs["condition"])
        if any(isinstance(condition, str) for condition in conditions):
            raise NeedsNamespace("a condition of mark.%s that is a text: write it as an expression" % self.name)
        return not conditions or any(conditions)

    def words(self):
        reason = self.kwargs.get("reason", self.args[0] if self.name == "skip" and self.args else "")
        return "%s: %s" % (self.name, reason) if reason else self.name


class Marks:
    parametrize = staticmethod(parametrize)
    usefixtures = staticmethod(usefixtures)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return Mark(name)


def under_marks(marks, run):
    """Runs a test as its markers say. Raises LeftOut where it says nothing of the code."""
    for mark in marks:
        if mark.name == "skip" or mark.name == "skipif" and mark.holds():
            raise LeftOut(mark.words())
    expected = next((mark for mark in marks if mark.name == "xfail" and mark.holds()), None)
    if expected is None:
        run()
        return
    if not expected.kwargs.get("run", True):
        raise LeftOut("%s, not run" % expected.words())
    try:
        run()
    except (NeedsNamespace, Gone, Spent, SkipTest, LeftOut):
        raise
    except BaseException as error:
        raises = expected.kwargs.get("raises")
        if raises is not None and not isinstance(error, raises):
            raise
        raise LeftOut("%s, failed as expected" % expected.words()) from None
    if expected.kwargs.get("strict", False):
        raise Failed("[XPASS(strict)] %s" % expected.kwargs.get("reason", ""))
    raise LeftOut("%s, passed all the same" % expected.words())


class Failed(AssertionError):
    """pytest.fail was called, or an expected exception did not come."""


class Raised:
    """What `raises` caught."""

    def __init__(self):
        self.value = None

    @property
    def type(self):
        return type(self.value)

    @property
    def typename(self):
        return type(self.value).__name__

    def exconly(self, tryshort=False):
        return "%s: %s" % (self.typename, self.value)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        raise NeedsNamespace("%s of an ExceptionInfo, which is not known here" % name)

    def match(self, pattern):
        assert re.search(pattern, str(self.value)), "%r does not match %r" % (pattern, str(self.value))
        return True

    def __str__(self):
        return repr(self.value)


class raises:
    def __new__(kind, expected, *args, match=None, check=None, **kwargs):
        made = object.__new__(kind)
        made.expected, made.match, made.check, made.raised = expected, match, check, Raised()
        if not args:
            if kwargs:
                raise TypeError("raises: unexpected keyword arguments %s" % ", ".join(sorted(kwargs)))
            return made
        with made:
            args[0](*args[1:], **kwargs)
        return made.raised

    def __enter__(self):
        return self.raised

    def __exit__(self, kind, error, traceback):
        if error is None:
            raise Failed("DID NOT RAISE %r" % (self.expected,))
        if not isinstance(error, self.expected):
            return False
        self.raised.value = error
        if self.match is not None and not re.search(self.match, str(error)):
            raise AssertionError("%r does not match %r" % (self.match, str(error)))
        if self.check is not None and not self.check(error):
            raise AssertionError("raises: check gave back no true value for %r" % error)
        return True


class approx:
    """Equal to what is near enough: relative 1e-6, absolute 1e-12, as in pytest."""

    __hash__ = None

    def __init__(self, expected, rel=None, abs=None, nan_ok=False):
        self.expected, self.rel, self.abs, self.nan_ok = expected, rel, abs, nan_ok

    def __eq__(self, actual):
        return self._near(actual, self.expected)

    def _near(self, actual, expected):
        if isinstance(expected, dict):
            return isinstance(actual, dict) and actual.keys() == expected.keys() and all(
                self._near(actual[key], expected[key]) for key in expected
            )
        if isinstance(expected, (list, tuple)):
            if is_remote(actual) or not hasattr(actual, "__len__"):
                return False
            return len(actual) == len(expected) and all(map(self._near, actual, expected))
        if actual == expected:
            return True
        numbers = (int, float, complex, decimal.Decimal, fractions.Fraction)
        if not isinstance(actual, numbers) or not isinstance(expected, numbers) or isinstance(expected, bool):
            return False
        if expected != expected:
            return self.nan_ok and actual != actual
        actual, expected = (value if isinstance(value, complex) else float(value) for value in (actual, expected))
        if abs_of(expected) == float("inf"):
            return False
        relative = (1e-6 if self.rel is None and self.abs is None else float(self.rel or 0)) * abs_of(expected)
        return abs_of(actual - expected) <= max(relative, 1e-12 if self.abs is None else float(self.abs))

    def __repr__(self):
        return "approx(%r)" % (self.expected,)


abs_of = abs


def fail(reason="", pytrace=True):
    raise Failed(reason)


def skip(reason="", **kwargs):
    raise SkipTest(reason)


def xfail(reason=""):
    raise LeftOut("xfail: %s" % reason)


class Captured(tuple):
    out = property(lambda self: self[0])
    err = property(lambda self: self[1])


class Capture:
    def __init__(self, stack):
        self.out = stack.enter_context(contextlib.redirect_stdout(io.StringIO()))
        self.err = stack.enter_context(contextlib.redirect_stderr(io.StringIO()))

    def readouterr(self):
        texts = []
        for stream in (self.out, self.err):
            texts.append(stream.getvalue())
            stream.seek(0)
            stream.truncate()
        return Captured(texts)


class Patches:
    """The fixture monkeypatch, as far as it reaches the module under test and input()."""

    def __init__(self, stack):
        self.stack = stack

    def setattr(self, target, name, value=None, raising=True):
        if isinstance(target, str):
            target, _, attribute = target.rpartition(".")
            target, name, value = sys.modules.get(target), attribute, name
        check_patched(target, name)
        before = getattr(target, name, None)
        setattr(target, name, value)
        self.stack.callback(setattr, target, name, before)

    def delattr(self, target, name=None, raising=True):
        if isinstance(target, str):
            target, _, attribute = target.rpartition(".")
            target, name = sys.modules.get(target), attribute
        check_patched(target, name)
        if not raising and not hasattr(target, name):
            return
        before = getattr(target, name)
        delattr(target, name)
        self.stack.callback(setattr, target, name, before)

    def setitem(self, items, name, value):
        self.keep(items, name)
        items[name] = value

    def delitem(self, items, name, raising=True):
        if raising or name in items:
            self.keep(items, name)
            del items[name]

    def keep(self, items, name):
        if name in items:
            self.stack.callback(items.__setitem__, name, items[name])
        else:
            self.stack.callback(items.pop, name, None)

    def setenv(self, name, value, prepend=None):
        if prepend and name in os.environ:
            value = value + prepend + os.environ[name]
        self.setitem(os.environ, name, value)

    def delenv(self, name, raising=True):
        self.delitem(os.environ, name, raising)

    def __getattr__(self, name):
        raise NeedsNamespace("monkeypatch.%s, which reaches the tests' process alone" % name)


SHARED = {(builtins.__name__, "input"), ("sys", "stdin"), ("sys", "stdout"), ("sys", "stderr"), ("sys", "argv"), (builtins.__name__, "print")}


def check_patched(target, name):
    """Raises where a patch would be seen in the tests' process alone."""
    if is_remote(target) or isinstance(target, RemoteModule):
        return
    if isinstance(target, types.ModuleType) and (target.__name__, name) in SHARED - {(builtins.__name__, "print")}:
        return
    if getattr(target, "__module__", None) == TESTS_MODULE or type(target).__module__ == TESTS_MODULE:
        return
    raise NeedsNamespace("a patch of %s, which the code's process does not see" % name)


def own_folder(stack, name):
    """A new folder for one test, which the code's process has under the same path."""
    parent = tempfile.mkdtemp(prefix="pytest-")
    stack.callback(shutil.rmtree, parent, True)
    path = os.path.join(parent, re.sub(r"\W", "_", name)[:30] + "0")
    Watch.judge.open_folder(path)
    return pathlib.Path(path)


def no_folder(stack, name):
    raise NeedsNamespace("the fixture tmpdir: use tmp_path")


OWN_FIXTURES = {
    "capsys": lambda stack, name: Capture(stack), "capfd": lambda stack, name: Capture(stack),
    "monkeypatch": lambda stack, name: Patches(stack), "tmp_path": own_folder, "tmpdir": no_folder,
}


def unknown_to_pytest(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise NeedsNamespace("pytest.%s, which is not known here" % name)


def install_pytest(tests):
    """Puts what is understood of pytest where the tests import it, and has mock.patch say what it cannot reach."""
    module = types.ModuleType("pytest")
    vars(module).update(fixture=fixture, param=param, raises=raises, approx=approx, fail=fail, skip=skip, xfail=xfail, mark=Marks())
    vars(module)["__getattr__"] = unknown_to_pytest
    sys.modules["pytest"] = module
    if "mock" in tests:
        import unittest.mock as mock

        enter = mock._patch.__enter__

        def watched(self):
            check_patched(self.getter(), self.attribute)
            return enter(self)

        mock._patch.__enter__ = watched
