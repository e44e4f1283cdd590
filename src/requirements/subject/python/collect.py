"""Finds the tests of a module and runs them one by one: functions and classes as pytest has them, and unittest's."""
import contextlib
import functools
import inspect
import itertools
import sys


def collect(module, judge):
    """(name, what runs it, whether it is no test but the end of what tests have set up), in the order of the source."""
    hooks = Hooks(vars(module), ("setUpModule", "setup_module"), ("tearDownModule", "teardown_module"), module)
    yield from tests_of(module, hooks)
    yield from Fixtures.ends["module"].parts()
    yield from hooks.ends("")


def tests_of(module, hooks):
    for name, value in list(vars(module).items()):
        # What the code gave is asked nothing here, where its answer would end the judging.
        if type(value) in (Uncrossed, RemoteModule) or is_remote(value) or getattr(value, "__module__", None) != module.__name__:
            continue
        if type(value) is type or isinstance(value, type):
            if is_unittest(value):
                yield from unittest_tests(name, value, module, hooks)
            elif name.startswith("Test"):
                yield from class_tests(name, value, module, hooks)
        elif name.startswith("test") and callable(value) and not is_remote(value):
            yield from function_tests(name, value, module, hooks)


def is_unittest(value):
    unittest = sys.modules.get("unittest")
    return unittest is not None and issubclass(value, unittest.TestCase)


class Hooks:
    """What runs before the first test of a module or class, and after the last."""

    def __init__(self, members, before, after, given):
        self.before = [(name, members[name]) for name in before if callable(members.get(name))]
        self.after = [(name, members[name]) for name in after if callable(members.get(name))]
        self.given = given
        # None where nothing has run, "" where all went well, else what failed.
        self.state = None

    def prepare(self):
        if self.state is None:
            for name, hook in self.before:
                self.state = "%s failed" % name
                call_hook(hook, self.given)
            self.state = ""
        elif self.state:
            raise RuntimeError(self.state)

    def ends(self, owner):
        if self.state == "":
            for name, hook in self.after:
                yield owner + name, functools.partial(call_hook, hook, self.given), True


def call_hook(hook, given):
    """Calls what prepares tests, with what it prepares them for if it wants that."""
    return hook(given) if inspect.signature(hook).parameters else hook()


def function_tests(name, function, module, hooks):
    for chosen in cases(name, function, module, None):
        run = functools.partial(run_function, function, chosen, module, hooks)
        yield chosen.shown, marked(chosen.marks, run), False


def cases(name, function, module, kind):
    """Each set of parameters that a test is run with: those of the fixtures that it uses, then its own."""
    own = (*getattr(function, "mettle_parameters", ()), *vars_of(kind or object).get("mettle_parameters", ()))
    taken = {name for chosen in own for one in chosen for name in (*one.given, *one.params)}
    fixtures = module_fixtures(module, kind)
    used = used_fixtures(function, fixtures, kind)
    sets = [fixture_sets(one, fixtures[one]) for one in used if fixtures[one].params is not None and one not in taken]
    marks = *marks_of(function), *marks_of(kind), *marks_of(module)
    for chosen in itertools.product(*sets, *own):
        given, params, shown, more = {}, {}, [], []
        for one in chosen:
            given.update(one.given)
            params.update(one.params)
            shown.append(one.shown)
            more.extend(one.marks)
        yield Chosen(brief(name + "[%s]" % "-".join(shown) if shown else name, 200), given, params, (*more, *marks))


def marked(marks, run):
    """What runs a test as its markers say, and with warnings of its own."""
    return functools.partial(under_marks, marks, run) if marks or "warnings" in Watch.judge.followed else run


def marks_of(owner):
    """The markers of a test, of a class or of a module."""
    if owner is None:
        return ()
    listed = getattr(owner, "pytestmark", ())
    return *getattr(owner, "mettle_marks", ()), *(listed if isinstance(listed, (list, tuple)) else [listed])


def run_function(function, chosen, module, hooks):
    if getattr(function, "__unittest_skip__", False):
        raise LeftOut("skip")
    with contextlib.ExitStack() as stack:
        hooks.prepare()
        setup, teardown = (vars(module).get(name) for name in ("setup_function", "teardown_function"))
        if setup is not None:
            call_hook(setup, function)
        if teardown is not None:
            stack.callback(call_hook, teardown, function)
        run_with(Fixtures(module, chosen, stack, None, function), function, (function,))


def run_with(fixtures, function, marked):
    """Runs a test. Where both it and the end of a fixture fail, the test is what is told."""
    try:
        fixtures.prepare(marked)
        fixtures.finish(function(**fixtures.arguments(marked[-1])))
    except BaseException as error:
        try:
            fixtures.stack.close()
        except BaseException:
            pass
        raise error
    fixtures.stack.close()


def class_tests(name, kind, module, hooks):
    own = Hooks({name: getattr(kind, name, None) for name in ("setup_class", "teardown_class")}, ("setup_class",), ("teardown_class",), kind)
    for method, function in list(vars(kind).items()):
        if not method.startswith("test") or not callable(function):
            continue
        for chosen in cases("%s.%s" % (name, method), function, module, kind):
            run = functools.partial(run_method, kind, method, chosen, module, hooks, own)
            yield chosen.shown, marked(chosen.marks, run), False
    yield from Fixtures.ends["class"].parts()
    yield from own.ends(name + ".")


def run_method(kind, method, chosen, module, hooks, own):
    with contextlib.ExitStack() as stack:
        hooks.prepare()
        own.prepare()
        owner = kind()
        function = getattr(owner, method)
        if hasattr(owner, "setup_method"):
            call_hook(owner.setup_method, function)
        if hasattr(owner, "teardown_method"):
            stack.callback(call_hook, owner.teardown_method, function)
        plain = vars(kind)[method]
        run_with(Fixtures(module, chosen, stack, owner, plain), function, (kind, plain))


def unittest_tests(name, kind, module, hooks):
    import unittest

    own = UnittestHooks(kind)
    for method in unittest.TestLoader().getTestCaseNames(kind):
        function = getattr(kind, method)
        marks = *marks_of(function), *marks_of(kind), *marks_of(module)
        run = functools.partial(run_case, unittest, kind, method, hooks, own)
        yield "%s.%s" % (name, method), marked(marks, run), False
    yield from own.ends(name + ".")


class UnittestHooks(Hooks):
    """What prepares the class of a TestCase, and ends it."""

    def __init__(self, kind):
        self.before = [("setUpClass", kind.setUpClass)]
        self.after = [("tearDownClass", kind.tearDownClass), ("doClassCleanups", functools.partial(clean_class, kind))]
        self.given = kind
        self.state = None


def clean_class(kind):
    kind.doClassCleanups()
    for error in getattr(kind, "tearDown_exceptions", ()):
        raise error[1]


def run_case(unittest, kind, method, hooks, own):
    """One test of a TestCase, with its class prepared once."""
    function = getattr(kind, method)
    if getattr(kind, "__unittest_skip__", False) or getattr(function, "__unittest_skip__", False):
        raise LeftOut("skip")
    hooks.prepare()
    own.prepare()
    result = Result(unittest)
    kind(method).run(result)
    if result.needed is not None:
        raise result.needed
    if result.found:
        raise result.found[0]
    if result.skipped:
        raise SkipTest(result.skipped[0][1])
    if result.unexpectedSuccesses:
        raise AssertionError("it passes, and is expected to fail")
    if result.expectedFailures:
        raise LeftOut("expectedFailure, failed as expected")


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
                error[1].mettle_about = subtest._subDescription()
                self.found.append(error[1])

        def _exc_info_to_string(self, error, test):
            return ""

    return Result()
