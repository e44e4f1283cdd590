"""The session process as the supervisor holds it: a fork of the zygote, stopped between runs, replaced by its own fork
when a run went well."""
import os
import select
import signal
import socket
import time

import mettle_processes as processes
import mettle_runs as runs

IDLE_STUCK_SECONDS = 1.0
BUSY_STUCK_SECONDS = 5.0
LOOK_SECONDS = 0.1
# What the process tells: a letter, a number of a process and its wait status.
WORD_BYTES = 9


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
        self._forget_fork()

    def _forget_fork(self):
        # Since when the process was to fork for the next run, what it has told to be the fork, and that if it is there.
        self.asked = self.told = self.fork = None
        # All who could tell something are stopped, or have not begun.
        try:
            while self.control.recv(1 << 12, socket.MSG_DONTWAIT):
                pass
        except OSError:
            pass

    def alive(self):
        return processes.lives(self.pid)

    def prepare(self):
        """Has the process fork for the next run. Raises OSError where it does not listen any more."""
        self.asked = time.monotonic()
        os.kill(self.pid, signal.SIGCONT)
        self.control.send(b"F")

    def is_preparing(self):
        return self.asked is not None and self.told is None

    def is_stuck(self):
        """Whether the process, told to fork, does something else. One that only waits for a processor is runnable, and
        gets longer."""
        seconds = time.monotonic() - self.asked if self.is_preparing() else 0
        if seconds < IDLE_STUCK_SECONDS:
            return False
        return seconds > BUSY_STUCK_SECONDS or all(map(processes.waits, self._own_forks() or [self.pid]))

    def hear(self):
        """What the process tells: that a fork is ready, which is noted here, or that one has ended, whose wait status is
        returned if it is the one that did the run. Raises OSError where it tells nothing any more."""
        words = self.control.recv(64, socket.MSG_DONTWAIT)
        if not words:
            raise OSError("the session process has closed its channel")
        status = None
        for start in range(0, len(words) - WORD_BYTES + 1, WORD_BYTES):
            number, value = (int.from_bytes(words[place:place + 4], "big") for place in (start + 1, start + 5))
            if words[start:start + 1] == b"f" and self.is_preparing():
                self.told = number
                self.fork = number if number in self._own_forks() else None
            elif words[start:start + 1] == b"x" and number == self.told:
                status = value
        return status

    def numbers(self):
        """The process, and the fork that is ready."""
        return {self.pid} if self.fork is None else {self.pid, self.fork}

    def settle(self):
        """Stops the process and the fork that is ready, and ends what else they may have started. False where something
        may be left."""
        if not all(map(processes.stop, self.numbers())):
            return False
        if not self.census.end_all(self.numbers() | self.zygote.own()):
            return False
        if self.fork is None:
            self._forget_fork()
        return True

    def begin(self, wanted, baseline, same_user, descriptors):
        """Hands a run over, with the limits that the kernel is to keep for it. Raises OSError where the process takes none
        any more."""
        if self.limits != wanted or same_user:
            # A fork that has not told its number yet may have been made with the limits of the run before.
            while self.is_preparing():
                if select.select([self.control], [], [], LOOK_SECONDS)[0]:
                    self.hear()
                if self.is_stuck():
                    raise OSError("the session process does not fork")
            for pid in self.numbers():
                runs.set_limits(pid, wanted, baseline, same_user)
            self.limits = wanted
        if self.fresh or self.fork is not None:
            for pid in self.numbers():
                os.kill(pid, signal.SIGCONT)
        elif self.asked is None:
            self.prepare()
        socket.send_fds(self.control, [b"R"], descriptors)

    def has_outgrown(self, most):
        """Whether the fork that did the run has more address space than so many bytes."""
        return any(processes.address_space(pid) > most for pid in self._forks())

    def processor_seconds(self):
        """What the processes of the run have used of the processors so far."""
        roots = [self.pid] if self.fresh else self._forks()
        pids = {pid for root in roots for pid in (root, *processes.tree(root))}
        return sum(map(processes.processor_seconds, pids))

    def replace(self):
        """The process that did the run stays, stopped; everything else of the run ends. False where there is no such
        process, or something may be left."""
        chosen, stopped = (self.pid, set()) if self.fresh else self._choose()
        if chosen is None or not processes.stop(chosen):
            return False
        if not self.census.end_all({chosen, *stopped, *self.zygote.own()}) or not processes.lives(chosen):
            return False
        self.fresh = False
        self._forget_fork()
        if chosen != self.pid:
            # It is stopped, and comes to nothing any more.
            _kill(self.pid)
            self._release()
            self.pid = chosen
            self.ended = processes.watch(chosen)
        return True

    def _choose(self):
        """(the fork that did the run or None, what is stopped beside it): the process that waited for it."""
        forks = self._forks()
        if len(forks) != 1:
            return None, set()
        if _are_of_one_group(self.pid, forks[0]):
            return (forks[0] if processes.stop(self.pid) else None), {self.pid}
        # The kernel ends a stopped process together with the one that started it, where it is of another group.
        _kill(self.pid)
        self._wait()
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
        if self.fresh or not processes.stop(self.pid):
            return False
        if not self.census.end_all({self.pid, *self.zygote.own()}) or not self.alive():
            return False
        self._forget_fork()
        return True

    def end(self, waits):
        """Ends the process and its fork for good. Where they are stopped, or have run nothing of the code's, they come to
        nothing any more; else this `waits`."""
        for pid in self.numbers():
            _kill(pid)
        if waits:
            self._wait()
        self.close()

    def _wait(self):
        if self.ended is not None:
            select.select([self.ended], [], [], processes.STOP_SECONDS)

    def close(self):
        self._release()
        self.control.close()

    def _release(self):
        if self.ended is not None:
            os.close(self.ended)
            self.ended = None


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
