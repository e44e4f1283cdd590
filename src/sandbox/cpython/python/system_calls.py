"""System calls by their numbers: which are refused, to whom, and which are looked at more closely."""

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
    # attributes, see below
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7), "removexattr": (197, 14),
    "lremovexattr": (198, 15), "fremovexattr": (199, 16),
}
# What is not content of files, and could be set on files of the host that are open or may be written. Code is told that
# the file system has none: programs then copy without them and say nothing.
ATTRIBUTE_CHANGES = ("setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr")
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
# All that start a process or thread, but for clone3, which is not in the tables.
STARTS = (CLONE, (57, None), (58, None))
PIDFD = (434, 424)
IOCTL = (16, 29)
MMAP = (9, 222)
MADVISE = (28, 233)
PRCTL = (157, 167)
FCNTL = (72, 25)
PRLIMIT = (302, 261)
SENDTO = (44, 206)
SOCKETPAIR = (53, 199)
