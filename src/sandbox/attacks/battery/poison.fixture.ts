import type { HostileCase } from './case.fixture.js';

/** Left by the first program, looked for by the second one after a reset of the sandbox. */
const PAIRS: readonly (readonly [id: string, code: string, then: string])[] = [
  ['a name', 'left = 1', '"ok" if "left" not in globals() else "left"'],
  ['a file', 'open("left", "w").write("x")', 'import os\n"ok" if not os.path.exists("left") else "left"'],
  [
    'a deep file',
    'import os\nos.makedirs("a/b/c")\nopen("a/b/c/left", "w").close()',
    'import os\n"ok" if os.listdir(".") == ["in.txt"] else os.listdir(".")',
  ],
  [
    'its own file, changed',
    'open("in.txt", "w").write("other")',
    '"ok" if open("in.txt").read() == "in" else "changed"',
  ],
  [
    'a hidden temporary file',
    'import tempfile\nopen(tempfile.gettempdir() + "/.left", "w").close()',
    'import os, tempfile\n"ok" if not os.listdir(tempfile.gettempdir()) else "left"',
  ],
  ['a builtin', 'import builtins\nbuiltins.len = lambda x: 7', '"ok" if len([]) == 0 else "changed"'],
  [
    'a new builtin',
    'import builtins\nbuiltins.left = 1',
    'import builtins\n"ok" if not hasattr(builtins, "left") else "left"',
  ],
  [
    'a module, patched',
    'import json\njson.loads = lambda x: "forged"',
    'import json\n"ok" if json.loads("1") == 1 else "changed"',
  ],
  [
    'a compiled module, patched',
    'import math\nmath.pi = 3',
    'import math\n"ok" if math.pi > 3.1 else "changed"',
  ],
  [
    'a class, patched',
    'import collections\ncollections.Counter.most_common = lambda *a: "forged"',
    'import collections\n"ok" if collections.Counter("aab").most_common(1) == [("a", 2)] else "changed"',
  ],
  [
    'a type by its dict',
    'import ctypes, gc\nd = next(x for x in gc.get_referents(str.__dict__) if type(x) is dict)\nd["upper"] = lambda self: "forged"\nctypes.pythonapi.PyType_Modified(ctypes.py_object(str))',
    '"ok" if "a".upper() == "A" else "changed"',
  ],
  [
    'a small integer',
    'import ctypes\nctypes.memmove(id(7) + 24, (8).to_bytes(4, "little"), 4)',
    '"ok" if 3 + 4 - 7 == 0 and str(3 + 4) == "7" else "changed"',
  ],
  [
    'an empty tuple',
    'import ctypes\nctypes.c_long.from_address(id(()) + 16).value = 0',
    '"ok" if len(()) == 0 else "changed"',
  ],
  [
    'a module of the standard library by name',
    'import sys, types\nsys.modules["csv"] = types.ModuleType("csv")',
    'import csv\n"ok" if hasattr(csv, "reader") else "changed"',
  ],
  [
    'a finder',
    'import sys\nclass F:\n    def find_spec(self, *a): raise RuntimeError("left")\nsys.meta_path.insert(0, F())',
    'import colorsys\n"ok"',
  ],
  [
    'a path',
    'import sys\nsys.path.insert(0, "/left")',
    'import sys\n"ok" if "/left" not in sys.path else "left"',
  ],
  [
    'a hook of imports',
    'import sys\nsys.path_hooks.clear(); sys.path_importer_cache.clear()',
    'import sys\n"ok" if sys.path_hooks else "changed"',
  ],
  [
    'an audit hook',
    'import sys\ndef hook(event, args):\n    if event == "open": raise RuntimeError("left")\nsys.addaudithook(hook)',
    'open("in.txt").read()\n"ok"',
  ],
  [
    'a trace function',
    'import sys, threading\nsys.settrace(lambda *a: 1 / 0); threading.settrace(lambda *a: 1 / 0)',
    'import sys\n"ok" if sys.gettrace() is None else "left"',
  ],
  [
    'a profile function',
    'import sys\nsys.setprofile(lambda *a: None)',
    'import sys\n"ok" if sys.getprofile() is None else "left"',
  ],
  [
    'a hook of exceptions',
    'import sys\nsys.excepthook = lambda *a: None',
    'import sys\n"ok" if sys.excepthook is sys.__excepthook__ else "left"',
  ],
  [
    'a signal handler',
    'import signal\nsignal.signal(signal.SIGUSR1, lambda *a: None)',
    'import signal\n"ok" if signal.getsignal(signal.SIGUSR1) == signal.SIG_DFL else "left"',
  ],
  [
    'a signal that is ignored',
    'import signal\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)',
    'import subprocess, sys\n"ok" if subprocess.run([sys.executable, "-I", "-S", "-c", "raise SystemExit(3)"]).returncode == 3 else "left"',
  ],
  [
    'a blocked signal',
    'import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))',
    'import signal\n"ok" if not signal.pthread_sigmask(signal.SIG_BLOCK, []) else "left"',
  ],
  [
    'a timer',
    'import signal\nsignal.setitimer(signal.ITIMER_REAL, 0.2)',
    'import time\ntime.sleep(0.4)\n"ok"',
  ],
  [
    'a timer of processor time',
    'import signal\nsignal.setitimer(signal.ITIMER_PROF, 0.05)',
    'sum(range(3_000_000))\n"ok"',
  ],
  [
    'an environment variable',
    'import os\nos.environ["LEFT"] = "1"',
    'import os\n"ok" if "LEFT" not in os.environ else "left"',
  ],
  [
    'an environment variable of C',
    'import ctypes\nctypes.CDLL(None).setenv(b"LEFT", b"1", 1)',
    'import ctypes\nl = ctypes.CDLL(None)\nl.getenv.restype = ctypes.c_char_p\n"ok" if l.getenv(b"LEFT") is None else "left"',
  ],
  [
    'a mask of modes',
    'import os\nos.umask(0o777)',
    'import os\nopen("a", "w").write("x")\n"ok" if open("a").read() == "x" else "left"',
  ],
  [
    'a working folder',
    'import os\nos.mkdir("d"); os.chdir("d")',
    'import os\n"ok" if os.listdir(".") == ["in.txt"] else "left"',
  ],
  [
    'a limit of recursion',
    'import sys\nsys.setrecursionlimit(60)',
    'import sys\n"ok" if sys.getrecursionlimit() >= 900 else "left"',
  ],
  [
    'a limit of digits',
    'import sys\nsys.set_int_max_str_digits(700)',
    'import sys\n"ok" if len(str(10 ** 4000)) == 4001 else "left"',
  ],
  [
    'a switch interval',
    'import sys\nsys.setswitchinterval(100)',
    'import sys\n"ok" if sys.getswitchinterval() < 1 else "left"',
  ],
  [
    'a garbage collector that is off',
    'import gc\ngc.disable()',
    'import gc\n"ok" if gc.isenabled() else "left"',
  ],
  [
    'a callback of the garbage collector',
    'import gc\ngc.callbacks.append(lambda *a: 1 / 0)',
    'import gc\ngc.collect()\n"ok" if not gc.callbacks else "left"',
  ],
  [
    'a context of decimals',
    'import decimal\ndecimal.getcontext().prec = 2',
    'import decimal\n"ok" if decimal.getcontext().prec == 28 else "left"',
  ],
  [
    'a default context of decimals',
    'import decimal\ndecimal.DefaultContext.prec = 3',
    'import decimal, threading\nseen = []\nt = threading.Thread(target=lambda: seen.append(decimal.getcontext().prec))\nt.start(); t.join()\n"ok" if seen == [28] else "left"',
  ],
  [
    'a locale',
    'import locale\nfor name in ("C", "POSIX"): locale.setlocale(locale.LC_ALL, name)\nlocale.localeconv = None',
    'import locale\n"ok" if locale.localeconv is not None else "left"',
  ],
  [
    'a seed',
    'import random\nrandom.seed(1); random.random = lambda: 0.5',
    'import random\n"ok" if len({random.random() for _ in range(9)}) == 9 else "left"',
  ],
  [
    'a filter of warnings',
    'import warnings\nwarnings.simplefilter("error")',
    'import warnings\nwarnings.warn("x")\n"ok"',
  ],
  [
    'a logger',
    'import logging\nlogging.disable(logging.CRITICAL); logging.getLogger().addHandler(logging.NullHandler())',
    'import logging\n"ok" if logging.root.manager.disable == 0 and not logging.root.handlers else "left"',
  ],
  [
    'a cache of expressions',
    'import re\nre.compile = lambda *a: None; re._cache.clear()',
    'import re\n"ok" if re.match("a", "a") else "left"',
  ],
  [
    'a registry of codecs',
    'import codecs\ncodecs.register(lambda name: codecs.lookup("utf-8") if name == "left" else None)',
    'import codecs\ntry: codecs.lookup("left"); r = "left"\nexcept LookupError: r = "ok"\nr',
  ],
  [
    'an error handler of codecs',
    'import codecs\ncodecs.register_error("strict", lambda e: ("", e.end))',
    'try: b"\\xff".decode(); r = "left"\nexcept UnicodeDecodeError: r = "ok"\nr',
  ],
  [
    'a dispatch of copies',
    'import copyreg\ncopyreg.pickle(complex, lambda c: (int, (7,)))',
    'import pickle\n"ok" if pickle.loads(pickle.dumps(1j)) == 1j else "left"',
  ],
  [
    'an adapter of sqlite',
    'import sqlite3\nsqlite3.register_adapter(int, lambda x: 7)',
    'import sqlite3\n"ok" if sqlite3.connect(":memory:").execute("select ?", (1,)).fetchone() == (1,) else "left"',
  ],
  [
    'a policy of event loops',
    'import asyncio\nasyncio.set_event_loop_policy(None); asyncio.run = None',
    'import asyncio\nasync def f(): return "ok"\nasyncio.run(f())',
  ],
  [
    'a start method of processes',
    'import multiprocessing\nmultiprocessing.set_start_method("spawn", force=True)',
    'import multiprocessing\n"ok" if multiprocessing.get_start_method(allow_none=True) != "spawn" else "left"',
  ],
  ['output that is closed', 'import os, sys\nsys.stdout.close(); os.close(1)', 'print("x")\n"ok"'],
  [
    'output that does not wait',
    'import os\nfor n in (0, 1, 2): os.set_blocking(n, False)',
    'import os\n"ok" if os.get_blocking(1) else "left"',
  ],
  [
    'a descriptor',
    'import os\nos.dup2(os.open("in.txt", os.O_RDONLY), 77, True)',
    'import os\ntry: os.fstat(77); r = "left"\nexcept OSError: r = "ok"\nr',
  ],
  [
    'a lock of a file',
    'import fcntl, os\nfcntl.flock(os.open("in.txt", os.O_RDWR), fcntl.LOCK_EX)',
    'import fcntl, os\nfcntl.flock(os.open("in.txt", os.O_RDWR), fcntl.LOCK_EX | fcntl.LOCK_NB)\n"ok"',
  ],
  [
    'a lock of a folder',
    'import fcntl, os, tempfile\nfcntl.flock(os.open(tempfile.gettempdir(), os.O_RDONLY), fcntl.LOCK_EX)',
    'import fcntl, os, tempfile\nfcntl.flock(os.open(tempfile.gettempdir(), os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)\n"ok"',
  ],
  [
    'a lock of a large process, which takes long to end',
    'import fcntl, os, tempfile\nlarge = bytearray(90_000_000)\nfcntl.flock(os.open(tempfile.gettempdir(), os.O_RDONLY), fcntl.LOCK_EX)',
    'import fcntl, os, tempfile\nfcntl.flock(os.open(tempfile.gettempdir(), os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)\n"ok"',
  ],
  ['a mode of the folder', 'import os\nos.chmod(os.getcwd(), 0)', 'open("in.txt").read()\n"ok"'],
  [
    'a mode of the folder for temporary files',
    'import os, tempfile\nos.chmod(tempfile.gettempdir(), 0o500)',
    'import tempfile\ntempfile.TemporaryFile().write(b"x")\n"ok"',
  ],
  [
    'a folder for temporary files',
    'import tempfile\ntempfile.tempdir = "/left"',
    'import tempfile\n"ok" if tempfile.gettempdir() != "/left" else "left"',
  ],
  [
    'a module of the tree',
    'open("statistics.py", "w").write("mean = lambda x: 7")\nimport statistics',
    'import statistics\n"ok" if statistics.mean([1, 3]) == 2 else "left"',
  ],
  [
    'a package of the tree',
    'import os\nos.mkdir("json"); open("json/__init__.py", "w").write("left = 1")\nimport json',
    'import json\n"ok" if not hasattr(json, "left") else "left"',
  ],
  [
    'compiled files',
    'import os\nos.mkdir("__pycache__"); open("__pycache__/x.pyc", "wb").write(b"x")',
    'import os\n"ok" if not os.path.exists("__pycache__") else "left"',
  ],
  [
    'a main module',
    'import sys\nsys.modules["__main__"] = None',
    'import sys\n"ok" if sys.modules["__main__"].__dict__ is globals() else "left"',
  ],
  [
    'a daemon that writes',
    'import os, time\nif os.fork() == 0:\n    while True:\n        try: open("left", "a").write("x")\n        except OSError: pass\n        time.sleep(0.002)',
    'import os, time\ntime.sleep(0.05)\n"ok" if not os.path.exists("left") else "left"',
  ],
  [
    'text in its memory',
    'kept = "htl-" + "left" * 3',
    'import ctypes\nneedle = b"htl-" + b"left" * 3\nhits = 0\ntry:\n    for line in open("/proc/self/maps"):\n        part = line.split()\n        if "rw" in part[1]:\n            a, b = (int(x, 16) for x in part[0].split("-"))\n            hits += ctypes.string_at(a, min(b - a, 1 << 24)).count(needle)\nexcept OSError: pass\n"ok" if hits <= 9 else hits',
  ],
  [
    'what waits in the runner’s sockets',
    'import os, socket\nfor n in range(3, 30):\n    try: socket.socket(fileno=n).send((2).to_bytes(4, "big") + bytes(4))\n    except OSError: pass',
    '"ok"',
  ],
  [
    'a status for the next run',
    'import os\nfor n in range(3, 30):\n    for run in range(1, 9):\n        try: os.write(n, run.to_bytes(4, "big") + (0).to_bytes(4, "big"))\n        except OSError: pass',
    '"ok"',
  ],
  [
    'the runner',
    'import mettle_code_run, mettle_session\nmettle_code_run.run_code = mettle_session.keep = None',
    '"ok"',
  ],
  ['the runner’s values', 'import mettle_values\nmettle_values.plain = lambda v: "forged"', '"ok"'],
  [
    'full file systems',
    'import tempfile\nfor folder in (".", tempfile.gettempdir()):\n    try:\n        with open(folder + "/full", "wb") as f:\n            while True: f.write(bytes(1 << 20))\n    except OSError: pass',
    'import tempfile\nopen("a", "wb").write(bytes(1 << 20)); open(tempfile.gettempdir() + "/a", "wb").write(bytes(1 << 20))\n"ok"',
  ],
  [
    'full tables of names',
    'import os\nos.mkdir("many")\nfor n in range(20_000): open(f"many/{n}", "w").close()',
    'import os\n"ok" if os.listdir(".") == ["in.txt"] else "left"',
  ],
  [
    'a killed zygote',
    'import os\nfor pid in range(2, 40):\n    if pid not in (os.getpid(),):\n        try: os.kill(pid, 9)\n        except OSError: pass',
    '"ok"',
  ],
  ['everything killed', 'import os\ntry: os.kill(-1, 9)\nexcept OSError: pass', '"ok"'],
];

/** The same for Monty, which has hardly anything that could be left. */
const MONTY: readonly (readonly [id: string, code: string, then: string])[] = [
  ['monty: a name', 'left = 1', 'try:\n    left\n    r = "left"\nexcept NameError:\n    r = "ok"\nr'],
  ['monty: a builtin by name', 'def len(x): return 7', '"ok" if len([]) == 0 else "left"'],
  ['monty: a host function by name', 'count = 5', '"ok" if count() is None else "left"'],
  [
    'monty: a file',
    'from pathlib import Path\nPath("left").write_text("x")',
    'from pathlib import Path\n"ok" if not Path("left").exists() else "left"',
  ],
  ['monty: memory', 'x = ["y" * 1000 for _ in range(20000)]', 'x = ["y" * 1000 for _ in range(20000)]\n"ok"'],
  ['monty: a run that was ended', 'while True: pass', '"ok"'],
  ['monty: a deep value', 'x = []\nfor _ in range(900): x = [x]\nx', '"ok"'],
  ['monty: a broken source', 'def f(:', '"ok"'],
];

/** Everything that wants to meet the code after a reset. */
export const POISONS: readonly HostileCase[] = [
  ...PAIRS.map((pair) => poison(pair, true)),
  ...MONTY.map((pair) => poison(pair, false)),
];

function poison([id, code, then]: readonly [string, string, string], cpythonOnly: boolean): HostileCase {
  return { id, category: 'poisons', code, outcome: 'any', then, cpythonOnly };
}
