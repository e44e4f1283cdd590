"""Keeps the frames of this program out of what the code is shown of its own stack."""
import functools
import operator
import sys
import traceback

OWN = "<mettle>/"
# The one that calls the code: what is above is all ours. The warnings module passes over files with these words in their names.
BASE = OWN + "importlib._bootstrap/mettle_source"


def install():
    """Has traceback, and inspect where it is loaded, pass over our frames; logging asks traceback."""
    walk = traceback.walk_stack

    def walk_stack(frame):
        """Walk a stack yielding the frame and line number for each frame."""
        if frame is None:
            frame = _frame()
            while frame is not None and _file(frame) in (__file__, traceback.__file__):
                frame = frame.f_back
        return _seen(walk(frame))

    traceback.walk_stack = walk_stack
    for name in ("walk_tb", "_walk_tb_with_full_positions"):
        if hasattr(traceback, name):
            setattr(traceback, name, _passing_over(getattr(traceback, name)))
    sys._getframe = _getframe
    inspect = sys.modules.get("inspect")
    if inspect is not None:
        for name in ("getouterframes", "getinnerframes"):
            setattr(inspect, name, _passing_over(getattr(inspect, name), list))


_frame = sys._getframe


def _getframe(depth=0, /):
    """Return a frame object from the call stack, as if this program's frames were not on it."""
    frame = _frame(1)
    left = depth if isinstance(depth, int) else operator.index(depth)
    while left > 0 or _file(frame).startswith(OWN):
        if not _file(frame).startswith(OWN):
            left -= 1
        frame = frame.f_back
        if frame is None or _is_end(frame):
            raise ValueError("call stack is not deep enough")
    return frame


def _passing_over(original, kind=iter):
    @functools.wraps(original)
    def found(*args, **kwargs):
        return kind(_seen(original(*args, **kwargs)))

    return found


def _seen(walked):
    for item in walked:
        if _is_end(item[0]):
            return
        if not _file(item[0]).startswith(OWN):
            yield item


def _is_end(frame):
    """Whether no frame of the code is above: this one calls the code, or is the first of the process."""
    return _file(frame) == BASE or frame.f_back is None and _file(frame) == "<string>"


def _file(frame):
    return frame.f_code.co_filename
