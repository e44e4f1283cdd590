"""One run in progress, and the limits that the kernel keeps for it."""
import os
import resource
import select
import socket
import time

import mettle_processes as processes

# Where the user has other processes too, room for those that start meanwhile; the watch counts exactly.
TASK_SLACK = 32
UNLIMITED = resource.RLIM_INFINITY
# What a run may take beyond the limit where the namespace alone reaches it, so that it can be looked at and emptied.
ROOM_BYTES = 4 << 20


# The hard limits of every process here, for none is ever changed.
HARD = {
    limit: resource.getrlimit(limit)[1]
    for limit in (resource.RLIMIT_AS, resource.RLIMIT_FSIZE, resource.RLIMIT_NPROC, resource.RLIMIT_CPU)
}


class Run:
    """One run in progress: its channel to the session process, and its output pipes."""

    def __init__(self, number, limits, held, timed):
        self.number = number
        # Whether the host wants to know the processor time at each call of its functions.
        self.timed = timed
        self.limits = limits
        # Bytes of address space that the namespace has taken before the run.
        self.held = held
        self.started = time.monotonic()
        self.began = time.time_ns()
        self.data, self.data_inside = socket.socketpair()
        self.data.setblocking(False)
        self.outputs = {}
        self.inside = [self.data_inside.fileno()]
        for kind in (b"o", b"e"):
            reader, writer = os.pipe2(os.O_CLOEXEC)
            os.set_blocking(reader, False)
            self.outputs[reader] = kind
            self.inside.append(writer)
        # Where the code is when its time is over; read then alone.
        self.place, writer = os.pipe2(os.O_CLOEXEC)
        os.set_blocking(self.place, False)
        self.inside.append(writer)
        self.place_text = b""
        # The time until which the word of it is waited for; None where it is not.
        self.place_until = None
        self.incoming = bytearray()
        self.outgoing = bytearray()
        # Whether the code waits for an answer: it asks one thing at a time.
        self.asked = False
        self.ended = False
        self.hears_control = True

    def is_tight(self):
        """Whether the namespace leaves the run hardly any memory."""
        return self.held + ROOM_BYTES > self.limits["memory"]

    def handed_over(self):
        self.data_inside.close()
        for descriptor in self.inside[1:]:
            os.close(descriptor)

    def close(self):
        self.data.close()
        os.close(self.place)
        for descriptor in self.outputs:
            os.close(descriptor)

    def ask(self):
        """Notes that the code waits for an answer; False where it waits for one already, which only a forger does."""
        if self.asked:
            return False
        self.asked = True
        return True

    def answer(self, body):
        """Sends what the session process waits for."""
        self.outgoing += (len(body) + 1).to_bytes(4, "big") + b"A" + body
        self.flush()

    def flush(self):
        """Sends what the session process takes just now."""
        try:
            while self.outgoing:
                sent = self.data.send(memoryview(self.outgoing)[:1 << 20])
                del self.outgoing[:sent]
            self.asked = False
        except BlockingIOError:
            pass
        except OSError:
            self.outgoing.clear()

    def waits(self):
        """Whether the session process has sent something that is not read yet."""
        return not self.ended and bool(select.select([self.data], [], [], 0)[0])


def limits_of(run, others):
    """The limits that the kernel is to keep for a run. `others`: processes of ours that it counts with those of the run."""
    memory = run.limits["memory"] + (ROOM_BYTES if run.is_tight() else 0)
    return {**run.limits, "memory": memory, "processes": run.limits["processes"] + others}


def set_limits(keeper, limits, baseline, same_user):
    """The soft limits of the next run; the code cannot change them, for its filter refuses the call."""
    tasks = limits["processes"]
    if same_user:
        tasks += processes.tasks_of_user(os.getuid()) + TASK_SLACK
    wanted = (
        (resource.RLIMIT_AS, baseline + limits["memory"]),
        (resource.RLIMIT_FSIZE, limits["fileBytes"]),
        (resource.RLIMIT_NPROC, tasks),
        (resource.RLIMIT_CPU, limits["cpuSeconds"]),
    )
    for limit, value in wanted:
        hard = HARD[limit]
        value = int(value) if hard == UNLIMITED else int(min(value, hard))
        resource.prlimit(keeper, limit, (value, hard))
