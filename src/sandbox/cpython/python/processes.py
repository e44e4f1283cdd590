"""What the kernel tells of processes, and stopping them. The supervisor adopts every orphan below it."""
import _thread
import os
import resource
import select
import signal
import time

# The kernel hands out such lists by the page: a shorter part is the last one.
PAGE_BYTES = 3500
STOP_SECONDS = 2.0
TICKS = os.sysconf("SC_CLK_TCK")
ENDED = (b"Z", b"X")
STOPPED = (b"T", b"t", *ENDED)


def _read(path):
    """The whole of a file of /proc; None where what it tells of is gone."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        data = part = os.read(descriptor, 1 << 16)
        while len(part) > PAGE_BYTES:
            part = os.read(descriptor, 1 << 16)
            data += part
        return data
    except OSError:
        return None
    finally:
        os.close(descriptor)


def _numbers(path):
    data = _read(path)
    return None if data is None else [int(part) for part in data.split()]


def _fields(pid):
    """What /proc tells of a process or thread from its state on; None where it is gone."""
    data = _read("/proc/%s/stat" % pid)
    return data.rpartition(b")")[2].split() if data else None


def status_of(pid):
    """(parent, state letter), or None where the process is gone. One whose first thread alone has ended runs on."""
    fields = _fields(pid)
    if fields is None:
        return None
    return int(fields[1]), b"S" if fields[0] == b"Z" and int(fields[17]) > 1 else fields[0]


def lives(pid):
    """Whether a process is there and has not ended. What has ended holds and runs nothing."""
    return (status_of(pid) or (0, b"Z"))[1] not in ENDED


def started(pid):
    """When a living process was started, in ticks since the machine was; None where it is gone or ending."""
    fields = _fields(pid)
    return None if fields is None or fields[0] in ENDED else int(fields[19])


def watch(pid):
    """A descriptor that becomes readable when the process has ended; None where the kernel has none."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


def has_ended(watched):
    """Whether the process of such a descriptor has ended."""
    return bool(select.select([watched], [], [], 0)[0])


def processor_seconds(pid):
    """What a process, with its threads and the children that it has waited for, has used of the processors."""
    fields = _fields(pid)
    if fields is None:
        return 0.0
    try:
        own = time.clock_gettime(~pid << 3 | 2)
    except OSError:
        # It has ended, and nobody has waited for it.
        own = sum(map(int, fields[11:13])) / TICKS
    return own + sum(map(int, fields[13:15])) / TICKS


def delay_of(path):
    """Seconds that a thread was ready and waited for a processor, by its path in /proc; None where the kernel does not tell."""
    told = _numbers("/proc/%s/schedstat" % path)
    return None if not told or told[0] == 0 else told[1] / 1e9


def delays_of(pid):
    """The same for each thread of a process, by its number; None where the kernel does not tell."""
    found = {}
    try:
        threads = os.listdir("/proc/%d/task" % pid)
    except OSError:
        return found
    for thread in threads:
        delay = delay_of("%d/task/%s" % (pid, thread))
        if delay is None:
            if os.path.exists("/proc/%d/task/%s/stat" % (pid, thread)) and not os.path.exists("/proc/self/schedstat"):
                return None
            continue
        found[int(thread)] = delay
    return found


def last_started():
    """The number of the process or thread that was started last in this process namespace; None where it is hidden."""
    data = _read("/proc/loadavg")
    return int(data.split()[-1]) if data else None


def children(pid):
    """The children of a process, zombies included."""
    try:
        threads = os.listdir("/proc/%d/task" % pid)
    except OSError:
        return []
    found = []
    for thread in threads:
        part = _numbers("/proc/%d/task/%s/children" % (pid, thread))
        if part is None:
            if os.path.exists("/proc/%d/task/%s/stat" % (pid, thread)):
                return _children_by_scan(pid)
            continue
        found.extend(part)
    return found


def _children_by_scan(parent):
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            status = status_of(int(name))
            if status is not None and status[0] == parent:
                found.append(int(name))
    return found


def tree(root):
    """The numbers of all processes below `root`, zombies included, as far as one look finds them."""
    found = set()
    pending = [root]
    while pending:
        for child in children(pending.pop()):
            if child not in found:
                found.add(child)
                pending.append(child)
    return found


def descendants(root):
    """Every living process below `root`."""
    return [pid for pid in tree(root) if lives(pid)]


def reap():
    """Collects the dead that are children of this process."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def stop(pid):
    """Stops a process; whether it lives and each of its threads is stopped now."""
    try:
        os.kill(pid, signal.SIGSTOP)
    except OSError:
        return False
    until = time.monotonic() + STOP_SECONDS
    while True:
        # It may have to get a processor first.
        os.sched_yield()
        fields = _fields(pid)
        is_alone = fields is None or int(fields[17]) <= 1
        if is_alone and (fields is None or fields[0] in ENDED):
            return False
        if fields[0] in STOPPED and (is_alone or all(state in STOPPED for state in _states(pid))):
            return True
        if time.monotonic() > until:
            return False


def waits(pid):
    """Whether a process is stopped, or waits for something other than a processor, with every thread, or is gone."""
    return all(state == b"S" or state in STOPPED for state in _states(pid))


def _states(pid):
    """The state letters of a process's threads; none where it is gone."""
    try:
        threads = os.listdir("/proc/%d/task" % pid)
    except OSError:
        return []
    return [(_fields("%d/task/%s" % (pid, thread)) or ENDED)[0] for thread in threads]


def tasks_of(pids):
    """How many threads some processes have together."""
    tasks = 0
    for pid in pids:
        try:
            tasks += len(os.listdir("/proc/%d/task" % pid))
        except OSError:
            continue
    return tasks


def private_memory(pid):
    """Resident bytes that no file backs."""
    numbers = _numbers("/proc/%d/statm" % pid)
    return (numbers[1] - numbers[2]) * os.sysconf("SC_PAGE_SIZE") if numbers else 0


def tasks_of_user(user):
    """Processes and threads of a user on the whole machine, as RLIMIT_NPROC counts them."""
    count = 0
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            if os.stat("/proc/" + name).st_uid == user or os.stat("/proc/%s/task" % name).st_uid == user:
                count += len(os.listdir("/proc/%s/task" % name))
        except OSError:
            continue
    return count


def are_as_many(tasks):
    """Whether just so many processes and threads run as this process's user, whom no other shares: the kernel refuses
    one more at a limit of that number, and allows it at the next."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NPROC)
    try:
        return not _allows_another(tasks, hard) and _allows_another(tasks + 1, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NPROC, (soft, hard))


def _allows_another(most, hard):
    if hard != resource.RLIM_INFINITY and most > hard:
        return False
    resource.setrlimit(resource.RLIMIT_NPROC, (most, hard))
    ran = _thread.allocate_lock()
    ran.acquire()
    try:
        _thread.start_new_thread(ran.release, ())
    except RuntimeError:
        return False
    ran.acquire()
    while len(os.listdir("/proc/self/task")) > 1:
        os.sched_yield()
    return True


def address_space(pid):
    """Bytes of address space that a process has mapped."""
    numbers = _numbers("/proc/%d/statm" % pid)
    return numbers[0] * os.sysconf("SC_PAGE_SIZE") if numbers else 64 << 20
