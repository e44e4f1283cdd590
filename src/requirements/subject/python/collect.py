"""Finds the tests of a module and runs them one by one: functions and classes as pytest has them, and unittest's."""
import asyncio
import builtins
import contextlib
import decimal
import fractions
import functools
import inspect
import io
import itertools
import linecache
import os
import re
import sys
import types


def collect(module, judge):
    """(name, what runs it) for each test, in the order of the source."""
    for name, value in list(vars(module).items()):
        if isinstance(value, Remote) or getattr(value, "__module__", None) != module.__name__:
            continue
        if type(value) is type or isinstance(value, type):
            if is_unittest(value):
                yield from unittest_tests(name, value)
            elif name.startswith("Test"):
                yield from class_tests(name, value, module)
        elif name.startswith("test") and callable(value) and not is_remote(value):
            yield from function_tests(name, value, module)


def is_unittest(value):
    unittest = sys.modules.get("unittest")
    return unittest is not None and issubclass(value, unittest.TestCase)


def function_tests(name, function, module):
    for shown, given in cases(name, function):
        yield shown, functools.partial(run_function, function, given, module)


def cases(name, function):
    """(name, arguments) for each set of parameters."""
    sets = getattr(function, "mettle_parameters", ())
    for chosen in itertools.product(*sets):
        given, shown = {}, []
        for one in reversed(chosen):
            given.update(one[1])
            shown.append(one[0])
        yield (name + "[%s]" % "-".join(shown) if shown else name), given


def run_function(function, given, module, owner=None):
    with contextlib.ExitStack() as stack:
        fixtures = Fixtures(module, given, stack, owner)
        arguments = fixtures.arguments(function)
        for name in getattr(function, "mettle_used", ()):
            fixtures.value(name)
        for name, fixture in module_fixtures(module, owner).items():
            if fixture.automatic:
                fixtures.value(name)
        finish(function(**arguments))


def finish(result):
    if inspect.isawaitable(result):
        asyncio.run(_wait(result))


def module_fixtures(module, owner=None):
    found = {name: value for name, value in vars(module).items() if type(value) is Fixture}
    if owner is not None:
        found.update({name: value for name, value in vars(type(owner)).items() if type(value) is Fixture})
    return {value.name or name: value for name, value in found.items()}


def parameters_of(function):
    """Names of the parameters that have no default; those that `mock.patch` fills come first and are left out."""
    patched = sum(1 for patching in getattr(function, "patchings", ()) if patching.attribute_name is None and patching.new is _default())
    original = inspect.unwrap(function)
    found = [one for one in inspect.signature(original).parameters.values()
             if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY) and one.default is one.empty]
    return [one.name for one in found][patched:]


def _default():
    mock = sys.modules.get("unittest.mock")
    return mock.DEFAULT if mock is not None else None


class Fixtures:
    """The fixtures of one test."""

    def __init__(self, module, given, stack, owner):
        self.found = module_fixtures(module, owner)
        self.given = given
        self.stack = stack
        self.owner = owner
        self.values = {}

    def arguments(self, function):
        names = parameters_of(function)
        if self.owner is not None and names[:1] == ["self"]:
            names = names[1:]
        return {name: self.given[name] if name in self.given else self.value(name) for name in names}

    def value(self, name):
        if name not in self.values:
            self.values[name] = self.make(name)
        return self.values[name]

    def make(self, name):
        if name in OWN_FIXTURES:
            return OWN_FIXTURES[name](self.stack)
        if name == "request":
            raise NeedsNamespace("the fixture request, which is not known here")
        fixture = self.found.get(name)
        if fixture is None:
            raise NeedsNamespace("the fixture %s, which is not known here" % name)
        arguments = self.arguments(fixture.function)
        if self.owner is not None and "self" in inspect.signature(fixture.function).parameters:
            made = fixture.function(self.owner, **arguments)
        else:
            made = fixture.function(**arguments)
        if inspect.isgenerator(made):
            value = next(made)
            self.stack.callback(next, made, None)
            return value
        return asyncio.run(_wait(made)) if inspect.isawaitable(made) else made


def class_tests(name, kind, module):
    if hasattr(kind, "setup_class"):
        kind.setup_class()
    for method, function in list(vars(kind).items()):
        if not method.startswith("test") or not callable(function):
            continue
        for shown, given in cases("%s.%s" % (name, method), function):
            yield shown, functools.partial(run_method, kind, method, given, module)


def run_method(kind, method, given, module):
    owner = kind()
    function = getattr(owner, method)
    if hasattr(owner, "setup_method"):
        _hook(owner.setup_method, function)
    try:
        with contextlib.ExitStack() as stack:
            fixtures = Fixtures(module, given, stack, owner)
            plain = vars(kind)[method]
            for used in (*getattr(plain, "mettle_used", ()), *getattr(kind, "mettle_used", ())):
                fixtures.value(used)
            for used, fixture in module_fixtures(module, owner).items():
                if fixture.automatic:
                    fixtures.value(used)
            finish(function(**fixtures.arguments(plain)))
    finally:
        if hasattr(owner, "teardown_method"):
            _hook(owner.teardown_method, function)


def _hook(hook, method):
    if len(inspect.signature(hook).parameters) == 1:
        hook(method)
    else:
        hook()


def unittest_tests(name, kind):
    import unittest

    names = unittest.TestLoader().getTestCaseNames(kind)
    ready = []
    for method in names:
        yield "%s.%s" % (name, method), functools.partial(run_case, unittest, kind, method, ready)
    if ready == [None]:
        kind.tearDownClass()
        kind.doClassCleanups()


class Stop(Exception):
    pass


def run_case(unittest, kind, method, ready):
    """One test of a TestCase, with its class prepared once."""
    if not ready:
        ready.append("not prepared")
        kind.setUpClass()
        ready[0] = None
    elif ready[0] is not None:
        raise RuntimeError("setUpClass failed")
    result = Result(unittest)
    case = kind(method)
    case.run(result)
    if result.needed is not None:
        raise result.needed
    if result.skipped:
        raise SkipTest(result.skipped[0][1])
    if result.unexpectedSuccesses:
        raise AssertionError("it passes, and is expected to fail")
    if result.found:
        raise result.found[0]


def Result(unittest):
    class Result(unittest.TestResult):
        """Keeps the errors themselves."""

        def __init__(self):
            unittest.TestResult.__init__(self)
            self.found = []
            self.needed = None

        def addError(self, test, error):
            self.found.append(error[1])

        addFailure = addError

        def addSubTest(self, test, subtest, error):
            if error is not None:
                self.found.append(error[1])

        def _exc_info_to_string(self, error, test):
            return ""

    return Result()


# ---- what is understood of pytest


class Fixture:
    def __init__(self, function, name, automatic):
        self.function = function
        self.name = name
        self.automatic = automatic


def fixture(function=None, *, scope="function", name=None, autouse=False, params=None):
    if params is not None:
        raise NeedsNamespace("a fixture with params, which is not known here")

    def make(function):
        return Fixture(function, name, autouse)

    return make if function is None else make(function)


class Case:
    def __init__(self, values, id):
        self.values = values
        self.id = id


def param(*values, id=None, marks=()):
    return Case(values, id)


def parametrize(names, values, ids=None, indirect=False):
    names = [name.strip() for name in names.split(",") if name.strip()] if isinstance(names, str) else list(names)
    chosen = []
    for at, value in enumerate(values):
        case = value if type(value) is Case else Case(value if len(names) > 1 else (value,), None)
        parts = list(case.values)
        if len(parts) != len(names):
            raise ValueError("parametrize: %d names and %d values" % (len(names), len(parts)))
        shown = case.id or (str(ids[at]) if ids and not callable(ids) else "-".join(map(_shown, parts)))
        chosen.append((brief(shown, 60), dict(zip(names, parts))))

    def decorate(function):
        function.mettle_parameters = (chosen, *getattr(function, "mettle_parameters", ()))
        return function

    return decorate


def _shown(value):
    return str(value) if type(value) in (int, float, bool, str, type(None)) else type(value).__name__


def usefixtures(*names):
    def decorate(function):
        function.mettle_used = (*getattr(function, "mettle_used", ()), *names)
        return function

    return decorate


class Marks:
    parametrize = staticmethod(parametrize)
    usefixtures = staticmethod(usefixtures)

    def __getattr__(self, name):
        def mark(*args, **kwargs):
            if name in ("skip", "skipif", "xfail"):
                raise NeedsNamespace("pytest.mark.%s, which is not known here" % name)
            return args[0] if len(args) == 1 and callable(args[0]) and not kwargs else (lambda function: function)

        return mark


class Failed(AssertionError):
    """pytest.fail was called, or an expected exception did not come."""


class Raised:
    """What `raises` caught."""

    def __init__(self):
        self.value = None

    @property
    def type(self):
        return type(self.value)

    def match(self, pattern):
        assert re.search(pattern, str(self.value)), "%r does not match %r" % (pattern, str(self.value))
        return True

    def __str__(self):
        return repr(self.value)


class raises:
    def __new__(kind, expected, *args, match=None, **kwargs):
        made = object.__new__(kind)
        made.expected, made.match, made.raised = expected, match, Raised()
        if not args:
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

    def __getattr__(self, name):
        raise NeedsNamespace("monkeypatch.%s, which reaches the tests' process alone" % name)


SHARED = {(builtins.__name__, "input"), ("sys", "stdin"), ("sys", "stdout"), (builtins.__name__, "print")}


def check_patched(target, name):
    """Raises where a patch would be seen in the tests' process alone."""
    if is_remote(target) or isinstance(target, RemoteModule):
        return
    if isinstance(target, types.ModuleType) and (target.__name__, name) in SHARED - {(builtins.__name__, "print")}:
        return
    if getattr(target, "__module__", None) == TESTS_MODULE or type(target).__module__ == TESTS_MODULE:
        return
    raise NeedsNamespace("a patch of %s, which the code's process does not see" % name)


def own_folder(stack):
    raise NeedsNamespace("the fixture tmp_path: the code has files of its own")


OWN_FIXTURES = {"capsys": Capture, "capfd": Capture, "monkeypatch": Patches, "tmp_path": own_folder, "tmpdir": own_folder}


def install_pytest(tests):
    """Puts what is understood of pytest where the tests import it, and has mock.patch say what it cannot reach."""
    module = types.ModuleType("pytest")
    vars(module).update(fixture=fixture, param=param, raises=raises, approx=approx, fail=fail, skip=skip, mark=Marks())
    sys.modules["pytest"] = module
    if "mock" in tests:
        import unittest.mock as mock

        enter = mock._patch.__enter__

        def watched(self):
            check_patched(self.getter(), self.attribute)
            return enter(self)

        mock._patch.__enter__ = watched
