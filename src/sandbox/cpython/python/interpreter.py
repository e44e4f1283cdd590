"""What the interpreter brings along: the modules that every session finds loaded, and what the host is told of it."""
import importlib.machinery
import os
import sys

ZONES = "/usr/share/zoneinfo"
PRELOADED = (
    "abc", "argparse", "array", "ast", "asyncio", "base64", "bisect", "calendar", "collections", "collections.abc",
    "contextlib", "copy", "csv", "ctypes", "dataclasses", "datetime", "decimal", "difflib", "enum", "fractions",
    "functools", "glob", "hashlib", "heapq", "html", "importlib", "inspect", "io", "itertools", "json", "keyword",
    "locale", "logging", "math", "numbers", "operator", "os", "pathlib", "pickle", "pprint", "queue", "random", "re",
    "shutil", "signal", "sqlite3", "statistics", "string", "struct", "subprocess", "tempfile", "textwrap",
    "threading", "time", "tokenize", "traceback", "types", "typing", "unicodedata", "urllib.parse", "uuid", "zipfile",
    "zlib",
)


def preload():
    """Loads what every session will want, so that a fork starts with it."""
    for name in PRELOADED:
        try:
            __import__(name)
        except ImportError:
            pass


class AsyncioLater:
    """Has asyncio completed when it is loaded, which in a process that loads nothing ahead is when the code needs it: at
    the front of sys.meta_path until then. No file of the tree can take its place."""

    def __init__(self, complete):
        self.complete = complete
        self.paths = list(sys.path)
        sys.meta_path.insert(0, self)

    def find_spec(self, name, path=None, target=None):
        if name != "asyncio" or self.complete is None:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, self.paths)
        run, complete = spec.loader.exec_module, self.complete
        self.complete = None

        def run_and_complete(module):
            del spec.loader.exec_module
            run(module)
            complete()

        spec.loader.exec_module = run_and_complete
        sys.meta_path[:] = [finder for finder in sys.meta_path if finder is not self]
        return spec

    def load(self):
        """Loads it now, as long as no file of the tree is found in the place of what it imports."""
        if self.complete is None:
            return
        before, sys.path[:] = sys.path[:], self.paths
        try:
            __import__("asyncio")
        finally:
            sys.path[:] = before


def facts():
    """What the host should know of this interpreter."""
    return {
        "version": "%d.%d.%d" % sys.version_info[:3], "implementation": sys.implementation.name,
        "modules": importable_modules(), "zones": os.path.isdir(ZONES),
    }


NEEDS = {
    "bz2": "_bz2", "crypt": "_crypt", "ctypes": "_ctypes", "curses": "_curses", "dbm": "_dbm", "idlelib": "_tkinter",
    "lzma": "_lzma", "sqlite3": "_sqlite3", "ssl": "_ssl", "tkinter": "_tkinter", "turtle": "_tkinter",
    "turtledemo": "_tkinter", "zoneinfo": "_zoneinfo",
}


def importable_modules():
    """Top-level standard-library modules that can be found, without those whose compiled part is missing."""
    import importlib.util

    import pkgutil

    names = getattr(sys, "stdlib_module_names", None)
    if names is None:
        names = {module.name for module in pkgutil.iter_modules(sys.path)} | set(sys.builtin_module_names)
    found = []
    for name in sorted(names):
        if name.startswith("_"):
            continue
        try:
            if importlib.util.find_spec(name) is None:
                continue
            if name in NEEDS and importlib.util.find_spec(NEEDS[name]) is None:
                continue
        except (ImportError, ValueError, AttributeError):
            continue
        found.append(name)
    return found
