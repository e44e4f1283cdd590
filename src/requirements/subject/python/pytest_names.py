"""What is understood of pytest where the tests import it, without pytest."""
import contextlib
import decimal
import fractions
import importlib
import io
import os
import pathlib
import re
import shutil
import sys
import tempfile
import types


def fixture(function=None, *, scope="function", name=None, autouse=False, params=None, ids=None):
    if callable(scope):
        raise NeedsNamespace("a fixture whose scope is a function, which is not known here")

    def make(function):
        return Fixture(function, name, autouse, scope, None if params is None else list(params), ids)

    return make if function is None else make(function)


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
    # Arrays leave the comparison to it.
    __array_ufunc__ = None

    def __init__(self, expected, rel=None, abs=None, nan_ok=False):
        self.expected, self.rel, self.abs, self.nan_ok = expected, rel, abs, nan_ok

    def __eq__(self, actual):
        return self._near(actual, self.expected)

    def _near(self, actual, expected):
        if callable(getattr(type(expected), "tolist", None)) and callable(getattr(type(actual), "tolist", None)):
            actual, expected = actual.tolist(), expected.tolist()
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


def importorskip(name, minversion=None, reason=None):
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise SkipTest(reason or "could not import %r: %s" % (name, error)) from None


class Captured(tuple):
    out = property(lambda self: self[0])
    err = property(lambda self: self[1])


class Capture:
    """What the code and the test print while it is in use: capsys and capfd, and those of them that give bytes."""

    def __init__(self, fixtures, is_binary=False):
        self.is_binary = is_binary
        self.out = fixtures.stack.enter_context(contextlib.redirect_stdout(io.StringIO()))
        self.err = fixtures.stack.enter_context(contextlib.redirect_stderr(io.StringIO()))

    def readouterr(self):
        if "descriptors" in Watch.judge.followed:
            Watch.judge.hear()
        texts = []
        for stream in (self.out, self.err):
            text = stream.getvalue()
            texts.append(text.encode("utf-8", "surrogateescape") if self.is_binary else text)
            stream.seek(0)
            stream.truncate()
        return Captured(texts)

    @contextlib.contextmanager
    def disabled(self):
        with contextlib.redirect_stdout(Sink()), contextlib.redirect_stderr(Sink()):
            yield


def new_folder(stack, name, numbered=True):
    """A new folder, which the code's process has under the same path."""
    if "files" not in Watch.judge.followed:
        raise NeedsNamespace("a folder of the tests' under one path in both processes: confine by bubblewrap or a container")
    parent = tempfile.mkdtemp(prefix="pytest-")
    stack.callback(shutil.rmtree, parent, True)
    path = os.path.join(parent, name + "0" if numbered else name)
    os.mkdir(path)
    return pathlib.Path(path)


def own_folder(fixtures):
    return new_folder(fixtures.stack, re.sub(r"\W", "_", fixtures.test)[:30])


class FolderFactory:
    """The fixture tmp_path_factory."""

    def __init__(self, stack):
        self.stack = stack

    def mktemp(self, basename, numbered=True):
        return new_folder(self.stack, str(basename), numbered)

    def getbasetemp(self):
        return pathlib.Path(tempfile.gettempdir())


def folder_factory(fixtures):
    if FolderFactory.made is None:
        FolderFactory.made = FolderFactory(Fixtures.ends["module"].add("tmp_path_factory"))
    return FolderFactory.made


FolderFactory.made = None


def patches(fixtures):
    made = Patches()
    fixtures.stack.callback(made.undo)
    return made


def no_folder(fixtures):
    raise NeedsNamespace("the fixture tmpdir: use tmp_path")


OWN_FIXTURES = {
    "capsys": Capture, "capfd": Capture, "capsysbinary": lambda fixtures: Capture(fixtures, True),
    "capfdbinary": lambda fixtures: Capture(fixtures, True), "monkeypatch": patches, "tmp_path": own_folder,
    "tmp_path_factory": folder_factory, "tmpdir": no_folder, "caplog": LogsCaught,
    "recwarn": lambda fixtures: fixtures.stack.enter_context(WarningsCaught()),
}


def unknown_to_pytest(name):
    if name.startswith("__"):
        raise AttributeError(name)
    if sys._getframe(1).f_code.co_filename != TESTS_FILE:
        # A library that makes do without.
        raise AttributeError(name)
    raise NeedsNamespace("pytest.%s, which is not known here" % name)


def install_pytest(tests):
    """Puts what is understood of pytest where the tests import it, and has mock.patch say what it cannot reach."""
    module = types.ModuleType("pytest")
    vars(module).update(
        fixture=fixture, param=param, raises=raises, approx=approx, fail=fail, skip=skip, xfail=xfail, mark=Marks(), warns=warns,
        deprecated_call=deprecated_call, importorskip=importorskip, MonkeyPatch=Patches, FixtureRequest=Request, LogCaptureFixture=LogsCaught,
        CaptureFixture=Capture, TempPathFactory=FolderFactory, WarningsRecorder=WarningsCaught,
    )
    vars(module)["__getattr__"] = unknown_to_pytest
    sys.modules["pytest"] = module
    if "mock" in tests:
        watch_mocks()
