"""What tests replace for as long as they run, and what of that the code's process sees."""
import builtins
import contextlib
import functools
import importlib
import os
import sys
import types

ABSENT = object()


class Patches:
    """The fixture monkeypatch."""

    def __init__(self):
        self.undoing = []

    def setattr(self, target, name, value=ABSENT, raising=True):
        if value is ABSENT:
            if not isinstance(target, str):
                raise TypeError("monkeypatch.setattr of an object needs a name and a value")
            value = name
            target, name = found_at(target)
        place = place_of_patch(target, name)
        before = own_value(target, name)
        if raising and before is ABSENT and not hasattr(target, name):
            raise AttributeError("%r has no attribute %r" % (target, name))
        self.undoing.append(lambda: put_back(target, name, before))
        setattr(target, name, value)
        if place is not None:
            patch_in_code(place, value)
            self.undoing.append(lambda: unpatch_in_code(place))

    def delattr(self, target, name=ABSENT, raising=True):
        if name is ABSENT:
            target, name = found_at(target)
        if place_of_patch(target, name) is not None:
            raise NeedsNamespace("%s deleted from a library, which the code's process does not see" % name)
        if not raising and not hasattr(target, name):
            return
        before = own_value(target, name)
        self.undoing.append(lambda: put_back(target, name, before))
        delattr(target, name)

    def setitem(self, items, name, value):
        self.keep(items, name)
        items[name] = value

    def delitem(self, items, name, raising=True):
        if raising or name in items:
            self.keep(items, name)
            del items[name]

    def keep(self, items, name):
        check_items(items)
        if name in items:
            self.undoing.append(functools.partial(items.__setitem__, name, items[name]))
        else:
            self.undoing.append(lambda: items.pop(name, None))

    def setenv(self, name, value, prepend=None):
        if prepend and name in os.environ:
            value = value + prepend + os.environ[name]
        self.setitem(os.environ, name, str(value))

    def delenv(self, name, raising=True):
        self.delitem(os.environ, name, raising)

    def chdir(self, path):
        self.undoing.append(functools.partial(os.chdir, os.getcwd()))
        os.chdir(path)

    def syspath_prepend(self, path):
        """The code finds modules there. The tests don't: the code could have written them."""
        environment = Watch.judge.followed["environment"]
        before = environment.modules
        self.undoing.append(lambda: vars(environment).update(modules=before))
        environment.modules = (str(path), *before)

    def undo(self):
        while self.undoing:
            self.undoing.pop()()

    @contextlib.contextmanager
    def context(self):
        inner = Patches()
        try:
            yield inner
        finally:
            inner.undo()

    def __getattr__(self, name):
        raise NeedsNamespace("monkeypatch.%s, which is not known here" % name)


def found_at(path):
    """(object, name) of a dotted path: the longest module that there is, then attributes."""
    names, name = path.split(".")[:-1], path.rpartition(".")[2]
    target = importlib.import_module(names[0])
    for at, part in enumerate(names[1:], 2):
        if isinstance(target, types.ModuleType) and not isinstance(target, RemoteModule) and not hasattr(target, part):
            importlib.import_module(".".join(names[:at]))
        target = getattr(target, part)
    return target, name


def own_value(target, name):
    """What an object itself has under a name; ABSENT where it has that from its class, or not at all."""
    if isinstance(target, type):
        return dict(target.__dict__).get(name, ABSENT)
    return getattr(target, name, ABSENT)


def put_back(target, name, before):
    if before is ABSENT:
        delattr(target, name)
    else:
        setattr(target, name, before)


# What the code's process takes from the tests' anyway.
SHARED = {(builtins.__name__, "input"), ("sys", "stdin"), ("sys", "stdout"), ("sys", "stderr"), ("sys", "argv")}
# Replacing these could break what carries values between the processes, or has no meaning in the other one.
OWN = frozenset(("sys", "builtins", "unittest", "pytest", "importlib", "threading", "_thread", "gc", "inspect", "types"))
PATCHED = frozenset((
    ("sys", "exit"), ("sys", "platform"), ("sys", "version_info"), (builtins.__name__, "open"), (builtins.__name__, "print"),
    ("threading", "Thread"), ("threading", "Timer"),
))


def place_of_patch(target, name):
    """(module, class, name) of what a patch replaces in the code's process too; None where that sees it anyway."""
    if is_remote(target) or isinstance(target, RemoteModule):
        return None
    if getattr(target, "__module__", None) == TESTS_MODULE or type(target).__module__ == TESTS_MODULE:
        return None
    if isinstance(target, types.ModuleType):
        module, kind = target.__name__, ""
        if (module, name) in SHARED or module == TESTS_MODULE:
            return None
    elif isinstance(target, type):
        module, kind = target.__module__, target.__qualname__
    else:
        raise NeedsNamespace("a patch of %s of an object that the code's process does not have" % name)
    if module.partition(".")[0] in OWN and (module, name) not in PATCHED:
        raise NeedsNamespace("a patch of %s, which the code's process does not see" % name)
    return module, kind, name


def check_items(items):
    """Raises where an item that tests replace would be replaced in their own process alone."""
    if items is sys.modules:
        raise NeedsNamespace("a patch of sys.modules, which the code's process does not see")


def patch_in_code(place, value):
    if place is not None:
        Watch.judge.ask("patch", 0, place, value)


def unpatch_in_code(place):
    if place is not None:
        Watch.judge.ask("unpatch", 0, place)


def watch_mocks():
    """Has patches of unittest.mock reach the code's process."""
    import unittest.mock as mock

    enter, leave, enter_dict = mock._patch.__enter__, mock._patch.__exit__, mock._patch_dict.__enter__

    def entered(self):
        place = place_of_patch(self.getter(), self.attribute)
        found = enter(self)
        patch_in_code(place, getattr(self.target, self.attribute))
        self.mettle_place = place
        return found

    def left(self, *error):
        place, self.mettle_place = getattr(self, "mettle_place", None), None
        unpatch_in_code(place)
        return leave(self, *error)

    def entered_dict(self):
        found = enter_dict(self)
        check_items(self.in_dict)
        return found

    mock._patch.__enter__, mock._patch.__exit__, mock._patch_dict.__enter__ = entered, left, entered_dict
