"""A folder that both sides have: what one side changes there is carried over before the other one goes on."""
import os
import stat

MAX_FOLDER_BYTES = 4_000_000
REMOVED = 0


class Folder:
    def __init__(self, path):
        self.path = path
        # Files and folders by their path from here: what tells whether a file has changed, and its bytes; None of a folder.
        self.known = {}
        os.makedirs(path, exist_ok=True)

    def changes(self):
        """[name, bytes, None for a folder, or REMOVED] of all that has changed since this was asked or told."""
        now = self.scan()
        found = [[name, content] for name, (_, content) in now.items() if self.known.get(name, (None, REMOVED))[1] != content]
        found += [[name, REMOVED] for name in reversed(list(self.known)) if name not in now]
        self.known = now
        return found

    def scan(self):
        found, size, pending = {}, 0, [""]
        while pending:
            folder = pending.pop()
            with os.scandir(os.path.join(self.path, folder)) as entries:
                for entry in entries:
                    name = os.path.join(folder, entry.name)
                    status = entry.stat(follow_symlinks=False)
                    if stat.S_ISDIR(status.st_mode):
                        found[name] = None, None
                        pending.append(name)
                        continue
                    if not stat.S_ISREG(status.st_mode):
                        raise NeedsNamespace("a file of tmp_path that is neither a plain file nor a folder")
                    size += status.st_size
                    if size > MAX_FOLDER_BYTES:
                        raise NeedsNamespace("more than %d bytes in tmp_path" % MAX_FOLDER_BYTES)
                    mark = status.st_mtime_ns, status.st_size, status.st_ino
                    before = self.known.get(name)
                    found[name] = before if before is not None and before[0] == mark else (mark, self.read(name))
        return found

    def read(self, name):
        with open(os.path.join(self.path, name), "rb") as file:
            return file.read()

    def take(self, changes):
        """Does here what was changed there. The names come from the other side, and are kept inside the folder."""
        for name, content in changes:
            if type(name) is not str or name.startswith("/") or any(part in ("", ".", "..") for part in name.split("/")):
                raise Gone("a file outside its folder")
            path = os.path.join(self.path, name)
            if content is None:
                os.makedirs(path, exist_ok=True)
            elif content == REMOVED and type(content) is int:
                (os.rmdir if os.path.isdir(path) and not os.path.islink(path) else os.unlink)(path)
            else:
                with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o666), "wb") as file:
                    file.write(bytes(content))
        self.known = self.scan()
