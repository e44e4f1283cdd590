"""The limits of a run: those that the kernel keeps for each process, and those that are counted over all of them."""
import os
import resource

import mettle_counting as counting
import mettle_processes as processes

# Where the user has other processes too, room for those that start meanwhile; `exceeded` counts exactly.
TASK_SLACK = 32
UNLIMITED = resource.RLIM_INFINITY
# What a run may take beyond the limit where the namespace alone reaches it, so that it can be looked at and emptied.
ROOM_BYTES = 4 << 20
MEMORY_SLACK = 32 << 20


# The hard limits of every process here, for none is ever changed.
HARD = {
    limit: resource.getrlimit(limit)[1]
    for limit in (resource.RLIMIT_AS, resource.RLIMIT_FSIZE, resource.RLIMIT_NPROC, resource.RLIMIT_CPU)
}


def is_tight(limits, held):
    """Whether the namespace, which holds so many bytes, leaves a run hardly any memory."""
    return held + ROOM_BYTES > limits["memory"]


def for_kernel(limits, held, others):
    """The limits that the kernel is to keep for a run. `others`: processes of ours that it counts with those of the run."""
    memory = limits["memory"] + (ROOM_BYTES if is_tight(limits, held) else 0)
    return {**limits, "memory": memory, "processes": limits["processes"] + others}


def set_in_kernel(keeper, limits, baseline, counts_others):
    """The soft limits of the next run; the code cannot change them, for its filter refuses the call. `counts_others`: what
    else runs as the user counts too."""
    tasks = limits["processes"]
    if counts_others:
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


def exceeded(limits, pids, environment):
    """Which limit the processes of a run exceed together, of those that the kernel counts per process only, or not at
    all; None where they keep to all."""
    try:
        held = counting.Holdings(pids, os.path.dirname(environment.config["workspace"]), environment.shared)
        if held.memory() > limits["memory"] + MEMORY_SLACK:
            return "memory"
        if processes.tasks_of(pids) > limits["processes"] + 1:
            return "processes"
        return environment.files.too_much(held, limits["fileBytes"])
    except counting.Unseen:
        return "unseen"
