"""What tests replace for as long as they run, and what of that the code's process sees."""
import builtins
import os
import sys
import types


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
