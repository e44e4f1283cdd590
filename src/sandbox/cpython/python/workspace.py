"""The folder that the user's code works in, as the supervisor sees it: written from the tree before a run, read back
after it. What the code left there is foreign: links are never followed, only plain files are read."""
import contextlib
import os
import stat

import mettle_folders as folders
from mettle_folders import OPEN_DIRECTORY

MAX_ENTRIES = 200_000
MAX_DEPTH = 200
# Characters of all paths together: a name below 200 others has some 50,000.
MAX_PATHS = 32 << 20
# A file that changed this shortly before the code started may have been changed again without showing it.
RACY_NANOSECONDS = 20_000_000
NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
OPEN_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class TooMuch(Exception):
    """The code left more than may be read back."""


class Workspace:
    def __init__(self, root):
        # All that is done here starts from this descriptor and goes from folder to folder, never by a path.
        self.root = os.open(root, OPEN_DIRECTORY)
        self.forget()

    def forget(self):
        """Nothing is known any more of what lies here."""
        self.known = {}
        # Files whose content has not been asked for: path -> (size, time of change, inode) of an empty stand-in.
        self.absent = {}
        # Characters of the paths of one look.
        self.paths = 0
        # Bytes that the host wrote here, which are not the code's.
        self.host_bytes = 0

    # ---- in: what changed in the tree

    def apply(self, operations):
        # They come folder by folder, so the folder of the last one stays open until another is needed.
        with contextlib.ExitStack() as opened:
            parent = None
            for operation in operations:
                path = operation[1]
                above, _, name = path.rpartition("/")
                if above != parent:
                    opened.close()
                    parent = None
                    folder, name = opened.enter_context(folders.parent_of(path, self.root))
                    parent = above
                elif name in ("", ".", ".."):
                    raise ValueError("no usable path: " + path)
                if operation[0] == "x":
                    self._remove(path, folder, name)
                elif operation[0] == "d":
                    self._make_directory(path, folder, name, operation[2])
                elif operation[0] == "l":
                    self._link(path, folder, name, operation[2])
                elif operation[0] == "s":
                    self._stand_in(path, folder, name, operation[2], operation[3])
                else:
                    self._write(path, folder, name, operation[2], operation[3])

    def _remove(self, path, folder, name):
        prefix = path + "/"
        for known in [other for other in self.known if other == path or other.startswith(prefix)]:
            del self.known[known]
            self.absent.pop(known, None)
        folders.remove_entry(name, folder)

    def _make_directory(self, path, folder, name, mode):
        try:
            os.mkdir(name, 0o700, dir_fd=folder)
        except FileExistsError:
            if not stat.S_ISDIR(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
                os.unlink(name, dir_fd=folder)
                os.mkdir(name, 0o700, dir_fd=folder)
        descriptor = folders.enter(name, folder)
        try:
            os.fchmod(descriptor, mode | 0o700)
            self.known[path] = _stamp(os.fstat(descriptor))
        finally:
            os.close(descriptor)

    def _create(self, path, folder, name):
        self.absent.pop(path, None)
        try:
            return os.open(name, NEW_FILE, 0o600, dir_fd=folder)
        except FileExistsError:
            folders.remove_entry(name, folder)
            return os.open(name, NEW_FILE, 0o600, dir_fd=folder)

    def _write(self, path, folder, name, mode, data):
        descriptor = self._create(path, folder, name)
        try:
            self._put(descriptor, data)
            os.fchmod(descriptor, mode & 0o777)
            self.known[path] = _stamp(os.fstat(descriptor))
        finally:
            os.close(descriptor)

    def _link(self, path, folder, name, target):
        self.absent.pop(path, None)
        folders.remove_entry(name, folder)
        os.symlink(target, name, dir_fd=folder)
        self.known[path] = ("l", target)

    def _put(self, descriptor, data):
        view = memoryview(data)
        self.host_bytes += len(view)
        while view:
            view = view[os.write(descriptor, view):]

    def _stand_in(self, path, folder, name, mode, size):
        """A file of the right size and mode without content, which takes no room."""
        descriptor = self._create(path, folder, name)
        try:
            os.ftruncate(descriptor, size)
            os.fchmod(descriptor, mode & 0o777)
            status = os.fstat(descriptor)
        finally:
            os.close(descriptor)
        self.absent[path] = (size, status.st_mtime_ns, status.st_ino)
        self.known[path] = _stamp(status)

    def fill(self, path, data):
        """Puts the content in place of a stand-in. The code runs meanwhile, so the file must be that very one."""
        expected = self.absent.pop(path, None)
        if expected is None:
            return
        with folders.parent_of(path, self.root) as (folder, name):
            descriptor = os.open(name, os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
        try:
            if not _is_stand_in(os.fstat(descriptor), expected):
                return
            self._put(descriptor, data)
            os.ftruncate(descriptor, len(data))
            self.known[path] = _stamp(os.fstat(descriptor))
        finally:
            os.close(descriptor)

    # ---- out: what the code changed

    def changes(self, most_bytes, since):
        """Yields operations that bring the tree to what lies here: removals first, then folders and files. `since`:
        the time in nanoseconds at which the code started to run."""
        seen = {}
        pending = []
        skipped = []
        if os.fstat(self.root).st_mode & 0o700 != 0o700:
            os.fchmod(self.root, 0o700)
        self.paths = 0
        self._walk(self.root, "", 0, seen, pending, skipped, since - RACY_NANOSECONDS)
        for path in sorted(self._removed(seen, pending), reverse=True):
            self._forget_removed(path, seen)
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

    def _removed(self, seen, pending):
        return [path for path in self.known if path not in seen or seen[path][0] != self.known[path][0]]

    def _forget_removed(self, path, seen):
        self.known.pop(path, None)
        self.absent.pop(path, None)

    def _names(self, folder, prefix):
        """The names in an open folder that are to be looked at."""
        with os.scandir(folder) as entries:
            for entry in entries:
                yield entry.name

    def _absent(self, path, seen):
        """Nothing is there under a name that was to be looked at."""

    def _walk(self, folder, prefix, depth, seen, pending, skipped, settled):
        if depth > MAX_DEPTH:
            raise TooMuch("folders nested deeper than %d" % MAX_DEPTH)
        with contextlib.closing(self._names(folder, prefix)) as names:
            for name in names:
                path = prefix + name
                self.paths += len(path)
                if self.paths > MAX_PATHS or len(seen) + len(skipped) >= MAX_ENTRIES:
                    raise TooMuch("more than %d files and folders, or too long paths" % MAX_ENTRIES)
                try:
                    name.encode()
                    status = os.stat(name, dir_fd=folder, follow_symlinks=False)
                except UnicodeEncodeError:
                    skipped.append(prefix + name.encode("utf-8", "backslashreplace").decode())
                    continue
                except FileNotFoundError:
                    self._absent(path, seen)
                    continue
                except OSError:
                    continue
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
                elif self._is_ours(path, folder, name):
                    seen[path] = self.known[path]
                else:
                    skipped.append(path)

    def _is_ours(self, path, folder, name):
        """Whether a link is one of the tree's that the code left alone."""
        known = self.known.get(path)
        if known is None or known[0] != "l":
            return False
        try:
            return os.readlink(name, dir_fd=folder) == known[1]
        except OSError:
            return False

    def _enter(self, folder, name, path, depth, seen, pending, skipped, settled, status):
        if status.st_mode & 0o500 != 0o500:
            folders.set_mode(name, folder, status.st_mode & 0o777 | 0o700, stat.S_ISDIR)
        descriptor = os.open(name, OPEN_DIRECTORY, dir_fd=folder)
        try:
            self._walk(descriptor, path + "/", depth + 1, seen, pending, skipped, settled)
        finally:
            os.close(descriptor)

    def _read(self, path, room):
        """A plain file's bytes; None for what is none, and for a stand-in."""
        try:
            with folders.parent_of(path, self.root) as (folder, name):
                return _read_plain(folder, name, room, self.absent.get(path))
        except OSError:
            return None

    def clear(self):
        """Empties the folder."""
        self.forget()
        os.fchmod(self.root, 0o700)
        folders.empty_open(self.root)


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
        folders.set_mode(name, folder, 0o600, stat.S_ISREG)
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
