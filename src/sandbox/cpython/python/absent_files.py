"""Files of a large tree lie in the workspace without content until they are opened. An audit hook sees every opening
by Python before it happens and asks for the content first."""
import errno
import os
import sys

PATH_EVENTS = {
    "open": (0,), "os.rename": (0,), "os.link": (0,), "os.truncate": (0,), "os.utime": (0,), "sqlite3.connect": (0,),
    "ctypes.dlopen": (0,), "os.setxattr": (0,), "os.removexattr": (0,),
}
# Programs of their own open files unseen, so everything must be there.
ALL_EVENTS = frozenset(("subprocess.Popen", "os.exec", "os.posix_spawn", "os.system", "os.spawn", "pty.spawn"))
MAX_ALL_BYTES = 256 << 20


class AbsentFiles:
    def __init__(self, root):
        self.root = root
        self.sizes = {}
        self.by_name = {}
        self.channel = None
        self.hooked = False

    def expect(self, files, channel):
        """`files`: the whole list of (path, size), or None for no change since the last run."""
        self.channel = channel
        if files is not None:
            self.sizes = dict(files)
            self.by_name = {}
            for path in self.sizes:
                self.by_name.setdefault(path.rpartition("/")[2], []).append(path)
        if self.sizes and not self.hooked:
            self.hooked = True
            sys.addaudithook(self._seen)

    def _seen(self, event, args):
        if not self.sizes:
            return
        indices = PATH_EVENTS.get(event)
        if indices is not None:
            if event == "open" and _truncates(args):
                return
            for index in indices:
                self._bring_named(args[index])
        elif event in ALL_EVENTS:
            self._bring_all()

    def _bring_named(self, path):
        try:
            path = os.fsdecode(path)
        except TypeError:
            return
        for found in self._matches(path):
            self._bring(found)

    def _matches(self, path):
        """The absent files that a path may mean: itself, what lies below it, and where it is relative to an unknown
        folder, all that end alike."""
        full = os.path.realpath(path)
        if full.startswith(self.root + "/"):
            inside = full[len(self.root) + 1:]
            if inside in self.sizes:
                return [inside]
            below = inside + "/"
            return [other for other in self.sizes if other.startswith(below)] if os.path.isdir(full) else []
        if full == self.root:
            return list(self.sizes)
        if os.path.isabs(path):
            return []
        ending = "/" + os.path.normpath(path)
        return [other for other in self.by_name.get(os.path.basename(path), ()) if ("/" + other).endswith(ending)]

    def _bring_all(self):
        total = sum(self.sizes.values())
        if total > MAX_ALL_BYTES:
            raise OSError(errno.EFBIG, "a program cannot be started here: the tree holds %d bytes that it might read" % total)
        for path in list(self.sizes):
            self._bring(path)

    def _bring(self, path):
        size = self.sizes.pop(path, None)
        if size is None:
            return
        try:
            self.channel.fetch(path)
        except BaseException:
            self.sizes[path] = size
            raise


def _truncates(args):
    mode, flags = args[1], args[2] if len(args) > 2 else 0
    if isinstance(mode, str):
        return "w" in mode or "x" in mode
    return isinstance(flags, int) and bool(flags & os.O_TRUNC)
