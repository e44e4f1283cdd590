"""A workspace that many sandboxes begin with: the kernel shows a folder that all of them share and none can change, and
keeps what is changed here in a folder of its own. So neither the start nor a look afterwards costs more for more files."""
import ctypes
import os
import stat
import struct

import mettle_confine as confine
import mettle_folders as folders
import mettle_landlock as landlock
import mettle_workspace as workspaces

MS_NOSUID, MS_NODEV = 2, 4
MNT_DETACH = 2
PR_CAPBSET_DROP = 24
CAPABILITY_VERSION = 0x20080522
OPAQUE = "user.overlay.opaque"
GONE = ("x", 0, 0, 0, 0)


def mount(config):
    """Mounts the workspace and gives up for good what that takes. A descriptor of the folder that holds the changes."""
    shared, changes = config["overlay"]["shared"], config["overlay"]["changes"]
    if landlock.version() < 2:
        # Code must not reach the shared folder, nor the changes, but through the workspace.
        raise confine.Confinement("a shared folder needs Landlock")
    upper, work = os.path.join(changes, "upper"), os.path.join(changes, "work")
    os.mkdir(upper, 0o755)
    os.mkdir(work, 0o700)
    # Where the file system keeps no attributes, a folder that was removed and made again would show its old content.
    os.setxattr(work, OPAQUE, b"y")
    os.removexattr(work, OPAQUE)
    layers = "lowerdir=%s,upperdir=%s,workdir=%s,userxattr" % (shared, upper, work)
    _call("mount", b"overlay", config["workspace"].encode(), b"overlay", ctypes.c_ulong(MS_NOSUID | MS_NODEV), layers.encode())
    opened = os.open(upper, folders.OPEN_DIRECTORY)
    for path in (shared, changes):
        _call("umount2", path.encode(), MNT_DETACH)
    _give_up_capabilities()
    os.chdir(config["workspace"])
    return opened


def _call(name, *arguments):
    confine._check(getattr(confine.LIBC, name)(*arguments), name)


def _give_up_capabilities():
    for number in range(64):
        if confine.LIBC.prctl(PR_CAPBSET_DROP, ctypes.c_ulong(number), 0, 0, 0) != 0:
            break
    header = ctypes.create_string_buffer(struct.pack("=Ii", CAPABILITY_VERSION, 0))
    _call("capset", header, ctypes.create_string_buffer(bytes(24)))
    with open("/proc/self/status") as status:
        held = [line.split() for line in status if line.startswith("Cap")]
    if any(int(value, 16) for _, value in held):
        raise confine.Confinement("capabilities are left")


class OverlayWorkspace(workspaces.Workspace):
    """A workspace of which only the changes are looked at."""

    def __init__(self, root, upper, shared_bytes):
        self.upper = upper
        super().__init__(root)
        # Bytes that come from the shared folder when a file of it is changed are not the code's.
        self.host_bytes = shared_bytes

    def forget(self):
        super().forget()
        # Folders that hide one of the shared folder, by path and number, and those found by one look.
        self.opaque = set()
        self.hiding = []

    def _make_directory(self, path, folder, name, mode):
        super()._make_directory(path, folder, name, mode)
        with self._changed(path) as opened:
            self._hides(path, opened)

    def changes(self, most_bytes, since):
        self.hiding = []
        return super().changes(most_bytes, since)

    def _names(self, folder, prefix):
        with self._changed(prefix[:-1]) as opened:
            if prefix and self._hides(prefix[:-1], opened):
                self.hiding.append(prefix[:-1])
            with os.scandir(opened) as entries:
                for entry in entries:
                    yield entry.name

    def _absent(self, path, seen):
        seen[path] = GONE

    def _removed(self, seen, pending):
        """Also what only the shared folder had. All in a folder that hides one of it is new."""
        removed = super()._removed(seen, pending)
        for path in self.hiding:
            below = path + "/"
            inside = [other for other in seen if other == path or other.startswith(below)]
            pending[:] = [other for other in pending if other not in set(inside)]
            pending += [other for other in inside if seen[other] is not GONE]
        removed += [path for path in self.hiding if path not in removed]
        removed += [path for path, stamp in seen.items() if stamp is GONE and self.known.get(path) != GONE]
        return list(dict.fromkeys(removed))

    def _forget_removed(self, path, seen):
        super()._forget_removed(path, seen)
        if seen.get(path) is GONE:
            self.known[path] = GONE

    def _hides(self, path, opened):
        """Whether a folder was found for the first time to be another than the one of that name in the shared folder."""
        try:
            if os.getxattr(opened, OPAQUE) != b"y":
                return False
        except OSError:
            return False
        key = path, os.fstat(opened).st_ino
        if key in self.opaque:
            return False
        self.opaque.add(key)
        return True

    def _changed(self, path):
        return _Opened(self.upper, path)


class _Opened:
    """The folder at a path below an open one, never through a link; '' for that one itself."""

    def __init__(self, root, path):
        self.root = root
        self.path = path

    def __enter__(self):
        if not self.path:
            self.descriptor = os.open(".", folders.OPEN_DIRECTORY, dir_fd=self.root)
            return self.descriptor
        with folders.parent_of(self.path, self.root) as (folder, name):
            self.descriptor = folders.enter(name, folder)
        return self.descriptor

    def __exit__(self, *_):
        os.close(self.descriptor)
