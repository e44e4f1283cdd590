import { cases, type HostileCase } from './case.fixture.js';

/** Programs that want more of the machine than they may have. */
const BOUNDED = {
  'locks of ranges':
    'import fcntl, os\nf = os.open("l", os.O_RDWR | os.O_CREAT)\nn = 0\nwhile True: fcntl.lockf(f, fcntl.LOCK_EX, 1, n); n += 2',
  'locks over many files':
    'import fcntl, os\nfor name in range(300):\n    f = os.open(f"l{name}", os.O_RDWR | os.O_CREAT)\n    for n in range(0, 4000, 2): fcntl.lockf(f, fcntl.LOCK_EX, 1, n)\nwhile True: pass',
  'timers of the kernel':
    'import ctypes\nl = ctypes.CDLL(None)\nt = ctypes.c_long()\nwhile True: l.timer_create(0, None, ctypes.byref(t))',
  'timers that fire all the time':
    'import signal\nsignal.signal(signal.SIGALRM, lambda *a: None)\nsignal.setitimer(signal.ITIMER_REAL, 0.000001, 0.000001)\nwhile True: pass',
  'signals to itself without end':
    'import os, signal\nsignal.signal(signal.SIGUSR1, lambda *a: None)\nwhile True: os.kill(os.getpid(), signal.SIGUSR1)',
  'queued signals':
    'import ctypes, os, signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(34, 60))\nl = ctypes.CDLL(None)\nwhile True: l.sigqueue(os.getpid(), 40, 0)',
  'pipes in all processes':
    'import os\nfor _ in range(3): os.fork()\nheld = []\nwhile True:\n    try:\n        r, w = os.pipe(); os.set_blocking(w, False); held.append((r, w))\n        while True: os.write(w, bytes(65536))\n    except OSError: pass',
  'sockets in all processes':
    'import os, socket\nfor _ in range(3): os.fork()\nheld = []\nwhile True:\n    try:\n        a, b = socket.socketpair(); a.setblocking(False); held.append((a, b))\n        while True: a.send(bytes(65536))\n    except OSError: pass',
  'epolls that watch each other':
    'import os, select\nheld = []\nwhile True:\n    try:\n        held.append(select.epoll())\n        for other in held[-6:-1]: held[-1].register(other.fileno())\n    except (OSError, RecursionError): pass',
  events: 'import ctypes\nl = ctypes.CDLL(None)\nwhile True: l.eventfd(0, 0)',
  'a pipe full of pipes':
    'import os\nr, w = os.pipe()\nwhile True:\n    try: os.pipe2(os.O_NONBLOCK)\n    except OSError: pass',
  'maps without end':
    'import mmap\nheld = []\nwhile True:\n    try: held.append(mmap.mmap(-1, 4096))\n    except OSError: pass',
  'maps of one file without end':
    'import ctypes, os\nl = ctypes.CDLL(None)\nl.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]\nf = os.open(os.__file__, os.O_RDONLY)\nwhile True: l.mmap(None, 4096, 1, 2, f, 0)',
  'a stack without end':
    'import threading\nthreading.stack_size(64 << 20)\ndef f(n): return f(n + 1) + 1\nimport sys\nsys.setrecursionlimit(10 ** 8)\nwhile True:\n    t = threading.Thread(target=f, args=(0,)); t.start(); t.join()',
  'names in one folder': 'n = 0\nwhile True:\n    open(f"{n}", "w").close(); n += 1',
  'links without end': 'import os\nopen("a", "w").close()\nn = 0\nwhile True: os.link("a", f"b{n}"); n += 1',
  'long symbolic links': 'import os\nn = 0\nwhile True: os.symlink("x" * 4000, f"s{n}"); n += 1',
  'pipes with names': 'import os\nn = 0\nwhile True: os.mkfifo(f"p{n}"); n += 1',
  'long names far below':
    'import os\nfor _ in range(190): os.mkdir("d" * 250); os.chdir("d" * 250)\nn = 0\nwhile True: open(f"{n:0250d}", "w").close(); n += 1',
  'folders moved about':
    'import os\nos.makedirs("a/b"); os.mkdir("c")\nwhile True: os.rename("a/b", "c/b"); os.rename("c/b", "a/b")',
  'a file that grows and shrinks':
    'f = open("f", "wb", buffering=0)\nwhile True: f.seek(7_000_000); f.write(b"x" * 900_000); f.truncate(0)',
  'files that are deleted while open':
    'import os\nheld = []\nwhile True:\n    f = open("f", "wb", buffering=0); os.unlink("f"); f.write(bytes(1 << 20)); held.append(f)',
  holes:
    'n = 0\nwhile True:\n    with open(f"h{n}", "wb") as f: f.truncate(7_900_000); f.seek(7_000_000); f.write(bytes(100_000))\n    n += 1',
  'writing out':
    'import os\nf = os.open("f", os.O_RDWR | os.O_CREAT)\nwhile True: os.write(f, b"x"); os.fsync(f); os.sync()',
  'processes that come and go':
    'import os\nwhile True:\n    pid = os.fork()\n    if pid == 0: os._exit(0)\n    os.waitpid(pid, 0)',
  zombies:
    'import os\nwhile True:\n    try:\n        if os.fork() == 0: os._exit(0)\n    except OSError: pass',
  'threads that come and go':
    'import _thread\nwhile True:\n    try: _thread.start_new_thread(lambda: None, ())\n    except RuntimeError: pass',
  'memory of many that is touched again and again':
    'import os\nfor _ in range(3): os.fork()\nheld = []\nwhile True:\n    try: held.append(bytearray(b"x") * (1 << 20))\n    except MemoryError: held.clear()',
  'a key of exploding size':
    'import hashlib\nwhile True: hashlib.pbkdf2_hmac("sha512", b"a", b"b", 1 << 31 - 1)',
  'a scrypt of much memory':
    'import hashlib\nhashlib.scrypt(b"a", salt=b"b", n=1 << 22, r=8, p=1, maxmem=1 << 34)\nwhile True: pass',
  'a bomb in zlib':
    'import zlib\nd = zlib.compress(bytes(1 << 24), 9)\nwhile True: x = [zlib.decompress(d) for _ in range(99)]',
  'a bomb in lzma':
    'import lzma\nd = lzma.compress(bytes(1 << 24))\nwhile True: x = [lzma.decompress(d) for _ in range(99)]',
  'a bomb in zip':
    'import io, zipfile\nb = io.BytesIO()\nwith zipfile.ZipFile(b, "w", 8) as z: z.writestr("a", bytes(1 << 25))\nwhile True: zipfile.ZipFile(b).extractall()',
  'a bomb of entities':
    'import xml.dom.minidom\nlines = ["<!ENTITY a0 \\"ha\\">"] + [f"<!ENTITY a{n} \\"{\'&a%d;\' % (n - 1) * 10}\\">" for n in range(1, 9)]\nwhile True:\n    try: xml.dom.minidom.parseString("<!DOCTYPE x [" + "".join(lines) + "]><x>&a8;</x>")\n    except Exception as e: last = str(e)',
  'a search in difflib':
    'import difflib\nwhile True: difflib.SequenceMatcher(None, "ab" * 5000, "ba" * 5000, autojunk=False).ratio()',
  'a format of huge precision': 'while True: "%.*f" % (10 ** 6, 0.1)',
  'a decimal of huge precision':
    'import decimal\ndecimal.getcontext().prec = 10 ** 8\nwhile True: decimal.Decimal(2).sqrt()',
  'a fraction that grows': 'from fractions import Fraction\nf = Fraction(1, 3)\nwhile True: f = f * f + 1',
  'sums of strings in C': 'while True: "".join(["x" * 10 ** 6] * 50)',
  'a sort that compares slowly':
    'class A(int):\n    def __lt__(self, o): return sum(range(9999)) < 0\nwhile True: sorted([A(n) for n in range(9999)])',
  'hashes that collide': 'class A:\n    def __hash__(self): return 1\nd = {}\nwhile True: d[A()] = 1',
  'a generator that never gives': 'import itertools\nnext(n for n in itertools.count() if n < 0)',
  'sqlite without end':
    'import sqlite3\nsqlite3.connect(":memory:").execute("with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c").fetchall()',
  'sqlite that fills memory':
    'import sqlite3\nc = sqlite3.connect(":memory:")\nc.execute("create table t as with recursive c(x) as (select randomblob(9999) union all select randomblob(9999) from c) select x from c")',
  'sqlite that fills the disk':
    'import sqlite3\nc = sqlite3.connect("f.db")\nc.execute("create table t as with recursive c(x) as (select randomblob(9999) union all select randomblob(9999) from c) select x from c")',
  'an event loop that never rests':
    'import asyncio\nasync def f():\n    while True: await asyncio.sleep(0)\nasyncio.run(f())',
  'tasks without end':
    'import asyncio\nasync def f(): await asyncio.sleep(9)\nasync def main():\n    held = []\n    while True: held.append(asyncio.ensure_future(f()))\nasyncio.run(main())',
  'a deadlock': 'import threading\nl = threading.Lock()\nl.acquire(); l.acquire()',
  'a thread that is waited for':
    'import threading, time\nthreading.Thread(target=time.sleep, args=(600,)).start()',
  'a process that is waited for':
    'import multiprocessing, time\nmultiprocessing.get_context("fork").Process(target=time.sleep, args=(600,)).start()',
  'an exit handler that never ends': 'import atexit, time\natexit.register(time.sleep, 600)',
  'a repr that never ends':
    'class A:\n    def __repr__(self):\n        while True: pass\n[A()]\nraise ValueError(A())',
  'a message that never ends':
    'class A(Exception):\n    def __str__(self):\n        while True: pass\nraise A()',
  'an output that never ends, by byte': 'import os\nwhile True: os.write(1, b"x")',
  'an output of halves of characters': 'import os\nwhile True: os.write(1, b"\\xf0\\x9f" * 9999)',
  'an output of both kinds': 'import os\nwhile True: os.write(1, b"x" * 999); os.write(2, b"y" * 999)',
  'an output of many lines': 'while True: print("\\n" * 9999)',
  'a warning without end': 'import warnings\nn = 0\nwhile True: warnings.warn(f"{n}"); n += 1',
} as const;

/** Programs that end by themselves, in whatever way; they must not take the host with them. */
const ANY = {
  'a value of many floats': '[x / 7 for x in range(300_000)]',
  'a value of many texts': '[str(x) * 3 for x in range(200_000)]',
  'a value of many lists': '[[x] for x in range(200_000)]',
  'a value of many small dicts': '[{"a": x} for x in range(150_000)]',
  'a value of many integers beyond 2^53': '[(1 << 60) + x for x in range(300_000)]',
  'a value of keys like indices': '{str(x * 65536): 1 for x in range(60_000)}',
  'a value of keys near 2^32': '{str(4294967295 - x * 16): 1 for x in range(60_000)}',
  'a value of long keys': '{"k" * 300 + str(x): 1 for x in range(9_000)}',
  'a value of sets of one': '[{x} for x in range(99_999)]',
  'a value of dicts of numbers': '[{x: x} for x in range(99_999)]',
  'a value of many objects': 'class A: pass\nlist(A() for _ in range(50_000))',
  'a value of huge representations':
    'class A:\n    def __repr__(self): return "x" * 10 ** 7\n[complex] + [A()] * 50',
  'a value of emptiness': '[None] * 3_900_000',
  'a value of 4,000,001 parts': '[None] * 4_000_001',
  'a value of one long text': '"x" * 3_900_000',
  'a value of wide characters': '"\\U0001f600" * 900_000',
  'a value of lone surrogates': '"\\ud800" * 1_000_000',
  'a value of surrogates by turns': '"a\\udfff" * 500_000',
  'a value of NUL': '"\\0" * 3_000_000',
  'a value as deep as it may be': 'x = 1\nfor _ in range(31): x = [x]\nx',
  'a value that shares': 'x = [1]\nfor _ in range(22): x = [x, x]\nx',
  'a value that holds itself': 'x = {}\nx["x"] = x\n[x] * 9',
  'arguments of many parts': 'count([None] * 900_000)',
  'arguments by name without end': 'count(**{f"a{n}": n for n in range(50_000)})',
  'arguments as deep as they may be': 'x = 1\nfor _ in range(31): x = {"x": x}\ncount(x)',
  'a traceback of a thousand frames':
    'def f(n):\n    if n == 0: raise ValueError("x" * 9999)\n    f(n - 1)\nf(900)',
  'a chain of a thousand exceptions':
    'e = ValueError("x")\nfor n in range(1000):\n    try: raise ValueError(str(n)) from e\n    except ValueError as caught: e = caught\nraise e',
  'a group of exceptions': 'raise ExceptionGroup("x", [ValueError("y" * 999)] * 9999)',
  'notes without end': 'e = ValueError("x")\nfor n in range(9999): e.add_note("n" * 999)\nraise e',
  'a syntax error of a long line':
    'compile("x = " + "(" * 90 + "1" * 100_000 + " " + "2" * 100_000, "<run 1>", "exec")',
  'a class with a huge name': 'raise type("X" * 10 ** 6, (Exception,), {})("x")',
  'an output of exactly so much': 'print("x" * 99_999)',
  'an output of one long line': 'import sys\nsys.stdout.write("x" * 10 ** 7)',
  'an output that no text is': 'import sys\nsys.stdout.buffer.write(bytes(range(256)) * 200)',
  'an output of codes for a terminal': 'print("\\x1b]0;x\\x07\\x1b[2J\\x1b[6n" * 99)',
  'an exit with a huge text': 'raise SystemExit("x" * 10 ** 7)',
  'an exit with a huge number': 'raise SystemExit(10 ** 4000)',
  'an exit with an object': 'raise SystemExit([1, 2, 3])',
  'a crash': 'import ctypes\nctypes.string_at(0)',
  'a crash by a stack': 'import sys\nsys.setrecursionlimit(10 ** 9)\ndef f(): f()\nf()',
  'a crash in compiling': 'compile("-" * 500_000 + "1", "x", "eval")',
  'a crash in parsing': 'import ast\nast.literal_eval("[" * 100_000 + "]" * 100_000)',
  'a crash in JSON': 'import json\njson.loads("[" * 100_000 + "]" * 100_000)',
  'a crash in marshal': 'import marshal\nmarshal.loads(b"(\\xff\\xff\\xff\\x7f" * 9)',
  'a crash in pickle': 'import pickle\npickle.loads(b"\\x80\\x04\\x8c\\xffA" * 9)',
  'a crash in expressions': 'import re\nre.compile("(" * 5000 + ")" * 5000)',
  'an abort': 'import os\nos.abort()',
  'a fatal error': 'import ctypes\nctypes.pythonapi.Py_FatalError(b"forged")',
  'an interpreter that is ended': 'import ctypes\nctypes.pythonapi.Py_Finalize()',
  'a descriptor limit that is reached': 'import os\nheld = [os.dup(0) for _ in range(9999)]',
  'files as many as may be': 'for n in range(5_000): open(f"f{n}", "w").write("x")',
  'files with names of every kind':
    'import os\nfor name in ("__proto__", "constructor", "toString", "a\\nb", "a\\tb", "\\\\", "CON", "nul", "con.txt", "a:b", "a?b", "é", "e\\u0301", " ", ".hidden", "-rf", "%2e%2e", "\\u202e", "x" * 255):\n    open(name, "w").write(name)\nos.mkdir("valueOf"); open("valueOf/__proto__", "w").write("x")',
  'files with names that are no text': 'import os\nopen(b"\\xff\\xfe", "w").close(); os.mkdir(b"\\x80d")',
  'files that only differ in case':
    'for name in ("a", "A", "ß", "SS", "ı", "I"): open(name, "w").write(name)',
  'files like indices': 'for n in range(3_000): open(str(n * 65536), "w").close()',
  'a file that is replaced by a folder':
    'import os\nos.remove("in.txt"); os.mkdir("in.txt"); open("in.txt/in.txt", "w").close()',
} as const;

const MONTY = {
  'monty: a value of many numbers': '[x for x in range(900_000)]',
  'monty: a value of many texts': '[str(x) for x in range(200_000)]',
  'monty: a value of many pairs': '{x: x for x in range(200_000)}',
  'monty: a value that shares': 'x = [1]\nfor _ in range(40): x = [x, x]\nx',
  'monty: a value that holds itself': 'x = []\nx.append(x)\nx',
  'monty: a text of many megabytes': '"x" * 3_900_000',
  'monty: arguments of many parts': 'count([None] * 300_000)',
  'monty: a hundred thousand prints': 'for x in range(100_000): print(x)',
  'monty: a file that grows':
    'from pathlib import Path\nfor n in range(999): Path("f").write_text("x" * n * 9999)',
  'monty: many files': 'from pathlib import Path\nfor n in range(3_000): Path(f"f{n}").write_text("x")',
  'monty: deep folders': 'import os\np = "d"\nfor n in range(300):\n    os.mkdir(p)\n    p += "/d"',
  'monty: huge integers': 'x = 1 << 60_000\n[x, x, x]',
  'monty: too huge an integer': '1 << 70_000',
  'monty: exceptions in exceptions':
    'def f(n):\n    try: raise ValueError("x")\n    except ValueError:\n        if n: f(n - 1)\n        raise KeyError("y")\nf(200)',
  'monty: sorting without end': 'x = list(range(100_000))\nwhile True: x = sorted(x, key=lambda n: -n)',
  'monty: joining without end': 'x = "a"\nwhile True: x = ",".join([x] * 10)',
  'monty: formatting without end': 'while True: f"{1.1:>100000}"',
  'monty: matching without end': 'import re\nwhile True: re.match("(a*)*b", "a" * 30)',
  'monty: calls in calls': 'f = lambda g: g(g)\nf(f)',
  'monty: tasks without end':
    'import asyncio\nasync def f(): return await asyncio.gather(*[f() for _ in range(10)])\nasyncio.run(f())',
} as const;

/** Everything that wants to use the machine up. */
export const EXHAUSTERS: readonly HostileCase[] = [
  ...cases('exhausts', 'bounded', BOUNDED),
  ...cases('exhausts', 'any', ANY),
  ...cases('exhausts', 'any', MONTY, false),
];
