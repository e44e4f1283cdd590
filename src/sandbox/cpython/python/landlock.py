"""Landlock: the kernel's file rules for a process without privileges."""
import ctypes
import os
import stat
import struct

from mettle_confine import LIBC, Confinement, _check

CREATE, ADD, RESTRICT = 444, 445, 446
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
REMOVE_DIR = 1 << 4
REFER, TRUNCATE, IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
FILE_RIGHTS = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
NETWORK = 3
SCOPES = 3


def version():
    """The Landlock version of this kernel; 0 where there is none."""
    found = LIBC.syscall(ctypes.c_long(CREATE), None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    return max(0, found)


def handled_rights(abi):
    """Every file right that this version can withhold."""
    rights = (1 << 13) - 1
    if abi >= 2:
        rights |= REFER
    if abi >= 3:
        rights |= TRUNCATE
    if abi >= 5:
        rights |= IOCTL_DEV
    return rights


def rules(readable, writable, devices, emptied=()):
    """A descriptor of the rules by which nothing but the given paths can be opened. `emptied`: folders whose empty
    folders may be removed."""
    abi = version()
    if abi < 1:
        raise Confinement("this kernel has no Landlock")
    rights = handled_rights(abi)
    attributes = struct.pack("=Q", rights)
    if abi >= 4:
        attributes += struct.pack("=Q", NETWORK)
    if abi >= 6:
        attributes += struct.pack("=Q", SCOPES)
    buffer = ctypes.create_string_buffer(attributes, len(attributes))
    made = _check(
        LIBC.syscall(ctypes.c_long(CREATE), buffer, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0)),
        "landlock_create_ruleset",
    )
    try:
        for path in readable:
            _allow(made, path, rights & (EXECUTE | READ_FILE | READ_DIR))
        for path in writable:
            _allow(made, path, rights & ~IOCTL_DEV)
        for path in devices:
            # Mapped for writing, /dev/zero is memory that no limit counts.
            _allow(made, path, READ_FILE if path == "/dev/zero" else READ_FILE | WRITE_FILE)
        for path in emptied:
            _allow(made, path, REMOVE_DIR)
    except BaseException:
        os.close(made)
        raise
    return made


def enforce(rules):
    """From here on this process and its children keep to the rules."""
    _check(LIBC.syscall(ctypes.c_long(RESTRICT), ctypes.c_int(rules), ctypes.c_uint32(0)), "landlock_restrict_self")


def _allow(rules, path, rights):
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            rights &= FILE_RIGHTS
        buffer = ctypes.create_string_buffer(struct.pack("=Qi", rights, descriptor), 12)
        _check(
            LIBC.syscall(ctypes.c_long(ADD), ctypes.c_int(rules), ctypes.c_int(1), buffer, ctypes.c_uint32(0)),
            "landlock_add_rule",
        )
    finally:
        os.close(descriptor)
