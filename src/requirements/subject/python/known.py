"""What of classes and errors crosses, and which classes both sides have."""
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


def known_class(module, qualname):
    """The class of the standard library by that name; only of modules that are loaded here already."""
    if module != "builtins" and module.partition(".")[0] not in sys.stdlib_module_names:
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
