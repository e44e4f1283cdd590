/**
 * Python whose value is all that code can see of its surroundings and that other code could have left: files, metadata,
 * descriptors, process attributes, modules, signals. Equal surveys mean that nothing was left.
 */
export const SURVEY = `
import builtins, decimal, errno, fcntl, gc, locale, os, resource, signal, stat, sys, tempfile, threading, warnings

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

def null_lock():
    with open("/dev/null", "rb") as file: return locks(file.fileno())

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
    "open": sum(1 for number in range(600) if descriptor(number)), "null": null_lock(),
    "process": [mask, os.path.basename(here), os.getpriority(os.PRIO_PROCESS, 0), os.getpid() == os.getsid(0), children(),
                sorted(os.sched_getaffinity(0)), threading.active_count()],
    "limits": [resource.getrlimit(name) for name in (resource.RLIMIT_AS, resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE,
               resource.RLIMIT_STACK, resource.RLIMIT_CORE, resource.RLIMIT_MEMLOCK)],
    "processes": bounded(*resource.getrlimit(resource.RLIMIT_NPROC)),
    "signals": [str(signal.getsignal(number)) for number in sorted(signal.valid_signals())],
    "masked": sorted(map(int, signal.pthread_sigmask(signal.SIG_BLOCK, []))),
    "timers": [signal.getitimer(timer) for timer in (0, 1, 2)],
    # Another process may have a folder of another name, which is above the working folder.
    "environment": {name: text.replace(os.path.dirname(os.getcwd()), "FOLDER") for name, text in os.environ.items()},
    "names": sorted(name for name in globals() if name[0] != "_"),
    "builtins": [sorted(vars(builtins)), open.__module__, str(sys.stdout.encoding), sys.getrecursionlimit()],
    "modules": sorted(sys.modules), "paths": [sys.path[-3:], sys.argv, len(sys.meta_path), len(sys.path_hooks)],
    "settings": [gc.isenabled(), sys.gettrace() is None, sys.excepthook is sys.__excepthook__, decimal.getcontext().prec,
                 locale.setlocale(locale.LC_ALL), len(warnings.filters), sys.getswitchinterval()],
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
  ['an end in the middle', 'import os\nos.fork()\nos._exit(3)'],
  ['memory', 'held = []\nwhile True: held.append(bytearray(1 << 20))'],
  ['an endless loop', 'import os\nos.fork()\nwhile True: pass'],
];
