"""Brings a confined process back to what it was before its first run, and finds out whether it is."""
import fcntl
import os
import time

import mettle_folders as folders
import mettle_processes as processes

GET_FLAGS = 0x80086601
LOOKS = 60


class Pristine:
    """Taken before the first run: what processes there are, and what the folders that code can write to are like."""

    def __init__(self, config, zygote, census):
        self.zygote = zygote
        self.census = census
        self.by_namespace = config["ownProcesses"]
        self.by_user = config["ownUser"]
        offered = self.by_namespace or self.by_user or config["sameUser"]
        self.emptied = config["writable"] if offered else []
        kept = [os.path.dirname(config["workspace"]), config["programs"]] if config["watchFiles"] else []
        self.status = {path: os.stat(path) for path in (*self.emptied, *kept)}
        self.opened = {path: os.open(path, folders.OPEN_DIRECTORY) for path in self.status}
        self.marks = {path: self._marks(path) for path in self.status}
        self.room = {path: folders.used(path) for path in config["counted"] if offered}

    def restore(self, dying, started_nothing):
        """Ends all, empties all, and looks. None where everything is as it was, else what is not known to be. `dying`:
        the session process, which was sent its end. `started_nothing`: whether the kernel has refused every new process
        and thread to all code before this, so that there can be no other process of the code's."""
        if not (self.by_namespace or self.by_user or started_nothing):
            return "the code's processes cannot be told from others"
        try:
            if not self.zygote.alive():
                return "the zygote has ended"
            if not self.census.end_all(self.zygote.own(), dying if self.by_namespace else None):
                return "a process may be left"
            if not (self._is_alone() if self.by_namespace or self.by_user else self.zygote.alive()):
                return "a process may be left"
            changed = [path for path in self.status if not self._is_as_it_was(path)]
            for path in self.emptied:
                if path in changed:
                    folders.empty(path)
            for path, status in self.status.items():
                _set_back(path, status)
            return self._difference(changed)
        except OSError as error:
            return "%s: %s" % (type(error).__name__, error)

    def _is_alone(self):
        """Whether the supervisor and the zygote with its spare are all that is left. In a namespace of theirs the census
        has just found out; else their user is theirs alone, and the kernel counts what runs as it."""
        if self.by_namespace:
            return self.zygote.alive()
        self.zygote.collect()
        for look in range(LOOKS):
            if processes.are_as_many(1 + len(self.zygote.own())):
                return self.zygote.alive()
            processes.reap()
            self.zygote.collect()
            if look > 5:
                time.sleep(0.001)
        return False

    def _is_as_it_was(self, path):
        try:
            return self._marks(path) == self.marks[path]
        except PermissionError:
            return False

    def _difference(self, changed):
        for path in changed:
            if self._marks(path) != self.marks[path]:
                return "the folder %s is not as it was" % path
        for path, room in self.room.items():
            for _ in range(LOOKS):
                if folders.used(path) == room:
                    break
                time.sleep(0.001)
            else:
                return "something is left on the file system of %s" % path
        return None

    def _marks(self, path):
        """All of a folder that code can change and that outlasts its content, times aside."""
        status, opened = os.stat(path), self.opened[path]
        names = sorted(os.listdir(path))
        attributes = [(name, os.getxattr(opened, name)) for name in sorted(_attributes(opened))]
        return status.st_mode, status.st_uid, status.st_gid, status.st_size, status.st_ino, names, attributes, _flags(opened)


def _set_back(path, status):
    now = os.stat(path)
    if now.st_mode != status.st_mode:
        os.chmod(path, status.st_mode & 0o7777)
    if (now.st_atime_ns, now.st_mtime_ns) != (status.st_atime_ns, status.st_mtime_ns):
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def _attributes(opened):
    try:
        return os.listxattr(opened)
    except OSError:
        return []


def _flags(opened):
    try:
        return fcntl.ioctl(opened, GET_FLAGS, bytes(8))
    except OSError:
        return None
