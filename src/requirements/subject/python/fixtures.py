"""The fixtures of tests: set up where they are asked for, ended where their scope ends."""
import asyncio
import contextlib
import inspect
import sys


class Fixture:
    def __init__(self, function, name, automatic, scope, params, ids):
        self.function = function
        self.name = name
        self.automatic = automatic
        self.scope = scope
        self.params = params
        self.ids = ids


class Chosen:
    """One set of values of a parametrized test: what it is called, what is given, to whom, and under which marks."""

    def __init__(self, shown, given, params, marks):
        self.shown = shown
        self.given = given
        self.params = params
        self.marks = marks


def module_fixtures(module, kind):
    found = {name: value for name, value in vars(module).items() if type(value) is Fixture}
    if kind is not None:
        found.update({name: value for name, value in vars(kind).items() if type(value) is Fixture})
    return {value.name or name: value for name, value in found.items()}


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


def parameters_of(function):
    """Names of the parameters that have no default; those that `mock.patch` fills come first and are left out."""
    patched = sum(1 for patching in getattr(function, "patchings", ()) if patching.attribute_name is None and patching.new is _default())
    # hypothesis says what is left of the parameters of its tests.
    original = function if getattr(function, "is_hypothesis_test", False) else inspect.unwrap(function)
    found = [one for one in inspect.signature(original).parameters.values()
             if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY) and one.default is one.empty]
    return [one.name for one in found][patched:]


def _default():
    mock = sys.modules.get("unittest.mock")
    return mock.DEFAULT if mock is not None else None


class Loop:
    """The loop of one test and its asynchronous fixtures."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()

    def run(self, awaitable):
        return self.loop.run_until_complete(wait_for(awaitable))

    def close(self):
        left = asyncio.all_tasks(self.loop)
        for task in left:
            task.cancel()
        if left:
            self.loop.run_until_complete(asyncio.wait(left))
        self.loop.run_until_complete(self.loop.shutdown_asyncgens())
        self.loop.close()


class Ends:
    """What ends the fixtures of a scope wider than one test, the last one set up first."""

    def __init__(self):
        self.left = []

    def add(self, name):
        stack = contextlib.ExitStack()
        self.left.append((name, stack))
        return stack

    def parts(self):
        """(name, what ends it, True) of each that is not ended yet."""
        while self.left:
            name, stack = self.left.pop()
            yield "the end of the fixture %s" % name, stack.close, True


class Fixtures:
    """The fixtures of one test."""

    # Those of a wider scope than one test, by name, fixture and class: the params they were made with, value, what ends it.
    shared = {}
    ends = {"module": Ends(), "class": Ends()}

    def __init__(self, module, chosen, stack, owner, function):
        self.module = module
        self.kind = None if owner is None else type(owner)
        self.found = module_fixtures(module, self.kind)
        self.chosen = chosen
        self.stack = stack
        self.owner = owner
        self.function = function
        self.test = chosen.shown.rpartition(".")[2]
        self.values = {}
        self.loop = None

    def prepare(self, marked):
        """Sets up what is used without being asked for: automatic fixtures first, those of the widest scope before the others."""
        automatic = [(name, one) for name, one in self.found.items() if one.automatic]
        for name, _ in sorted(automatic, key=lambda pair: SCOPES.index(pair[1].scope)):
            self.value(name)
        for one in marked:
            for name in getattr(one, "mettle_used", ()):
                self.value(name)

    def finish(self, result):
        if inspect.isawaitable(result):
            return asyncio.run(wait_for(result)) if self.loop is None else self.loop.run(result)
        return result

    def arguments(self, function, asking=None, stack=None):
        names = parameters_of(function)
        if self.owner is not None and names[:1] == ["self"]:
            names = names[1:]
        given = self.chosen.given if asking is None else {}
        return {
            name: given[name] if name in given else Request(self, asking, stack or self.stack) if name == "request" else self.value(name)
            for name in names
        }

    def value(self, name):
        if name in self.chosen.given:
            return self.chosen.given[name]
        if name not in self.values:
            self.values[name] = self.make(name)
        return self.values[name]

    def make(self, name):
        fixture = self.found.get(name)
        if fixture is None and name in OWN_FIXTURES:
            return OWN_FIXTURES[name](self)
        if fixture is None:
            raise NeedsNamespace("the fixture %s, which is not known here" % name)
        if fixture.scope == "function":
            return self.set_up(name, fixture, self.stack)
        key = name, fixture, self.kind if fixture.scope == "class" else None
        params = [self.chosen.params.get(one) for one in (name, *used_fixtures(fixture.function, self.found, None))]
        made = Fixtures.shared.get(key)
        if made is not None and len(made[0]) == len(params) and all(one is other for one, other in zip(made[0], params)):
            return made[1]
        if made is not None:
            made[2].close()
        stack = Fixtures.ends["class" if fixture.scope == "class" and self.kind is not None else "module"].add(name)
        Fixtures.shared[key] = params, self.set_up(name, fixture, stack), stack
        return Fixtures.shared[key][1]

    def set_up(self, name, fixture, stack):
        arguments = self.arguments(fixture.function, name, stack)
        if self.owner is not None and "self" in inspect.signature(fixture.function).parameters:
            made = fixture.function(self.owner, **arguments)
        else:
            made = fixture.function(**arguments)
        if inspect.isgenerator(made):
            value = next(made)
            stack.callback(next, made, None)
            return value
        if not inspect.isawaitable(made) and not inspect.isasyncgen(made):
            return made
        loop = self.loop = self.loop or Loop()
        self.stack.callback(loop.close)
        if inspect.isawaitable(made):
            return loop.run(made)
        value = loop.run(made.__anext__())
        stack.callback(lambda: loop.run(_end_of(made)))
        return value


async def _end_of(made):
    async for _ in made:
        pass


SCOPES = ("session", "package", "module", "class", "function")


class Node:
    """A test, as a fixture sees it."""

    def __init__(self, fixtures):
        self.name = fixtures.test
        self.originalname = fixtures.function.__name__
        self.nodeid = "test_solution.py::" + fixtures.chosen.shown.replace(".", "::", 1)
        self.cls, self.function, self.module = fixtures.kind, fixtures.function, fixtures.module
        self.own_markers = list(fixtures.chosen.marks)

    def iter_markers(self, name=None):
        return iter([mark for mark in self.own_markers if name in (None, mark.name)])

    def get_closest_marker(self, name, default=None):
        return next(self.iter_markers(name), default)

    @property
    def keywords(self):
        return {self.originalname: True, **{mark.name: mark for mark in self.own_markers}}

    def __getattr__(self, name):
        raise NeedsNamespace("request.node.%s, which is not known here" % name)


class Request:
    """The fixture `request` of a test, or of a fixture, which has a param if it is given one."""

    def __init__(self, fixtures, name, stack):
        self._fixtures = fixtures
        self._stack = stack
        self.fixturename = name
        self.scope = fixtures.found[name].scope if name in fixtures.found else "function"
        self.node = Node(fixtures)
        self.instance = fixtures.owner
        self.cls, self.function, self.module = fixtures.kind, fixtures.function, fixtures.module
        self.fixturenames = used_fixtures(fixtures.function, fixtures.found, fixtures.kind)
        if name in fixtures.chosen.params:
            self.param = fixtures.chosen.params[name]

    def getfixturevalue(self, name):
        return self._fixtures.value(name)

    def addfinalizer(self, finalizer):
        self._stack.callback(finalizer)

    def __getattr__(self, name):
        if name == "param":
            raise AttributeError("param")
        raise NeedsNamespace("request.%s, which is not known here" % name)
