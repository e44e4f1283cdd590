"""Values of NumPy and pandas as data that both sides have: type, dtype and names stay. The libraries are loaded only where such a
value crosses."""
import base64
import importlib
import sys


def library(name):
    return importlib.import_module(name)


def pack_foreign(peer, value, table):
    """A value of NumPy or pandas as it crosses, or None for any other."""
    kind = type(value)
    numpy = sys.modules.get("numpy")
    if numpy is None or type(kind.__module__) is not str or kind.__module__.partition(".")[0] not in ("numpy", "pandas"):
        return None
    if kind is numpy.ndarray:
        place = table.place_of(value)
        if place is not None:
            return ["r", place]
        table.add(value)
        return ["N", *_array_parts(peer, value, table)]
    if issubclass(kind, numpy.generic) and kind is getattr(numpy.dtype(kind), "type", None) and not value.dtype.hasobject:
        return ["n", peer.pack(numpy.lib.format.dtype_to_descr(value.dtype), table), base64.b64encode(value.tobytes()).decode()]
    if isinstance(value, numpy.dtype):
        return ["n", peer.pack(numpy.lib.format.dtype_to_descr(value), table), None]
    pandas = sys.modules.get("pandas")
    parts = None if pandas is None else _pandas_parts(pandas, kind, value)
    if parts is None:
        return None
    if kind in (pandas.DataFrame, pandas.Series):
        place = table.place_of(value)
        if place is not None:
            return ["r", place]
        table.add(value)
    return ["P", parts[0], [peer.pack(part, table) for part in parts[1:]]]


def _array_parts(peer, value, table):
    if value.dtype.hasobject:
        return None, list(value.shape), [peer.pack(part, table) for part in value.ravel().tolist()]
    numpy = sys.modules["numpy"]
    descr = numpy.lib.format.dtype_to_descr(value.dtype)
    return peer.pack(descr, table), list(value.shape), base64.b64encode(value.tobytes()).decode()


def _pandas_parts(pandas, kind, value):
    if kind is pandas.Timestamp:
        return "Timestamp", value.asm8, value.unit, None if value.tz is None else str(value.tz)
    if kind is pandas.Timedelta:
        return "Timedelta", value.asm8, value.unit
    if value is pandas.NaT:
        return ("NaT",)
    if value is pandas.NA:
        return ("NA",)
    if kind is pandas.RangeIndex:
        return "RangeIndex", value.start, value.stop, value.step, value.name
    if kind is pandas.MultiIndex:
        return "MultiIndex", [tuple(one) for one in value], list(value.names)
    if isinstance(value, pandas.Index) and kind in (pandas.Index, pandas.DatetimeIndex, pandas.TimedeltaIndex, pandas.CategoricalIndex):
        return "Index", *_column(pandas, value.array), value.name
    if kind is pandas.Categorical:
        return "Categorical", list(value.codes), pandas.Index(value.categories), bool(value.ordered)
    if kind is pandas.Series:
        return "Series", *_column(pandas, value.array), value.index, value.name
    if kind is pandas.DataFrame:
        columns = [list(_column(pandas, value.iloc[:, at].array)) for at in range(value.shape[1])]
        return "DataFrame", columns, value.columns, value.index
    return None


def _column(pandas, array):
    """(values, dtype) of a column: an array of NumPy's, or a list with the name of a dtype of pandas'."""
    if type(array) is pandas.Categorical:
        return array, None
    numpy = sys.modules["numpy"]
    if isinstance(array.dtype, numpy.dtype):
        return numpy.asarray(array), None
    return list(array), str(array.dtype)


def unpack_foreign(peer, packed, table):
    numpy = library("numpy")
    if packed[0] == "P":
        return _unpack_pandas(peer, packed, table)
    descr, *rest = packed[1:]
    dtype = None if descr is None else numpy.lib.format.descr_to_dtype(peer.unpack(descr, table))
    if packed[0] == "n":
        return dtype if rest[0] is None else numpy.frombuffer(base64.b64decode(rest[0]), dtype)[0]
    shape, data = rest
    if dtype is not None:
        made = numpy.frombuffer(base64.b64decode(data), dtype).reshape(shape).copy()
        table.add(made)
        return made
    made = numpy.empty(shape, object)
    table.add(made)
    for at, part in enumerate(data):
        made.flat[at] = peer.unpack(part, table)
    return made


def _unpack_pandas(peer, packed, table):
    pandas = library("pandas")
    _, kind, parts = packed
    if kind in ("DataFrame", "Series"):
        made = pandas.DataFrame() if kind == "DataFrame" else pandas.Series(dtype=object)
        table.add(made)
        fill_frame(made, [peer.unpack(part, table) for part in parts])
        return made
    parts = [peer.unpack(part, table) for part in parts]
    if kind == "Timestamp":
        moment, unit, zone = parts
        made = pandas.Timestamp(moment).as_unit(unit)
        return made if zone is None else made.tz_localize("UTC").tz_convert(zone)
    if kind == "Timedelta":
        return pandas.Timedelta(parts[0]).as_unit(parts[1])
    if kind in ("NaT", "NA"):
        return getattr(pandas, kind)
    if kind == "RangeIndex":
        return pandas.RangeIndex(*parts[:3], name=parts[3])
    if kind == "MultiIndex":
        return pandas.MultiIndex.from_tuples(parts[0], names=parts[1])
    if kind == "Index":
        return pandas.Index(_array_of(pandas, parts[0], parts[1]), name=parts[2])
    if kind == "Categorical":
        return pandas.Categorical.from_codes(parts[0], parts[1], ordered=parts[2])
    raise ValueError("no such value: %s" % kind)


def _array_of(pandas, values, dtype):
    return values if dtype is None else pandas.array(values, dtype=dtype)


def foreign_contents(value):
    """What an array, a Series or a DataFrame holds: first what tells whether that has changed, then what crosses."""
    numpy = sys.modules["numpy"]
    if type(value) is numpy.ndarray:
        return value.ravel().tolist() if value.dtype.hasobject else [value.tobytes()]
    parts = _pandas_parts(sys.modules["pandas"], type(value), value)[1:]
    return [hash(_mark(numpy, parts)), *parts]


def _mark(numpy, part):
    if isinstance(part, (list, tuple)):
        return tuple([_mark(numpy, one) for one in part])
    if type(part) is numpy.ndarray and not part.dtype.hasobject:
        return part.tobytes()
    if hasattr(part, "array"):
        return _mark(numpy, list(part)), str(part.dtype), repr(part.name)
    return _mark(numpy, list(part)) if hasattr(part, "__len__") and type(part) not in (str, bytes) else repr(part) if type(part) in (int, float, str, bytes) else id(part)


def refill_foreign(value, parts):
    numpy = sys.modules["numpy"]
    if type(value) is not numpy.ndarray:
        fill_frame(value, parts[1:])
    elif value.dtype.hasobject:
        for at, part in enumerate(parts):
            value.flat[at] = part
    else:
        value[...] = numpy.frombuffer(parts[0], value.dtype).reshape(value.shape)


def fill_frame(made, parts):
    """Puts contents into a Series or a DataFrame that is there."""
    pandas = library("pandas")
    if type(made) is pandas.Series:
        values, dtype, index, name = parts
        made._update_inplace(pandas.Series(_array_of(pandas, values, dtype), index=index))
        made.name = name
    else:
        columns, names, index = parts
        filled = pandas.DataFrame({at: _array_of(pandas, *column) for at, column in enumerate(columns)}, index=index)
        filled.columns = names
        made._update_inplace(filled)
