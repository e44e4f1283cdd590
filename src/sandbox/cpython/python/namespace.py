"""The namespace as bytes and back. Functions and classes that the user's code defined are written out whole.
Loading runs what the bytes say, so it happens only in here, where nothing can be harmed."""
import abc
import builtins
import dataclasses
import enum
import functools
import importlib
import io
import marshal
import pickle
import sys
import types


VERSION = 2
SKIPPED_CLASS_NAMES = frozenset(("__dict__", "__weakref__", "_abc_impl", "__slots__", "__static_attributes__",
                                 "__firstlineno__"))


class _Writer(pickle.Pickler):
    def reducer_override(self, value):
        kind = type(value)
        if kind is types.FunctionType and not _by_name(value):
            return _write_function(value)
        if kind is types.ModuleType:
            return importlib.import_module, (value.__name__,)
        if kind is type and value in _NAMED_TYPES:
            return getattr, (types, _NAMED_TYPES[value])
        if isinstance(value, type) and value.__module__ == "__main__":
            return _write_enum(value) if issubclass(value, enum.Enum) else _write_class(value)
        if kind is types.CellType:
            return _make_cell, (), (value.cell_contents,) if _filled(value) else None, None, None, _fill_cell
        if kind is property:
            return property, (value.fget, value.fset, value.fdel, value.__doc__)
        if kind is staticmethod or kind is classmethod:
            return kind, (value.__func__,)
        if kind is functools.cached_property:
            return _make_cached_property, (value.func, value.attrname)
        if kind is types.MappingProxyType:
            return types.MappingProxyType, (dict(value),)
        if kind in _SENTINEL_CLASSES:
            return getattr, (dataclasses, _sentinel_name(value))
        if kind is types.CodeType:
            return marshal.loads, (marshal.dumps(value),)
        if isinstance(value, (io.TextIOWrapper, io.BufferedIOBase)) and value.closed:
            return _closed_file, (isinstance(value, io.TextIOWrapper),)
        return NotImplemented


def _closed_file(text):
    """Stands for a file that was closed: all that can be done with it is to be told so."""
    file = io.TextIOWrapper(io.BytesIO()) if text else io.BytesIO()
    file.close()
    return file


# Built-in types that have no name under builtins.
_NAMED_TYPES = {item: name for name, item in vars(types).items()
                if isinstance(item, type) and item.__module__ == "builtins" and not hasattr(builtins, item.__name__)}
_SENTINEL_CLASSES = (type(dataclasses.MISSING), type(dataclasses._FIELD))


def _sentinel_name(value):
    """Objects of dataclasses that are compared by identity."""
    return next(name for name, item in vars(dataclasses).items() if item is value)


def _by_name(function):
    """Whether a function can be imported again under its name."""
    if function.__module__ in (None, "__main__"):
        return False
    found = sys.modules.get(function.__module__)
    for part in function.__qualname__.split("."):
        found = getattr(found, part, None)
    return found is function


def _filled(cell):
    try:
        return cell.cell_contents is cell.cell_contents
    except ValueError:
        return False


def _write_function(function):
    state = (function.__defaults__, function.__kwdefaults__, function.__dict__, function.__annotations__,
             function.__doc__, function.__qualname__, function.__module__)
    home = function.__globals__.get("__name__")
    home = home if isinstance(home, str) and getattr(sys.modules.get(home), "__dict__", None) is function.__globals__ else "__main__"
    return (_make_function, (marshal.dumps(function.__code__), function.__name__, function.__closure__ or (), home), state,
            None, None, _set_function)


def _make_function(code, name, closure, home):
    space = importlib.import_module(home).__dict__
    return types.FunctionType(marshal.loads(code), space, name, None, tuple(closure) or None)


def _set_function(function, state):
    function.__defaults__, function.__kwdefaults__ = state[0], state[1]
    function.__dict__.update(state[2])
    function.__annotations__, function.__doc__ = state[3], state[4]
    function.__qualname__, function.__module__ = state[5], state[6]


def _make_cell():
    return types.CellType()


def _fill_cell(cell, state):
    if state is not None:
        cell.cell_contents = state[0]


def _make_cached_property(function, name):
    made = functools.cached_property(function)
    made.attrname = name
    return made


def _write_class(value):
    slots = value.__dict__.get("__slots__")
    names = [slots] if isinstance(slots, str) else list(slots or ())
    state = {name: item for name, item in value.__dict__.items()
             if name not in SKIPPED_CLASS_NAMES and name not in names
             and not isinstance(item, (types.GetSetDescriptorType,))}
    return (_make_class, (type(value), value.__name__, value.__bases__, slots), (value.__qualname__, state),
            None, None, _set_class)


def _make_class(metaclass, name, bases, slots):
    space = {"__module__": "__main__"}
    if slots is not None:
        space["__slots__"] = slots
    return types.new_class(name, bases, {"metaclass": metaclass}, lambda made: made.update(space))


def _set_class(value, state):
    value.__qualname__ = state[0]
    for name, item in state[1].items():
        if name not in ("__module__", "__doc__") or item is not None:
            setattr(value, name, item)
        if hasattr(type(item), "__set_name__"):
            item.__set_name__(value, name)
    if isinstance(value, abc.ABCMeta) and hasattr(abc, "update_abstractmethods"):
        abc.update_abstractmethods(value)


def _write_enum(value):
    members = {name: item.value for name, item in value.__members__.items()}
    extra = {name: item for name, item in value.__dict__.items()
             if not name.startswith("_") and name not in members and isinstance(
                 item, (types.FunctionType, property, classmethod, staticmethod))}
    return _make_enum, (type(value), value.__name__, value.__bases__, members, value.__qualname__, extra)


def _make_enum(metaclass, name, bases, members, qualified, extra):
    space = metaclass.__prepare__(name, bases)
    for key, item in members.items():
        space[key] = item
    for key, item in extra.items():
        space[key] = item
    space["__module__"] = "__main__"
    space["__qualname__"] = qualified
    return metaclass(name, bases, space)


def _names(module):
    return {name: value for name, value in module.__dict__.items()
            if not (name.startswith("__") and name.endswith("__")) and not getattr(value, "__mettle_host__", False)}


def _bytes_of(value):
    buffer = io.BytesIO()
    _Writer(buffer, 5).dump(value)
    return buffer.getvalue()


def dump(module, folder, chance):
    """A report whose value is the state's bytes, or whose error names what cannot be kept. `folder`: where modules of
    the tree were imported from first. `chance`: what is seeded, or None."""
    names = _names(module)
    state = () if chance is None else (chance.state(),)
    head = marshal.dumps((VERSION, sys.implementation.cache_tag, folder, *state), 2)
    try:
        return {"ok": True, "value": head + _bytes_of(names), "error": None}
    except Exception:
        pass
    unkept = []
    for name, value in sorted(names.items()):
        try:
            _bytes_of({name: value})
        except Exception as error:
            unkept.append("%s (%s: %s)" % (name, type(value).__name__, str(error)[:200]))
    return {"ok": False, "value": None, "error": {"unkept": unkept}}


def load(state, module, imports, chance):
    """Replaces the namespace. Modules of the tree are imported as they are now."""
    buffer = io.BytesIO(state)
    try:
        version, tag, folder, *seeded = marshal.load(buffer)
    except (ValueError, EOFError, TypeError):
        return {"ok": False, "value": None, "error": {"why": "the bytes are no dump of a CPython namespace"}}
    if version != VERSION or tag != sys.implementation.cache_tag:
        return {"ok": False, "value": None, "error": {"why": "the dump was made by %s" % (tag,)}}
    space = module.__dict__
    for name in _names(module):
        del space[name]
    try:
        imports.arrange(folder)
        names = pickle.Unpickler(buffer).load()
        space.update(names)
        if chance is not None and seeded:
            chance.set_state(seeded[0])
    except Exception as error:
        why = "%s: %s" % (type(error).__name__, str(error)[:500])
        return {"ok": False, "value": None, "error": {"why": why}}
    return {"ok": True, "value": None, "error": None}


