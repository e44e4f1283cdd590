"""A clock that stands still and chance from a seed, where the caller asked for them.

Functions of modules are replaced. The methods of datetime, whose class is C and cannot be changed from Python, are
replaced in the class's own dictionary, so that the class stays the one it is: isinstance, pickle, subclasses and
texts are as ever.
"""
import asyncio
import ctypes
import datetime
import functools
import gc
import hashlib
import logging
import os
import random
import selectors
import sys
import threading
import time
import uuid

import mettle_forks as forks
from mettle_interpreter import ZONES


def install(settings):
    """In a session process, before its first run. `settings`: milliseconds since 1970, name of the time zone, seed."""
    milliseconds, zone, seed = settings
    if zone != "UTC" and not os.path.exists(os.path.join(ZONES, zone)):
        raise OSError("the time zone %s is not in %s here" % (zone, ZONES))
    os.environ["TZ"] = zone
    time.tzset()
    _stop_clocks(milliseconds)
    chance = Chance(seed)
    _seed(seed, chance)
    return chance


class Chance:
    """The bytes that os.urandom gives: SHA-256 of a counter and the seed. Every engine makes the same."""

    def __init__(self, seed):
        self.seed = ("str:" if isinstance(seed, str) else "int:") + str(seed)
        self.blocks = 0
        self.rest = b""

    def take(self, count):
        parts, length = [self.rest], len(self.rest)
        while length < count:
            text = "mettle %d %s" % (self.blocks, self.seed)
            parts.append(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest())
            self.blocks += 1
            length += 32
        data = b"".join(parts)
        self.rest = data[count:]
        return data[:count]

    def state(self):
        """How far both streams are: the bytes, and the numbers of `random`."""
        return self.blocks, self.rest, random.getstate()

    def set_state(self, state):
        self.blocks, self.rest, numbers = state
        random.setstate(numbers)


def _like(original):
    """Gives a function the name and the text of the one that it replaces."""

    def named(function):
        function.__name__ = original.__name__
        function.__qualname__ = original.__qualname__
        function.__doc__ = original.__doc__
        return function

    return named


def _stop_clocks(milliseconds):
    seconds, rest = divmod(milliseconds, 1000)
    _stop_time(seconds + rest / 1000, milliseconds * 1_000_000)
    _stop_datetime(seconds, rest * 1000)
    _let_loops_pass()
    # When the process started, which log records tell the time since.
    logging._startTime = milliseconds * 1_000_000 if sys.version_info >= (3, 13) else milliseconds / 1000


def _stop_time(now, nanoseconds):
    for name in ("time", "monotonic", "perf_counter"):
        setattr(time, name, _like(getattr(time, name))(lambda: now))
        setattr(time, name + "_ns", _like(getattr(time, name + "_ns"))(lambda: nanoseconds))
    for name in ("process_time", "thread_time"):
        setattr(time, name, _like(getattr(time, name))(lambda: 0.0))
        setattr(time, name + "_ns", _like(getattr(time, name + "_ns"))(lambda: 0))
    gettime, gettime_ns = time.clock_gettime, time.clock_gettime_ns
    time.clock_gettime = _like(gettime)(lambda clock, /: gettime(clock) and now)
    time.clock_gettime_ns = _like(gettime_ns)(lambda clock, /: gettime_ns(clock) and nanoseconds)
    for name in ("localtime", "gmtime", "ctime"):
        setattr(time, name, _at(getattr(time, name), now))
    asctime, strftime, sleep, localtime = time.asctime, time.strftime, time.sleep, time.localtime
    time.asctime = _like(asctime)(lambda *given: asctime(*(given or (localtime(),))))
    time.strftime = _like(strftime)(
        lambda format, *given: strftime(format, *(given or (localtime(),)))
    )

    @_like(sleep)
    def no_sleep(seconds, /):
        # What is no length of time is refused as ever.
        sleep(0 if isinstance(seconds, (int, float)) and seconds > 0 else seconds)

    time.sleep = no_sleep


def _at(original, now):
    @_like(original)
    def at(seconds=None, /):
        return original(now if seconds is None else seconds)

    return at


def _stop_datetime(seconds, microseconds):
    kind = datetime.datetime

    def at_now(cls, tz=None):
        return cls.fromtimestamp(seconds, tz).replace(microsecond=microseconds)

    def utcnow(cls):
        return cls(*time.gmtime(seconds)[:6], microseconds)

    # today() asks time.time().
    (space,) = gc.get_referents(vars(kind))
    space["now"] = classmethod(_like(kind.now)(at_now))
    space["utcnow"] = classmethod(_like(kind.utcnow)(utcnow))
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(kind))


def _let_loops_pass():
    """Time of an event loop: what waits for a moment gets it, in the order of the moments, as soon as nothing else is
    to be done. While other threads are busy or children run, it is waited for as ever."""
    loops = asyncio.base_events.BaseEventLoop
    original = loops.__init__

    @functools.wraps(original)
    def begin(self, *args, **kwargs):
        self._mettle_passed = 0.0
        original(self, *args, **kwargs)

    def now(self):
        return self._mettle_passed

    original_once = loops._run_once

    @functools.wraps(original_once)
    def run_once(self):
        if not isinstance(self._selector, _Passing):
            self._selector = _Passing(self._selector, self)
        original_once(self)

    loops.__init__, loops._run_once = begin, run_once
    loops.time = _like(loops.time)(now)


class _Passing(selectors.BaseSelector):
    """A selector that lets the loop's time pass instead of waiting."""

    def __init__(self, selector, loop):
        self.selector = selector
        self.loop = loop

    def select(self, timeout=None):
        if timeout is None or timeout <= 0:
            return self.selector.select(timeout)
        alone = threading.active_count() == 1 and len(self.selector.get_map()) <= 1
        found = self.selector.select(0 if alone else timeout)
        if not found:
            self.loop._mettle_passed += timeout
        return found

    def register(self, fileobj, events, data=None):
        return self.selector.register(fileobj, events, data)

    def unregister(self, fileobj):
        return self.selector.unregister(fileobj)

    def modify(self, fileobj, events, data=None):
        return self.selector.modify(fileobj, events, data)

    def close(self):
        self.selector.close()

    def get_key(self, fileobj):
        return self.selector.get_key(fileobj)

    def get_map(self):
        return self.selector.get_map()


def _seed(seed, chance):
    original = random.Random.seed

    @functools.wraps(original)
    def seeded(self, a=None, version=2):
        original(self, int.from_bytes(chance.take(32), "big") if a is None else a, version)

    random.Random.seed = seeded
    drawn = []
    forks.register(seeds=True, before=lambda: drawn.append(chance.take(32)), after_in_parent=drawn.clear,
                   after_in_child=lambda: random.seed(drawn.pop()))
    random.seed = random._inst.seed
    random.seed(seed)

    @_like(os.urandom)
    def urandom(size, /):
        if size < 0:
            raise ValueError("negative argument not allowed")
        return chance.take(size)

    os.urandom = random._urandom = urandom
    if hasattr(os, "getrandom"):
        os.getrandom = _like(os.getrandom)(lambda size, flags=0: urandom(size))
    # Without these, uuid1() is made from the clock and the seeded generator.
    uuid._generate_time_safe = uuid._UuidCreate = None
    uuid._node = int.from_bytes(hashlib.sha256(chance.seed.encode()).digest()[:6], "big") | (1 << 40)
