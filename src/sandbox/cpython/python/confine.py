"""What the kernel enforces on the process that will run the user's code: no new privileges, Landlock, seccomp."""
import ctypes
import os
import struct

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.syscall.restype = ctypes.c_long

PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38

ARCHITECTURES = {
    # machine: (audit architecture, column in the tables, first system call number that the tables do not know)
    "x86_64": (0xC000003E, 0, 335),
    "aarch64": (0xC00000B7, 1, 295),
}

# Refused everywhere, by number on x86_64 and aarch64 (None: the architecture has no such call).
DENIED = {
    # the network, and message queues shared with the host
    "socket": (41, 198), "connect": (42, 203), "bind": (49, 200), "listen": (50, 201), "accept": (43, 202),
    "accept4": (288, 242), "sendmsg": (46, 211), "sendmmsg": (307, 269),
    "shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195), "shmdt": (67, 197),
    "semget": (64, 190), "semop": (65, 193), "semctl": (66, 191), "semtimedop": (220, 192),
    "msgget": (68, 186), "msgsnd": (69, 189), "msgrcv": (70, 188), "msgctl": (71, 187),
    "mq_open": (240, 180), "mq_unlink": (241, 181), "mq_timedsend": (242, 182), "mq_timedreceive": (243, 183),
    "mq_notify": (244, 184), "mq_getsetattr": (245, 185),
    # other processes
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272),
    "setpriority": (141, 140), "sched_setparam": (142, 118), "sched_setscheduler": (144, 119),
    "sched_setattr": (314, 274), "sched_setaffinity": (203, 122), "ioprio_set": (251, 30),
    "migrate_pages": (256, 238), "move_pages": (279, 239), "get_robust_list": (274, 100),
    # namespaces, mounts, privileges
    "unshare": (272, 97), "setns": (308, 268), "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41),
    "chroot": (161, 51), "personality": (135, 92), "setuid": (105, 146), "setgid": (106, 144),
    "setreuid": (113, 145), "setregid": (114, 143), "setresuid": (117, 147), "setresgid": (119, 149),
    "setgroups": (116, 159), "setfsuid": (122, 151), "setfsgid": (123, 152), "capset": (126, 91),
    "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265),
    # the machine
    "syslog": (103, 116), "reboot": (169, 142), "sethostname": (170, 161), "setdomainname": (171, 162),
    "swapon": (167, 224), "swapoff": (168, 225), "acct": (163, 89), "quotactl": (179, 60),
    "settimeofday": (164, 170), "clock_settime": (227, 112), "clock_adjtime": (305, 266), "adjtimex": (159, 171),
    "init_module": (175, 105), "delete_module": (176, 106), "finit_module": (313, 273),
    "kexec_load": (246, 104), "kexec_file_load": (320, 294), "iopl": (172, None), "ioperm": (173, None),
    "modify_ldt": (154, None), "uselib": (134, None), "ustat": (136, None), "sysfs": (139, None),
    "vhangup": (153, 58), "nfsservctl": (180, 42), "lookup_dcookie": (212, 18), "_sysctl": (156, None),
    "create_module": (174, None), "get_kernel_syms": (177, None), "query_module": (178, None),
    # wide or rarely needed kernel surface
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282), "seccomp": (317, 277),
    "fanotify_init": (300, 262), "fanotify_mark": (301, 263), "inotify_init": (253, None),
    "inotify_init1": (294, 26), "inotify_add_watch": (254, 27), "inotify_rm_watch": (255, 28),
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219), "vmsplice": (278, 75),
    "mbind": (237, 235), "set_mempolicy": (238, 237), "get_mempolicy": (239, 236),
    "io_setup": (206, 0), "io_destroy": (207, 1), "io_submit": (209, 2), "io_cancel": (210, 3),
    "io_getevents": (208, 4), "io_pgetevents": (333, 292), "remap_file_pages": (216, 234),
    # memory that no limit counts, and limits themselves
    "memfd_create": (319, 279), "setrlimit": (160, 164), "mlock": (149, 228), "mlock2": (325, 284),
    "mlockall": (151, 230), "setsockopt": (54, 208),
    # what is not content of files, and could be set on files of the host that are open or may be written
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7), "removexattr": (197, 14),
    "lremovexattr": (198, 15), "fremovexattr": (199, 16),
}
# Room on a disk beyond the length of a file, which RLIMIT_FSIZE does not bound: the C library writes zeros instead.
FALLOCATE = (285, 47)
# These would write out all that the machine, or a file system of the host, has in memory. They do nothing.
SYNC_ALL = ((162, 81), (306, 267))

# What the supervisor needs of these.
SUPERVISOR_CALLS = frozenset(("sendmsg",))
LANDLOCK = (444, 445, 446)

# Newer calls that are allowed; every other number that the tables do not know is answered ENOSYS.
ALLOWED_NEW = {"close_range": 436, "openat2": 437, "faccessat2": 439, "epoll_pwait2": 441, "futex_waitv": 449}

# Refused where code shares its user with files of the host: Landlock does not cover these, and even the interpreter,
# which code may open, can be that user's. The supervisor does what is asked for.
DENIED_SAME_USER = {
    "fchmod": (91, 52), "utimensat": (280, 88),
    "chmod": (90, None), "fchmodat": (268, 53), "chown": (92, None), "lchown": (94, None),
    "fchownat": (260, 54), "fchown": (93, 55),
}

# Refused by path where the host's files can be seen: one that anyone may write would get other times.
DENIED_TIMES = {"utime": (132, None), "utimes": (235, None), "futimesat": (261, None)}
UTIMENSAT = (280, 88)

# Extended attributes by path, where the host's files can be seen: Landlock does not cover what they hold.
ATTRIBUTES = ((191, 8), (192, 9), (194, 11), (195, 12))

# Refused where signals are not kept inside by a process namespace or by Landlock.
DENIED_SIGNALS = {
    "tkill": (200, 130), "tgkill": (234, 131), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240),
}
KILL = (62, 129)
TRUNCATE = (76, 45)
CLONE = (56, 220)
PIDFD = (434, 424)
IOCTL = (16, 29)
MMAP = (9, 222)
MADVISE = (28, 233)
PRCTL = (157, 167)
FCNTL = (72, 25)
PRLIMIT = (302, 261)
SENDTO = (44, 206)
SOCKETPAIR = (53, 199)

ALLOW = 0x7FFF0000
KILL_PROCESS = 0x80000000
# Into new namespaces, and CLONE_PARENT: a child of the zygote, which would not end with the run.
CLONE_FLAGS_DENIED = 0x7E020000 | 0x8000
EPERM, ENOMEM, EINVAL, ENOSYS, EOPNOTSUPP = 1, 12, 22, 38, 95

# The requests of ioctl that ordinary code makes: about terminals, how much can be read, and modes of a descriptor.
IOCTLS = (0x5401, 0x802C542A, 0x5413, 0x540F, 0x5411, 0x541B, 0x5421, 0x5450, 0x5451, 0x80086601)
# Commands of fcntl that send signals to a process of choice, tell of changes in folders, or hold a file back from others.
FCNTLS_DENIED = (8, 15, 10, 0x402, 0x400)
# Options of prctl that hide a process from its supervisor, take in processes or filters, reach into memory maps, or
# share memory with whatever holds the same.
PRCTLS_DENIED = (35, PR_SET_CHILD_SUBREAPER, 62, 67, 0x59616D61)
# Advice about memory that does the latter.
MERGEABLE = 12
# The longest map of memory that is shared and of no file; mettle_counting counts each as one of this length.
SHARED_MAP_BYTES = 1 << 20


class Confinement(Exception):
    """A protection that could not be put in place."""


def _check(result, what):
    if result < 0:
        number = ctypes.get_errno()
        raise Confinement("%s: %s" % (what, os.strerror(number)))
    return result


def prctl(option, value):
    _check(LIBC.prctl(option, ctypes.c_ulong(value), 0, 0, 0), "prctl %d" % option)


def architecture():
    """The row of ARCHITECTURES for this machine; refuses where the numbers are unknown or do not apply."""
    machine = os.uname().machine
    if machine not in ARCHITECTURES or ctypes.sizeof(ctypes.c_void_p) != 8:
        raise Confinement("no system call table for the architecture " + (machine or "unknown"))
    return ARCHITECTURES[machine]


def _refuse(number):
    return 0x00050000 | number


class _Program:
    """A filter in classic BPF, written with forward jumps of fixed distance."""

    def __init__(self):
        self.code = []

    def add(self, code, true, false, value):
        self.code.append(struct.pack("=HBBI", code, true, false, value & 0xFFFFFFFF))

    def load(self, offset):
        self.add(0x20, 0, 0, offset)

    def number(self):
        self.load(0)

    def when_number(self, number, action):
        self.add(0x15, 0, 1, number)
        self.add(0x06, 0, 0, action)

    def argument_low(self, index):
        self.load(16 + 8 * index)

    def argument_high(self, index):
        self.load(20 + 8 * index)

    def give(self, action):
        self.add(0x06, 0, 0, action)

    def when_call(self, number, rule):
        """Goes through what `rule` writes for one system call; all that does not end in it is allowed."""
        inner = _Program()
        rule(inner)
        inner.give(ALLOW)
        self.add(0x15, 0, len(inner.code), number)
        self.code += inner.code

    def when_low(self, index, values, action):
        """The action for the values of an argument's lower half."""
        self.argument_low(index)
        for value in values:
            self.when_number(value, action)

    def unless_zero(self, index, action):
        """The action unless an argument is zero."""
        self.argument_low(index)
        self.add(0x15, 0, 2, 0)
        self.argument_high(index)
        self.add(0x15, 1, 0, 0)
        self.give(action)


def _begin():
    """A program that goes on only for calls by the usual table, and loads their number."""
    audit, column, unknown = architecture()
    program = _Program()
    program.load(4)
    program.add(0x15, 1, 0, audit)
    program.give(KILL_PROCESS)
    program.number()
    if column == 0:
        program.add(0x35, 0, 1, 0x40000000)
        program.give(KILL_PROCESS)
    return program, column, unknown


def _choose(program, column, unknown, denied, allowed):
    for numbers in denied:
        if numbers[column] is not None:
            program.when_number(numbers[column], _refuse(EPERM))
    for number in allowed:
        program.when_number(number, ALLOW)
    program.add(0x35, 0, 1, unknown)
    program.give(_refuse(ENOSYS))


class _Filter(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_void_p)]


class Filter:
    """A finished filter, which lies ready in memory so that putting it on is one call."""

    def __init__(self, program):
        if len(program.code) > 4096:
            raise Confinement("the system call filter is too long")
        self.code = b"".join(program.code)
        self._buffer = ctypes.create_string_buffer(self.code, len(self.code))
        self._filter = _Filter(len(program.code), ctypes.addressof(self._buffer))
        self._arguments = PR_SET_SECCOMP, ctypes.c_ulong(2), ctypes.byref(self._filter), 0, 0

    def install(self):
        """Applies it to this process and all its later children. `no_new_privs` must be set."""
        _check(LIBC.prctl(*self._arguments), "seccomp")


def _end(program):
    program.give(ALLOW)
    return Filter(program)


def supervisor_filter():
    """The filter of the supervisor, and so of all that it starts."""
    program, column, unknown = _begin()
    denied = [numbers for name, numbers in DENIED.items() if name not in SUPERVISOR_CALLS]
    _choose(program, column, unknown, denied, (*ALLOWED_NEW.values(), *PIDFD, *LANDLOCK))
    program.when_call(CLONE[column], _no_way_out)
    return _end(program)


def code_filter(same_user, host_files, signals_kept, truncate_kept):
    """The filter of code but for what `last_filter` refuses. `same_user`: its uid owns things of the host; `host_files`:
    paths lead to files of the host; `signals_kept`: signals cannot leave anyway; `truncate_kept`: Landlock governs
    truncate."""
    program, column, unknown = _begin()
    denied = dict(DENIED)
    if same_user:
        denied.update(DENIED_SAME_USER)
    if host_files:
        denied.update(DENIED_TIMES)
    if not signals_kept:
        denied.update(DENIED_SIGNALS)
    if not truncate_kept:
        denied["truncate"] = TRUNCATE
    allowed = (*ALLOWED_NEW.values(), *LANDLOCK, *(PIDFD if signals_kept else ()))
    _choose(program, column, unknown, denied.values(), allowed)
    for numbers in (FALLOCATE, *(ATTRIBUTES if host_files else ())):
        program.when_number(numbers[column], _refuse(EOPNOTSUPP))
    for numbers in SYNC_ALL:
        program.when_number(numbers[column], _refuse(0))
    program.when_call(CLONE[column], _no_way_out)
    program.when_call(IOCTL[column], _usual_requests)
    program.when_call(MMAP[column], _short_shared_maps)
    program.when_call(MADVISE[column], lambda rule: rule.when_low(2, (MERGEABLE,), _refuse(EINVAL)))
    program.when_call(PRCTL[column], lambda rule: rule.when_low(0, PRCTLS_DENIED, _refuse(EPERM)))
    program.when_call(FCNTL[column], lambda rule: rule.when_low(1, FCNTLS_DENIED, _refuse(EPERM)))
    # prlimit64 that sets: a pointer to new limits
    program.when_call(PRLIMIT[column], lambda rule: rule.unless_zero(2, _refuse(EPERM)))
    # sendto with an address
    program.when_call(SENDTO[column], lambda rule: rule.unless_zero(4, _refuse(EPERM)))
    program.when_call(SOCKETPAIR[column], _streams)
    if host_files:
        # utimensat by path; futimens has no path
        program.when_call(UTIMENSAT[column], lambda rule: rule.unless_zero(1, _refuse(EPERM)))
    if not signals_kept:
        # kill of anything but the own process group
        program.when_call(KILL[column], lambda rule: rule.unless_zero(0, _refuse(EPERM)))
    return _end(program)


def last_filter():
    """The filter of code for the two things that a session process, which has the other one from the zygote, does for
    itself before: it enters Landlock rules, and lets its supervisor look at what it holds."""
    program, column, _ = _begin()
    for number in LANDLOCK:
        program.when_number(number, _refuse(ENOSYS))
    program.when_call(PRCTL[column], lambda rule: rule.when_low(0, (PR_SET_DUMPABLE, PR_SET_SECCOMP), _refuse(EPERM)))
    return _end(program)


def _no_way_out(rule):
    rule.argument_low(0)
    rule.add(0x45, 0, 1, CLONE_FLAGS_DENIED)
    rule.give(_refuse(EPERM))


def _usual_requests(rule):
    rule.when_low(1, IOCTLS, ALLOW)
    rule.give(_refuse(EOPNOTSUPP))


def _short_shared_maps(rule):
    """Huge pages have a pool of their own. Long maps are refused where they are shared and of no file."""
    rule.argument_low(3)
    rule.add(0x45, 0, 1, 0x40000)
    rule.give(_refuse(ENOMEM))
    rule.add(0x54, 0, 0, 0x21)
    rule.add(0x15, 1, 0, 0x21)
    rule.give(ALLOW)
    rule.argument_high(1)
    rule.add(0x15, 1, 0, 0)
    rule.give(_refuse(ENOMEM))
    rule.argument_low(1)
    rule.add(0x25, 0, 1, SHARED_MAP_BYTES)
    rule.give(_refuse(ENOMEM))


def _streams(rule):
    """A datagram socket of a pair could still address another one."""
    rule.argument_low(1)
    rule.add(0x54, 0, 0, 0xFF)
    rule.add(0x15, 1, 0, 1)
    rule.give(_refuse(EPERM))
