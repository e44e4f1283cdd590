"""All that is applied to the supervisor, and to a session process before it reads anything of the user's."""
import os
import resource

import mettle_confine as confine
import mettle_landlock as landlock


# RLIMIT_LOCKS, which no kernel keeps any more: nobody misses it, and the filter lets no code change it.
LOCKS = 10


def bear_mark(mark):
    """Lets the host find this process and all that it starts, should it be killed."""
    if mark is not None:
        try:
            resource.setrlimit(LOCKS, (mark, mark))
        except (OSError, ValueError):
            pass


# The parameter of mallopt that bounds the arenas of memory.
ARENAS = -8


def share_one_arena():
    """Keeps the C library from reserving 64 MB of address space for each thread: the limit on memory counts them."""
    try:
        confine.LIBC.mallopt(ARENAS, 1)
    except AttributeError:
        # Not every C library has arenas.
        pass


def is_apart(config):
    """Whether Landlock rules are applied to each session process, so that none can reach into another. Version 1 refuses
    to move files between folders, which is too much where it is not needed."""
    return config["landlock"] == "required" or landlock.version() >= 2


# A limit of 1 for core files is the one that also keeps the kernel from handing them to a program of the host.
HARD_LIMITS = ((resource.RLIMIT_CORE, 1), (resource.RLIMIT_NOFILE, 512), (resource.RLIMIT_MEMLOCK, 0))


class Restrictions:
    """Everything that holds the user's code in, worked out once. The zygote bears what all that it forks can have from
    it, and each session process adds the rest for good."""

    def __init__(self, config):
        abi = landlock.version()
        required = config["landlock"] == "required"
        self.descriptors = ()
        if is_apart(config):
            self.descriptors = (landlock.rules(config["readable"], config["writable"], config["devices"]),)
        signals_kept = config["ownProcesses"] or abi >= 6
        truncate_kept = not required or abi >= 3
        self.filter = confine.code_filter(config["sameUser"], required, signals_kept, truncate_kept)
        self.last = {starts_nothing: confine.last_filter(starts_nothing) for starts_nothing in (False, True)}

    def hold_zygote(self):
        """Applies to the zygote what its forks start with."""
        for limit, value in HARD_LIMITS:
            resource.setrlimit(limit, (value, value))
        confine.prctl(confine.PR_SET_NO_NEW_PRIVS, 1)
        self.filter.install()

    def apply(self):
        """Applies the rest but for the last filter to this process, whose descriptors from 4 on are `descriptors`, and
        closes those."""
        for place in range(4, 4 + len(self.descriptors)):
            landlock.enforce(place)
            os.close(place)
        # The supervisor looks at what it holds; the filter keeps it from changing this.
        confine.prctl(confine.PR_SET_DUMPABLE, 1)

    def close(self, starts_nothing):
        """Puts on the last filter, before anything of the user's is read."""
        self.last[starts_nothing].install()


def confine_supervisor(config):
    """Confines this process for good to what the supervisor and all that it starts need: where no namespace hides the
    host's files, its own folder, and everywhere the usual system calls."""
    confine.prctl(confine.PR_SET_NO_NEW_PRIVS, 1)
    if config["landlock"] == "required":
        folder = os.path.dirname(config["workspace"])
        rules = landlock.rules(
            (*config["readable"], "/proc"), (folder,), config["devices"], emptied=(os.path.dirname(folder),)
        )
        landlock.enforce(rules)
        os.close(rules)
    confine.supervisor_filter().install()
