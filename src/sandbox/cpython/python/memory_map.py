"""`/proc/self/maps` for packages that look there for the libraries of their own process, as threadpoolctl does: the libraries
alone, without a place of anything else. The confinement lets nobody read the real one."""
import builtins
import ctypes
import io
import os
import tempfile

PATHS = ("/proc/self/maps", b"/proc/self/maps")
_open = io.open


class _Library(ctypes.Structure):
    """The beginning of link_map, which dlopen gives in place of a handle."""


_Library._fields_ = [
    ("address", ctypes.c_size_t), ("name", ctypes.c_char_p), ("dynamic", ctypes.c_void_p), ("next", ctypes.POINTER(_Library)),
]


def install():
    open.__module__ = "io"
    builtins.open = io.open = open


def open(file, *args, **kwargs):
    if file not in PATHS:
        return _open(file, *args, **kwargs)
    descriptor, path = tempfile.mkstemp()
    try:
        with _open(descriptor, "w") as text:
            text.writelines(_lines())
        return _open(path, *args, **kwargs)
    finally:
        os.unlink(path)


def _lines():
    library = ctypes.cast(ctypes.CDLL(None)._handle, ctypes.POINTER(_Library))
    while library:
        found = library.contents
        name = os.fsdecode(found.name or b"")
        if name.startswith("/"):
            yield "%08x-%08x r-xp 00000000 00:00 0 %s\n" % (found.address, found.address + 4096, name)
        library = found.next


open.__doc__ = _open.__doc__
