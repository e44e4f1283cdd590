"""Python values on their way out: reduced to what marshal carries, with everything else as a marked pair of texts."""
import collections
import gc
import itertools
import marshal
import re
import types

SCALARS = frozenset((int, str, float, bool, bytes, type(None)))
MAX_DEPTH = 32
MAX_PARTS = 4_000_000
MAX_REPR = 10_000
MARK = StopIteration
USED_UP = (types.GeneratorType, map, zip, filter, enumerate, reversed, collections.deque)
CONTAINERS = (list, tuple, set, frozenset, dict) + USED_UP


class TooDeep(ValueError):
    """A value that is nested deeper than a result may be."""


def decode(data):
    """The value of marshal data. Many new objects at once are no reason to look for garbage among them again and again."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        return marshal.loads(data)
    finally:
        if collecting:
            gc.enable()


def plain(value):
    """A value reduced to types that marshal carries."""
    return value if type(value) in SCALARS or _is_plain(value) else _plain(value, 0, [])


def _is_plain(value):
    """Whether a value is lists, tuples and dicts of scalars and of each other. Looks at all that are on one level at once."""
    level = [value]
    parts = 0
    for _ in range(MAX_DEPTH):
        rows = [item for item in level if type(item) is list or type(item) is tuple]
        dicts = [item for item in level if type(item) is dict]
        if len(rows) + len(dicts) != len(level) or not set(map(type, itertools.chain.from_iterable(dicts))) <= SCALARS:
            return False
        parts += sum(map(len, rows)) + sum(map(len, dicts))
        if parts > MAX_PARTS:
            return False
        items = itertools.chain(itertools.chain.from_iterable(rows), itertools.chain.from_iterable(map(dict.values, dicts)))
        level = [item for item in items if type(item) not in SCALARS]
        if not level:
            return True
    return False


def _check_depth(depth):
    if depth >= MAX_DEPTH:
        raise TooDeep("the value is nested deeper than %d levels" % MAX_DEPTH)


def _plain(value, depth, above, hashed=False):
    kind = type(value)
    if kind in SCALARS:
        return value
    if isinstance(value, CONTAINERS) and not (hashed and isinstance(value, USED_UP)):
        if any(value is other for other in above):
            return (MARK, "cycle", "{...}" if isinstance(value, dict) else "[...]" if isinstance(value, list) else "...")
        _check_depth(depth)
        above.append(value)
        try:
            return _container(value, kind, depth + 1, above)
        finally:
            above.pop()
    if isinstance(value, bool):
        return bool(value)
    if isinstance(value, int):
        return int.__int__(value)
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, float):
        return float.__float__(value)
    if isinstance(value, (bytes, bytearray)):
        return bytes(value)
    return _foreign(value) if hashed else _object(value, depth, above)


def _container(value, kind, depth, above):
    if isinstance(value, dict):
        kinds = set(map(type, dict.keys(value)))
        kinds.update(map(type, dict.values(value)))
        if kinds <= SCALARS:
            return value if kind is dict else dict(dict.items(value))
        return {_key(k, depth, above): _plain(v, depth, above) for k, v in dict.items(value)}
    if isinstance(value, (set, frozenset)):
        if set(map(type, value)) <= SCALARS:
            return value if kind in (set, frozenset) else set(value)
        return {_key(item, depth, above) for item in value}
    if isinstance(value, USED_UP):
        value = list(value)
    if set(map(type, value)) <= SCALARS:
        return value if type(value) in (list, tuple) else list(value)
    return [_plain(item, depth, above) for item in value]


def _key(value, depth, above):
    """A key or member, which must stay hashable: tuples stay tuples."""
    if type(value) in SCALARS:
        return value
    if isinstance(value, tuple) and not any(value is other for other in above):
        _check_depth(depth)
        return tuple([_key(item, depth + 1, above) for item in value])
    if isinstance(value, frozenset):
        _check_depth(depth)
        return frozenset([_key(item, depth + 1, above) for item in value])
    return _plain(value, depth, above, hashed=True)


ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def _object(value, depth, above):
    """An instance of a class of the user's with its attributes; anything else as text alone."""
    kind = type(value)
    known = isinstance(value, BaseException) or hasattr(kind, "__members__") or isinstance(value, type)
    if known or getattr(kind, "__module__", None) != "__main__":
        return _foreign(value)
    if any(value is other for other in above):
        return (MARK, "cycle", "...")
    _check_depth(depth)
    above.append(value)
    try:
        attributes = {name: _plain(item, depth + 1, above) for name, item in _attributes(value)}
    finally:
        above.pop()
    return (MARK, kind.__name__, "<%s object>" % kind.__name__, attributes)


def _attributes(value):
    try:
        return [(name, item) for name, item in object.__getattribute__(value, "__dict__").items() if type(name) is str]
    except AttributeError:
        return []


def _foreign(value):
    """(mark, class name, text): `StopIteration` itself never stands in a reduced value, so it can mark."""
    try:
        text = "<module %r>" % value.__name__ if type(value) is types.ModuleType else ADDRESS.sub("", repr(value))
        if type(text) is not str:
            text = str.__str__(text)
    except RecursionError:
        text = "<%s>" % type(value).__name__
    except Exception as error:
        text = "<%s whose repr raised %s>" % (type(value).__name__, type(error).__name__)
    if len(text) > MAX_REPR:
        text = text[:MAX_REPR] + "..."
    return (MARK, type(value).__name__, text)
