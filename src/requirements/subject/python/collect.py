"""Finds the tests of a module and runs them one by one: functions and classes as pytest has them, and unittest's."""
import asyncio
import contextlib
import functools
import inspect
import itertools
import sys


def collect(module, judge):
    """(name, what runs it) for each test, in the order of the source."""
    with Fixtures.ends:
        yield from tests_of(module, judge)


def tests_of(module, judge):
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
    for chosen in cases(name, function, module, None):
        yield chosen.shown, functools.partial(under_marks, chosen.marks, functools.partial(run_function, function, chosen, module))


def cases(name, function, module, kind):
    """Each set of parameters that a test is run with: those of the fixtures that it uses, then its own."""
    own = getattr(function, "mettle_parameters", ())
    taken = {name for chosen in own for one in chosen for name in (*one.given, *one.params)}
    fixtures = module_fixtures(module, kind)
    used = used_fixtures(function, fixtures, kind)
    sets = [fixture_sets(one, fixtures[one]) for one in used if fixtures[one].params is not None and one not in taken]
    module_marks = getattr(module, "pytestmark", ())
    marks = (*(module_marks if isinstance(module_marks, (list, tuple)) else [module_marks]), *getattr(function, "mettle_marks", ()))
    for chosen in itertools.product(*sets, *own):
        given, params, shown, more = {}, {}, [], []
        for one in chosen:
            given.update(one.given)
            params.update(one.params)
            shown.append(one.shown)
            more.extend(one.marks)
        yield Chosen(brief(name + "[%s]" % "-".join(shown) if shown else name, 200), given, params, (*more, *marks))


def used_fixtures(function, fixtures, kind):
    """Names of the fixtures that a test uses, those that fixtures use included, in the order in which they are met."""
    found, pending = [], [name for name, one in fixtures.items() if one.automatic]
    pending += [*getattr(kind, "mettle_used", ()), *getattr(function, "mettle_used", ()), *parameters_of(function)]
    while pending:
        name = pending.pop(0)
        if name in fixtures and name not in found:
            found.append(name)
            pending[:0] = parameters_of(fixtures[name].function)
    return found


def run_function(function, chosen, module):
    with contextlib.ExitStack() as stack:
        fixtures = Fixtures(module, chosen, stack, None)
        fixtures.prepare((function,))
        finish(function(**fixtures.arguments(function)))


def finish(result):
    if inspect.isawaitable(result):
        asyncio.run(wait_for(result))


def module_fixtures(module, kind):
    found = {name: value for name, value in vars(module).items() if type(value) is Fixture}
    if kind is not None:
        found.update({name: value for name, value in vars(kind).items() if type(value) is Fixture})
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

    # Those of a wider scope than one test, and what ends them: by module or class.
    shared = {}
    ends = contextlib.ExitStack()

    def __init__(self, module, chosen, stack, owner):
        self.found = module_fixtures(module, type(owner) if owner is not None else None)
        self.chosen = chosen
        self.stack = stack
        self.owner = owner
        self.test = chosen.shown.rpartition(".")[2]
        self.values = {}

    def prepare(self, marked):
        """Sets up what is used without being asked for: automatic fixtures first."""
        for name, fixture in self.found.items():
            if fixture.automatic:
                self.value(name)
        for one in marked:
            for name in getattr(one, "mettle_used", ()):
                self.value(name)

    def arguments(self, function, asking=None):
        names = parameters_of(function)
        if self.owner is not None and names[:1] == ["self"]:
            names = names[1:]
        given = self.chosen.given if asking is None else {}
        return {
            name: given[name] if name in given else Request(self.chosen.params, asking) if name == "request" else self.value(name)
            for name in names
        }

    def value(self, name):
        if name in self.chosen.given:
            return self.chosen.given[name]
        if name not in self.values:
            self.values[name] = self.make(name)
        return self.values[name]

    def make(self, name):
        if name in OWN_FIXTURES:
            return OWN_FIXTURES[name](self.stack, self.test)
        fixture = self.found.get(name)
        if fixture is None:
            raise NeedsNamespace("the fixture %s, which is not known here" % name)
        if fixture.scope == "function":
            return self.set_up(name, fixture, self.stack)
        key = name, fixture, type(self.owner) if fixture.scope == "class" else None
        if key not in Fixtures.shared:
            Fixtures.shared[key] = self.set_up(name, fixture, Fixtures.ends)
        return Fixtures.shared[key]

    def set_up(self, name, fixture, stack):
        arguments = self.arguments(fixture.function, name)
        if self.owner is not None and "self" in inspect.signature(fixture.function).parameters:
            made = fixture.function(self.owner, **arguments)
        else:
            made = fixture.function(**arguments)
        if inspect.isgenerator(made):
            value = next(made)
            stack.callback(next, made, None)
            return value
        return asyncio.run(wait_for(made)) if inspect.isawaitable(made) else made


def class_tests(name, kind, module):
    if hasattr(kind, "setup_class"):
        kind.setup_class()
    for method, function in list(vars(kind).items()):
        if not method.startswith("test") or not callable(function):
            continue
        for chosen in cases("%s.%s" % (name, method), function, module, kind):
            run = functools.partial(run_method, kind, method, chosen, module)
            yield chosen.shown, functools.partial(under_marks, chosen.marks, run)


def run_method(kind, method, chosen, module):
    owner = kind()
    function = getattr(owner, method)
    if hasattr(owner, "setup_method"):
        _hook(owner.setup_method, function)
    try:
        with contextlib.ExitStack() as stack:
            fixtures = Fixtures(module, chosen, stack, owner)
            plain = vars(kind)[method]
            fixtures.prepare((kind, plain))
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
        marks = getattr(getattr(kind, method), "mettle_marks", ())
        run = functools.partial(run_case, unittest, kind, method, ready)
        yield "%s.%s" % (name, method), functools.partial(under_marks, marks, run)
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
