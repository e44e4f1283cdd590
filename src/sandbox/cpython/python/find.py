"""Run by the host's own interpreter, outside of any confinement, where no code but Mettle's is ever loaded: prints what the
host has to know of it, with the modules that run inside, compiled. Their text comes on standard input, as marshal data."""
import base64
import json
import marshal
import os
import sys
import sysconfig
import types
from _ctypes import dlopen

from _frozen_importlib_external import MAGIC_NUMBER

RTLD_LAZY = 1


def load_libraries(folders):
    """Maps every compiled module of the standard library, without running any, so that their libraries show."""
    for folder in folders:
        for name in sorted(os.listdir(folder)):
            module = name.split(".")[0]
            if name.endswith(".so") and not module.startswith(("_test", "_xx", "xx", "_tkinter", "readline")):
                try:
                    dlopen(os.path.join(folder, name), RTLD_LAZY)
                except Exception:
                    pass


def mapped_libraries():
    libraries = set()
    with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:
        for line in maps:
            path = line.rstrip("\n").split(None, 5)[-1]
            if path.startswith("/") and ".so" in os.path.basename(path) and os.path.exists(path):
                libraries.add(os.path.dirname(path))
    return libraries


def compiled(sources):
    """The bundle as `boot.py` takes it."""
    bundle = {"order": sources["order"], "later": sources["later"], "magic": MAGIC_NUMBER}
    for name in sources["order"]:
        bundle[name] = marshal.dumps(compile(sources[name], "<mettle>/importlib._bootstrap/" + name, "exec", dont_inherit=True))
    return bundle


def importable_modules(bundle):
    interpreter = types.ModuleType("mettle_interpreter")
    exec(marshal.loads(bundle["mettle_interpreter"]), vars(interpreter))
    return interpreter.importable_modules()


def find():
    dynload = [path for path in sys.path if path.endswith("lib-dynload")]
    load_libraries(dynload)
    facts = {
        "executable": os.path.realpath(sys.executable), "version": "%d.%d.%d" % sys.version_info[:3],
        "implementation": sys.implementation.name,
        "folders": sorted({sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"), *dynload}),
        "libraries": sorted(mapped_libraries()),
    }
    if sys.implementation.name == "cpython" and sys.version_info >= (3, 9):
        bundle = compiled(marshal.loads(sys.stdin.buffer.read()))
        facts["modules"] = importable_modules(bundle)
        facts["compiled"] = base64.b64encode(marshal.dumps(bundle, 2)).decode()
    print(json.dumps(facts))


find()
