import { cases, type HostileCase } from './case.fixture.js';

/** Programs that are right and end with `'ok'` under python3; what confines them must not break them. */
const PROGRAMS = {
  'a pool of threads':
    'from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(4) as p: r = list(p.map(lambda x: x * x, range(9)))\n"ok" if r == [x * x for x in range(9)] else r',
  'forks and waits':
    'import os\np = os.fork()\nif p == 0: os._exit(7)\n"ok" if os.waitstatus_to_exitcode(os.waitpid(p, 0)[1]) == 7 else "no"',
  'a pipe between processes':
    'import os\nr, w = os.pipe()\nif os.fork() == 0: os.write(w, b"hello"); os._exit(0)\nos.close(w); os.wait()\n"ok" if os.read(r, 9) == b"hello" else "no"',
  'a socket pair':
    'import socket\na, b = socket.socketpair()\na.sendall(b"x" * 9999); a.close()\nn = 0\nwhile True:\n    d = b.recv(4096)\n    if not d: break\n    n += len(d)\n"ok" if n == 9999 else n',
  'a program':
    'import subprocess, sys\n"ok" if subprocess.run([sys.executable, "-c", "print(6 * 7)"], capture_output=True, text=True).stdout == "42\\n" else "no"',
  'a program with input':
    'import subprocess, sys\n"ok" if subprocess.run([sys.executable, "-c", "print(input()[::-1])"], input="abc", capture_output=True, text=True).stdout == "cba\\n" else "no"',
  'a program that fails':
    'import subprocess, sys\ntry: subprocess.run([sys.executable, "-c", "raise SystemExit(3)"], check=True); r = "no"\nexcept subprocess.CalledProcessError as e: r = "ok" if e.returncode == 3 else "no"\nr',
  'a program that takes too long':
    'import subprocess, sys\ntry: subprocess.run([sys.executable, "-c", "import time; time.sleep(60)"], timeout=0.1); r = "no"\nexcept subprocess.TimeoutExpired: r = "ok"\nr',
  'programs of asyncio':
    'import asyncio, sys\nasync def main():\n    p = await asyncio.create_subprocess_exec(sys.executable, "-c", "print(5)", stdout=asyncio.subprocess.PIPE)\n    out, _ = await p.communicate()\n    return out\n"ok" if asyncio.run(main()) == b"5\\n" else "no"',
  'a process of multiprocessing':
    'import multiprocessing as m\nc = m.get_context("fork")\na, b = c.Pipe()\np = c.Process(target=lambda: b.send([1, {"a": 2}]))\np.start(); r = a.recv(); p.join()\n"ok" if r == [1, {"a": 2}] and p.exitcode == 0 else r',
  'an alarm':
    'import signal, time\nhit = []\nsignal.signal(signal.SIGALRM, lambda *a: hit.append(1))\nsignal.setitimer(signal.ITIMER_REAL, 0.02)\ntime.sleep(0.2)\n"ok" if hit else "no"',
  'a signal to itself':
    'import os, signal\nhit = []\nsignal.signal(signal.SIGUSR1, lambda *a: hit.append(1))\nsignal.raise_signal(signal.SIGUSR1)\n"ok" if hit == [1] else "no"',
  'a signal to a child':
    'import os, signal, time\np = os.fork()\nif p == 0:\n    time.sleep(60); os._exit(0)\nos.kill(p, signal.SIGTERM)\n"ok" if os.waitstatus_to_exitcode(os.waitpid(p, 0)[1]) == -15 else "no"',
  selectors:
    'import selectors, socket\ns = selectors.DefaultSelector()\na, b = socket.socketpair()\ns.register(b, selectors.EVENT_READ)\na.send(b"x")\n"ok" if [k.fileobj for k, _ in s.select(1)] == [b] else "no"',
  poll: 'import os, select\nr, w = os.pipe()\np = select.poll(); p.register(r, select.POLLIN)\nos.write(w, b"x")\n"ok" if p.poll(1000) == [(r, select.POLLIN)] else "no"',
  'a database in a file':
    'import sqlite3\nwith sqlite3.connect("a.db") as c:\n    c.execute("create table t (a)"); c.executemany("insert into t values (?)", [(n,) for n in range(999)])\nc.close()\n"ok" if sqlite3.connect("a.db").execute("select sum(a) from t").fetchone() == (498501,) else "no"',
  'a database with a journal beside':
    'import sqlite3\nc = sqlite3.connect("w.db", isolation_level=None)\nmode = c.execute("pragma journal_mode=delete").fetchone()\nc.execute("begin"); c.execute("create table t (a)"); c.execute("insert into t values (1)"); c.execute("commit")\n"ok" if c.execute("select * from t").fetchall() == [(1,)] else mode',
  'two connections':
    'import sqlite3\na = sqlite3.connect("b.db"); b = sqlite3.connect("b.db", timeout=0)\na.execute("create table t (a)"); a.commit(); a.execute("insert into t values (1)")\ntry: b.execute("insert into t values (2)"); r = "no"\nexcept sqlite3.OperationalError as e: r = "ok" if "locked" in str(e) else str(e)\na.commit(); b.execute("insert into t values (2)"); b.commit()\nr',
  'a map of a file':
    'import mmap\nopen("m", "wb").write(b"abc" * 999)\nwith open("m", "r+b") as f, mmap.mmap(f.fileno(), 0) as m: m[:3] = b"xyz"; m.flush(); n = m.find(b"abc")\n"ok" if open("m", "rb").read(6) == b"xyzabc" and n == 3 else "no"',
  'a map of a long file':
    'import mmap\nopen("m", "wb").write(bytes(3 << 20))\nwith open("m", "r+b") as f, mmap.mmap(f.fileno(), 0) as m: m[-1:] = b"x"; n = len(m)\n"ok" if n == 3 << 20 and open("m", "rb").read()[-1:] == b"x" else "no"',
  'a file named like one that is gone':
    'import mmap, time\nopen("x (deleted)", "wb").write(b"abc")\nf = open("x (deleted)", "r+b"); m = mmap.mmap(f.fileno(), 0); f.close()\ntime.sleep(0.3)\n"ok" if m[:] == b"abc" else "no"',
  'memory that is shared':
    'import mmap, os\nm = mmap.mmap(-1, 1 << 20)\nif os.fork() == 0: m[:2] = b"hi"; os._exit(0)\nos.wait()\n"ok" if m[:2] == b"hi" else "no"',
  'memory of its own':
    'import mmap\nm = mmap.mmap(-1, 8 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)\nm[-1:] = b"x"\n"ok" if len(m) == 8 << 20 else "no"',
  'copies with times and modes':
    'import os, shutil\nopen("a", "w").write("x"); os.chmod("a", 0o700); os.utime("a", (5, 6))\nshutil.copy2("a", "b"); s = os.stat("b")\n"ok" if (s.st_mode & 0o777, s.st_mtime) == (0o700, 6) else (oct(s.st_mode), s.st_mtime)',
  'a tree that is copied':
    'import os, shutil\nos.makedirs("t/a/b"); open("t/a/b/c", "w").write("x"); os.symlink("a", "t/l")\nshutil.copytree("t", "u", symlinks=True)\n"ok" if open("u/l/b/c").read() == "x" and os.readlink("u/l") == "a" else "no"',
  'a tree that is removed':
    'import os, shutil\nos.makedirs("t/a/b"); open("t/a/c", "w").close()\nshutil.rmtree("t")\n"ok" if not os.path.exists("t") else "no"',
  'a tree that is moved':
    'import os, shutil\nos.makedirs("t/a"); open("t/a/c", "w").write("x")\nos.mkdir("v"); shutil.move("t/a", "v/a"); os.rename("v/a/c", "c")\n"ok" if open("c").read() == "x" else "no"',
  'temporary files':
    'import os, tempfile\nwith tempfile.TemporaryDirectory() as d:\n    open(os.path.join(d, "x"), "w").write("y"); n = os.listdir(d)\nwith tempfile.NamedTemporaryFile("w+") as f: f.write("abc"); f.seek(0); t = f.read()\nwith tempfile.SpooledTemporaryFile(10) as f: f.write(b"x" * 99); f.seek(0); u = len(f.read())\n"ok" if (n, t, u, os.path.exists(d)) == (["x"], "abc", 99, False) else "no"',
  'a file between two folders':
    'import os, tempfile, shutil\nopen("a", "w").write("x")\nshutil.move("a", tempfile.gettempdir() + "/htl-a"); shutil.move(tempfile.gettempdir() + "/htl-a", "b")\n"ok" if open("b").read() == "x" else "no"',
  archives:
    'import os, shutil, tarfile, zipfile\nos.mkdir("d"); open("d/a", "w").write("x" * 999)\nz = shutil.make_archive("z", "zip", "d"); t = shutil.make_archive("t", "gztar", "d")\nshutil.unpack_archive(z, "e"); shutil.unpack_archive(t, "f")\n"ok" if open("e/a").read() == open("f/a").read() == "x" * 999 else "no"',
  'locks of files':
    'import fcntl, os\na, b = open("l", "w"), open("l", "w")\nfcntl.flock(a, fcntl.LOCK_EX)\ntry: fcntl.flock(b, fcntl.LOCK_EX | fcntl.LOCK_NB); r = "no"\nexcept BlockingIOError: r = "ok"\nr',
  'locks of ranges':
    'import fcntl, os\nf = open("l", "w")\nfcntl.lockf(f, fcntl.LOCK_EX, 10, 0)\nif os.fork() == 0:\n    try: fcntl.lockf(open("l", "w"), fcntl.LOCK_EX | fcntl.LOCK_NB, 10, 5); os._exit(0)\n    except OSError: os._exit(5)\n"ok" if os.waitstatus_to_exitcode(os.wait()[1]) == 5 else "no"',
  descriptors:
    'import os\nf = os.open("d", os.O_RDWR | os.O_CREAT)\nos.write(f, b"abcdef"); os.lseek(f, 2, 0); g = os.dup(f)\nr = os.read(g, 2), os.pread(f, 2, 0)\nos.ftruncate(f, 3)\n"ok" if r == (b"cd", b"ab") and os.fstat(f).st_size == 3 else r',
  'a walk':
    'import os\nfor p in ("w/a/b", "w/c"): os.makedirs(p)\nopen("w/a/x", "w").close()\nr = [(d, sorted(s), f) for d, s, f in sorted(os.walk("w"))]\n"ok" if r == [("w", ["a", "c"], []), ("w/a", ["b"], ["x"]), ("w/a/b", [], []), ("w/c", [], [])] else r',
  'a glob':
    'import glob, os, pathlib\nos.makedirs("g/a"); [open(p, "w").close() for p in ("g/1.txt", "g/a/2.txt", "g/3.py")]\n"ok" if sorted(glob.glob("g/**/*.txt", recursive=True)) == ["g/1.txt", "g/a/2.txt"] == sorted(map(str, pathlib.Path("g").rglob("*.txt"))) else "no"',
  'a log':
    'import logging\nh = logging.FileHandler("l.log"); logging.getLogger("x").addHandler(h); logging.getLogger("x").error("hello %d", 5); h.close()\n"ok" if open("l.log").read() == "hello 5\\n" else "no"',
  'a module that is written and imported':
    'open("htlmod.py", "w").write("x = 5")\nimport htlmod, importlib\na = htlmod.x\nopen("htlmod.py", "w").write("x = 66")\nimportlib.reload(htlmod)\n"ok" if (a, htlmod.x) == (5, 66) else (a, htlmod.x)',
  'a package with a part':
    'import os\nos.mkdir("htlpack"); open("htlpack/__init__.py", "w").write("from .part import y"); open("htlpack/part.py", "w").write("y = 7")\nfrom htlpack import y\n"ok" if y == 7 else "no"',
  'pickles of its own classes':
    'import pickle\nclass P:\n    def __init__(self, a): self.a = a\nq = pickle.loads(pickle.dumps([P(1), P({"b": 2})]))\n"ok" if [p.a for p in q] == [1, {"b": 2}] else "no"',
  shelves:
    'import shelve\nwith shelve.open("s") as s: s["a"] = [1, 2]\nwith shelve.open("s") as s: r = s["a"]\n"ok" if r == [1, 2] else "no"',
  'weak references':
    'import gc, weakref\nclass A: pass\na = A(); w = weakref.ref(a); hit = []\nweakref.finalize(a, hit.append, 1)\ndel a; gc.collect()\n"ok" if w() is None and hit == [1] else "no"',
  traces:
    'import sys\nseen = []\ndef t(f, e, a): seen.append(e); return t\ndef g(): return 1\nsys.settrace(t); g(); sys.settrace(None)\n"ok" if seen[:3] == ["call", "line", "return"] else seen',
  'memory by tracemalloc':
    'import tracemalloc\ntracemalloc.start()\nx = [bytes(1000) for _ in range(99)]\nn = tracemalloc.get_traced_memory()[0]; tracemalloc.stop()\n"ok" if n > 99_000 else n',
  'a profile':
    'import cProfile, io, pstats\np = cProfile.Profile(); p.runcall(sorted, range(9))\ns = io.StringIO(); pstats.Stats(p, stream=s).print_stats()\n"ok" if "function calls" in s.getvalue() else "no"',
  tests:
    'import io, unittest\nclass T(unittest.TestCase):\n    def test_a(self): self.assertEqual(1, 1)\n    def test_b(self): self.assertEqual(1, 2)\nr = unittest.TextTestRunner(stream=io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(T))\n"ok" if (r.testsRun, len(r.failures)) == (2, 1) else "no"',
  'examples in a text':
    'import doctest, io, sys\ndef f():\n    """\n    >>> 1 + 1\n    2\n    """\n"ok" if doctest.run_docstring_examples(f, {}) is None else "no"',
  mocks:
    'import os\nfrom unittest import mock\nwith mock.patch("os.getcwd", return_value="/x"): a = os.getcwd()\n"ok" if a == "/x" and os.getcwd() != "/x" else "no"',
  'streams that are redirected':
    'import contextlib, io\ns = io.StringIO()\nwith contextlib.redirect_stdout(s): print("a")\n"ok" if s.getvalue() == "a\\n" else "no"',
  'the processor’s number':
    'import os\n"ok" if os.cpu_count() >= 1 and len(os.sched_getaffinity(0)) >= 1 else "no"',
  'the platform':
    'import platform, sys\n"ok" if platform.system() == "Linux" and platform.python_version() == sys.version.split()[0] else "no"',
  chance:
    'import os, random, secrets, uuid\n"ok" if len({os.urandom(8), secrets.token_bytes(8), uuid.uuid4().bytes, uuid.uuid1().bytes, random.randbytes(8)}) == 5 else "no"',
  clocks:
    'import time, datetime\na = time.monotonic(), time.perf_counter(), time.process_time(), time.thread_time()\ntime.sleep(0.01)\nb = time.monotonic(), time.perf_counter(), time.process_time(), time.thread_time()\n"ok" if all(y >= x for x, y in zip(a, b)) and abs(datetime.datetime.now().timestamp() - time.time()) < 5 else "no"',
  'time zones':
    'import datetime, zoneinfo\nt = datetime.datetime(2024, 7, 1, 12, tzinfo=datetime.timezone.utc).astimezone(zoneinfo.ZoneInfo("Europe/Berlin"))\n"ok" if t.hour == 14 else t.hour',
  'a user of the code':
    'import os\n"ok" if os.getuid() == os.geteuid() and os.access(".", os.W_OK) else "no"',
  'a home': 'import os\n"ok" if isinstance(os.path.expanduser("~"), str) else "no"',
  'limits that it asks for':
    'import resource\ns, h = resource.getrlimit(resource.RLIMIT_NOFILE)\n"ok" if s > 100 and resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > 0 else "no"',
  'recursion near the limit':
    'def f(n): return 0 if n == 0 else 1 + f(n - 1)\n"ok" if f(950) == 950 else "no"',
  'recursion beyond it':
    'import sys\ndef f(n): return 0 if n == 0 else 1 + f(n - 1)\nold = sys.getrecursionlimit(); sys.setrecursionlimit(5000)\nr = f(4000); sys.setrecursionlimit(old)\n"ok" if r == 4000 else "no"',
  'recursion that is caught': 'def f(): return f()\ntry: f(); r = "no"\nexcept RecursionError: r = "ok"\nr',
  'memory that is caught': 'try: x = bytearray(1 << 33); r = "no"\nexcept MemoryError: r = "ok"\nr',
  'an integer of many digits':
    'import sys\nx = 3 ** 20_000\n"ok" if x.bit_length() == 31700 and len(hex(x)) == 7927 else x.bit_length()',
  'digits beyond the limit': 'try: str(10 ** 5000); r = "no"\nexcept ValueError: r = "ok"\nr',
  'dicts of all keys':
    'd = {1: "a", True: "b", (1, 2): "c", frozenset([1]): "d", None: "e", 1.5: "f", b"x": "g"}\n"ok" if len(d) == 6 and d[1] == "b" else d',
  'text of every kind':
    's = "\\ud800\\0\\U0001f600é\\u202e"\nopen("t", "w", encoding="utf-8", errors="surrogatepass", newline="").write(s)\n"ok" if open("t", encoding="utf-8", errors="surrogatepass", newline="").read() == s else "no"',
  'names of files':
    'import os\nfor n in ("é", "a b", "a\\nb", "-x", "__proto__", "x" * 255): open(n, "w").write(n)\n"ok" if all(open(n).read() == n for n in os.listdir(".") if n not in ("in.txt",) and os.path.isfile(n) and len(n) in (255,) or n == "__proto__") else "no"',
  'host functions in threads':
    'import threading\nseen = []\nt = [threading.Thread(target=lambda n=n: seen.append(echo(n))) for n in range(8)]\n[x.start() for x in t]; [x.join() for x in t]\n"ok" if sorted(seen) == list(range(8)) else seen',
  'host functions that are awaited':
    'import asyncio\nasync def f(n): return await echo(n)\nasync def main(): return await asyncio.gather(*[f(n) for n in range(8)])\n"ok" if asyncio.run(main()) == list(range(8)) else "no"',
  'host functions and files at once':
    'open("h", "w").write("a"); x = echo({"a": [1, None, True, 1.5, "é"]})\n"ok" if x == {"a": [1, None, True, 1.5, "é"]} and open("h").read() == "a" else x',
  'host functions in a handler':
    'import signal, time\nseen = []\nsignal.signal(signal.SIGALRM, lambda *a: seen.append(1))\nsignal.setitimer(signal.ITIMER_REAL, 0.005, 0.005)\nr = [echo(n) for n in range(50)]\nsignal.setitimer(signal.ITIMER_REAL, 0)\n"ok" if r == list(range(50)) else r',
  'values of a host function':
    '"ok" if echo(2 ** 200) == 2 ** 200 and echo(float("inf")) == float("inf") and echo(b"\\xff") == b"\\xff" and echo("\\ud800") == "\\ud800" else "no"',
  'numbers as keys':
    'd = {n / 7: n for n in range(3000)} | {n * 2 ** 40: n for n in range(3000)} | {-n: n for n in range(3000)}\n"ok" if echo([len(d)]) == [len(d)] else "no"',
  'output of children in order':
    'import subprocess, sys\nprint("a", flush=True); subprocess.run([sys.executable, "-c", "print(\'b\')"]); print("c")\n"ok"',
  'an enum, a dataclass and a protocol':
    'import dataclasses, enum, typing\nclass C(enum.Enum): A = 1\n@dataclasses.dataclass(order=True)\nclass D: x: int; y: C = C.A\n"ok" if sorted([D(2), D(1)])[0] == D(1) and C(1) is C.A else "no"',
  'context that varies':
    'import asyncio, contextvars\nv = contextvars.ContextVar("v", default=0)\nasync def f(n): v.set(n); await asyncio.sleep(0); return v.get()\nasync def main(): return await asyncio.gather(*map(f, range(5)))\n"ok" if asyncio.run(main()) == [0, 1, 2, 3, 4] else "no"',
  queues:
    'import asyncio\nasync def main():\n    q = asyncio.Queue(); r = []\n    async def w():\n        while True: r.append(await q.get()); q.task_done()\n    t = asyncio.create_task(w())\n    for n in range(9): q.put_nowait(n)\n    await q.join(); t.cancel(); return r\n"ok" if asyncio.run(main()) == list(range(9)) else "no"',
  'timeouts of asyncio':
    'import asyncio\nasync def main():\n    try: await asyncio.wait_for(asyncio.sleep(60), 0.02); return "no"\n    except asyncio.TimeoutError: return "ok"\nasyncio.run(main())',
  compressions:
    'import bz2, gzip, lzma, zlib\nd = b"abc" * 9999\n"ok" if all(m.decompress(m.compress(d)) == d for m in (bz2, gzip, lzma, zlib)) else "no"',
  hashes:
    'import hashlib, hmac\n"ok" if hashlib.sha256(b"a").hexdigest()[:8] == "ca978112" and hmac.new(b"k", b"m", "md5").hexdigest() else "no"',
  parsers:
    'import ast, tomllib, json, csv, io, xml.etree.ElementTree as e\n"ok" if (json.loads("[1]"), list(csv.reader(io.StringIO("a,b")))[0], e.fromstring("<a><b/></a>")[0].tag, ast.literal_eval("{1}")) == ([1], ["a", "b"], "b", {1}) else "no"',
  'a calendar of the past':
    'import datetime\n"ok" if (datetime.date(1, 1, 1) + datetime.timedelta(days=3652058)).isoformat() == "9999-12-31" else "no"',
  'C functions':
    'import ctypes\nl = ctypes.CDLL(None)\nb = ctypes.create_string_buffer(b"abc")\nc = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int))\na = (ctypes.c_int * 5)(5, 1, 4, 2, 3)\nl.qsort(a, 5, 4, c(lambda x, y: x[0] - y[0]))\n"ok" if list(a) == [1, 2, 3, 4, 5] and l.strlen(b) == 3 else "no"',
} as const;

const EVERYWHERE = {
  'everywhere: sums': '"ok" if sum(x * x for x in range(1000)) == 332833500 else "no"',
  'everywhere: texts': '"ok" if " ".join(w.title() for w in "a bc def".split()) == "A Bc Def" else "no"',
  'everywhere: files':
    'open("r", "w").write("a\\nb\\n")\n"ok" if open("r").read().split() == ["a", "b"] else "no"',
  'everywhere: JSON':
    'import json\n"ok" if json.loads(json.dumps({"a": [1, None, True]})) == {"a": [1, None, True]} else "no"',
  'everywhere: exceptions': 'try:\n    [][1]\n    r = "no"\nexcept IndexError:\n    r = "ok"\nr',
  'everywhere: functions of the host': '"ok" if echo([1, {"a": 2.5}]) == [1, {"a": 2.5}] else "no"',
  'everywhere: integers': '"ok" if 2 ** 100 // 3 ** 20 == 363558641556578823726 else 2 ** 100 // 3 ** 20',
  'everywhere: dicts of numbers':
    '"ok" if len(echo({x * 1000003: x for x in range(2000)})) == 2000 else "no"',
  'everywhere: closures':
    'def f(n):\n    def g(): return n\n    return g\n"ok" if [f(n)() for n in range(3)] == [0, 1, 2] else "no"',
  'everywhere: sorting': '"ok" if sorted([3, 1, 2], key=lambda x: -x) == [3, 2, 1] else "no"',
} as const;

/** Everything that must not be broken. */
export const RIGHT: readonly HostileCase[] = [
  ...cases('is right', 'ok', PROGRAMS),
  ...cases('is right', 'ok', EVERYWHERE, false),
];
