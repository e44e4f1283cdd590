"""Markers of tests: what leaves one out, and what expects it to fail."""
import sys
import types


def usefixtures(*names):
    def decorate(function):
        function.mettle_used = (*getattr(function, "mettle_used", ()), *names)
        return function

    return decorate


class Mark:
    """A marker of a test. skip, skipif and xfail mean something; what else there is groups tests and changes nothing."""

    def __init__(self, name, args=(), kwargs=()):
        self.name = name
        self.args = args
        self.kwargs = dict(kwargs)

    def __call__(self, *args, **kwargs):
        if len(args) == 1 and not kwargs and (isinstance(args[0], (type, types.FunctionType))):
            args[0].mettle_marks = (self, *getattr(args[0], "mettle_marks", ()))
            return args[0]
        return Mark(self.name, args, kwargs)

    def holds(self):
        """Whether its conditions do; without any it always does."""
        conditions = list(self.args)
        if "condition" in self.kwargs:
            conditions.append(self.kwargs["condition"])
        return not conditions or any(holds_text(one) if isinstance(one, str) else one for one in conditions)

    def words(self):
        reason = self.kwargs.get("reason", self.args[0] if self.name == "skip" and self.args else "")
        return "%s: %s" % (self.name, reason) if reason else self.name


def holds_text(condition):
    """A condition that the tests write as a text, which sees what pytest gives it."""
    import os, platform

    return eval(condition, {**vars(sys.modules[TESTS_MODULE]), "os": os, "sys": sys, "platform": platform})


class Marks:
    parametrize = staticmethod(parametrize)
    usefixtures = staticmethod(usefixtures)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return Mark(name)


def under_marks(marks, run):
    """Runs a test as its markers say. Raises LeftOut where it says nothing of the code."""
    for mark in marks:
        if mark.name == "empty parameter set":
            raise SkipTest(mark.name)
        if mark.name == "skip" or mark.name == "skipif" and mark.holds():
            raise LeftOut(mark.words())
    if "warnings" in Watch.judge.followed:
        kept, plain = marks, run
        run = lambda: run_kept(plain, kept)
    expected = next((mark for mark in marks if mark.name == "xfail" and mark.holds()), None)
    if expected is None:
        run()
        return
    if not expected.kwargs.get("run", True):
        raise LeftOut("%s, not run" % expected.words())
    try:
        run()
    except (Unjudged, Gone, Spent, Refused, SkipTest, LeftOut):
        raise
    except BaseException as error:
        raises = expected.kwargs.get("raises")
        if raises is not None and not isinstance(error, raises):
            raise
        raise LeftOut("%s, failed as expected" % expected.words()) from None
    if expected.kwargs.get("strict", False):
        raise Failed("[XPASS(strict)] %s" % expected.kwargs.get("reason", ""))
    raise LeftOut("%s, passed all the same" % expected.words())


def run_kept(run, marks):
    with warnings_kept(marks):
        run()
