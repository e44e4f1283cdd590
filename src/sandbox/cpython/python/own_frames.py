"""Keeps the frames of this program out of what the code is shown of its own stack."""
import functools
import sys
import traceback

OWN = "<mettle>/"
# The one that calls the code: what is above is all ours.
BASE = OWN + "mettle_source"


def install():
    """Has traceback, and inspect where it is loaded, pass over our frames; logging asks traceback."""
    walk = traceback.walk_stack

    def walk_stack(frame):
        """Walk a stack yielding the frame and line number for each frame."""
        if frame is None:
            frame = sys._getframe()
            while frame is not None and _file(frame) in (__file__, traceback.__file__):
                frame = frame.f_back
        return _seen(walk(frame))

    traceback.walk_stack = walk_stack
    for name in ("walk_tb", "_walk_tb_with_full_positions"):
        if hasattr(traceback, name):
            setattr(traceback, name, _passing_over(getattr(traceback, name)))
    inspect = sys.modules.get("inspect")
    if inspect is not None:
        for name in ("getouterframes", "getinnerframes"):
            setattr(inspect, name, _passing_over(getattr(inspect, name), list))


def _passing_over(original, kind=iter):
    @functools.wraps(original)
    def found(*args, **kwargs):
        return kind(_seen(original(*args, **kwargs)))

    return found


def _seen(walked):
    for item in walked:
        file = _file(item[0])
        if file == BASE:
            return
        if not file.startswith(OWN):
            yield item


def _file(frame):
    return frame.f_code.co_filename
