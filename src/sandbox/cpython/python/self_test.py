# Tries each thing that must not work, from where the user's code stands. Every answer is a list of what did work
# and should not have; `bounded` holds numbers that the host compares with the limits it set.
import ctypes
import errno
import os
import socket
import subprocess
import time


def works(action):
    try:
        action()
    except Exception:
        return False
    return True


def opened(path, mode="rb"):
    with open(path, mode) as file:
        if mode == "rb":
            file.read(1)


def files():
    wrong = []
    for path in (*unreadable, host_file):
        if works(lambda: opened(path)) or works(lambda: os.listdir(path)):
            wrong.append("read " + path)
    folder = os.path.dirname(host_file)
    for path in (folder + "/made", "/usr/made", "/etc/made", "/made", "/dev/made"):
        if works(lambda: opened(path, "wb")):
            wrong.append("write " + path)
    if works(lambda: os.unlink(host_file)) or works(lambda: os.rename(host_file, host_file + "2")):
        wrong.append("change " + host_file)
    for path in (host_file, *unreadable[:1]):
        if works(lambda: subprocess.run(["cat", path], check=True, capture_output=True)):
            wrong.append("read %s by a program" % path)
    if works(lambda: os.link(host_file, "linked")):
        wrong.append("link " + host_file)
    return wrong


def network():
    wrong = []
    for family in ("AF_INET", "AF_INET6", "AF_UNIX", "AF_NETLINK", "AF_PACKET", "AF_VSOCK"):
        if hasattr(socket, family) and works(lambda: socket.socket(getattr(socket, family), socket.SOCK_DGRAM)):
            wrong.append(family)
    if works(lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)):
        wrong.append("datagram pairs")
    return wrong


def processes():
    wrong = []
    own = {1, os.getpid(), os.getppid()}
    if host_process not in own and works(lambda: os.kill(host_process, 0)):
        wrong.append("signal the host")
    if works(lambda: open("/proc/%d/cmdline" % host_process, "rb").read()) and host_process not in own:
        wrong.append("see the host's processes")
    libc = ctypes.CDLL(None, use_errno=True)
    for name, arguments in (("unshare", (0x10000000,)), ("ptrace", (16, 1, 0, 0)), ("setns", (0, 0)),
                            ("mount", (None, b"/", None, 0x20, None))):
        ctypes.set_errno(0)
        result = getattr(libc, name)(*arguments)
        if result == 0 or ctypes.get_errno() not in (errno.EPERM, errno.ENOSYS):
            wrong.append(name)
    given = {"PATH", "HOME", "TMPDIR", "LANG", "PYTHONDONTWRITEBYTECODE"}
    if set(os.environ) - given:
        wrong.append("environment " + ",".join(set(os.environ) - given))
    if os.environ["HOME"] != os.getcwd():
        wrong.append("home " + os.environ["HOME"])
    if os.getuid() == 0 or os.geteuid() == 0:
        wrong.append("root")
    return wrong


def forks():
    children = []
    try:
        for _ in range(200):
            pid = os.fork()
            if pid == 0:
                time.sleep(60)
                os._exit(0)
            children.append(pid)
    except OSError:
        pass
    for pid in children:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
    return len(children) + 1


def memory():
    held = []
    try:
        while len(held) < 4096:
            held.append(bytearray(1 << 20))
    except MemoryError:
        pass
    count = len(held)
    held.clear()
    return count


def file_bytes():
    size = 0
    try:
        with open("big", "wb", buffering=0) as file:
            while size < 1 << 30:
                size += file.write(b"x" * (1 << 16))
    except OSError:
        pass
    os.unlink("big")
    return size


{
    "files": files(), "network": network(), "processes": processes(),
    "memory": memory(), "fileBytes": file_bytes(),
}
