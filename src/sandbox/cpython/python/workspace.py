"""The folder that the user's code works in, as the supervisor sees it: written from the tree before a run, read back
after it. What the code left there is foreign: links are never followed, only plain files are read."""
import os
import stat

import mettle_folders as folders
from mettle_folders import OPEN_DIRECTORY

MAX_ENTRIES = 200_000
MAX_DEPTH = 200
# A file that changed this shortly before the code started may have been changed again without showing it.
RACY_NANOSECONDS = 20_000_000
OPEN_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class TooMuch(Exception):
    """The code left more than may be read back."""


class Workspace:
    def __init__(self, root):
        self.root = root
        self.known = {}
        # Files whose content has not been asked for: path -> (size, time of change, inode) of an empty stand-in.
        self.absent = {}
        # Bytes that the host wrote here, which are not the code's.
        self.host_bytes = 0

    # ---- in: what changed in the tree

    def apply(self, operations):
        for operation in operations:
            path = operation[1]
            if operation[0] == "x":
                self._remove(path)
            elif operation[0] == "d":
                self._make_directory(path, operation[2])
            elif operation[0] == "s":
                self._stand_in(path, operation[2], operation[3])
            else:
                self._write(path, operation[2], operation[3])

    def _full(self, path):
        """The absolute path, after making sure that no part before the last is a link that the code left."""
        full = self.root
        names = path.split("/")
        for name in names[:-1]:
            full = full + "/" + name
            if not stat.S_ISDIR(os.lstat(full).st_mode):
                raise NotADirectoryError(full)
        if names[-1] in ("", ".", ".."):
            raise ValueError("no usable path: " + path)
        return full + "/" + names[-1]

    def _remember(self, path):
        self.known[path] = _stamp(os.lstat(self._full(path)))

    def _remove(self, path):
        full = self._full(path)
        prefix = path + "/"
        for known in [name for name in self.known if name == path or name.startswith(prefix)]:
            del self.known[known]
            self.absent.pop(known, None)
        try:
            status = os.lstat(full)
        except FileNotFoundError:
            return
        if stat.S_ISDIR(status.st_mode):
            folders.remove(full)
        else:
            os.unlink(full)

    def _make_directory(self, path, mode):
        full = self._full(path)
        try:
            status = os.lstat(full)
            if not stat.S_ISDIR(status.st_mode):
                os.unlink(full)
                os.mkdir(full)
        except FileNotFoundError:
            os.mkdir(full)
        os.chmod(full, mode | 0o700)
        self._remember(path)

    def _create(self, path):
        full = self._full(path)
        self.absent.pop(path, None)
        try:
            status = os.lstat(full)
            if stat.S_ISDIR(status.st_mode):
                folders.remove(full)
            else:
                os.unlink(full)
        except FileNotFoundError:
            pass
        return os.open(full, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)

    def _write(self, path, mode, data):
        descriptor = self._create(path)
        try:
            self._put(descriptor, data)
            os.fchmod(descriptor, mode & 0o777)
        finally:
            os.close(descriptor)
        self._remember(path)

    def _put(self, descriptor, data):
        view = memoryview(data)
        self.host_bytes += len(view)
        while view:
            view = view[os.write(descriptor, view):]

    def _stand_in(self, path, mode, size):
        """A file of the right size and mode without content, which takes no room."""
        descriptor = self._create(path)
        try:
            os.ftruncate(descriptor, size)
            os.fchmod(descriptor, mode & 0o777)
            status = os.fstat(descriptor)
        finally:
            os.close(descriptor)
        self.absent[path] = (size, status.st_mtime_ns, status.st_ino)
        self._remember(path)

    def fill(self, path, data):
        """Puts the content in place of a stand-in. The code runs meanwhile, so the file must be that very one."""
        expected = self.absent.pop(path, None)
        if expected is None:
            return
        folder, name = self._open_parent(path)
        try:
            descriptor = os.open(name, os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
        finally:
            os.close(folder)
        try:
            if not _is_stand_in(os.fstat(descriptor), expected):
                return
            self._put(descriptor, data)
            os.ftruncate(descriptor, len(data))
            self.known[path] = _stamp(os.fstat(descriptor))
        finally:
            os.close(descriptor)

    def _open_parent(self, path):
        folder = os.open(self.root, OPEN_DIRECTORY)
        names = path.split("/")
        try:
            for name in names[:-1]:
                inner = os.open(name, OPEN_DIRECTORY, dir_fd=folder)
                os.close(folder)
                folder = inner
        except OSError:
            os.close(folder)
            raise
        return folder, names[-1]

    # ---- out: what the code changed

    def changes(self, most_bytes, since):
        """Yields operations that bring the tree to what lies here: removals first, then folders and files. `since`:
        the time in nanoseconds at which the code started to run."""
        seen = {}
        pending = []
        skipped = []
        root = os.open(self.root, OPEN_DIRECTORY)
        try:
            self._walk(root, "", 0, seen, pending, skipped, since - RACY_NANOSECONDS)
        finally:
            os.close(root)
        gone = [path for path in self.known if path not in seen or seen[path][0] != self.known[path][0]]
        for path in sorted(gone, reverse=True):
            del self.known[path]
            self.absent.pop(path, None)
            yield ("x", path)
        total = 0
        for path in pending:
            kind, mode = seen[path][0], seen[path][1]
            if kind == "d":
                self.known[path] = seen[path]
                yield ("d", path, mode)
                continue
            data = self._read(path, most_bytes - total)
            if data is None:
                if path in self.absent:
                    self.known[path] = seen[path]
                    yield ("m", path, mode)
                continue
            self.absent.pop(path, None)
            total += len(data)
            self.known[path] = seen[path]
            yield ("f", path, mode, data)
        for path in skipped:
            yield ("skipped", path)

    def _walk(self, folder, prefix, depth, seen, pending, skipped, settled):
        if depth > MAX_DEPTH:
            raise TooMuch("folders nested deeper than %d" % MAX_DEPTH)
        with os.scandir(folder) as entries:
            for entry in entries:
                name = entry.name
                path = prefix + name
                try:
                    name.encode()
                    status = os.stat(name, dir_fd=folder, follow_symlinks=False)
                except UnicodeEncodeError:
                    skipped.append(prefix + name.encode("utf-8", "backslashreplace").decode())
                    continue
                except OSError:
                    continue
                if len(seen) >= MAX_ENTRIES:
                    raise TooMuch("more than %d files and folders" % MAX_ENTRIES)
                if stat.S_ISDIR(status.st_mode):
                    stamp = _stamp(status)
                    seen[path] = stamp
                    known = self.known.get(path)
                    if known is None or known[:2] != stamp[:2]:
                        pending.append(path)
                    self._enter(folder, name, path, depth, seen, pending, skipped, settled, status)
                elif stat.S_ISREG(status.st_mode):
                    stamp = _stamp(status)
                    seen[path] = stamp
                    known = self.known.get(path)
                    if known != stamp or (status.st_ctime_ns > settled and path not in self.absent):
                        pending.append(path)
                else:
                    skipped.append(path)

    def _enter(self, folder, name, path, depth, seen, pending, skipped, settled, status):
        if status.st_mode & 0o500 != 0o500:
            os.chmod(name, status.st_mode & 0o777 | 0o700, dir_fd=folder)
        descriptor = os.open(name, OPEN_DIRECTORY, dir_fd=folder)
        try:
            self._walk(descriptor, path + "/", depth + 1, seen, pending, skipped, settled)
        finally:
            os.close(descriptor)

    def _read(self, path, room):
        """A plain file's bytes; None for what is none, and for a stand-in."""
        try:
            folder, name = self._open_parent(path)
        except OSError:
            return None
        try:
            return _read_plain(folder, name, room, self.absent.get(path))
        except OSError:
            return None
        finally:
            os.close(folder)

    def clear(self):
        """Empties the folder: nothing is known of it any more."""
        self.known.clear()
        self.absent.clear()
        self.host_bytes = 0
        folders.empty(self.root)

    def size(self):
        """Bytes in plain files here, for the watch; stops counting where there are too many. None where a folder is
        too deep or closed to look into."""
        total = 0
        entries = 0
        pending = [(self.root, 0)]
        while pending:
            path, depth = pending.pop()
            try:
                with os.scandir(path) as found:
                    for entry in found:
                        entries += 1
                        if entries > MAX_ENTRIES:
                            return total
                        if not entry.is_dir(follow_symlinks=False):
                            total += entry.stat(follow_symlinks=False).st_blocks * 512
                        elif depth == MAX_DEPTH:
                            return None
                        else:
                            pending.append((entry.path, depth + 1))
            except PermissionError:
                return None
            except OSError:
                continue
        return total


def _stamp(status):
    kind = "d" if stat.S_ISDIR(status.st_mode) else "f"
    mode = status.st_mode & 0o777
    if kind == "d":
        return (kind, mode, 0, 0, 0)
    return (kind, mode, status.st_size, status.st_ctime_ns, status.st_ino)


def _is_stand_in(status, expected):
    return (stat.S_ISREG(status.st_mode) and status.st_blocks == 0
            and (status.st_size, status.st_mtime_ns, status.st_ino) == expected)


def _read_plain(folder, name, room, stand_in):
    try:
        descriptor = os.open(name, OPEN_FILE, dir_fd=folder)
    except PermissionError:
        os.chmod(name, 0o600, dir_fd=folder)
        descriptor = os.open(name, OPEN_FILE, dir_fd=folder)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or (stand_in is not None and _is_stand_in(status, stand_in)):
            return None
        parts = []
        size = 0
        while True:
            part = os.read(descriptor, 1 << 20)
            if not part:
                return b"".join(parts)
            size += len(part)
            if size > room:
                raise TooMuch("more bytes in files than allowed")
            parts.append(part)
    finally:
        os.close(descriptor)
