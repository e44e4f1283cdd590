"""What the kernel enforces on the process that will run user code: no new privileges, and the system call filters."""
import ctypes
import os
import struct

import mettle_system_calls as calls

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.syscall.restype = ctypes.c_long

PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38

ALLOW = 0x7FFF0000
KILL_PROCESS = 0x80000000
# Into new namespaces, and CLONE_PARENT: a child of the zygote, which would not end with the run.
CLONE_FLAGS_DENIED = 0x7E020000 | 0x8000
EPERM, EAGAIN, ENOMEM, EINVAL, ENOSYS, EOPNOTSUPP = 1, 11, 12, 22, 38, 95

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
    if machine not in calls.ARCHITECTURES or ctypes.sizeof(ctypes.c_void_p) != 8:
        raise Confinement("no system call table for the architecture " + (machine or "unknown"))
    return calls.ARCHITECTURES[machine]


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
    denied = [numbers for name, numbers in calls.DENIED.items() if name not in calls.SUPERVISOR_CALLS]
    _choose(program, column, unknown, denied, (*calls.ALLOWED_NEW.values(), *calls.PIDFD, *calls.LANDLOCK))
    program.when_call(calls.CLONE[column], _no_way_out)
    return _end(program)


def code_filter(same_user, host_files, signals_kept, truncate_kept):
    """The filter of code but for what `last_filter` refuses. `same_user`: its uid owns things of the host; `host_files`:
    paths lead to files of the host; `signals_kept`: signals cannot leave anyway; `truncate_kept`: Landlock governs
    truncate."""
    program, column, unknown = _begin()
    denied = {name: numbers for name, numbers in calls.DENIED.items() if name not in calls.ATTRIBUTE_CHANGES}
    if same_user:
        denied.update(calls.DENIED_SAME_USER)
    if host_files:
        denied.update(calls.DENIED_TIMES)
    if not signals_kept:
        denied.update(calls.DENIED_SIGNALS)
    if not truncate_kept:
        denied["truncate"] = calls.TRUNCATE
    allowed = (*calls.ALLOWED_NEW.values(), *calls.LANDLOCK, *(calls.PIDFD if signals_kept else ()))
    _choose(program, column, unknown, denied.values(), allowed)
    changes = [calls.DENIED[name] for name in calls.ATTRIBUTE_CHANGES]
    for numbers in (calls.FALLOCATE, *changes, *(calls.ATTRIBUTES if host_files else ())):
        program.when_number(numbers[column], _refuse(EOPNOTSUPP))
    for numbers in calls.SYNC_ALL:
        program.when_number(numbers[column], _refuse(0))
    program.when_call(calls.CLONE[column], _no_way_out)
    program.when_call(calls.IOCTL[column], _usual_requests)
    program.when_call(calls.MMAP[column], _short_shared_maps)
    program.when_call(calls.MADVISE[column], lambda rule: rule.when_low(2, (MERGEABLE,), _refuse(EINVAL)))
    program.when_call(calls.PRCTL[column], lambda rule: rule.when_low(0, PRCTLS_DENIED, _refuse(EPERM)))
    program.when_call(calls.FCNTL[column], lambda rule: rule.when_low(1, FCNTLS_DENIED, _refuse(EPERM)))
    # prlimit64 that sets: a pointer to new limits
    program.when_call(calls.PRLIMIT[column], lambda rule: rule.unless_zero(2, _refuse(EPERM)))
    # sendto with an address
    program.when_call(calls.SENDTO[column], lambda rule: rule.unless_zero(4, _refuse(EPERM)))
    program.when_call(calls.SOCKETPAIR[column], _streams)
    if host_files:
        # utimensat by path; futimens has no path
        program.when_call(calls.UTIMENSAT[column], lambda rule: rule.unless_zero(1, _refuse(EPERM)))
    if not signals_kept:
        # kill of anything but the own process group
        program.when_call(calls.KILL[column], lambda rule: rule.unless_zero(0, _refuse(EPERM)))
    return _end(program)


def last_filter(starts_nothing):
    """The filter of code for the two things that a session process, which has the other one from the zygote, does for
    itself before: it enters Landlock rules, and lets its supervisor look at what it holds. `starts_nothing`: every new
    process and thread is refused, in the words of the kernel's own limit."""
    program, column, _ = _begin()
    for number in calls.LANDLOCK:
        program.when_number(number, _refuse(ENOSYS))
    if starts_nothing:
        for numbers in calls.STARTS:
            if numbers[column] is not None:
                program.when_number(numbers[column], _refuse(EAGAIN))
    program.when_call(calls.PRCTL[column], lambda rule: rule.when_low(0, (PR_SET_DUMPABLE, PR_SET_SECCOMP), _refuse(EPERM)))
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
