/** What each case may use. `refuses(action)` is whether an action is refused; a case's value is true when all is well. */
export const PREPARED = `import ctypes, errno, fcntl, mmap, os, resource, signal, socket, stat, struct, subprocess, sys, tempfile, threading, time
libc = ctypes.CDLL(None, use_errno=True)
def refuses(action):
    try: result = action()
    except (OSError, ValueError, MemoryError): return True
    return result == -1 and ctypes.get_errno() in (1, 2, 3, 9, 12, 13, 18, 22, 38, 95)
def call(number, *args): return lambda: libc.syscall(number, *args)
here, temporary = os.getcwd(), tempfile.gettempdir()
base = os.path.dirname(here)
supervisor = os.getppid()
os.path.lexists("out") or os.symlink(secret, "out")
`;

/**
 * System calls by number on x86_64 with what could do harm in them, none of which code may make. Newer calls are here by
 * name, so that the one that is allowed by mistake is named.
 */
export const CALLS: readonly (readonly [
  name: string,
  number: number,
  ...args: readonly (number | string)[],
])[] = [
  ['ptrace: trace me', 101, 0, 0, 0, 0],
  ['ptrace: seize', 101, 0x4206, 1, 0, 0],
  ['process_vm_writev', 311, 1, 0, 0, 0, 0, 0],
  ['kcmp', 312, 1, 1, 0, 0, 0],
  ['unshare of descriptors', 272, 0x400],
  ['unshare of a time namespace', 272, 0x80],
  ['clone as a child of the parent', 56, 0x8011, 0, 0, 0, 0],
  ['clone into a user namespace', 56, 0x10000011, 0, 0, 0, 0],
  ['clone into a process namespace', 56, 0x20000011, 0, 0, 0, 0],
  ['clone into a cgroup namespace', 56, 0x2000011, 0, 0, 0, 0],
  ['io_uring_enter', 426, 0, 0, 0, 0, 0, 0],
  ['io_uring_register', 427, 0, 0, 0, 0],
  ['open_tree', 428, -100, 0, 1],
  ['move_mount', 429, -100, 0, -100, 0, 0],
  ['fsconfig', 431, 0, 0, 0, 0, 0],
  ['fsmount', 432, 0, 0, 0],
  ['fspick', 433, -100, 0, 0],
  ['pidfd_getfd', 438, 0, 0, 0],
  ['process_madvise', 440, 0, 0, 0, 0, 0],
  ['mount_setattr', 442, -100, 0, 0, 0, 0],
  ['quotactl_fd', 443, 0, 0, 0, 0],
  ['landlock_create_ruleset', 444, 0, 0, 1],
  ['landlock_add_rule', 445, 0, 1, 0, 0],
  ['memfd_secret', 447, 0],
  ['process_mrelease', 448, 0, 0],
  ['set_mempolicy_home_node', 450, 0, 0, 0, 0],
  ['cachestat', 451, 0, 0, 0, 0],
  ['fchmodat2', 452, -100, 'secret', 0, 0],
  ['map_shadow_stack', 453, 0, 4096, 0],
  ['futex_requeue', 456, 0, 0, 0, 0],
  ['statmount', 457, 0, 0, 0, 0],
  ['listmount', 458, 0, 0, 0, 0],
  ['lsm_set_self_attr', 460, 100, 0, 0, 0],
  ['mseal', 462, 0, 4096, 0],
  ['setxattrat', 463, -100, 'secret', 0, 0, 0, 0],
  ['removexattrat', 466, -100, 'secret', 0, 0],
  ['open_tree_attr', 467, -100, 0, 0, 0, 0],
  ['file_setattr', 469, -100, 'secret', 0, 0, 0],
  ['name_to_handle_at', 303, -100, 'secret', 0, 0, 0],
  ['fanotify_init', 300, 0, 0],
  ['fanotify_mark', 301, 0, 1, 1, -100, 0],
  ['request_key', 249, 0, 0, 0, 0],
  ['move_pages', 279, 1, 0, 0, 0, 0, 0],
  ['migrate_pages', 256, 1, 0, 0, 0],
  ['get_robust_list of another', 274, 1, 0, 0],
  ['sched_setattr', 314, 0, 0, 0],
  ['ioprio_set', 251, 1, 0, 0],
  ['setpriority', 141, 0, 0, 19],
  ['prlimit that sets', 302, 0, 7, 'new', 0],
  ['landlock: ask which version there is', 444, 0, 0, 1],
  ['prctl: be looked into by none', 157, 4, 0, 0, 0, 0],
  ['prctl: a filter of its own', 157, 22, 2, 0, 0, 0],
  ['prctl: memory map', 157, 35, 1, 0, 0, 0],
  ['prctl: adopt processes', 157, 36, 1, 0, 0, 0],
  ['prctl: scheduling of cores', 157, 62, 1, 0, 0, 0],
  ['prctl: merge memory', 157, 67, 1, 0, 0, 0],
  ['prctl: be traced by any', 157, 0x59616d61, -1, 0, 0, 0],
  ['ioctl: type into a terminal', 16, 0, 0x5412, 'new'],
  ['ioctl: paste into a console', 16, 0, 0x541c, 'new'],
  ['ioctl: controlling terminal', 16, 0, 0x540e, 0],
  ['ioctl: owner of a socket', 16, 'pair', 0x8901, 'new'],
  ['ioctl: signals of a file', 16, 'pair', 0x5452, 'new'],
  ['ioctl: flags of a file', 16, 'file', 0x40086602, 'new'],
  ['ioctl: project of a file', 16, 'file', 0x401c5820, 'new'],
  ['ioctl: clone of a file', 16, 'file', 0x40049409, 'file'],
  ['ioctl: network interfaces', 16, 'pair', 0x8912, 'new'],
  ['fcntl: owner of signals', 72, 'pair', 8, 1],
  ['fcntl: owner of signals, extended', 72, 'pair', 15, 'new'],
  ['fcntl: another signal', 72, 'pair', 10, 9],
  ['fcntl: lease', 72, 'file', 1024, 0],
  ['fcntl: changes in a folder', 72, 'folder', 1026, 0x80000007],
  ['setsockopt: a filter', 54, 'pair', 1, 26, 'new', 16],
  ['setsockopt: buffers', 54, 'pair', 1, 8, 'new', 4],
  ['sendmsg', 46, 'pair', 'new', 0],
  ['sendmmsg', 307, 'pair', 'new', 1, 0],
  ['sendto with an address', 44, 'pair', 'new', 1, 0, 'new', 16],
  ['socketpair of packets', 53, 1, 5, 0, 'new'],
  ['socketpair of datagrams, with flags', 53, 1, 0x80802, 0, 'new'],
  ['mmap of huge pages', 9, 0, 1 << 21, 3, 0x40022, -1, 0],
  ['mmap shared and long', 9, 0, 1 << 21, 3, 0x21, -1, 0],
  ['mmap shared, checked and long', 9, 0, 1 << 21, 3, 0x23, -1, 0],
  ['mmap shared, in 2 to the 32', 9, 0, 2 ** 32, 0, 0x21, -1, 0],
  ['remap_file_pages', 216, 0, 4096, 0, 0, 0],
  ['vmsplice', 278, 'pair', 'new', 1, 0],
  ['mlockall', 151, 3],
  ['fallocate beyond the end', 285, 'file', 1, 0, 1 << 30],
  ['fsetxattr', 190, 'file', 'new', 'new', 1, 0],
  ['fremovexattr', 199, 'file', 'new'],
  ['adjtimex', 159, 'new'],
  ['syslog', 103, 10, 0, 0],
  ['acct', 163, 0],
  ['swapoff', 168, 'secret'],
  ['reboot', 169, 0, 0, 0, 0],
  ['sethostname', 170, 'new', 1],
  ['modify_ldt', 154, 0, 'new', 16],
  ['chroot', 161, 'secret'],
  ['pivot_root', 155, 'secret', 'secret'],
  ['umount2', 166, 'secret', 0],
  ['capset', 126, 'new', 'new'],
  ['setresuid', 117, 0, 0, 0],
  ['setfsuid', 122, 0],
  ['setgroups', 116, 0, 0],
];

/** Attempts by name, each an expression or lines of which the last is one. */
export const ATTEMPTS: readonly (readonly [name: string, code: string])[] = [
  // paths
  ['the root of a process', 'refuses(lambda: open(f"/proc/self/root{secret}").read())'],
  ['the root of the first process', 'refuses(lambda: open(f"/proc/1/root{secret}").read())'],
  ['the folder of a process', 'refuses(lambda: open(f"/proc/self/cwd/../../../../../..{secret}").read())'],
  ['descriptors as files', 'refuses(lambda: open(f"/dev/fd/0/../../../..{secret}").read())'],
  [
    'a folder opened for nothing',
    'root = os.open("/", os.O_PATH)\nrefuses(lambda: os.open(secret[1:], os.O_RDONLY, dir_fd=root))',
  ],
  [
    'a file opened for nothing, opened again',
    'def again():\n    file = os.open(secret, os.O_PATH)\n    return os.open(f"/proc/self/fd/{file}", os.O_RDONLY)\nrefuses(again)',
  ],
  [
    'a file opened for nothing, linked',
    'def link():\n    file = os.open(secret, os.O_PATH)\n    return libc.linkat(file, b"", -100, b"mine", 0x1000)\nrefuses(link) and not os.path.lexists("mine")',
  ],
  [
    'a file opened for nothing, started',
    'def start():\n    file = os.open("/usr/bin/passwd", os.O_PATH)\n    return libc.syscall(322, file, b"", None, None, 0x1000)\nrefuses(start)',
  ],
  [
    'openat2 through a link',
    'how = struct.pack("QQQ", os.O_RDONLY, 0, 0)\nrefuses(call(437, -100, b"out", how, 24))',
  ],
  [
    'links that are followed by moving',
    'refuses(lambda: os.truncate("out", 0)) and refuses(lambda: os.chown("out", 0, 0))',
  ],
  [
    'a hard link to what a link leads to',
    'refuses(lambda: libc.linkat(-100, b"out", -100, b"hard", 0x400)) and not os.path.lexists("hard")',
  ],
  [
    'the working folder by another name',
    'refuses(lambda: os.rename(here, base + "/other")) and os.path.isdir(here)',
  ],
  [
    'the folder for temporary files, moved',
    'refuses(lambda: os.rename(temporary, temporary + "2")) and os.path.isdir(temporary)',
  ],
  [
    'the folder for temporary files, exchanged',
    'os.makedirs("x", exist_ok=True)\nrefuses(lambda: libc.renameat2(-100, os.fsencode(temporary), -100, b"x", 2))',
  ],
  ['a folder beside', 'refuses(lambda: os.mkdir(base + "/beside"))'],
  ['a device of its own', 'refuses(lambda: os.mknod("null", stat.S_IFCHR | 0o666, os.makedev(1, 3)))'],
  ['a disk of its own', 'refuses(lambda: os.mknod("disk", stat.S_IFBLK | 0o666, os.makedev(254, 0)))'],
  [
    'a capability of a file',
    'open("capable", "w").close()\nrefuses(lambda: os.setxattr("capable", "security.capability", b"\\1" * 20))',
  ],
  ['a library, mapped for writing', 'refuses(lambda: mmap.mmap(os.open(os.__file__, os.O_RDWR), 4096))'],
  [
    'a library, made writable',
    'file = os.open(os.__file__, os.O_RDONLY)\nplace = ctypes.pythonapi\nlibc.mmap.restype = ctypes.c_void_p\nshared = libc.mmap(None, 4096, 1, 1, file, 0)\nrefuses(lambda: libc.mprotect(ctypes.c_void_p(shared), 4096, 3))',
  ],
  [
    'a copy into a library',
    'open("small", "w").write("x")\nsource, target = os.open("small", os.O_RDONLY), os.open(os.__file__, os.O_RDONLY)\nrefuses(lambda: os.copy_file_range(source, target, 1)) and refuses(lambda: os.sendfile(target, source, 0, 1))',
  ],
  [
    'a file beyond all limits',
    'def grow():\n    with open("far", "wb") as file: file.truncate(1 << 40)\nrefuses(grow)',
  ],
  [
    'devices',
    'all(refuses(lambda: open(path, "rb")) for path in ("/dev/tty", "/dev/ptmx", "/dev/kmsg", "/dev/mem", "/dev/fuse", "/dev/kvm", "/dev/vda", "/dev/net/tun", "/dev/vsock"))',
  ],
  [
    'settings of the system',
    'all(refuses(lambda: open(path, "w")) for path in ("/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/proc/sys/kernel/hostname", "/sys/kernel/uevent_helper", "/sys/fs/cgroup/cgroup.procs"))',
  ],
  [
    'settings of its own process',
    'all(refuses(lambda: open(f"/proc/self/{name}", "r+b", buffering=0)) for name in ("mem", "oom_score_adj", "uid_map", "coredump_filter", "clear_refs", "attr/current", "timerslack_ns", "comm", "setgroups"))',
  ],
  [
    'facts of the system',
    'all(refuses(lambda: open(path).read()) for path in ("/proc/kallsyms", "/proc/self/mounts", "/proc/net/tcp", "/proc/mounts", "/proc/keys", "/proc/cmdline", "/sys/class/net", "/proc/self/mountinfo", "/etc/hostname", "/etc/resolv.conf"))',
  ],
  // other processes
  [
    'what links of the host’s process lead to',
    'all(refuses(lambda: os.readlink(f"/proc/{host}/{name}")) for name in ("cwd", "exe", "root", "fd/0", "ns/net", "ns/user"))',
  ],
  [
    'files of the host’s process',
    'all(refuses(lambda: os.stat(f"/proc/{host}/{name}/")) for name in ("cwd", "root", "fd/0"))',
  ],
  [
    'memory of the host’s process',
    'all(refuses(lambda: open(f"/proc/{host}/{name}", "rb").read(1)) for name in ("environ", "maps", "mem", "stack", "syscall", "auxv", "pagemap", "cmdline", "stat", "status"))',
  ],
  [
    'the supervisor',
    'all(refuses(lambda: open(f"/proc/{pid}/{name}", "rb").read(1)) for pid in (1, supervisor) for name in ("environ", "maps", "mem", "fd/0", "fd/1", "stat"))',
  ],
  [
    'signals by descriptor',
    'def send(pid):\n    return libc.syscall(424, libc.syscall(434, pid, 0), 0, None, 0)\nrefuses(lambda: send(host)) if host > 1 else True',
  ],
  [
    'signals with values',
    'info = ctypes.create_string_buffer(128)\nrefuses(call(129, host, 0, info)) and refuses(call(297, host, host, 0, info))',
  ],
  ['signals to threads', 'refuses(call(200, host, 0)) and refuses(call(234, host, host, 0))'],
  ['signals to groups', 'refuses(lambda: os.killpg(os.getpgid(host), 0)) if host > 1 else True'],
  [
    'timers that signal another thread',
    'event = struct.pack("qiii", 0, 9, 4, host) + bytes(64)\nrefuses(call(222, 1, event, ctypes.byref(ctypes.c_int())))',
  ],
  ['limits of the host', 'refuses(lambda: resource.prlimit(host, resource.RLIMIT_CPU, (1, 1)))'],
  [
    'a program that nobody named',
    'refuses(lambda: subprocess.run(["/usr/bin/passwd", "--help"])) and refuses(lambda: os.execv("/usr/bin/su", ["su"]))',
  ],
  ['a program that reads', 'subprocess.run(["/bin/cat", secret], capture_output=True).stdout == b""'],
  [
    'a loader of programs',
    'loaders = [path for path in ("/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1") if os.path.exists(path)]\nall(subprocess.run([path, "/bin/cat", secret], capture_output=True).stdout == b"" for path in loaders)',
  ],
  [
    'Python anew',
    'done = subprocess.run([sys.executable, "-I", "-S", "-c", f"import ctypes; print(open({secret!r}).read())"], capture_output=True)\nb"the secret" not in done.stdout + done.stderr',
  ],
  [
    'limits in Python anew',
    'done = subprocess.run([sys.executable, "-I", "-S", "-c", "import socket; print(socket.socket())"], capture_output=True)\ndone.stdout == b""',
  ],
  // the network
  [
    'sockets of every family',
    'all(refuses(lambda: socket.socket(family, kind)) for family in range(47) for kind in (1, 2, 3, 5))',
  ],
  [
    'an inherited socket',
    'def others():\n    for number in range(3, 64):\n        try: yield os.readlink(f"/proc/self/fd/{number}"), number\n        except OSError: pass\nsum(1 for target, _ in others() if target.startswith("socket:")) <= 2',
  ],
  ['names in the abstract', 'refuses(lambda: socket.socket(socket.AF_UNIX).connect("\\0/tmp/.X11-unix/X0"))'],
  // memory and counts
  [
    'large pipes without end',
    'held = 0\npipes = []\ntry:\n    while True:\n        pipes.append(os.pipe()); held += fcntl.fcntl(pipes[-1][1], 1031, 1 << 20)\nexcept OSError: pass\nfor pair in pipes:\n    for number in pair: os.close(number)\nheld <= 80 << 20',
  ],
  [
    'descriptors without end',
    'opened = []\ntry:\n    while True: opened.append(os.dup(0))\nexcept OSError: pass\nfor number in opened: os.close(number)\nlen(opened) < 512',
  ],
  ['address space without end', 'refuses(lambda: mmap.mmap(-1, 1 << 40, flags=mmap.MAP_PRIVATE | 0x4000))'],
  ['a core', 'resource.getrlimit(resource.RLIMIT_CORE) == (1, 1)'],
  [
    'powers',
    'libc.prctl(39, 0, 0, 0, 0) == 1 and not any(libc.prctl(23, number, 0, 0, 0) == 1 and libc.prctl(47, 1, number, 0, 0) == 1 for number in range(41))',
  ],
];
