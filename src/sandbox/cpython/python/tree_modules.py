"""Imports of files of the tree: beside the file that runs, then at the root, before the standard library, and anew once
one of them has changed."""
import importlib.machinery
import linecache
import os
import sys
import time
import types

# Modules that Python itself starts with, which no program's file can replace, and what runs an `await` at the top.
_FIRST = frozenset(sys.builtin_module_names) | frozenset((
    "__main__", "_collections_abc", "abc", "asyncio", "codecs", "encodings", "genericpath", "io", "os", "posixpath",
    "site", "stat", "zipimport",
))

# The names of the standard library; None before 3.10.
_LIBRARY = getattr(sys, "stdlib_module_names", None)

# The real one, whatever the code or a stopped clock puts in its place.
_clock = time.time_ns


class _Loader(importlib.machinery.SourceFileLoader):
    """Reads source alone, and remembers what it read."""

    state = None
    source = None

    def path_stats(self, path):
        raise OSError("compiled files are not used")

    def get_data(self, path):
        self.state = _settled(_state(path))
        data = super().get_data(path)
        self.source = hash(data)
        return data


class _Finder(importlib.machinery.FileFinder):
    """Looks into the folder each time: what the code has just written is found."""

    def find_spec(self, name, target=None):
        self.invalidate_caches()
        return super().find_spec(name, target)


class TreeModules:
    def __init__(self, root, later=None):
        self.root = root
        # Loads asyncio, where it is still to be loaded.
        self.later = later
        self.folder = ""
        self.folders = []
        self.listed = None
        # The last of the modules that are loaded before any of the tree can be.
        self.last = next(reversed(sys.modules))
        self.finders = frozenset(sys.path_importer_cache)
        extensions = importlib.machinery.ExtensionFileLoader, importlib.machinery.EXTENSION_SUFFIXES
        finder = _Finder.path_hook(extensions, (_Loader, importlib.machinery.SOURCE_SUFFIXES))
        sys.path_hooks.insert(0, lambda path: self._find(finder, path))

    def _find(self, finder, path):
        full = os.path.abspath(path)
        if not self._holds(full):
            raise ImportError("not in the tree")
        return finder(full)

    def arrange(self, folder):
        """Before a run. `folder`: the folder of the file that runs, relative to the root."""
        os.chdir(self.root)
        self.folder = folder
        before = self.folders
        self.folders = ([self.root + "/" + folder] if folder else []) + [self.root]
        sys.path[:] = self.folders + [path for path in sys.path if path not in before]
        # Not the finders of the standard library: to let go of the names they hold is most of the memory that a run changes.
        for path in [path for path in sys.path_importer_cache if path not in self.finders]:
            del sys.path_importer_cache[path]
        loaded = {name: module for name, module in self._later() if self._is_of_tree(module)}
        if any(self._is_stale(module) for module in loaded.values()) or (
            before != self.folders and any(_is_elsewhere(name, module) for name, module in loaded.items())
        ):
            for name in loaded:
                sys.modules.pop(name, None)
            linecache.checkcache()
        self._uncover()

    def _later(self):
        """The modules loaded since the start. Only these are touched: each page that is, is copied for the run."""
        found = []
        for name in reversed(sys.modules):
            if name == self.last:
                break
            found.append((name, sys.modules[name]))
        return reversed(found)

    def _uncover(self):
        """Takes modules of the standard library that are loaded out of the way of files of the tree."""
        state = [(folder, _state(folder)) for folder in self.folders]
        if state == self.listed:
            return
        self.listed = state
        for folder in self.folders:
            for top in _modules_in(folder):
                if self.later is not None and (_LIBRARY is None or top in _LIBRARY):
                    self.later.load()
                    self.later = None
                module = sys.modules.get(top)
                if module is None or top in _FIRST or top.startswith("mettle_") or self._is_of_tree(module):
                    continue
                for name in [name for name in sys.modules if name == top or name.startswith(top + ".")]:
                    del sys.modules[name]

    def _holds(self, path):
        return type(path) is str and (path == self.root or path.startswith(self.root + "/"))

    def _is_of_tree(self, module):
        facts = _facts(module)
        file = facts.get("__file__")
        if file is not None:
            return self._holds(file)
        paths = getattr(facts.get("__path__"), "_path", None)
        return type(paths) is list and any(self._holds(path) for path in paths)

    def _is_stale(self, module):
        loader = getattr(_facts(module).get("__spec__"), "loader", None)
        if type(loader) is not _Loader:
            return False
        state = _state(loader.path)
        if state is not None and state == loader.state:
            return False
        try:
            with open(loader.path, "rb") as file:
                source = hash(file.read())
        except OSError:
            return True
        if source != loader.source:
            return True
        loader.state = _settled(state)
        return False


class NoTree:
    """In place of the modules of the tree, for a run of ours while code of another process may change the folder."""

    def __init__(self, root):
        self.root = root

    def arrange(self, _folder):
        sys.path[:] = [path for path in sys.path if path != self.root]


def _facts(module):
    """What a module says of itself; nothing for other objects that code has put among the modules."""
    return module.__dict__ if type(module) is types.ModuleType else {}


def _modules_in(folder):
    """Names of the modules and packages that a folder holds."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                name, dot, suffix = entry.name.partition(".")
                if dot and suffix == "py":
                    yield name
                elif not dot and entry.is_dir() and os.path.exists(os.path.join(entry.path, "__init__.py")):
                    yield name
    except OSError:
        return


def _is_elsewhere(name, module):
    """Whether another file is found for a module by now."""
    if "." in name:
        return False
    try:
        spec = importlib.machinery.PathFinder.find_spec(name, sys.path)
    except Exception:
        return True
    return spec is not None and spec.origin != _facts(module).get("__file__")


def _state(path):
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _settled(state):
    """The state, once a later change would show in its times, which the kernel counts in steps; else None."""
    if state is None or _clock() - max(state[2], state[3]) < 100_000_000:
        return None
    return state
