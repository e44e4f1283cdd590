"""Files on their way out, and the limits on files that the kernel does not keep."""
import marshal
import os
import stat
import struct

import mettle_counting as counting
import mettle_folders as folders
import mettle_workspace as workspaces

FRAME_BYTES = 4 << 20
REQUEST = struct.Struct(">iqq")


def send_changes(workspace, run, send):
    """Sends what the code changed, in frames of some megabytes; why it could not all be read, or None."""
    batch = []
    size = 0
    try:
        for operation in workspace.changes(run.limits["fileBytes"], run.began):
            batch.append(operation)
            size += 200 + len(operation[1]) + (len(operation[3]) if operation[0] == "f" else 0)
            if size > FRAME_BYTES:
                send(b"w", marshal.dumps(batch, 2))
                batch, size = [], 0
        return None
    except workspaces.TooMuch as error:
        return str(error)
    except OSError as error:
        return "%s: %s" % (type(error).__name__, error)
    finally:
        if batch:
            send(b"w", marshal.dumps(batch, 2))


class FileWatch:
    """Counts what the code has written, where it can write."""

    def __init__(self, workspace, config):
        self.workspace = workspace
        self.counted = config["counted"]
        self.temporary = config["temporary"]
        self.places = {config["workspace"] + "/": 0, config["temporary"] + "/": 1}
        self.folders = ()
        if config["watchFiles"]:
            self.folders = (workspace.root, os.open(config["temporary"], folders.OPEN_DIRECTORY))

    def too_much(self, held, most_bytes):
        """The reason to end a run that has written too much, or None. What the host wrote is not counted."""
        entries, size = 0, held.unlinked_bytes() if self.folders else 0
        found = [counting.files_below(folder) for folder in self.folders] + [folders.used(path) for path in self.counted]
        entries += sum(number for number, _ in found)
        size += sum(number for _, number in found)
        if entries > counting.MAX_ENTRIES:
            return "entries"
        return "files" if size > most_bytes + self.workspace.host_bytes else None

    def left_too_much(self, most_bytes):
        """Whether more is left in the folder for temporary files, which outlasts the run, than code may write."""
        try:
            return bool(self.folders) and counting.files_below(self.folders[1])[1] > most_bytes
        except counting.Unseen:
            return True

    def change(self, request):
        """Sets the mode (unless it is negative) or the times of a file of the code, as its own process asks. `request`:
        mode, both times in nanoseconds, and the path, which holds no link if the code is honest."""
        mode, accessed, modified = REQUEST.unpack_from(request)
        path = request[REQUEST.size:].decode()
        for place, index in self.places.items():
            if path.startswith(place):
                with folders.parent_of(path[len(place):], self.folders[index]) as (folder, name):
                    if mode < 0:
                        folders.set_times(name, folder, (accessed, modified))
                    else:
                        folders.set_mode(name, folder, mode & 0o777, lambda kind: not stat.S_ISLNK(kind))
                return
        raise PermissionError("not a file of the working folder: " + path)

    def empty_temporary(self):
        """What cannot be counted, or was too much, is not kept."""
        folders.empty(self.temporary)
