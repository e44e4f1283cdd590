"""First code inside the confined interpreter: reads the bundle of our own modules from descriptor 0 and starts it.

The bundle is one frame: four bytes of length, then marshal data of a dict of module name to source text.
Nothing of the user's is read before the session process is confined. A folder that is named as an argument is made
first, and removed where the host is gone.
"""
import sys

# Without -I the interpreter would look for modules in the folder that it was started in.
sys.path[:] = [path for path in sys.path if path]
import marshal
import os
import types


def _read_exactly(count):
    parts = []
    while count:
        part = os.read(0, min(count, 1 << 20))
        if not part:
            for path in sys.argv[1:]:
                os.rmdir(path)
            os._exit(0)
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def _boot():
    for path in sys.argv[1:]:
        os.mkdir(path, 0o700)
    size = int.from_bytes(_read_exactly(4), "big")
    sources = marshal.loads(_read_exactly(size))
    for name in sources["order"]:
        module = types.ModuleType(name)
        sys.modules[name] = module
        exec(compile(sources[name], "<mettle>/" + name, "exec", dont_inherit=True), module.__dict__)
    sys.modules["mettle_supervisor"].main()


_boot()
