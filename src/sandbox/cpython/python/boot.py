"""First code inside the confined interpreter: reads the bundle of our own modules from descriptor 0 and starts it.

The bundle is one frame: four bytes of length, then marshal data of a dict of module name to source text, or to compiled
code as the same interpreter made it of the text where no code but ours is loaded.
Nothing of the user's is read before the session process is confined. A folder that is named as an argument is made
first, and removed where the host is gone. A module that the bundle calls later is run by its `load()`.
"""
import gc
import sys

# What is loaded here stays: to look for garbage in it again and again is a tenth of a start.
gc.disable()
# Without -I the interpreter would look for modules in the folder that it was started in.
sys.path[:] = [path for path in sys.path if path]
import marshal
import os
import types

from _frozen_importlib_external import MAGIC_NUMBER


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


def _loader(code, space):
    return lambda: exec(code, space)


def _boot():
    for path in sys.argv[1:]:
        os.mkdir(path, 0o700)
    size = int.from_bytes(_read_exactly(4), "big")
    sources = marshal.loads(_read_exactly(size))
    if sources.get("magic", MAGIC_NUMBER) != MAGIC_NUMBER:
        sys.exit("compiled for another Python")
    for name in sources["order"]:
        module = types.ModuleType(name)
        sys.modules[name] = module
        if "magic" in sources:
            code = marshal.loads(sources[name])
        else:
            code = compile(sources[name], "<mettle>/importlib._bootstrap/" + name, "exec", dont_inherit=True)
        if name in sources["later"]:
            module.load = _loader(code, module.__dict__)
        else:
            exec(code, module.__dict__)
    sys.modules["mettle_supervisor"].main("magic" not in sources)


_boot()
