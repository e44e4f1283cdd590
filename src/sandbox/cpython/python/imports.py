"""Refuses to load for the user's code what a list of modules does not hold, whatever asks for it: an import statement,
`__import__` by any name, `importlib`, the loaders, `exec`. Modules of libraries load what they need. What code reaches
through attributes, frames or the garbage collector is in memory already, and is not kept from it here."""
import _imp
import _posixsubprocess
import builtins
import importlib
import importlib._bootstrap as bootstrap
import importlib._bootstrap_external as bootstrap_external
import opcode
import os
import sys
import types

IMPORT_NAME = opcode.opmap["IMPORT_NAME"]
# Looked up when a list is set, before the code can change them.
_frame = sys._getframe
_import, _gcd_import = builtins.__import__, bootstrap._gcd_import
_import_module, _dynamic, _builtin = importlib.__import__, _imp.create_dynamic, _imp.create_builtin
_frozen, _normal_path, _real_path = _imp.get_frozen_object, os.path.normpath, os.path.realpath
_fork_exec = _posixsubprocess.fork_exec
_real = sys.modules

# What Python itself imports for a call of the code: text encodings, names of characters, dates, pickles, warnings.
IMPLIED = frozenset((
    "_codecs", "_collections_abc", "_io", "_locale", "_pydatetime", "_pydecimal", "_strptime", "_warnings", "builtins",
    "copyreg", "encodings", "linecache", "locale", "stringprep", "traceback", "unicodedata", "warnings", "__main__",
))
# These import by a name that their caller gives them, so it is their caller who asks.
ON_BEHALF = frozenset((
    "code", "codeop", "doctest", "imp", "importlib", "modulefinder", "multiprocessing.spawn", "pickle", "pkgutil",
    "pydoc", "runpy", "timeit", "trace", "typing", "unittest.loader", "unittest.mock", "zipimport",
))


class State:
    """The list that holds at the moment; None where there is none."""

    allowed = None
    folders = ()
    libraries = ()
    hooked = False


def begin(allowed, root):
    """From now on, the code may import these modules and finds no others in `sys.modules`. `root`: the folder of the
    tree, whose modules are the code's own."""
    State.allowed = tuple(allowed)
    folders = {os.path.dirname(os.__file__), *(path for path in sys.path if path and not path.startswith(root))}
    State.folders = tuple(folder.rstrip("/") + "/" for folder in folders)
    State.libraries = ("<frozen ", "<mettle>", *State.folders)
    if not State.hooked:
        State.hooked = True
        sys.addaudithook(_audit)
    builtins.__import__ = importlib.__import__ = guarded_import
    bootstrap._gcd_import = guarded_gcd_import
    _imp.create_builtin, _imp.create_dynamic = guarded_builtin, guarded_dynamic
    _imp.get_frozen_object = guarded_frozen
    _posixsubprocess.fork_exec = guarded_fork_exec
    sys.modules = Table()


def end():
    if State.allowed is None:
        return
    State.allowed = None
    builtins.__import__, importlib.__import__ = _import, _import_module
    bootstrap._gcd_import = _gcd_import
    _imp.create_builtin, _imp.create_dynamic = _builtin, _dynamic
    _imp.get_frozen_object = _frozen
    _posixsubprocess.fork_exec = _fork_exec
    sys.modules = _real


def is_allowed(name):
    return any(name == entry or name.startswith(entry + ".") for entry in State.allowed)


def is_library(frame):
    return frame.f_code.co_filename.startswith(State.libraries)


def requester(frame):
    """The frame of the user's code that asks; None where a library asks for itself, or a guard has said yes."""
    while frame is not None:
        if id(frame.f_code) in GUARDS:
            return None
        if not is_library(frame):
            return frame
        module = frame.f_globals.get("__name__")
        if not (type(module) is str and (module in ON_BEHALF or module.startswith(("importlib.", "_frozen_importlib")))):
            return None
        frame = frame.f_back
    return None


def refuse(name):
    allowed = ", ".join(State.allowed) or "none"
    raise ImportError("the module %s may not be imported; allowed: %s" % (name, allowed), name=name)


def refuse_program():
    raise PermissionError("a program that the code starts would not keep to the allowed imports")


def guarded_fork_exec(*given):
    if State.allowed is not None:
        refuse_program()
    return _fork_exec(*given)


def is_statement(frame):
    return frame.f_lasti >= 0 and frame.f_code.co_code[frame.f_lasti] == IMPORT_NAME


def guarded_import(name, globals=None, locals=None, fromlist=(), level=0):
    if State.allowed is not None:
        frame = requester(_frame(1))
        if frame is not None:
            _check(name, globals, fromlist, level, frame)
    return _import(name, globals, locals, fromlist, level)


def _check(name, globals, fromlist, level, frame):
    if type(name) is not str:
        refuse(name)
    if level > 0:
        package = globals.get("__package__") if type(globals) is dict else None
        name = bootstrap._resolve_name(name, package, level) if type(package) is str and package else "." * level + name
    if is_allowed(name) or name == "__future__" and fromlist:
        _check_paths(name)
        return
    if name.partition(".")[0] in IMPLIED and not is_statement(frame):
        return
    wanted = fromlist if type(fromlist) in (tuple, list) else ()
    if not wanted or not all(type(part) is str and part != "*" and is_allowed(name + "." + part) for part in wanted):
        refuse(name)
    _check_paths(name)


def _check_paths(name):
    """Refuses a module of a package that the code has pointed at another folder of the libraries: what lies there bears
    another name."""
    package = ""
    for part in name.split("."):
        package = "%s.%s" % (package, part) if package else part
        space = getattr(_real.get(package), "__dict__", None)
        path = space.get("__path__") if type(space) is dict else None
        if path is None or type(path) is bootstrap_external._NamespacePath:
            continue
        known = type(path) in (list, tuple) and all(type(folder) is str for folder in path)
        if not known or any(_is_elsewhere(folder, part) for folder in path):
            refuse("%s, whose __path__ the code has changed" % name)


def _is_elsewhere(folder, name):
    """Whether a folder is one of the libraries, and not one that bears this name."""
    folder = _normal_path(folder)
    if not (folder + "/").startswith(State.folders):
        folder = _real_path(folder)
    return (folder + "/").startswith(State.folders) and folder.rpartition("/")[2] != name


def guarded_gcd_import(name, package=None, level=0):
    if State.allowed is not None and level == 0:
        frame = requester(_frame(1))
        if frame is not None:
            if not is_allowed(str(name)):
                refuse(name)
            _check_paths(str(name))
    return _gcd_import(name, package, level)


def guarded_builtin(spec):
    if State.allowed is not None and requester(_frame(1)) is not None and not is_allowed(str(spec.name)):
        refuse(spec.name)
    return _builtin(spec)


def guarded_dynamic(spec, *file):
    if State.allowed is not None and requester(_frame(1)) is not None and not is_allowed(str(spec.name)):
        refuse(spec.name)
    return _dynamic(spec, *file)


def guarded_frozen(name, *data):
    if State.allowed is not None and requester(_frame(1)) is not None and not is_allowed(str(name)):
        refuse(name)
    return _frozen(name, *data)


GUARDS = frozenset(id(function.__code__) for function in (
    guarded_import, guarded_gcd_import, guarded_builtin, guarded_dynamic, guarded_frozen,
))
# Another program keeps to no list: an interpreter would import what it likes.
PROGRAMS = frozenset(("subprocess.Popen", "os.exec", "os.posix_spawn", "os.spawn", "os.system"))
WATCHED = frozenset(("import", "compile", "code.__new__", "marshal.loads", *PROGRAMS))


def _audit(event, args):
    if event not in WATCHED or State.allowed is None:
        return
    if event in PROGRAMS:
        refuse_program()
    frame = _frame(1)
    if event == "import":
        asks = requester(frame)
        if asks is not None and not is_allowed(args[0]) and not (args[0].partition(".")[0] in IMPLIED):
            refuse(args[0])
    elif event == "compile":
        name = args[1] if type(args[1]) is str else ""
        if name.startswith(State.libraries) and requester(frame) is not None:
            refuse("in %s" % name)
    elif event == "code.__new__":
        name = args[1] if type(args[1]) is str else ""
        if name.startswith(State.libraries) and not is_library(frame):
            refuse("in %s" % name)
    elif is_library(frame) and requester(frame) is not None:
        refuse("of compiled code")


class Table(dict):
    """`sys.modules` for the user's code: the modules of the list. Libraries find all of them."""

    def __init__(self):
        dict.__init__(self, {name: module for name, module in _real.items() if is_allowed(name) or name == "__main__"})

    def _seen(self):
        return _real if State.allowed is None or requester(_frame(2)) is None else self

    def __missing__(self, name):
        if self._seen() is _real:
            return _real[name]
        raise KeyError(name)

    def get(self, name, otherwise=None):
        return dict.get(self._seen(), name, otherwise)

    def __contains__(self, name):
        return dict.__contains__(self._seen(), name)

    def __setitem__(self, name, module):
        _real[name] = module
        if requester(_frame(1)) is not None or is_allowed(name):
            dict.__setitem__(self, name, module)

    def __delitem__(self, name):
        seen = self._seen()
        dict.__delitem__(seen, name)
        (self if seen is _real else _real).pop(name, None) if seen is self else dict.pop(self, name, None)

    def pop(self, name, *otherwise):
        seen = self._seen()
        found = dict.pop(seen, name, *otherwise)
        dict.pop(self if seen is _real else _real, name, None)
        return found

    def setdefault(self, name, module=None):
        if name not in self:
            self[name] = module
        return self[name]

    def __iter__(self):
        return dict.__iter__(self._seen())

    def __len__(self):
        return dict.__len__(self._seen())

    def keys(self):
        return dict.keys(self._seen())

    def values(self):
        return dict.values(self._seen())

    def items(self):
        return dict.items(self._seen())

    def copy(self):
        return dict(self._seen())
