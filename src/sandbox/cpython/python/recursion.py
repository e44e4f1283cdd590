"""The recursion limit as the user's code counts it: from its own first frame, as in a program that python3 runs."""
import sys

_set, _get, _frame = sys.setrecursionlimit, sys.getrecursionlimit, sys._getframe
# Calls on the way to the code that are no Python frames and count too, that of exec() among them.
_CALLS = 2 if sys.version_info < (3, 12) else 0
_MOST = 2**31 - 1
_below = 0


def begin(limit):
    """Sets the limit for code that the caller is about to give to exec()."""
    global _below
    frame, count = _frame(1), _CALLS
    while frame is not None:
        frame, count = frame.f_back, count + 1
    _below = count
    setrecursionlimit(limit)


def end(limit):
    """Makes room for what comes after the code."""
    _set(max(1000, limit) + 100)


def setrecursionlimit(limit, /):
    """Set the maximum depth of the Python interpreter stack to n."""
    shifts = isinstance(limit, int) and 0 < limit <= _MOST
    _set(min(limit + _below, _MOST) if shifts else limit)


def getrecursionlimit():
    """Return the current value of the recursion limit, the maximum depth of the Python interpreter stack."""
    return _get() - _below


def install():
    sys.setrecursionlimit, sys.getrecursionlimit = setrecursionlimit, getrecursionlimit
