"""Files that both processes have under the same paths: what one side changes is carried over before the other one goes on.
Only what plain files and folders hold is carried. A link is never followed, and nothing of the code's is run here."""
import stat

MAX_FILE_BYTES = 4_000_000
MAX_FILES = 5_000
REMOVED = 0
# Nanoseconds in which a file may change twice and show the same time.
UNSURE = 100_000_000


class Files:
    def __init__(self, roots, limit):
        self.roots = roots
        # What is raised for what can't be carried.
        self.limit = limit
        # By path: (bytes or None of a folder, mode, time), and what tells whether it has to be read again.
        self.known = {}
        self.marks = {}

    def news(self):
        """(path, bytes or None of a folder or REMOVED, mode, time) of all that has changed since this was asked or told."""
        now = {}
        for root in self.roots:
            self.scan(root, now)
        found = [(path, REMOVED, 0, 0) for path in reversed(list(self.known)) if path not in now]
        found += [(path, *entry) for path, entry in now.items() if self.known.get(path) != entry]
        self.known = now
        return tuple(found)

    def scan(self, root, found):
        size, pending = 0, [root]
        while pending:
            with own_os.scandir(pending.pop()) as entries:
                for entry in entries:
                    try:
                        status = entry.stat(follow_symlinks=False)
                        if stat.S_ISDIR(status.st_mode):
                            found[entry.path] = None, status.st_mode & 0o777, 0
                            pending.append(entry.path)
                            continue
                        if not stat.S_ISREG(status.st_mode):
                            raise self.limit("a link, or what is no plain file, in the files of the tests: %s" % entry.path)
                        size += status.st_size
                        if size > MAX_FILE_BYTES or len(found) >= MAX_FILES:
                            raise self.limit("more than %d bytes or %d files" % (MAX_FILE_BYTES, MAX_FILES))
                        found[entry.path] = self.content(entry.path, status), status.st_mode & 0o777, status.st_mtime_ns
                    except FileNotFoundError:
                        pass
                    except PermissionError:
                        raise self.limit("a file that can't be read: %s" % entry.path) from None

    def content(self, path, status):
        mark = status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino
        if self.marks.get(path) == mark and path in self.known:
            return self.known[path][0]
        if own_time.time_ns() - max(mark[:2]) > UNSURE:
            self.marks[path] = mark
        with open(path, "rb") as file:
            return file.read()

    def take(self, news):
        """Does here what was changed there. The paths come from the other side, and are kept inside the folders."""
        for path, content, mode, time in news:
            self.check(path)
            if type(content) is int:
                remove(path)
                self.known.pop(path, None)
                continue
            if (content is None) != own_os.path.isdir(path):
                remove(path)
            if content is None:
                make_folder(path)
            else:
                with open(own_os.open(path, own_os.O_WRONLY | own_os.O_CREAT | own_os.O_TRUNC | own_os.O_NOFOLLOW, 0o666), "wb") as file:
                    file.write(bytes(content))
            change(own_os.chmod, path, mode & 0o777)
            if content is not None:
                change(own_os.utime, path, ns=(time, time))
            status = own_os.stat(path, follow_symlinks=False)
            self.known[path] = content, status.st_mode & 0o777, 0 if content is None else status.st_mtime_ns

    def check(self, path):
        if type(path) is not str or not path.startswith(tuple(root + "/" for root in self.roots)):
            raise Gone("a file outside its folder")
        if any(part in ("", ".", "..") for part in path.split("/")[1:]) or "\0" in path:
            raise Gone("a file outside its folder")


def make_folder(path):
    try:
        own_os.mkdir(path)
    except FileExistsError:
        pass


def remove(path):
    try:
        (own_os.rmdir if own_os.path.isdir(path) and not own_os.path.islink(path) else own_os.unlink)(path)
    except FileNotFoundError:
        pass


def change(function, *args, **kwargs):
    """Where the sandbox refuses such a change, it is done on neither side."""
    try:
        function(*args, **kwargs)
    except OSError:
        pass
