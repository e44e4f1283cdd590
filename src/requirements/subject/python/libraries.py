"""Functions of libraries whose answer lies in the other process."""
import asyncio
import dataclasses
import functools
import importlib
import inspect
import random
import sys
import typing


def wrap_libraries():
    """Functions of libraries that look into an object ask the other side, where the object is there."""
    def wrapped(module, name, original):
        @functools.wraps(original)
        def ask(target, *args, **kwargs):
            if isinstance(target, Remote):
                peer, number = target.mettle_class
            elif isinstance(type(target), Remote):
                peer, number = target._mettle_peer, target._mettle_number
            elif isinstance(target, RemoteModule):
                peer, number = target._mettle_peer, 0
            else:
                return original(target, *args, **kwargs)
            return peer.ask("library", number, module.__name__, name, list(args), kwargs)

        setattr(module, name, ask)

    for module, names in (
        (dataclasses, ("asdict", "astuple", "replace", "fields", "is_dataclass")),
        (typing, ("get_type_hints",)),
        (inspect, (
            "signature", "getsource", "getdoc", "iscoroutinefunction", "isgeneratorfunction", "isasyncgenfunction",
            "getfullargspec", "isabstract", "getmembers",
        )),
    ):
        for name in names:
            wrapped(module, name, getattr(module, name))
    asyncio.iscoroutinefunction = inspect.iscoroutinefunction


def wrap_state(judge, tests):
    """What a library keeps for a whole process is either passed on to the code's, or no test of the code from outside."""
    seed = random.seed

    def seeded(*args, **kwargs):
        seed(*args, **kwargs)
        judge.ask("library", 0, "random", "", list(args), kwargs)

    random.seed = seeded
    if "numpy" in tests:
        seed_numpy(judge)
    if "unittest" in tests:
        import unittest

        vars(unittest.case).update(isinstance=is_instance, issubclass=is_subclass)
    if "reload" in tests:
        import importlib

        refuse_in_tests(importlib, "reload", "importlib.reload, which loads no code that runs elsewhere")
    if "doctest" in tests:
        import doctest

        for name in ("testmod", "run_docstring_examples", "DocTestSuite", "DocTestFinder"):
            refuse_in_tests(doctest, name, "doctest.%s: require DoctestsPass instead" % name)


def seed_numpy(judge):
    """Passes seeds of NumPy's on, as those of `random`."""
    try:
        numpy_random = importlib.import_module("numpy.random")
    except ImportError:
        return
    seed = numpy_random.seed

    def seeded(*args):
        seed(*args)
        judge.ask("library", 0, "numpy.random", "", list(args), {})

    numpy_random.seed = seeded


def refuse_in_tests(owner, name, words):
    """Has a function say that a test which calls it can't be judged from outside."""
    original = getattr(owner, name)

    @functools.wraps(original)
    def refuse(*args, **kwargs):
        if sys._getframe(1).f_code.co_filename == TESTS_FILE:
            raise NeedsNamespace(words)
        return original(*args, **kwargs)

    setattr(owner, name, refuse)
