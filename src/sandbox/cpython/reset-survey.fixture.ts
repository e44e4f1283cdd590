/**
 * Python whose value is all that code can see of its surroundings and that other code could have left: files, metadata,
 * descriptors, process attributes, modules, signals. Equal surveys mean that nothing was left.
 */
export const SURVEY = `
import builtins, codecs, ctypes, decimal, errno, fcntl, gc, locale, os, resource, signal, stat, sys, tempfile, threading, warnings

def folder(path):
    try:
        status = os.stat(path)
        names = sorted(os.listdir(os.fsencode(path)))
    except OSError as error:
        return [type(error).__name__]
    try: marks = sorted(os.listxattr(path))
    except OSError: marks = []
    opened = os.open(path, os.O_RDONLY)
    try: flags = fcntl.ioctl(opened, 0x80086601, bytes(8)).hex()
    except OSError: flags = None
    os.close(opened)
    return [repr(names), oct(status.st_mode), status.st_mtime < 1000, marks, flags]

def descriptor(number):
    try: return [number, fcntl.fcntl(number, fcntl.F_GETFL), fcntl.fcntl(number, fcntl.F_GETFD), locks(number)]
    except OSError: return None

# What is left locked stays so, and ends the run at its limit; other sandboxes lock the same /dev/null for a moment.
def locks(number):
    try:
        fcntl.flock(number, fcntl.LOCK_EX)
        fcntl.flock(number, fcntl.LOCK_UN)
        return "free"
    except OSError as error: return errno.errorcode[error.errno]

def lock_of(path):
    with open(path, "rb") as file: return locks(file.fileno())

# What the kernel keeps for a process: the signal at its parent's end, whether it can be looked at, its name, securebits,
# slack of timers, huge pages.
def attributes():
    libc, name = ctypes.CDLL(None), ctypes.create_string_buffer(16)
    number, found = ctypes.c_int(), []
    libc.prctl(16, name); libc.prctl(2, ctypes.byref(number))
    return [name.value.decode(), number.value, *(libc.prctl(option, 0, 0, 0, 0) for option in (3, 27, 30, 42))]

def codec(name):
    try: return codecs.lookup(name).name
    except LookupError: return None

def used(path):
    status = os.statvfs(path)
    return [status.f_files - status.f_ffree, status.f_blocks - status.f_bfree] if os.getcwd() == "/workspace" else None

def bounded(soft, hard):
    # Where the host's user runs the code, the limit follows the number of processes which that user has just then.
    return [soft != resource.RLIM_INFINITY, hard]

def children():
    try: os.waitpid(-1, os.WNOHANG)
    except ChildProcessError: return "none"
    return "some"

mask = os.umask(0o22)
here, temporary = os.getcwd(), tempfile.gettempdir()
{
    "folders": [folder(path) for path in (here, temporary, "/dev/shm", os.path.dirname(here))],
    "used": [used(path) for path in (here, temporary, "/dev/shm")],
    "descriptors": [found for found in map(descriptor, range(600)) if found and found[0] < 3],
    "open": sum(1 for number in range(600) if descriptor(number)), "locks": [lock_of("/dev/null"), lock_of(os.__file__)],
    "process": [mask, os.path.basename(here), os.getpriority(os.PRIO_PROCESS, 0), os.getpid() == os.getsid(0), children(),
                sorted(os.sched_getaffinity(0)), threading.active_count()],
    "limits": [resource.getrlimit(name) for name in (resource.RLIMIT_AS, resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE,
               resource.RLIMIT_STACK, resource.RLIMIT_CORE, resource.RLIMIT_MEMLOCK)],
    "processes": bounded(*resource.getrlimit(resource.RLIMIT_NPROC)),
    "signals": [str(signal.getsignal(number)) for number in sorted(signal.valid_signals())],
    "masked": sorted(map(int, signal.pthread_sigmask(signal.SIG_BLOCK, []))),
    "timers": [signal.getitimer(timer) for timer in (0, 1, 2)], "pending": sorted(map(int, signal.sigpending())),
    "attributes": attributes(), "numbers": [5 + 5, len("abc"), hash(1), repr(None), "é".encode()],
    # Another process may have a folder of another name, which is above the working folder.
    "environment": {name: text.replace(os.path.dirname(os.getcwd()), "FOLDER") for name, text in os.environ.items()},
    "names": sorted(name for name in globals() if name[0] != "_"),
    "builtins": [sorted(vars(builtins)), open.__module__, str(sys.stdout.encoding), sys.getrecursionlimit()],
    "modules": sorted(sys.modules), "paths": [sys.path[-3:], sys.argv, len(sys.meta_path), len(sys.path_hooks)],
    "settings": [gc.isenabled(), sys.gettrace() is None, sys.excepthook is sys.__excepthook__, decimal.getcontext().prec,
                 locale.setlocale(locale.LC_ALL), len(warnings.filters), sys.getswitchinterval()],
    "hooks": [sys.getprofile() is None, threading.excepthook is threading.__excepthook__, len(gc.callbacks), gc.get_threshold(),
              codec("left"), sys.displayhook is sys.__displayhook__, sys.unraisablehook is sys.__unraisablehook__,
              sys.breakpointhook is sys.__breakpointhook__, sys.getdlopenflags(), len(gc.garbage)],
}
`;

/** Code that changes as much as it can, by what it attacks. */
export const CHANGES: readonly (readonly [name: string, code: string])[] = [
  [
    'names and modules',
    'import sys, json\nleft = 1\nsys.modules["os_patched"] = sys\njson.loads = None\nsys.path.append("/x")',
  ],
  [
    'builtins and settings',
    'import builtins, gc, sys, decimal, warnings, locale\nbuiltins.left = 1; builtins.open = print\ngc.disable(); sys.setrecursionlimit(5000); decimal.getcontext().prec = 5; warnings.simplefilter("ignore")\nsys.setswitchinterval(1); sys.settrace(lambda *a: None); sys.meta_path.append(None)',
  ],
  [
    'process attributes',
    'import os, signal\nos.umask(0); os.chdir("/"); os.environ["LEFT"] = "1"\nsignal.signal(signal.SIGUSR1, print); signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2])\nsignal.setitimer(signal.ITIMER_REAL, 1000)\nfor call in (lambda: os.nice(5), lambda: os.setsid(), lambda: os.setpgid(0, 0)):\n    try: call()\n    except OSError: pass',
  ],
  [
    'a daemon, a thread and what runs at exit',
    'import atexit, os, threading, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork(): os._exit(0)\n    while True:\n        for folder in (os.getcwd(), "/tmp", "/dev/shm"):\n            try: open(folder + "/left", "w").close()\n            except OSError: pass\nos.wait()\natexit.register(open, "left", "w")\nthreading.Thread(target=time.sleep, args=(100,), daemon=True).start()',
  ],
  [
    'a process that forks and exits without end',
    'import os\nif os.fork() == 0:\n    while True:\n        try:\n            if os.fork(): os._exit(0)\n        except OSError: pass',
  ],
  [
    'files everywhere',
    'import os, tempfile\nfor folder in (".", tempfile.gettempdir(), "/dev/shm", "/dev/mqueue", "/run", "/var/tmp"):\n    try:\n        for name in (b"left", b".left", b"\\xff\\xfe", b".up-1"): open(os.fsencode(folder) + b"/" + name, "wb").write(b"x" * 5000)\n        os.mkdir(folder + "/.up-2"); os.mkdir(folder + "/.up-2/in"); os.symlink("/", folder + "/link"); os.mkfifo(folder + "/fifo")\n        os.link(folder + "/left", folder + "/hard")\n    except OSError: pass',
  ],
  [
    'folders that are deep and closed',
    'import os\nhome = os.getcwd()\nfor name in ["d" * 200] * 600:\n    os.mkdir(name); os.chdir(name)\nos.chdir(home)\nos.mkdir("closed"); open("closed/in", "w").close(); os.chmod("closed", 0)',
  ],
  [
    'an open file without a name, and shared memory',
    'import mmap, os\nfile = open("gone", "wb"); file.write(b"x" * 100000); file.flush(); os.unlink("gone")\nshared = mmap.mmap(-1, 1 << 20); shared[:4] = b"left"\nif os.fork() == 0:\n    while True: os.read(0, 1)',
  ],
  [
    'locks and flags of inherited descriptors',
    'import fcntl, os\nfor number in range(600):\n    for change in (lambda: fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB), lambda: fcntl.fcntl(number, fcntl.F_SETFL, os.O_NONBLOCK | os.O_APPEND), lambda: fcntl.fcntl(number, fcntl.F_SETOWN, os.getpid())):\n        try: change()\n        except OSError: pass',
  ],
  [
    'every descriptor',
    'import os\nwhile True:\n    try: os.dup(0)\n    except OSError: break\nfor number in range(3, 20):\n    try: os.write(number, b"x" * 100)\n    except OSError: pass',
  ],
  [
    'times of the folders',
    'import os, tempfile\nfor folder in (os.getcwd(), tempfile.gettempdir(), "/dev/shm", os.path.dirname(os.getcwd())):\n    try: os.utime(folder, (1, 1))\n    except OSError: pass',
  ],
  [
    'modes of the folders',
    'import os, tempfile\nfor folder in (os.getcwd(), tempfile.gettempdir(), "/dev/shm"):\n    try: os.chmod(folder, 0o1777)\n    except OSError: pass',
  ],
  ['the folder above', 'import os\ntry: os.chmod(os.path.dirname(os.getcwd()), 0o711)\nexcept OSError: pass'],
  [
    'attributes and flags of the folders',
    'import fcntl, os, tempfile\nfor folder in (os.getcwd(), tempfile.gettempdir(), "/dev/shm"):\n    try: os.setxattr(folder, "user.left", b"1")\n    except OSError: pass\n    try: fcntl.ioctl(os.open(folder, os.O_RDONLY), 0x40086602, (0x40).to_bytes(8, "little"))\n    except OSError: pass',
  ],
  [
    'the processes that hold the session',
    'import ctypes, os, resource\nlibc = ctypes.CDLL(None, use_errno=True)\nfor pid in {1, os.getppid(), *range(max(2, os.getpid() - 6), os.getpid())}:\n    libc.ptrace(16, pid, 0, 0)\n    for change in (lambda: open(f"/proc/{pid}/mem", "r+b").write(b"x"), lambda: open(f"/proc/{pid}/oom_score_adj", "w").write("1000"), lambda: resource.prlimit(pid, resource.RLIMIT_NOFILE, (9, 9)), lambda: os.setpriority(os.PRIO_PROCESS, pid, 9), lambda: os.sched_setaffinity(pid, {0})):\n        try: change()\n        except (OSError, ValueError): pass',
  ],
  [
    'shared memory and queues of the system, and sockets with names',
    'import ctypes, socket\nlibc = ctypes.CDLL(None)\nlibc.shmget(7, 4096, 0o1666); libc.semget(7, 1, 0o1666); libc.msgget(7, 0o1666); libc.syscall(250, 1, b"left")\nfor make in (lambda: socket.socket(socket.AF_UNIX).bind("\\0left"), lambda: socket.socket(socket.AF_UNIX).bind("left")):\n    try: make()\n    except OSError: pass',
  ],
  [
    'signals to everything',
    'import os, signal\nfor pid in (-1, 0, 1):\n    for number in (signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL):\n        try: os.kill(pid, number)\n        except OSError: pass',
  ],
  [
    'hooks of the interpreter',
    'import codecs, gc, sys, threading\ndef refuse(*args): raise RuntimeError("left")\ngc.callbacks.append(lambda *args: None); gc.set_threshold(1); gc.garbage.append(1)\ncodecs.register(lambda name: codecs.lookup("utf-8") if name == "left" else None)\nsys.unraisablehook = sys.displayhook = sys.breakpointhook = threading.excepthook = print\nsys.setdlopenflags(0x101); sys.addaudithook(lambda name, args: refuse() if name in ("open", "import", "exec") else None)\nsys.setprofile(refuse)',
  ],
  [
    'modules and native functions that ours use',
    'import builtins, marshal, os, sys, types\nfor name in list(sys.modules):\n    if name.startswith("mettle_"):\n        for key, value in list(vars(sys.modules[name]).items()):\n            if isinstance(value, types.FunctionType): setattr(sys.modules[name], key, lambda *args, **more: os._exit(9))\nmarshal.loads = marshal.dumps = print\nsys.modules.clear(); sys.path[:] = ["/x"]; sys.path_hooks.clear(); sys.meta_path.clear()\nbuiltins.__import__ = None',
  ],
  [
    'memory of the interpreter',
    'import ctypes, sys\nctypes.pythonapi.Py_AtExit(ctypes.cast(ctypes.pythonapi.PyErr_Print, ctypes.c_void_p))\nctypes.memmove(id(10) + 24, id(11) + 24, 4)\nctypes.memmove(id("abc") + 16, (4).to_bytes(8, "little"), 8)\nctypes.c_long.from_address(id(None)).value = 1 << 20\nctypes.memset(id(type(sys)) + 64, 0, 64)',
  ],
  [
    'timers of the kernel, and signals that wait',
    'import ctypes, os, signal\nlibc = ctypes.CDLL(None, use_errno=True)\nsignal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1, signal.SIGALRM])\nfor number in (signal.SIGUSR1, signal.SIGALRM): signal.raise_signal(number)\nfor clock in (0, 1, 2, 3, 7, 9):\n    timer, event = ctypes.c_long(), (ctypes.c_int * 16)(0, 0, int(signal.SIGKILL), 0)\n    libc.syscall(222 if os.uname().machine == "x86_64" else 107, clock, event, ctypes.byref(timer))\n    libc.syscall(223 if os.uname().machine == "x86_64" else 110, timer, 0, (ctypes.c_long * 4)(0, 300000000, 0, 300000000), None)\nsignal.alarm(1)',
  ],
  [
    'attributes that the kernel keeps for a process',
    'import ctypes, os\nlibc = ctypes.CDLL(None)\nfor option, value in ((1, 9), (4, 0), (15, b"left"), (19, 1), (20, 2), (28, 0), (29, 1 << 30), (33, 1), (41, 1), (49, 1)):\n    libc.prctl(option, value, 0, 0, 0)\nos.umask(0o777)\nfor path in ("/proc/self/oom_score_adj", "/proc/self/coredump_filter", "/proc/self/timerslack_ns", "/proc/self/comm"):\n    try: open(path, "w").write("100")\n    except OSError: pass',
  ],
  [
    'locks on what everyone reads',
    'import fcntl, os, sys\nheld = []\nfor path in ("/dev/null", "/dev/zero", "/dev/urandom", os.__file__, sys.executable, "/usr/lib", "/", os.getcwd()):\n    for make in (fcntl.flock, fcntl.lockf):\n        try: held.append(os.open(path, os.O_RDONLY)); make(held[-1], fcntl.LOCK_EX | fcntl.LOCK_NB)\n        except OSError: pass\nwhile True: pass',
  ],
  [
    'the channels to what holds the session',
    'import os, signal, socket\nsignal.signal(signal.SIGPIPE, signal.SIG_IGN)\nforged = (b"V" + bytes(64), b"\\0\\0\\0\\5V{0", b"k", b"R" + bytes(8), bytes(8), b"!left", b"F" + bytes(4))\nfor number in range(3, 64):\n    for text in forged:\n        try: os.set_blocking(number, False); os.write(number, text * 50)\n        except OSError: break',
  ],
  [
    'what is slow to end',
    'import mmap, os\nmaps = [mmap.mmap(-1, 1 << 20) for _ in range(40)]\nfor each in maps: each[::4096] = b"x" * 256\nfiles = [open(f"file-{number}", "w") for number in range(300)]\nfor file in files: file.write("x" * 9000)\nfor number in range(3000): open(f"empty-{number}", "w").close()\nos.close(0); os.close(1); os.close(2)',
  ],
  [
    'files that are no files',
    'import os, socket, stat\nos.mkfifo("fifo"); held = os.open("fifo", os.O_RDWR)\nfor make in (lambda: os.mknod("null", stat.S_IFCHR | 0o666, os.makedev(1, 3)), lambda: os.mknod("socket", stat.S_IFSOCK | 0o600), lambda: os.symlink("/", "root"), lambda: os.symlink("loop", "loop"), lambda: os.link("fifo", "again"), lambda: os.link(os.__file__, "hard"), lambda: os.rename(".", "moved"), lambda: os.rmdir(os.getcwd()), lambda: os.symlink("x", os.path.dirname(os.getcwd()) + "/x")):\n    try: make()\n    except OSError: pass\nos.write(held, b"left" * 1000)',
  ],
  ['an end in the middle', 'import os\nos.fork()\nos._exit(3)'],
  ['memory', 'held = []\nwhile True: held.append(bytearray(1 << 20))'],
  ['an endless loop', 'import os\nos.fork()\nwhile True: pass'],
];
