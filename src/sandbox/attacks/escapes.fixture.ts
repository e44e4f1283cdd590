/** The one escape that a confinement may allow: it is a remaining risk. */
export const NAME_OF_A_FILE = 'finds the marker file of the host by name';

/**
 * Programs that reach for what lies outside a sandbox. Each prints ESCAPED where it got hold of it, so that a run of
 * any engine can be judged: what it raises, or that it runs to its end, does not matter.
 */
export const ESCAPES: readonly (readonly [what: string, code: string])[] = [
  [
    'reads the host’s password file',
    'print("ESCAPED" if "root:" in open("/etc/passwd").read() and ROOT_IS_HOST() else "")',
  ],
  [
    'reads it by climbing',
    'print("ESCAPED" if "root:" in open("../../../../../../etc/passwd").read() and ROOT_IS_HOST() else "")',
  ],
  ['reads the shadow file', 'open("/etc/shadow").read()\nprint("ESCAPED")'],
  [
    'reads the host’s environment',
    'import os\nprint("ESCAPED" if "METTLE_SECRET" in str(dict(os.environ)) else "")',
  ],
  [
    'reads its parent’s environment',
    'import os\nprint("ESCAPED" if b"METTLE_SECRET" in open(f"/proc/{os.getppid()}/environ", "rb").read() else "")',
  ],
  [
    'reads every process’s environment',
    'import os\nfor pid in os.listdir("/proc"):\n  try:\n    if pid.isdigit() and b"METTLE_SECRET" in open(f"/proc/{pid}/environ", "rb").read(): print("ESCAPED")\n  except OSError: pass',
  ],
  [NAME_OF_A_FILE, 'import os\nif os.path.exists(MARKER): print("ESCAPED")'],
  ['opens the marker file of the host', 'open(MARKER).read()\nprint("ESCAPED")'],
  ['overwrites the marker file of the host', 'open(MARKER, "w").write("changed")'],
  ['deletes the marker file of the host', 'import os\nos.remove(MARKER)'],
  ['renames the marker file of the host', 'import os\nos.rename(MARKER, "mine")'],
  [
    'links to the marker file and reads the link',
    'import os\nos.symlink(MARKER, "link")\nprint("ESCAPED" if "marker" in open("link").read() else "")',
  ],
  ['makes a hard link to the marker file', 'import os\nos.link(MARKER, "hard")\nprint("ESCAPED")'],
  [
    'lists the folder of the marker file',
    'import os\nprint("ESCAPED" if "marker.txt" in os.listdir(os.path.dirname(MARKER)) else "")',
  ],
  [
    'walks the whole disk for the marker file',
    'import os\nfor root, dirs, files in os.walk("/"):\n  dirs[:] = dirs[:50]\n  if "marker.txt" in files: print("ESCAPED")',
  ],
  ['opens the marker through /proc/self/root', 'open("/proc/self/root" + MARKER).read()\nprint("ESCAPED")'],
  ['opens the marker through /proc/1/root', 'open("/proc/1/root" + MARKER).read()\nprint("ESCAPED")'],
  [
    'opens the marker through /proc/self/cwd',
    'open("/proc/self/cwd/../../../../.." + MARKER).read()\nprint("ESCAPED")',
  ],
  [
    'reads inherited descriptors',
    'import os\nfor fd in range(3, 64):\n  try:\n    if b"marker" in os.pread(fd, 4096, 0): print("ESCAPED")\n  except OSError: pass',
  ],
  [
    'connects to a listening port of the host',
    'import socket\nsocket.create_connection(("127.0.0.1", PORT), 1).close()\nprint("ESCAPED")',
  ],
  [
    'connects over IPv6',
    'import socket\nsocket.create_connection(("::1", PORT), 1).close()\nprint("ESCAPED")',
  ],
  [
    'connects to a raw address',
    'import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_STREAM)\ns.settimeout(1)\ns.connect(("127.0.0.1", PORT))\nprint("ESCAPED")',
  ],
  [
    'fetches a page of the host',
    'import urllib.request\nurllib.request.urlopen(f"http://127.0.0.1:{PORT}/", timeout=1).read()\nprint("ESCAPED")',
  ],
  [
    'reads a file URL',
    'import urllib.request\nurllib.request.urlopen("file://" + MARKER).read()\nprint("ESCAPED")',
  ],
  [
    'connects by asyncio',
    'import asyncio\nasync def main():\n  await asyncio.wait_for(asyncio.open_connection("127.0.0.1", PORT), 1)\n  print("ESCAPED")\nasyncio.run(main())',
  ],
  ['runs a shell with the marker', 'import os\nif os.system(f"cat {MARKER}") == 0: print("ESCAPED")'],
  [
    'runs a subprocess with the marker',
    'import subprocess\nprint("ESCAPED" if b"marker" in subprocess.run(["cat", MARKER], capture_output=True).stdout else "")',
  ],
  [
    'starts Python anew and opens the marker there',
    'import subprocess, sys\nprint("ESCAPED" if b"marker" in subprocess.run([sys.executable, "-c", f"print(open({MARKER!r}).read())"], capture_output=True).stdout else "")',
  ],
  ['kills its parent', 'import os, signal\nos.kill(os.getppid(), signal.SIGKILL)'],
  [
    'kills the host process by number',
    'import os, signal\nos.kill(HOST_PID, signal.SIGKILL)\nprint("ESCAPED")',
  ],
  ['sees the host process', 'import os\nos.kill(HOST_PID, 0)\nprint("ESCAPED")'],
  ['kills everything that it may', 'import os, signal\nos.kill(-1, signal.SIGKILL)'],
  [
    'traces the host process',
    'import ctypes\nlibc = ctypes.CDLL(None)\nif libc.ptrace(16, HOST_PID, 0, 0) == 0: print("ESCAPED")',
  ],
  [
    'mounts over the disk',
    'import ctypes\nlibc = ctypes.CDLL(None)\nif libc.mount(b"none", b"/tmp", b"tmpfs", 0, None) == 0: print("ESCAPED")',
  ],
  ['becomes root again', 'import os\nos.setuid(0)\nos.setgid(0)\nopen(MARKER).read()\nprint("ESCAPED")'],
  [
    'leaves the root folder',
    'import os\nos.chroot("/")\nos.chdir("/..")\nopen(MARKER).read()\nprint("ESCAPED")',
  ],
  ['makes a device', 'import os\nos.mknod("disk", 0o60666, os.makedev(8, 0))\nprint("ESCAPED")'],
  ['reads the memory of the kernel', 'open("/dev/mem", "rb").read(1)\nprint("ESCAPED")'],
  ['writes to the kernel', 'open("/proc/sysrq-trigger", "w").write("h")\nprint("ESCAPED")'],
  [
    'walks from an object to every class',
    'for c in ().__class__.__base__.__subclasses__():\n  if c.__name__ == "Popen":\n    if b"marker" in c(["cat", MARKER], stdout=-1).stdout.read(): print("ESCAPED")',
  ],
  ['imports by name', 'm = __import__("os")\nif m.system("cat " + MARKER) == 0: print("ESCAPED")'],
  ['evaluates a string', "eval(\"__import__('os').system('cat ' + MARKER) == 0 and print('ESCAPED')\")"],
  [
    'compiles a string',
    'exec(compile("import os\\nif os.system(\'cat \' + MARKER) == 0: print(\'ESCAPED\')", "x", "exec"))',
  ],
  [
    'loads code of its own',
    'import marshal, types\ncode = compile("open(MARKER).read()\\nprint(\'ESCAPED\')", "x", "exec")\nexec(marshal.loads(marshal.dumps(code)))',
  ],
  [
    'unpickles a call',
    'import pickle\nclass E:\n  def __reduce__(self):\n    import os\n    return os.system, (f"cat {MARKER} && echo ESCAPED",)\nr = pickle.loads(pickle.dumps(E()))\nif r == 0: print("ESCAPED")',
  ],
  [
    'reaches globals through a format string',
    'class A:\n  def f(self): pass\nprint("ESCAPED" if "METTLE_SECRET" in "{0.f.__globals__}".format(A()) else "")',
  ],
  [
    'walks a traceback to other frames',
    'import sys\ntry: 1 / 0\nexcept Exception:\n  f = sys.exc_info()[2].tb_frame\n  while f:\n    if "METTLE_SECRET" in str(f.f_globals): print("ESCAPED")\n    f = f.f_back',
  ],
  [
    'starts a thread that outlives the run',
    'import threading\ndef loop():\n  while True: pass\nthreading.Thread(target=loop, daemon=True).start()',
  ],
  [
    'registers an exit handler that hangs',
    'import atexit\natexit.register(lambda: exec("while True: pass"))',
  ],
  ['replaces print and open', 'import builtins\nbuiltins.open = builtins.print = None'],
  ['empties the module table', 'import sys\nsys.modules.clear()'],
  [
    'writes to the protocol’s descriptors',
    'import os\nfor fd in range(64):\n  try: os.write(fd, b"\\xff" * 64)\n  except OSError: pass',
  ],
  ['closes every descriptor', 'import os\nos.closerange(0, 256)'],
  ['fills stdin of the protocol', 'import sys\nsys.stdin.read()'],
];
