"""Forks of our own processes. What modules of Python do after each fork touches hundreds of pages, which the kernel then
has to copy, and is of use only to the forks of the code. Loaded before those modules are."""
import _thread
import os
import time

# The real ones, whatever the code puts in their place.
_fork, _register, _count, _sleep = os.fork, os.register_at_fork, _thread._count, time.sleep

_is_own = _is_alone = False


def register(*, seeds=False, **functions):
    """Registers what forks of the code call; ours call it where the process has other threads, and never what `seeds`
    numbers anew: a run goes on with those of the run before it."""

    def unless_ours(function):
        def call():
            if not (_is_own and (seeds or _is_alone)):
                function()

        return call

    _register(**{moment: unless_ours(function) for moment, function in functions.items()})


def _register_module(**functions):
    register(seeds=getattr(functions.get("after_in_child"), "__name__", "") == "seed", **functions)


def quieten_modules():
    """From here on what modules register is theirs and not the code's, until `done_with_modules`."""
    os.register_at_fork = _register_module


def done_with_modules():
    os.register_at_fork = _register


def fork():
    """Forks, waiting a little where the user's other processes have just used up the process limit."""
    global _is_own, _is_alone
    _is_own, _is_alone = True, _count() == 0
    try:
        for _ in range(40):
            try:
                return _fork()
            except BlockingIOError:
                _sleep(0.005)
        return _fork()
    finally:
        _is_own = False


quieten_modules()
