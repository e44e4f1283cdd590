"""What the processes of a session hold that no limit of the kernel bounds: memory that processes share, the buffers of
sockets, and files that have lost their name. They can be looked into because they can be dumped, and their filter keeps
them from changing that."""
import contextlib
import os
import re
import stat

import mettle_confine as confine
import mettle_folders as folders

MAX_ENTRIES = 250_000
MAX_DEPTH = 200
# What can wait in one socket, and how many may be there uncounted.
SOCKET_BYTES = 256 << 10
FREE_SOCKETS = 32
MAPS_BYTES = 2 << 20
DELETED = re.compile(rb"^\S+ \S+ \S+ \S+ (\d+) +(/.*) \(deleted\)$", re.MULTILINE)
ANONYMOUS = re.compile(rb"^(?:RssAnon|VmSwap):\s+(\d+) kB", re.MULTILINE)


class Unseen(Exception):
    """Something cannot be counted."""


class Holdings:
    """What some processes hold together. `folder`: where all files of the code lie. `shared`: bytes of memory that each
    process has in common with the one it was forked from."""

    def __init__(self, pids, folder, shared):
        self.prefix = os.fsencode(folder) + b"/"
        self.anonymous = 0
        self.maps = set()
        self.sockets = set()
        self.unlinked = {}
        self.unlinked_maps = set()
        for pid in pids:
            self._look("/proc/%d/task/" % pid, shared)

    def _look(self, process, shared):
        """Looks at each thread, for the first one may have ended, and each may have descriptors of its own."""
        has_memory = False
        try:
            for task in os.listdir(process):
                try:
                    if not has_memory:
                        anonymous = ANONYMOUS.findall(_read(process + task + "/status"))
                        if anonymous:
                            has_memory = True
                            self.anonymous += max(0, sum(map(int, anonymous)) * 1024 - shared)
                            self._look_at_maps(_read(process + task + "/maps"))
                    self._look_at_files(process + task + "/fd")
                except PermissionError:
                    # A thread that is ending has no memory any more, and then nobody may look.
                    if ANONYMOUS.search(_read(process + task + "/status")):
                        raise Unseen("the processes of the code cannot be looked into") from None
                except OSError:
                    continue
        except OSError:
            pass

    def memory(self):
        """Bytes of memory. Of a shared map, parts that are mapped no longer are held all the same."""
        sockets = max(0, len(self.sockets) - FREE_SOCKETS) * SOCKET_BYTES
        return self.anonymous + len(self.maps) * confine.SHARED_MAP_BYTES + sockets

    def unlinked_bytes(self):
        """Bytes in files without a name. One that is only mapped can have any size."""
        if self.unlinked_maps - self.unlinked.keys():
            raise Unseen("a file with neither name nor descriptor is mapped")
        return sum(self.unlinked.values())

    def _look_at_maps(self, maps):
        if b" (deleted)\n" not in maps:
            return
        for inode, path in DELETED.findall(maps):
            if path.startswith(self.prefix):
                if not _is_called_so(path + b" (deleted)", int(inode)):
                    self.unlinked_maps.add(int(inode))
            elif path == b"/dev/zero":
                self.maps.add(int(inode))

    def _look_at_files(self, path):
        descriptors = os.open(path, folders.OPEN_DIRECTORY)
        try:
            for name in os.listdir(descriptors):
                try:
                    status = os.stat(name, dir_fd=descriptors)
                except FileNotFoundError:
                    continue
                if stat.S_ISSOCK(status.st_mode):
                    self.sockets.add(status.st_ino)
                elif stat.S_ISREG(status.st_mode) and status.st_nlink == 0:
                    self.unlinked[status.st_ino] = status.st_blocks * 512
        finally:
            os.close(descriptors)


def _is_called_so(path, inode):
    """Whether a file bears the very name that the kernel gives to one without a name."""
    try:
        return os.stat(path, follow_symlinks=False).st_ino == inode
    except (OSError, ValueError):
        return False


def _read(path):
    with open(path, "rb", buffering=0) as file:
        data = file.read(MAPS_BYTES)
        while len(data) < MAPS_BYTES:
            part = file.read(MAPS_BYTES - len(data))
            if not part:
                return data
            data += part
    raise Unseen("too many maps")


def files_below(folder, depth=0, most=MAX_ENTRIES):
    """(files and folders, bytes) below an open folder, while code changes it; looks at hardly more than `most` of them."""
    entries = size = 0
    try:
        with os.scandir(folder) as found:
            for entry in found:
                entries += 1
                if entries > most:
                    break
                try:
                    if not entry.is_dir(follow_symlinks=False):
                        size += entry.stat(follow_symlinks=False).st_blocks * 512
                        continue
                    with _opened(entry.name, folder) as inner:
                        if depth == MAX_DEPTH:
                            raise Unseen("folders nested too deep")
                        more = files_below(inner, depth + 1, most - entries)
                except (FileNotFoundError, NotADirectoryError):
                    continue
                entries, size = entries + more[0], size + more[1]
    except PermissionError as error:
        raise Unseen(str(error)) from None
    return entries, size


@contextlib.contextmanager
def _opened(name, folder):
    """A folder in an open one. One that the code has closed, which it may, is open for as long as this takes."""
    mode = None
    try:
        inner = os.open(name, folders.OPEN_DIRECTORY, dir_fd=folder)
        if os.fstat(inner).st_mode & 0o100 == 0:
            os.close(inner)
            raise PermissionError
    except PermissionError:
        mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode & 0o777
        folders.set_mode(name, folder, mode | 0o700, stat.S_ISDIR)
        inner = os.open(name, folders.OPEN_DIRECTORY, dir_fd=folder)
    try:
        yield inner
    finally:
        if mode is not None and os.fstat(inner).st_mode & 0o777 == mode | 0o700:
            os.fchmod(inner, mode)
        os.close(inner)
