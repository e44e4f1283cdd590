"""Folders that code can write to, as the supervisor handles them: always by descriptor, so that a link which the code
puts in the place of a folder is refused and never followed."""
import os
import stat

OPEN_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
OPEN_ANYTHING = os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC


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
    """Sets the mode of an entry of the right kind. It is opened as it is first, for a mode set by name follows links."""
    descriptor = os.open(name, OPEN_ANYTHING, dir_fd=parent)
    try:
        if not is_kind(os.fstat(descriptor).st_mode):
            raise OSError("another kind of file has taken the place of " + name)
        os.chmod("/proc/self/fd/%d" % descriptor, mode)
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
