"""Ends what must not be there when a run is over, and makes sure that nothing was missed."""
import os
import resource
import signal
import time

import mettle_processes as processes

LOOKS = 300
QUICK_LOOKS = 4


class Census:
    """All processes below the supervisor. `has_namespace`: whether they alone, and the supervisor, are in one."""

    def __init__(self, has_namespace):
        self.own = os.getpid()
        self.has_namespace = has_namespace

    def end_all(self, spared, dying=None):
        """Kills everything but `spared` until nothing is left, and whether that came about. Whatever is spared must be
        ours, or stopped. `dying`: one that was sent its end already, and is not waited for.

        A process that forks and exits can slip past one look at parents and their children, so the look that counts
        must have missed none: no process was started meanwhile, or it saw the very processes of the look before."""
        before = None
        for attempt in range(LOOKS):
            processes.reap()
            found, is_whole = self._look()
            living = [pid for pid in found if pid not in spared and pid != dying and processes.lives(pid)]
            if not living and (is_whole or found == before):
                processes.reap()
                return True
            for pid in living:
                _end(pid, attempt > 0)
            before = None if living else found
            if attempt > QUICK_LOOKS:
                time.sleep(min(0.02, 0.0002 * (attempt - QUICK_LOOKS)))
        return False

    def _look(self):
        """(the processes there are, whether it is sure that these are all)."""
        if not self.has_namespace:
            return processes.tree(self.own), False
        count = processes.last_started()
        found = {int(name) for name in os.listdir("/proc") if name.isdigit()}
        found.discard(self.own)
        return found, count is not None and processes.last_started() == count


def _end(pid, forks):
    try:
        if forks:
            resource.prlimit(pid, resource.RLIMIT_NPROC, (0, 0))
        os.kill(pid, signal.SIGKILL)
    except (OSError, ValueError):
        pass
