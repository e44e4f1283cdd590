"""Taking away what code left in folders. Only ever called while nothing of the code runs."""
import os

OPEN_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def remove(path):
    """Removes a folder and all in it, however deep, whatever modes the code left; links are removed, not followed."""
    empty(path)
    os.rmdir(path)


def empty(path):
    """Removes all in a folder. Folders inside folders are moved up first, so that depth costs neither stack nor
    descriptors."""
    os.chmod(path, 0o700)
    root = os.open(path, OPEN_DIRECTORY)
    number = 0
    try:
        while True:
            found = _entries(root)
            if not found:
                return
            for name, is_folder in found:
                if is_folder:
                    number = _dissolve(root, name, number)
                else:
                    os.unlink(name, dir_fd=root)
    finally:
        os.close(root)


def _entries(folder):
    with os.scandir(folder) as entries:
        return [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]


def _dissolve(root, name, number):
    """Removes a folder of `root`, its own folders moved into `root` under unused names from `number` on."""
    os.chmod(name, 0o700, dir_fd=root)
    folder = os.open(name, OPEN_DIRECTORY, dir_fd=root)
    try:
        for inner, is_folder in _entries(folder):
            if not is_folder:
                os.unlink(inner, dir_fd=folder)
                continue
            os.chmod(inner, 0o700, dir_fd=folder)
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
