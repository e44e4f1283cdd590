"""What of classes and errors crosses, and which classes both sides have."""
import builtins
import sys
import types

WATCHED = frozenset((*FORWARDED, "__hash__"))
# What exceptions of Python's own hold outside their __dict__ and their arguments.
SLOTS = ("errno", "strerror", "filename", "filename2", "name", "path", "code", "msg", "lineno", "offset", "text", "obj")
CHAINED = ("__cause__", "__context__")
MAX_CHAINED = 5


def is_besides(kind, name):
    """Whether an attribute of an error may cross: data of the error itself, never what replaces a method."""
    if name == "__notes__":
        return True
    return type(name) is str and not name.startswith("_") and not callable(getattr(kind, name, None))


# Exceptions of these mean something to what runs the tests.
APART = frozenset(("unittest", "doctest", "pytest", "bdb", "pdb"))


def is_of_python(module):
    return module == "builtins" or module.partition(".")[0] in sys.stdlib_module_names


def known_class(module, qualname):
    """The class of the standard library by that name; only of modules that are loaded here already."""
    if not is_of_python(module) and module.partition(".")[0] not in ("numpy", "pandas"):
        return None
    if module.partition(".")[0] in APART or "<" in qualname:
        return None
    if module == "builtins" and qualname in TYPE_NAMES:
        return TYPE_NAMES[qualname]
    found = sys.modules.get(module)
    for part in qualname.split("."):
        found = None if type(found) not in (types.ModuleType, type) else vars(found).get(part)
    return found if isinstance(found, type) else None


TYPE_NAMES = {
    kind.__name__: kind for kind in vars(types).values() if type(kind) is type and kind.__module__ == "builtins"
}


# Of a class that a `class` statement or `type(…)` made, and of one of C that code can't change either.
HEAP, IMMUTABLE = 1 << 9, 1 << 8
# Python makes this one as a `class` statement would.
EXCEPTION_GROUP = getattr(builtins, "ExceptionGroup", None)


def library_of(kind):
    """The library that a class is of; None for a class of the code, whatever that says it is."""
    module = _members_of(kind).get("__module__", "builtins")
    if kind is EXCEPTION_GROUP or type(module) is not str or not kind.__flags__ & HEAP or kind.__flags__ & IMMUTABLE:
        return module if type(module) is str else "builtins"
    found = sys.modules.get(module) if module not in ("__main__", "builtins") else None
    for part in _qualname_of(kind).split("."):
        found = getattr(found, "__dict__", {}).get(part)
    return module if found is kind and not _is_written_here(kind) else None


def _is_written_here(kind):
    return any(getattr(getattr(member, "__code__", None), "co_filename", "") == FILE for member in _members_of(kind).values())
