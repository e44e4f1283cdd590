import { cases, type HostileCase } from './case.fixture.js';

/** Marks a process so that the host finds it, and goes on for ever. */
const BEGIN = `import ctypes, os, signal, sys, threading, time
libc = ctypes.CDLL(None, use_errno=True)
def mark(): libc.prctl(15, b"htl-mark", 0, 0, 0)
def stay():
    mark()
    while True: time.sleep(0.01)
def ignore():
    for number in range(1, 65):
        try: signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError): pass
`;

const PROGRAMS = {
  'a child': 'if os.fork() == 0: stay()',
  'a child that ignores all': 'if os.fork() == 0: ignore(); stay()',
  'a child of a child of a child': 'for _ in range(3):\n    if os.fork(): break\nelse: stay()',
  'a chain that forks on for ever':
    'if os.fork() == 0:\n    mark()\n    while True:\n        try:\n            if os.fork(): os._exit(0)\n        except OSError: pass',
  'a chain of new sessions':
    'if os.fork() == 0:\n    mark()\n    while True:\n        try:\n            if os.fork(): os._exit(0)\n            os.setsid()\n        except OSError: pass',
  'two that start each other':
    'if os.fork() == 0:\n    mark()\n    while True:\n        pid = os.fork()\n        if pid:\n            os.waitpid(pid, 0)',
  'a stopped child': 'if os.fork() == 0: mark(); os.kill(os.getpid(), signal.SIGSTOP)',
  'a child with a group of its own': 'if os.fork() == 0: os.setpgid(0, 0); stay()',
  'a child that waits for the end of its parent':
    'if os.fork() == 0:\n    parent = os.getppid(); mark()\n    while os.getppid() == parent: time.sleep(0.001)\n    stay()',
  'a child started by vfork': 'libc.syscall(58) == 0 and (mark() or libc.syscall(34))',
  'a child that shares memory':
    'stack = ctypes.create_string_buffer(1 << 16)\nlibc.clone.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]\nlibc.clone(ctypes.cast(libc.pause, ctypes.c_void_p), ctypes.addressof(stack) + (1 << 16) - 64, 0x100, None)',
  'a child that tells nobody of its end': 'if libc.syscall(56, 0, 0, 0, 0, 0) == 0: stay()',
  'a child that tells by another signal': 'if libc.syscall(56, 10, 0, 0, 0, 0) == 0: stay()',
  'another program':
    'import subprocess\nsubprocess.Popen([sys.executable, "-I", "-S", "-c", "import ctypes, time; ctypes.CDLL(None).prctl(15, b\'htl-mark\', 0, 0, 0); time.sleep(600)"], start_new_session=True)',
  'a program that a spawn starts':
    'os.posix_spawn(sys.executable, [sys.executable, "-I", "-S", "-c", "import ctypes, time; ctypes.CDLL(None).prctl(15, b\'htl-mark\', 0, 0, 0); time.sleep(600)"], {}, setsid=True)',
  'a process of multiprocessing':
    'import multiprocessing\nmultiprocessing.get_context("fork").Process(target=stay, daemon=True).start()',
  'a thread': 'threading.Thread(target=stay, daemon=True).start()',
  'a thread that forks':
    'def go():\n    while True:\n        try:\n            if os.fork() == 0: stay()\n        except OSError: time.sleep(0.01)\nthreading.Thread(target=go, daemon=True).start()\ntime.sleep(0.1)',
  'a fork at the end': 'import atexit\natexit.register(lambda: os.fork() or stay())',
  'a fork when it is deleted':
    'class A:\n    def __del__(self):\n        if os.fork() == 0: stay()\na = A()\ndel a',
  'a fork in a handler of a timer':
    'def go(*_):\n    try:\n        if os.fork() == 0: stay()\n    except OSError: pass\nsignal.signal(signal.SIGALRM, go); signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)\ntime.sleep(0.2)',
  'a fork in an audit hook':
    'def hook(event, args):\n    if event == "marshal.dumps":\n        if os.fork() == 0: stay()\nsys.addaudithook(hook)',
  'a fork in a finaliser of the interpreter':
    'import weakref\nclass A: pass\na = A()\nweakref.finalize(a, lambda: os.fork() or stay())',
  'as many as there may be':
    'for _ in range(100):\n    try:\n        if os.fork() == 0: ignore(); stay()\n    except OSError: break',
  'a bomb of forks': 'mark()\nwhile True:\n    try: os.fork()\n    except OSError: pass',
  'a bomb of new sessions':
    'mark()\nwhile True:\n    try:\n        if os.fork() == 0: os.setsid()\n    except OSError: pass',
  'a bomb that changes its name':
    'n = 0\nwhile True:\n    n += 1; libc.prctl(15, b"htl-mark" if n % 2 else b") R 1 1", 0, 0, 0)\n    try: os.fork()\n    except OSError: pass',
  'a name that looks like a state':
    'if os.fork() == 0:\n    libc.prctl(15, b"htl-mark) Z 1", 0, 0, 0)\n    while True: time.sleep(0.01)',
  'a child that waits without end in the kernel':
    'if os.fork() == 0:\n    mark(); r, w = os.pipe(); os.read(r, 1)',
  'a child in vfork’s wait': 'if os.fork() == 0:\n    mark()\n    if libc.syscall(58) == 0: libc.pause()',
} as const;

/** Everything that wants to go on after its run. */
export const OUTLIVERS: readonly HostileCase[] = cases(
  'outlives',
  'any',
  Object.fromEntries(Object.entries(PROGRAMS).map(([id, code]) => [id, BEGIN + code])),
);
