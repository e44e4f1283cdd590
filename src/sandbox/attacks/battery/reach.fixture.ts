import { cases, type HostileCase } from './case.fixture.js';

/**
 * Ways to the host. `SECRET` is the path of a file of the host, `FOLDER` its folder, `HOST` and `NEIGHBOUR` processes of
 * the host, `PORT` and `SOCKET` where the host listens. The file, the folder's attributes, the environments of both
 * processes and whatever listens hold the token that must not appear in anything that comes back.
 */
const READS = {
  open_code: 'import io\nio.open_code(SECRET).read()',
  FileIO: 'import io\nio.FileIO(SECRET).read()',
  opener: 'import os\nopen(SECRET, opener=lambda p, f: os.open(p, f)).read()',
  'bytes path': 'open(SECRET.encode(), "rb").read()',
  'doubled slashes': 'open("//" + SECRET.replace("/", "///")).read()',
  'dots in the middle': 'open(SECRET.replace("/", "/./")).read()',
  'climbing from a new folder':
    'import os\nos.makedirs("a/b/c")\nos.chdir("a/b/c")\nopen("../../../../../../../../.." + SECRET).read()',
  'folder descriptor':
    'import os\nd = os.open(FOLDER, os.O_RDONLY)\nos.read(os.open(os.path.basename(SECRET), os.O_RDONLY, dir_fd=d), 99)',
  'path descriptor of the folder':
    'import os\nd = os.open(FOLDER, os.O_PATH)\nos.read(os.open(os.path.basename(SECRET), os.O_RDONLY, dir_fd=d), 99)',
  'changed into the folder': 'import os\nos.chdir(FOLDER)\nopen(os.path.basename(SECRET)).read()',
  'descriptor changed into':
    'import os\nos.fchdir(os.open(FOLDER, os.O_PATH))\nopen(os.path.basename(SECRET)).read()',
  codecs: 'import codecs\ncodecs.open(SECRET, encoding="utf-8").read()',
  tokenize: 'import tokenize\ntokenize.open(SECRET).read()',
  linecache: 'import linecache\nlinecache.getlines(SECRET)',
  fileinput: 'import fileinput\nlist(fileinput.input([SECRET]))',
  mmap: 'import mmap, os\nbytes(mmap.mmap(os.open(SECRET, os.O_RDONLY), 0, prot=mmap.PROT_READ))',
  configparser:
    'import configparser\nc = configparser.RawConfigParser(allow_no_value=True)\nc.read(SECRET)\nc.sections()',
  'sqlite by attaching':
    'import sqlite3\nc = sqlite3.connect(":memory:")\nc.execute("attach ? as a", (SECRET,))\nc.execute("select * from a.sqlite_master").fetchall()',
  'sqlite by address':
    'import sqlite3\nsqlite3.connect("file:" + SECRET + "?mode=ro", uri=True).execute("select * from sqlite_master").fetchall()',
  'sqlite extension':
    'import sqlite3\nc = sqlite3.connect(":memory:")\nc.enable_load_extension(True)\nc.load_extension(SECRET)',
  'sqlite readfile':
    'import sqlite3\nsqlite3.connect(":memory:").execute("select readfile(?)", (SECRET,)).fetchall()',
  copy: 'import shutil\nshutil.copy(SECRET, "copied")\nopen("copied").read()',
  'copy of the folder': 'import shutil\nshutil.copytree(FOLDER, "copied")',
  'archive of the folder':
    'import shutil\nshutil.make_archive("copied", "tar", FOLDER)\nopen("copied.tar", "rb").read()',
  sendfile:
    'import os\nout = os.open("copied", os.O_RDWR | os.O_CREAT)\nos.sendfile(out, os.open(SECRET, os.O_RDONLY), 0, 99)\nopen("copied").read()',
  loader: 'import importlib.machinery\nimportlib.machinery.SourceFileLoader("x", SECRET).get_data(SECRET)',
  runpy: 'import runpy\nrunpy.run_path(SECRET)',
  'path entry': 'import sys\nsys.path.insert(0, FOLDER)\nimport secret',
  zipimport: 'import zipimport\nzipimport.zipimporter(SECRET)',
  'ctypes library': 'import ctypes\nctypes.CDLL(SECRET)',
  'ctypes fopen':
    'import ctypes\nl = ctypes.CDLL(None)\nl.fopen.restype = ctypes.c_void_p\nf = l.fopen(SECRET.encode(), b"r")\nb = ctypes.create_string_buffer(99)\nf and l.fread(b, 1, 99, ctypes.c_void_p(f))\nb.value',
  'syscall open':
    'import ctypes, os\nl = ctypes.CDLL(None)\nf = l.syscall(2, SECRET.encode(), 0, 0)\nos.read(f, 99)',
  'syscall openat2':
    'import ctypes, os, struct\nl = ctypes.CDLL(None)\nf = l.syscall(437, -100, SECRET.encode(), struct.pack("QQQ", 0, 0, 0), 24)\nos.read(f, 99)',
  glob: 'import glob\n"REACHED" if glob.glob(FOLDER + "/sec*") else "none"',
  scandir: 'import os\n"REACHED" if [e.name for e in os.scandir(FOLDER)] else "none"',
  'spawn with an open':
    'import os, sys\np = os.posix_spawn(sys.executable, [sys.executable, "-c", "print(input())"], {}, file_actions=[(os.POSIX_SPAWN_OPEN, 0, SECRET, os.O_RDONLY, 0)])\nos.waitpid(p, 0)',
  shell: 'import subprocess\nsubprocess.run("cat " + SECRET, shell=True, capture_output=True).stdout',
  'program by its loader':
    'import subprocess, sys\nsubprocess.run([sys.executable, "-I", "-S", "-c", "import sys; print(open(sys.argv[1]).read())", SECRET])',
  terminal: 'import pty\npty.spawn(["/bin/cat", SECRET])',
  'external entity':
    'import xml.parsers.expat as e\nout = []\np = e.ParserCreate()\np.ExternalEntityRefHandler = lambda c, b, s, i: out.append(open(s[7:]).read()) or 1\np.Parse("<!DOCTYPE a [<!ENTITY x SYSTEM \\"file://%s\\">]><a>&x;</a>" % SECRET, True)\nout',
  'external entity of sax':
    'import xml.sax, xml.sax.handler, io\nclass H(xml.sax.ContentHandler):\n  def characters(self, text): print(text)\np = xml.sax.make_parser()\np.setFeature(xml.sax.handler.feature_external_ges, True)\np.setContentHandler(H())\np.parse(io.StringIO("<!DOCTYPE a [<!ENTITY x SYSTEM \\"%s\\">]><a>&x;</a>" % SECRET))',
  certificate: 'import ssl\nc = ssl.create_default_context()\nc.load_verify_locations(SECRET)',
  gettext: 'import gettext\ngettext.translation("secret", FOLDER)',
  netrc: 'import netrc\nnetrc.netrc(SECRET)',
  mailbox: 'import mailbox\nlist(mailbox.mbox(SECRET, create=False))\nopen(SECRET)',
  'history of lines': 'import readline\nreadline.read_history_file(SECRET)\nreadline.get_history_item(1)',
  dbm: 'import dbm.dumb\nd = dbm.dumb.open(SECRET[:-4], "r")\nlist(d.keys())',
  'archive with a link':
    'import io, os, tarfile\nb = io.BytesIO()\nt = tarfile.open(fileobj=b, mode="w")\ni = tarfile.TarInfo("l")\ni.type, i.linkname = tarfile.SYMTYPE, SECRET\nt.addfile(i)\nt.close()\nb.seek(0)\ntarfile.open(fileobj=b).extractall()\nopen("l").read()',
  'link to a link':
    'import os\nos.symlink(FOLDER, "f")\nos.symlink("f/" + os.path.basename(SECRET), "g")\nopen("g").read()',
  'link swapped while opened':
    'import os, threading\nopen("mine", "w").write("mine")\nos.symlink(SECRET, "theirs")\ndef swap():\n  for _ in range(2000): os.replace("theirs", "x") ; os.symlink(SECRET, "theirs"); os.replace("x", "mine")\nt = threading.Thread(target=swap)\nt.start()\nseen = set()\nfor _ in range(2000):\n  try: seen.add(open("mine").read())\n  except OSError: pass\nt.join()\nsorted(seen)',
  'thread-self': 'open("/proc/thread-self/root" + SECRET).read()',
  'task root': 'import os\nopen(f"/proc/{os.getpid()}/task/{os.getpid()}/root" + SECRET).read()',
  'root of the host': 'open(f"/proc/{HOST}/root" + SECRET).read()',
  'folder of the host': 'import os\nos.listdir(f"/proc/{HOST}/cwd")\nprint("REACHED")',
  'descriptors of the host':
    'import os\nfor n in range(64):\n  try: print(open(f"/proc/{HOST}/fd/{n}").read())\n  except OSError: pass',
  'maps of the host': 'import os\nos.listdir(f"/proc/{HOST}/map_files")\nprint("REACHED")',
  'environment of a neighbour': 'open(f"/proc/{NEIGHBOUR}/environ", "rb").read()',
  'arguments of a neighbour': 'open(f"/proc/{NEIGHBOUR}/cmdline", "rb").read()',
  'its own first environment':
    'import ctypes, re\nfor line in open("/proc/self/stat"):\n  a, b = line.rsplit(")")[-1].split()[46:48]\n  print(ctypes.string_at(int(a), int(b) - int(a)))',
  'environment in its own memory':
    'import ctypes\nl = ctypes.CDLL(None)\ne = ctypes.c_void_p.in_dll(l, "environ")\nend = ctypes.addressof(ctypes.c_char_p.in_dll(l, "program_invocation_name"))\np = ctypes.c_char_p.in_dll(l, "program_invocation_name")\nctypes.string_at(ctypes.cast(p, ctypes.c_void_p).value, 900)',
  attributes: 'import os\n[(n, os.getxattr(SECRET, n)) for n in os.listxattr(SECRET)]',
  'attributes of a link': 'import os\nos.symlink(SECRET, "l")\nos.getxattr("l", "user.secret")',
  'attributes by descriptor': 'import os\nos.getxattr(os.open(SECRET, os.O_PATH), "user.secret")',
  'attributes by the system call':
    'import ctypes\nb = ctypes.create_string_buffer(99)\nctypes.CDLL(None).getxattr(SECRET.encode(), b"user.secret", b, 99)\nb.value',
} as const;

const WRITES = {
  append: 'open(SECRET, "a").write("x")',
  'create beside': 'open(FOLDER + "/made", "w")',
  'exclusive create beside': 'open(FOLDER + "/made", "x")',
  'temporary file beside': 'import tempfile\ntempfile.NamedTemporaryFile(dir=FOLDER, delete=False)',
  'nameless file beside': 'import os\nos.open(FOLDER, os.O_TMPFILE | os.O_RDWR)',
  replace: 'import os\nopen("x", "w").write("x")\nos.replace("x", SECRET)',
  exchange:
    'import ctypes\nopen("x", "w").write("x")\nif ctypes.CDLL(None).renameat2(-100, b"x", -100, SECRET.encode(), 2): raise OSError',
  move: 'import shutil\nopen("x", "w").write("x")\nshutil.move("x", FOLDER + "/made")',
  'take away': 'import shutil\nshutil.move(SECRET, "taken")',
  'remove the folder': 'import shutil\nshutil.rmtree(FOLDER)',
  'truncate by a link': 'import os\nos.symlink(SECRET, "l")\nopen("l", "w")',
  'hard link': 'import os\nos.link(SECRET, "h")',
  'hard link into it': 'import os\nopen("x", "w").close()\nos.link("x", FOLDER + "/made")',
  'symbolic link into it': 'import os\nos.symlink("x", FOLDER + "/made")',
  'pipe in it': 'import os\nos.mkfifo(FOLDER + "/made")',
  'folder in it': 'import os\nos.makedirs(FOLDER + "/made/deep")',
  'times of the folder': 'import os\nos.utime(FOLDER)',
  'mode of the folder': 'import os\nos.chmod(FOLDER, 0)',
  'mode by a path descriptor': 'import os\nos.chmod("/proc/self/fd/%d" % os.open(SECRET, os.O_PATH), 0)',
  owner: 'import os\nos.lchown(SECRET, os.getuid(), os.getgid())',
  'compiled file':
    'import py_compile\nopen("x.py", "w").write("x = 1")\npy_compile.compile("x.py", FOLDER + "/made", doraise=True)',
  profile: 'import cProfile\ncProfile.run("1", FOLDER + "/made")',
  log: 'import logging\nlogging.FileHandler(FOLDER + "/made")',
  sqlite: 'import sqlite3\nsqlite3.connect(FOLDER + "/made").execute("create table t (a)")',
  'sqlite copy': 'import sqlite3\nsqlite3.connect(":memory:").execute("vacuum into ?", (FOLDER + "/made",))',
  'archive that climbs':
    'import io, zipfile, os\nb = io.BytesIO()\nz = zipfile.ZipFile(b, "w")\nz.writestr("../" * 20 + FOLDER[1:] + "/made", "x")\nz.close()\nzipfile.ZipFile(b).extractall()\nopen(FOLDER + "/made")',
  'archive with absolute names':
    'import io, tarfile\nb = io.BytesIO()\nt = tarfile.open(fileobj=b, mode="w")\nt.addfile(tarfile.TarInfo(FOLDER + "/made"))\nt.close()\nb.seek(0)\ntarfile.open(fileobj=b).extractall()\nopen(FOLDER + "/made")',
  'output of a program':
    'import subprocess, sys\nsubprocess.run([sys.executable, "-I", "-S", "-c", "import sys; open(sys.argv[1], chr(119))", FOLDER + "/made"], check=True)',
  'core file': 'import os\nos.chdir(FOLDER)\nos.abort()',
  'history of lines, written': 'import readline\nreadline.write_history_file(FOLDER + "/made")',
  'library of Python': 'import os\nopen(os.__file__, "r+")',
  'module beside the library': 'import os\nopen(os.path.dirname(os.__file__) + "/sitecustomize.py", "w")',
  'settings of the kernel': 'open("/proc/sys/vm/drop_caches", "w").write("1")',
  'a cgroup': 'import os\nos.mkdir("/sys/fs/cgroup/made")',
  'a cgroup of version 1': 'import os\nos.mkdir("/sys/fs/cgroup/memory/made")',
  'shared memory':
    'open("/dev/shm/htl-made", "w").write("x")\nimport os\nos.path.exists("/dev/shm/htl-made")',
  'name of the process list':
    'import ctypes\nctypes.CDLL(None).sethostname(b"made", 4) == 0 and print("REACHED")',
  clock: 'import time\ntime.clock_settime(time.CLOCK_REALTIME, 1)',
  'clock adjusted':
    'import ctypes\nctypes.CDLL(None).adjtime(ctypes.create_string_buffer(16), None) == 0 and print("REACHED")',
  priority: 'import os\nos.nice(-5)',
  scheduler: 'import os\nos.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))',
} as const;

const TALKS = {
  'unix socket': 'import socket\ns = socket.socket(socket.AF_UNIX)\ns.connect(SOCKET)\ns.recv(99)',
  'unix socket by descriptor':
    'import os, socket\nos.chdir(os.path.dirname(SOCKET))\ns = socket.socket(socket.AF_UNIX)\ns.connect(os.path.basename(SOCKET))\ns.recv(99)',
  'name without a file':
    'import socket\ns = socket.socket(socket.AF_UNIX)\ns.connect("\\0" + SOCKET)\ns.recv(99)',
  http: 'import http.client\nc = http.client.HTTPConnection("127.0.0.1", PORT, timeout=1)\nc.request("GET", "/")\nc.getresponse().read()',
  ftp: 'import ftplib\nftplib.FTP(timeout=1).connect("127.0.0.1", PORT)',
  smtp: 'import smtplib\nsmtplib.SMTP("127.0.0.1", PORT, timeout=1)',
  server: 'import socketserver\nsocketserver.TCPServer(("127.0.0.1", 0), None)\nprint("REACHED")',
  names: 'import socket\nprint("REACHED", socket.gethostbyname("localhost"), socket.create_server(("", 0)))',
  datagram:
    'import socket\nsocket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", PORT))\nprint("REACHED")',
  'pair that addresses':
    'import socket\na, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)\na.sendto(b"x", SOCKET)\nprint("REACHED")',
  netlink: 'import socket\nsocket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)\nprint("REACHED")',
  packets: 'import socket\nsocket.socket(socket.AF_PACKET, socket.SOCK_RAW)\nprint("REACHED")',
  'virtual machine':
    'import socket\nsocket.socket(socket.AF_VSOCK, socket.SOCK_STREAM).connect((2, 1))\nprint("REACHED")',
  'kernel ciphers': 'import socket\nsocket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET)\nprint("REACHED")',
  bluetooth: 'import socket\nsocket.socket(31, socket.SOCK_SEQPACKET)\nprint("REACHED")',
  'by asyncio':
    'import asyncio\nasync def main():\n  r, w = await asyncio.open_unix_connection(SOCKET)\n  print(await r.read(99))\nasyncio.run(main())',
  'by multiprocessing':
    'from multiprocessing.connection import Client\nClient(("127.0.0.1", PORT))\nprint("REACHED")',
  'by io_uring':
    'import ctypes\nf = ctypes.CDLL(None).syscall(425, 8, ctypes.create_string_buffer(120))\nif f >= 0: print("REACHED")',
  'descriptor passed':
    'import array, socket\na, b = socket.socketpair()\na.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0]))])\nprint("REACHED")',
  'signal to the neighbour': 'import os\nos.kill(NEIGHBOUR, 9)',
  'signal 0 to the neighbour': 'import os\nos.kill(NEIGHBOUR, 0)\nprint("REACHED")',
  'signal by thread': 'import ctypes\nif ctypes.CDLL(None).syscall(200, NEIGHBOUR, 9) == 0: print("REACHED")',
  'signal by pidfd': 'import os, signal\nsignal.pidfd_send_signal(os.pidfd_open(NEIGHBOUR), 9)',
  'signal with the end of a parent':
    'import ctypes, os\nctypes.CDLL(None).prctl(1, 9, 0, 0, 0)\nos.kill(os.getppid(), 0)',
  'signal of a terminal': 'import os\nos.tcsetpgrp(0, os.getpgrp())\nprint("REACHED")',
  'group of the neighbour': 'import os\nos.setpgid(0, os.getpgid(NEIGHBOUR))\nprint("REACHED")',
  tracing: 'import ctypes\nif ctypes.CDLL(None).ptrace(16, NEIGHBOUR, 0, 0) == 0: print("REACHED")',
  'memory of the neighbour':
    'import ctypes\nb = ctypes.create_string_buffer(99)\nif ctypes.CDLL(None).syscall(310, NEIGHBOUR, b, 1, b, 1, 0) >= 0: print("REACHED")',
  'its namespaces': 'import os\nos.open(f"/proc/{NEIGHBOUR}/ns/net", os.O_RDONLY)\nprint("REACHED")',
  'user namespace': 'import ctypes\nif ctypes.CDLL(None).unshare(0x10000000) == 0: print("REACHED")',
  'clone3 into namespaces':
    'import ctypes, struct\nif ctypes.CDLL(None).syscall(435, struct.pack("8Q", 0x50000000, 0, 0, 0, 17, 0, 0, 0), 64) >= 0: print("REACHED")',
  'table of 32 bits':
    'import ctypes, mmap, os\nif os.fork() == 0:\n  m = mmap.mmap(-1, 4096, prot=7)\n  m.write(bytes.fromhex("b81400000031dbcd80c3"))\n  f = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(m)))\n  if f() > 0: print("REACHED", flush=True)\n  os._exit(0)\nos.wait()',
  'table of x32':
    'import ctypes, os\nif os.fork() == 0:\n  if ctypes.CDLL(None).syscall(0x40000000 + 39) > 0: print("REACHED", flush=True)\n  os._exit(0)\nos.wait()',
  keys: 'import ctypes\nif ctypes.CDLL(None).syscall(248, b"user", b"x", b"y", 1, -3) >= 0: print("REACHED")',
  'merging of memory':
    'import mmap\nm = mmap.mmap(-1, 1 << 20)\nm.madvise(12)\nctypes = __import__("ctypes")\nif ctypes.CDLL(None).prctl(67, 1, 0, 0, 0) == 0: print("REACHED")',
  'messages of the kernel':
    'import ctypes\nb = ctypes.create_string_buffer(999)\nif ctypes.CDLL(None).klogctl(3, b, 999) >= 0: print("REACHED")',
  'performance counters':
    'import ctypes\nif ctypes.CDLL(None).syscall(298, ctypes.create_string_buffer(128), 0, -1, -1, 0) >= 0: print("REACHED")',
} as const;

const MONTY = {
  'monty: absolute': 'open(SECRET).read()',
  'monty: path object': 'from pathlib import Path\nPath(SECRET).read_text()',
  'monty: climbing': 'open("../../../../../../.." + SECRET).read()',
  'monty: NUL in the path': 'open("a\\0" + SECRET).read()',
  'monty: listing': 'from pathlib import Path\nprint("REACHED" if list(Path(FOLDER).iterdir()) else "")',
  'monty: existence': 'import os\nprint("REACHED" if os.path.exists(SECRET) else "")',
  'monty: walk': 'import os\nfor a, b, c in os.walk("/"):\n  if "secret.txt" in c: print("REACHED")',
  'monty: environment': 'import os\nos.environ.copy()',
  'monty: getenv': 'import os\nos.getenv("METTLE_CANARY")',
  'monty: write': 'open(SECRET, "w").write("x")',
  'monty: append': 'open(SECRET, "a").write("x")',
  'monty: rename': 'from pathlib import Path\nPath(SECRET).rename("x")',
  'monty: rename onto': 'from pathlib import Path\nPath("x").write_text("x")\nPath("x").rename(SECRET)',
  'monty: unlink': 'from pathlib import Path\nPath(SECRET).unlink()',
  'monty: mkdir': 'import os\nos.makedirs(FOLDER + "/made")',
  'monty: import by path': '__import__("ctypes")',
  'monty: builtins': 'print([k for k in dir() if "secret" in k])',
  'monty: eval of an import': "eval(\"__import__('os').popen('id').read()\")",
  'monty: classes of object': '().__class__.__mro__[1].__subclasses__()',
  'monty: frames': 'import sys\nsys._getframe().f_globals',
  'monty: names of the host': 'constructor',
  'monty: prototype': '__proto__',
  'monty: call a method of the host': 'host.constructor("return process")()',
  'monty: call the empty name': 'globals()[""]()',
} as const;

/** Everything that reaches for the host. */
export const REACHES: readonly HostileCase[] = [
  ...cases('reaches the host', 'any', READS),
  ...cases('reaches the host', 'any', WRITES),
  ...cases('reaches the host', 'any', TALKS),
  ...cases('reaches the host', 'any', MONTY, false),
];
