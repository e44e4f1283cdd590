"""The session process as the supervisor holds it: a fork of the zygote, stopped between runs, replaced by its own fork
when a run went well."""
import os
import resource
import select
import signal
import socket
import time

import mettle_processes as processes
import mettle_session as session

IDLE_STUCK_SECONDS = 1.0
BUSY_STUCK_SECONDS = 5.0


class Keeper:
    def __init__(self, zygote, census):
        # What the kernel was last told of the limits; a fork inherits them.
        self.limits = None
        self.zygote = zygote
        self.census = census
        self.pid, self.control = zygote.take()
        self.ended = processes.watch(self.pid)
        # The first run is done by this very process: before it, it is as any fork of the zygote.
        self.fresh = True
        # The process whose place a fork has taken, and whose child it is; what is not collected counts for the kernel's limit.
        self.replaced = None
        self.is_of_zygote = True
        # Its first run was one of code that may start no process: it cannot fork for later ones, and does them itself.
        self.lone = False

    def alive(self):
        return processes.lives(self.pid) if self.ended is None else not processes.has_ended(self.ended)

    def runs_itself(self):
        """Whether this process, and no fork of it, does the run."""
        return self.fresh or self.lone

    def is_stuck(self, seconds):
        """Whether the process, given a run so long ago, does something else than fork for it. One that only waits for
        a processor is runnable, and gets longer."""
        if self.runs_itself() or seconds < IDLE_STUCK_SECONDS or self._own_forks():
            return False
        return processes.waits(self.pid) or seconds > BUSY_STUCK_SECONDS

    def hold(self, starts_nothing):
        """Before a run. `starts_nothing`: the code may start no process, which the kernel keeps to from a first run on."""
        if self.fresh:
            self.lone = starts_nothing

    def begin(self, number, descriptors):
        """Wakes the process and hands a run over. Raises OSError where it takes none any more."""
        os.kill(self.pid, signal.SIGCONT)
        kind = session.LONE_RUN if self.lone else session.RUN
        socket.send_fds(self.control, [kind + number.to_bytes(4, "big")], descriptors)

    def has_outgrown(self, most):
        """Whether the process that did the run has more address space than so many bytes."""
        return any(processes.address_space(pid) > most for pid in self.doing_the_run())

    def doing_the_run(self):
        """The processes that do the run, without those that they have started."""
        return [self.pid] if self.runs_itself() else self._forks()

    def pids_of_run(self):
        """The processes of the run, with those that have lost their parent: they are the supervisor's then."""
        others = {self.pid, *self.zygote.own()}
        strays = [pid for pid in processes.children(os.getpid()) if pid not in others]
        return {pid for root in (*self.doing_the_run(), *strays) for pid in (root, *processes.tree(root))}

    def processor_seconds(self, pids=None):
        """What the processes of the run have used of the processors so far; what has ended of those that have lost their
        parent is in what the supervisor's own children have used."""
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        living = self.pids_of_run() if pids is None else pids
        return sum(map(processes.processor_seconds, living)) + ended.ru_utime + ended.ru_stime

    def processor_seconds_before(self):
        """The same before a run: of the process that will do it, if that is this one, and of what has ended."""
        return self.processor_seconds([self.pid] if self.runs_itself() else [])

    def replace(self):
        """The process that did the run stays, stopped; everything else of the run ends. False where there is no such
        process, or something may be left."""
        chosen, stopped = (self.pid, set()) if self.runs_itself() else self._choose()
        if chosen is None or not processes.stop(chosen):
            return False
        if not self.census.end_all({chosen, *stopped, *self.zygote.own()}):
            return False
        if not (self.alive() if chosen == self.pid else processes.lives(chosen)):
            return False
        self.fresh = False
        if chosen != self.pid:
            # It is stopped, and comes to nothing any more.
            _kill(self.pid)
            self.replaced = self.ended
            self.pid = chosen
            self.ended = processes.watch(chosen)
        return True

    def settle(self):
        """Has the process collected whose place this one has taken: until then it counts as one of the code's."""
        if self.replaced is None:
            return
        _await(self.replaced)
        self.replaced = None
        if self.is_of_zygote:
            self.zygote.collect()
            self.is_of_zygote = False
        processes.reap()

    def _choose(self):
        """(the fork that did the run or None, what is stopped beside it): the process that waited for it."""
        forks = self._forks()
        if len(forks) != 1:
            return None, set()
        if _are_of_one_group(self.pid, forks[0]):
            return (forks[0] if processes.stop(self.pid) else None), {self.pid}
        # The kernel ends a stopped process together with the one that started it, where it is of another group.
        self.kill()
        self.wait()
        return forks[0], set()

    def _forks(self):
        """The process that does the run, or what code that has tampered with this one has made of it."""
        found = self._own_forks()
        if found:
            return found
        others = {self.pid, *self.zygote.own()}
        return [pid for pid in processes.children(os.getpid()) if pid not in others and processes.lives(pid)]

    def _own_forks(self):
        """What it has forked and lives. What the code left and the census has ended may be there as zombies."""
        return [pid for pid in processes.children(self.pid) if processes.lives(pid)]

    def go_back(self):
        """Everything of the run ends and the process is as before it. False where it has to be started anew."""
        if self.runs_itself() or not processes.stop(self.pid):
            return False
        return self.census.end_all({self.pid, *self.zygote.own()}) and self.alive()

    def kill(self):
        """Ends the process for good. It is stopped, or has run nothing of the code's, and so comes to nothing any more."""
        _kill(self.pid)

    def wait(self):
        """Waits until a process that was sent its end is gone, with all that it held; whether it is."""
        if self.ended is not None:
            return bool(select.select([self.ended], [], [], processes.STOP_SECONDS)[0])
        until = time.monotonic() + processes.STOP_SECONDS
        while processes.lives(self.pid):
            if time.monotonic() > until:
                return False
            time.sleep(0.0005)
        return True

    def close(self):
        for watched in (self.ended, self.replaced):
            if watched is not None:
                os.close(watched)
        self.ended = self.replaced = None
        self.control.close()


def _await(watched):
    """Waits for the end of a process, and gives up what it was watched by."""
    select.select([watched], [], [], processes.STOP_SECONDS)
    os.close(watched)


def _kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except OSError:
        pass


def _are_of_one_group(first, second):
    try:
        return os.getpgid(first) == os.getpgid(second)
    except OSError:
        return False
