"""`os.chmod` and `os.utime` where the filter refuses the system calls behind them, for those would reach files of the
host that code can see without being able to open them."""
import errno
import os
import shutil
import sys
import time


def replace(config):
    """Puts functions in their place that do the same to the code's own files, where that is necessary."""
    if config["overlay"] is not None:
        os.rename, os.replace = _in_parts(os.rename), _in_parts(os.replace)
    if config["sameUser"]:
        os.chmod, os.utime = _asking(config)
    elif config["landlock"] == "required":
        os.utime = _through_descriptor(os.utime)


def _in_parts(original):
    """Moves what the kernel does not: a folder that began in the shared files."""

    def move(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
        try:
            return original(src, dst, src_dir_fd=src_dir_fd, dst_dir_fd=dst_dir_fd)
        except OSError as error:
            if error.errno != errno.EXDEV or src_dir_fd is not None or dst_dir_fd is not None:
                raise
        if os.path.lexists(dst):
            os.rmdir(dst)
        _move_folder(os.fspath(src), os.fspath(dst), original)

    move.__name__ = original.__name__
    move.__doc__ = original.__doc__
    return move


def _move_folder(src, dst, original):
    os.mkdir(dst)
    for name in os.listdir(src):
        inner, moved = os.path.join(src, name), os.path.join(dst, name)
        try:
            original(inner, moved)
        except OSError as error:
            if error.errno != errno.EXDEV:
                raise
            _move_folder(inner, moved, original)
    shutil.copystat(src, dst)
    os.rmdir(src)


def _through_descriptor(original):
    """Opens the file first: Landlock decides."""

    def change(path, *args, dir_fd=None, follow_symlinks=True, **kwargs):
        if isinstance(path, int):
            return original(path, *args, **kwargs)
        flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | (0 if follow_symlinks else os.O_NOFOLLOW)
        descriptor = os.open(path, flags, dir_fd=dir_fd)
        try:
            return original(descriptor, *args, **kwargs)
        finally:
            os.close(descriptor)

    change.__name__ = original.__name__
    change.__doc__ = original.__doc__
    return change


def _asking(config):
    """Both functions, which ask the supervisor."""

    def place(path, dir_fd, follow_symlinks):
        if isinstance(path, int) or dir_fd is not None:
            raise PermissionError(errno.EPERM, "modes and times can be changed by path only")
        path = os.fsdecode(path)
        os.stat(path, follow_symlinks=follow_symlinks)
        # The content of a file that is not here yet is brought at this event.
        sys.audit("open", path, "r", os.O_RDONLY)
        folder, name = os.path.split(path)
        return os.path.realpath(path) if follow_symlinks else os.path.join(os.path.realpath(folder), name)

    def chmod(path, mode, *, dir_fd=None, follow_symlinks=True):
        config["channel"].change(place(path, dir_fd, follow_symlinks), mode & 0o7777, (0, 0))

    def utime(path, times=None, *, ns=None, dir_fd=None, follow_symlinks=True):
        if times is not None and ns is not None:
            raise ValueError("utime: you may specify either 'times' or 'ns' but not both")
        if ns is None:
            ns = (time.time_ns(),) * 2 if times is None else [int(part * 1_000_000_000) for part in times]
        config["channel"].change(place(path, dir_fd, follow_symlinks), -1, ns)

    chmod.__doc__, utime.__doc__ = os.chmod.__doc__, os.utime.__doc__
    return chmod, utime
