"""What the kernel enforces on the process that will run the user's code: no new privileges, Landlock, seccomp."""
import ctypes
import os
import platform
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
    "mlockall": (151, 230),
}

# Newer calls that are allowed; every other number that the tables do not know is answered ENOSYS.
ALLOWED_NEW = {"close_range": 436, "openat2": 437, "faccessat2": 439, "epoll_pwait2": 441, "futex_waitv": 449}

# Refused where code shares its user with processes or files of the host: Landlock does not cover these.
DENIED_SAME_USER = {
    "chmod": (90, None), "fchmodat": (268, 53), "chown": (92, None), "lchown": (94, None),
    "fchownat": (260, 54), "fchown": (93, 55), "utime": (132, None), "utimes": (235, None),
    "futimesat": (261, None), "setxattr": (188, 5), "lsetxattr": (189, 6), "removexattr": (197, 14),
    "lremovexattr": (198, 15),
}
UTIMENSAT = (280, 88)

# Refused where signals are not kept inside by a process namespace or by Landlock.
DENIED_SIGNALS = {
    "tkill": (200, 130), "tgkill": (234, 131), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240),
}
KILL = (62, 129)
TRUNCATE = (76, 45)
CLONE = (56, 220)
CLONE3 = 435
PIDFD = (434, 424)
IOCTL = (16, 29)
PRLIMIT = (302, 261)
SENDTO = (44, 206)
SOCKETPAIR = (53, 199)

ALLOW = 0x7FFF0000
KILL_PROCESS = 0x80000000
NAMESPACE_FLAGS = 0x7E020000
EPERM, ENOSYS = 1, 38


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
    machine = platform.machine()
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


def seccomp_program(same_user, signals_kept, truncate_kept):
    """The filter's bytes. `same_user`: the code's uid owns things of the host; `signals_kept`: signals cannot
    leave anyway; `truncate_kept`: Landlock governs truncate."""
    audit, column, unknown = architecture()
    program = _Program()
    program.load(4)
    program.add(0x15, 1, 0, audit)
    program.give(KILL_PROCESS)
    program.number()
    if column == 0:
        program.add(0x35, 0, 1, 0x40000000)
        program.give(KILL_PROCESS)
    denied = dict(DENIED)
    if same_user:
        denied.update(DENIED_SAME_USER)
    if not signals_kept:
        denied.update(DENIED_SIGNALS)
    if not truncate_kept:
        denied["truncate"] = TRUNCATE
    for numbers in denied.values():
        if numbers[column] is not None:
            program.when_number(numbers[column], _refuse(EPERM))
    for number in ALLOWED_NEW.values():
        program.when_number(number, ALLOW)
    if signals_kept:
        for number in PIDFD:
            program.when_number(number, ALLOW)
    program.add(0x35, 0, 1, unknown)
    program.give(_refuse(ENOSYS))
    _argument_rules(program, column, same_user, signals_kept)
    program.give(ALLOW)
    if len(program.code) > 4096:
        raise Confinement("the system call filter is too long")
    return b"".join(program.code)


def _argument_rules(program, column, same_user, signals_kept):
    # clone with namespace flags
    program.add(0x15, 0, 4, CLONE[column])
    program.argument_low(0)
    program.add(0x45, 0, 1, NAMESPACE_FLAGS)
    program.give(_refuse(EPERM))
    program.give(ALLOW)
    # ioctl that types into a terminal
    program.add(0x15, 0, 5, IOCTL[column])
    program.argument_low(1)
    program.add(0x15, 1, 0, 0x5412)
    program.add(0x15, 0, 1, 0x541C)
    program.give(_refuse(EPERM))
    program.give(ALLOW)
    # prlimit64 that sets: a pointer to new limits
    program.add(0x15, 0, 6, PRLIMIT[column])
    program.argument_low(2)
    program.add(0x15, 0, 2, 0)
    program.argument_high(2)
    program.add(0x15, 1, 0, 0)
    program.give(_refuse(EPERM))
    program.give(ALLOW)
    # sendto with an address
    program.add(0x15, 0, 6, SENDTO[column])
    program.argument_low(4)
    program.add(0x15, 0, 2, 0)
    program.argument_high(4)
    program.add(0x15, 1, 0, 0)
    program.give(_refuse(EPERM))
    program.give(ALLOW)
    # socketpair other than streams: a datagram socket of a pair could still address another one
    program.add(0x15, 0, 5, SOCKETPAIR[column])
    program.argument_low(1)
    program.add(0x54, 0, 0, 0xFF)
    program.add(0x15, 1, 0, 1)
    program.give(_refuse(EPERM))
    program.give(ALLOW)
    if same_user:
        # utimensat by path; futimens has no path
        program.add(0x15, 0, 6, UTIMENSAT[column])
        program.argument_low(1)
        program.add(0x15, 0, 2, 0)
        program.argument_high(1)
        program.add(0x15, 1, 0, 0)
        program.give(_refuse(EPERM))
        program.give(ALLOW)
    if not signals_kept:
        # kill of anything but the own process group
        program.add(0x15, 0, 4, KILL[column])
        program.argument_low(0)
        program.add(0x15, 1, 0, 0)
        program.give(_refuse(EPERM))
        program.give(ALLOW)


def install_seccomp(program):
    """Applies a filter to this process and all its later children. `no_new_privs` must be set."""

    class _Filter(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]

    buffer = ctypes.create_string_buffer(program, len(program))
    wrapper = _Filter(len(program) // 8, ctypes.addressof(buffer))
    _check(LIBC.prctl(PR_SET_SECCOMP, ctypes.c_ulong(2), ctypes.byref(wrapper), 0, 0), "seccomp")
