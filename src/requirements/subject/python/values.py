"""What crosses between two processes as data, and what both sides know of it. Both sides run this file, and those of remote,
packing and peer after it. Nothing that arrives is ever executed, unpickled or imported."""
import array
import collections
import datetime
import decimal
import fractions
import operator
import os
import pathlib
import sys
import types
import uuid

SAFE_INTEGER = 2**53
SIMPLE = frozenset((int, str, bool, type(None)))
# Whose subclasses can be read as data, the more special one first.
CORES = (bool, int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset)

_bases_of = type.__dict__["__bases__"].__get__
_order_of = type.__dict__["__mro__"].__get__
_members_of = type.__dict__["__dict__"].__get__
_attributes_of = BaseException.__dict__["__dict__"].__get__
_name_of = type.__dict__["__name__"].__get__
_qualname_of = type.__dict__["__qualname__"].__get__


def copy_of(module):
    """A module for our own use, which a patch of the tests or the code does not reach."""
    made = types.ModuleType(module.__name__)
    vars(made).update(vars(module))
    return made


own_os = copy_of(os)
own_os.path = copy_of(os.path)


class Unjudged(BaseException):
    """A test can't be judged. What is noted stays, whatever the tests do with the exception."""

    noted = None

    def __init__(self, words):
        BaseException.__init__(self, words)
        Unjudged.noted = Unjudged.noted or self


class NeedsNamespace(Unjudged):
    """The tests want something of the code that only code in the same process can have."""


class CannotCross(Unjudged):
    """Something that the code gives to the tests, or wants of them, does not cross between the processes."""


class Spent(BaseException):
    """The code used up its memory: no exception that a test may expect."""


class Gone(BaseException):
    """The other side answers nothing that can be read."""


class Deep:
    """Deep values are read and written whatever limit the code has set for its own calls."""

    def __enter__(self):
        self.limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(self.limit, 10_000))

    def __exit__(self, *error):
        sys.setrecursionlimit(self.limit)


def _is_zone(kind):
    return kind in (type(None), datetime.timezone) or kind is getattr(sys.modules.get("zoneinfo"), "ZoneInfo", None)


def _moment(value):
    if not _is_zone(type(value.tzinfo)):
        return None
    return [value.replace(tzinfo=None).isoformat(), value.fold, value.tzinfo]


def _read_moment(kind):
    return lambda text, fold, zone: kind.fromisoformat(text).replace(tzinfo=zone, fold=fold)


def _zone_of(key):
    import zoneinfo

    return zoneinfo.ZoneInfo(key)


WRITTEN = {
    decimal.Decimal: lambda value: [str(value)],
    fractions.Fraction: lambda value: [value.numerator, value.denominator],
    complex: lambda value: [value.real, value.imag],
    memoryview: lambda value: [bytes(value)] if value.readonly and value.format == "B" and value.ndim == 1 else None,
    range: lambda value: [value.start, value.stop, value.step],
    slice: lambda value: [value.start, value.stop, value.step],
    datetime.date: lambda value: [value.isoformat()],
    datetime.datetime: _moment,
    datetime.time: _moment,
    datetime.timezone: lambda value: list(value.__getinitargs__()),
    datetime.timedelta: lambda value: [value.days, value.seconds, value.microseconds],
    uuid.UUID: lambda value: [str(value)],
    pathlib.PurePosixPath: lambda value: [str(value)],
    pathlib.PosixPath: lambda value: [str(value)],
    type({}.keys()): lambda value: [list(value)],
    type({}.values()): lambda value: [list(value)],
    type({}.items()): lambda value: [list(value)],
    types.MappingProxyType: lambda value: [dict(value)],
    types.TracebackType: lambda value: [],
    type(...): lambda value: [],
    type(NotImplemented): lambda value: [],
}
READ = {
    "Decimal": decimal.Decimal, "Fraction": fractions.Fraction, "complex": complex, "range": range, "slice": slice,
    "memoryview": memoryview,
    "date": datetime.date.fromisoformat, "datetime": _read_moment(datetime.datetime), "ZoneInfo": _zone_of,
    "time": _read_moment(datetime.time), "timezone": datetime.timezone, "timedelta": datetime.timedelta, "UUID": uuid.UUID,
    "PurePosixPath": pathlib.PurePosixPath, "PosixPath": pathlib.PosixPath, "ellipsis": lambda: ...,
    "dict_keys": lambda items: dict.fromkeys(items).keys(), "dict_values": lambda items: dict(enumerate(items)).values(),
    "dict_items": lambda items: dict(items).items(), "mappingproxy": types.MappingProxyType, "traceback": lambda: None,
    "NotImplementedType": lambda: NotImplemented,
}
COLLECTED = {
    "OrderedDict": collections.OrderedDict, "Counter": collections.Counter, "defaultdict": collections.defaultdict,
    "deque": collections.deque, "array": array.array,
}
COLLECTIONS = {kind: name for name, kind in COLLECTED.items()}
BUILTIN_TYPES = {name: value for name, value in vars(__import__("builtins")).items() if type(value) is type and name != "type"}
BUILTIN_TYPES["NoneType"] = type(None)
BUILTIN_TYPES["type"] = type
BUILTIN_NAMES = {value: name for name, value in BUILTIN_TYPES.items()}
TAGS = {list: "l", tuple: "t", set: "s", frozenset: "z", dict: "d"}


# Data types that are changed in place.
CHANGEABLE = (list, dict, set, bytearray)


def core_type_of(kind):
    """The data type that a class derives from, or None."""
    order = _order_of(kind)
    return next((core for core in CORES if core in order), None)


def core_of(value):
    """The data in an object of a subclass of a data type, whatever its own methods say."""
    kind = core_type_of(type(value))
    if kind is None:
        raise TypeError("no data")
    if kind is dict:
        return dict(dict.items(value))
    if kind in (list, tuple, set, frozenset):
        return kind(kind.__iter__(value))
    if kind is bool or kind is int:
        return int.__int__(value)
    if kind is float:
        return float.__float__(value)
    if kind is str:
        return str.__str__(value)
    if kind is complex:
        return complex.__add__(value, 0)
    return kind(memoryview(value))


FILE = "<run 1>"


def code_frames(error):
    """[line, function] of each call of the code that led to an error, outermost first; of many the first and the last."""
    frames, at = [], error.__traceback__
    while at is not None:
        if at.tb_frame.f_code.co_filename == FILE:
            frames.append([at.tb_lineno, at.tb_frame.f_code.co_name[:200]])
        at = at.tb_next
        if len(frames) > 2_000:
            del frames[25:-25]
    return frames if len(frames) <= 50 else frames[:25] + frames[-25:]
