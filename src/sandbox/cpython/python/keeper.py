"""The session process as the supervisor holds it: a fork of the zygote, stopped between runs, replaced by its own fork
when a run went well."""
import os
import signal
import socket

import mettle_processes as processes
import mettle_zygote as zygotes

IDLE_STUCK_SECONDS = 1.0
BUSY_STUCK_SECONDS = 5.0


class Keeper:
    def __init__(self, zygote):
        # What the kernel was last told of the limits; a fork inherits them.
        self.limits = None
        self.zygote = zygote
        self.control = zygote.fork()
        self.pid = int.from_bytes(zygotes.expect(self.control, b"k", "the session process did not start"), "big")
        self.ended = _watch(self.pid)
        # The first run is done by this very process: before it, it is as any fork of the zygote.
        self.fresh = True

    def others(self):
        """What is spared when the processes of a run end: the zygote, while its number is its own."""
        return {self.zygote.pid} if self.zygote.alive() else set()

    def alive(self):
        return (processes.status_of(self.pid) or (0, b"Z"))[1] != b"Z"

    def is_stuck(self, seconds):
        """Whether the process, given a run so long ago, does something else than fork for it. One that only waits for
        a processor is runnable, and gets longer."""
        if self.fresh or seconds < IDLE_STUCK_SECONDS or processes.children(self.pid):
            return False
        status = processes.status_of(self.pid)
        return status is None or status[1] == b"S" or seconds > BUSY_STUCK_SECONDS

    def begin(self, number, descriptors):
        """Wakes the process and hands a run over. Raises OSError where it takes none any more."""
        os.kill(self.pid, signal.SIGCONT)
        socket.send_fds(self.control, [b"R" + number.to_bytes(4, "big")], descriptors)

    def has_outgrown(self, most):
        """Whether the fork that did the run has more address space than so many bytes."""
        return any(processes.address_space(pid) > most for pid in processes.children(self.pid) if _runs(pid))

    def replace(self):
        """The fork that did the run takes over; everything else of the run ends. False where there is no such fork."""
        spared = self.others()
        if self.fresh:
            return self._settle(spared)
        chosen = processes.take_over(self.pid, spared)
        if chosen is None:
            running = [pid for pid in processes.children(self.pid) if _runs(pid)]
            running = running or self._adopted(spared)
            if len(running) != 1 or not processes.end_all({running[0], *spared}):
                return False
            chosen = running[0]
            os.kill(chosen, signal.SIGSTOP)
        self._release()
        self.pid = chosen
        self.ended = _watch(chosen)
        return True

    def _settle(self, spared):
        """Ends everything of the first run but the process that did it."""
        self.fresh = False
        if processes.stop(self.pid) and not processes.children(self.pid):
            if spared.issuperset(processes.children(os.getpid())):
                return True
        if not processes.end_all({self.pid, *spared}) or not self.alive():
            return False
        os.kill(self.pid, signal.SIGSTOP)
        return True

    def _adopted(self, spared):
        return [pid for pid in processes.children(os.getpid()) if pid not in (self.pid, *spared) and _runs(pid)]

    def go_back(self):
        """Everything of the run ends and the process is as before it. False where it has to be started anew."""
        if self.fresh or not processes.end_all({self.pid, *self.others()}) or not self.alive():
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
