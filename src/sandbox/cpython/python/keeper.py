"""The session process as the supervisor holds it: started confined, stopped between runs, replaced by its own fork
when a run went well."""
import fcntl
import os
import resource
import signal
import socket

import mettle_processes as processes
import mettle_restrict as restrict
import mettle_session as session

HARD_LIMITS = ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_NOFILE, 512), (resource.RLIMIT_MEMLOCK, 0))

IDLE_STUCK_SECONDS = 1.0
BUSY_STUCK_SECONDS = 5.0


class NotStarted(Exception):
    """The session process could not be started or confined."""


class Keeper:
    def __init__(self, config):
        # What the kernel was last told of the limits; a fork inherits them.
        self.limits = None
        self.control, inside = socket.socketpair()
        self.pid = os.fork()
        if self.pid == 0:
            _become_session(inside, config)
        inside.close()
        answer = self.control.recv(4096)
        if answer != b"k":
            processes.end_all(set())
            raise NotStarted(answer[1:].decode("utf-8", "replace") or "the session process did not start")
        os.kill(self.pid, signal.SIGSTOP)
        self.ended = _watch(self.pid)

    def alive(self):
        return (processes.status_of(self.pid) or (0, b"Z"))[1] != b"Z"

    def is_stuck(self, seconds):
        """Whether the process, given a run so long ago, does something else than fork for it. One that only waits for
        a processor is runnable, and gets longer."""
        if seconds < IDLE_STUCK_SECONDS or processes.children(self.pid):
            return False
        status = processes.status_of(self.pid)
        return status is None or status[1] == b"S" or seconds > BUSY_STUCK_SECONDS

    def begin(self, number, descriptors):
        """Wakes the process and hands a run over. Raises OSError where it takes none any more."""
        os.kill(self.pid, signal.SIGCONT)
        socket.send_fds(self.control, [b"R" + number.to_bytes(4, "big")], descriptors)

    def replace(self):
        """The fork that did the run takes over; everything else of the run ends. False where there is no such fork."""
        chosen = processes.take_over(self.pid)
        if chosen is None:
            running = [pid for pid in processes.children(self.pid) if _runs(pid)]
            running = running or [pid for pid in processes.children(os.getpid()) if pid != self.pid and _runs(pid)]
            if len(running) != 1 or not processes.end_all({running[0]}):
                return False
            chosen = running[0]
            os.kill(chosen, signal.SIGSTOP)
        self._release()
        self.pid = chosen
        self.ended = _watch(chosen)
        return True

    def go_back(self):
        """Everything of the run ends and the process is as before it. False where it has ended too."""
        if not processes.end_all({self.pid}) or not self.alive():
            return False
        os.kill(self.pid, signal.SIGSTOP)
        return True

    def close(self):
        self._release()
        self.control.close()

    def _release(self):
        if self.ended is not None:
            os.close(self.ended)
            self.ended = None


def _runs(pid):
    return (processes.status_of(pid) or (0, b"Z"))[1] not in (b"Z", b"X")


def _watch(pid):
    """A descriptor that becomes readable when the process ends; None where the kernel has none."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


def _become_session(inside, config):
    status = 70
    try:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        os.setsid()
        nothing = os.open("/dev/null", os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(nothing, descriptor)
        high = fcntl.fcntl(inside.fileno(), fcntl.F_DUPFD_CLOEXEC, 3)
        kept = high if high == 3 else os.dup2(high, 3, inheritable=False)
        os.closerange(4, 4096)
        for limit, value in HARD_LIMITS:
            resource.setrlimit(limit, (value, value))
        restrict.restrict(config)
        control = socket.socket(fileno=kept)
        control.send(b"k")
        session.keep(control, config)
    except BaseException as error:
        status = 71
        inside.send(b"!" + ("%s: %s" % (type(error).__name__, error)).encode("utf-8", "replace")[:2000])
    finally:
        os._exit(status)
