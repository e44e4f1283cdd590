"""Folders that code can write to, as the supervisor handles them: always by descriptor, so that a link which the code
puts in the place of a folder is refused and never followed."""
import contextlib
import os
import stat

OPEN_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
PASS_THROUGH = os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
OPEN_ANYTHING = os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC


@contextlib.contextmanager
def parent_of(path, root):
    """The open folder that a path below an open folder lies in, and its last name. OSError for a link in place of a
    folder."""
    names = path.split("/")
    if any(name in ("", ".", "..") for name in names):
        raise ValueError("no usable path: " + path)
    opened = root
    try:
        for name in names[:-1]:
            inner = os.open(name, PASS_THROUGH, dir_fd=opened)
            if opened != root:
                os.close(opened)
            opened = inner
        yield opened, names[-1]
    finally:
        if opened != root:
            os.close(opened)


def remove(path):
    """Removes a folder and all in it, however deep, whatever modes the code left; links are removed, not followed."""
    empty(path)
    os.rmdir(path)


def empty(path):
    """Removes all in a folder that the code cannot replace by another."""
    os.chmod(path, 0o700)
    root = os.open(path, OPEN_DIRECTORY)
    try:
        empty_open(root)
    finally:
        os.close(root)


def empty_open(root):
    """Removes all in an open folder. Folders inside folders are moved up first, so that depth costs neither stack nor
    descriptors."""
    number = 0
    while True:
        found = _entries(root)
        if not found:
            return
        for name, is_folder in found:
            if is_folder:
                number = _dissolve(root, name, number)
            else:
                os.unlink(name, dir_fd=root)


def remove_entry(name, parent):
    """Removes what lies in an open folder under a name, if anything does."""
    try:
        status = os.stat(name, dir_fd=parent, follow_symlinks=False)
    except FileNotFoundError:
        return
    if not stat.S_ISDIR(status.st_mode):
        os.unlink(name, dir_fd=parent)
        return
    folder = enter(name, parent)
    try:
        empty_open(folder)
    finally:
        os.close(folder)
    os.rmdir(name, dir_fd=parent)


def enter(name, parent):
    """Opens a folder in an open folder, also one that the code has closed to all; OSError for a link."""
    try:
        return os.open(name, OPEN_DIRECTORY, dir_fd=parent)
    except PermissionError:
        set_mode(name, parent, 0o700, stat.S_ISDIR)
        return os.open(name, OPEN_DIRECTORY, dir_fd=parent)


def set_mode(name, parent, mode, is_kind):
    """Sets the mode of an entry of the right kind."""
    with _as_it_is(name, parent, is_kind) as path:
        os.chmod(path, mode)


def set_times(name, parent, times):
    """Sets the times of a file or folder, in nanoseconds."""
    with _as_it_is(name, parent, lambda mode: stat.S_ISREG(mode) or stat.S_ISDIR(mode)) as path:
        os.utime(path, ns=times)


@contextlib.contextmanager
def _as_it_is(name, parent, is_kind):
    """A path that leads to an entry and nowhere else, for what is changed by name follows links."""
    descriptor = os.open(name, OPEN_ANYTHING, dir_fd=parent)
    try:
        if not is_kind(os.fstat(descriptor).st_mode):
            raise OSError("another kind of file has taken the place of " + name)
        yield "/proc/self/fd/%d" % descriptor
    finally:
        os.close(descriptor)


def _entries(folder):
    with os.scandir(folder) as entries:
        return [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]


def _dissolve(root, name, number):
    """Removes a folder of `root`, its own folders moved into `root` under unused names from `number` on."""
    set_mode(name, root, 0o700, stat.S_ISDIR)
    folder = os.open(name, OPEN_DIRECTORY, dir_fd=root)
    try:
        for inner, is_folder in _entries(folder):
            if not is_folder:
                os.unlink(inner, dir_fd=folder)
                continue
            set_mode(inner, folder, 0o700, stat.S_ISDIR)
            while True:
                number += 1
                try:
                    os.mkdir(".up-%d" % number, dir_fd=root)
                except FileExistsError:
                    continue
                os.rename(inner, ".up-%d" % number, src_dir_fd=folder, dst_dir_fd=root)
                break
    finally:
        os.close(folder)
    os.rmdir(name, dir_fd=root)
    return number


def used(path):
    """(files and folders, bytes) on the file system of a path."""
    status = os.statvfs(path)
    return status.f_files - status.f_ffree, (status.f_blocks - status.f_bfree) * status.f_frsize
