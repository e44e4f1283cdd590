"""Finding and ending the processes of one session. The supervisor adopts every orphan below it."""
import os
import resource
import signal
import time


def _numbers(path):
    try:
        with open(path, "rb", buffering=0) as file:
            return [int(part) for part in file.read(1 << 20).split()]
    except (OSError, ValueError):
        return None


def status_of(pid):
    """(parent, state letter), or None where the process is gone. One whose first thread alone has ended runs on."""
    try:
        with open("/proc/%d/stat" % pid, "rb", buffering=0) as file:
            fields = file.read(4096).rpartition(b")")[2].split()
        return int(fields[1]), b"S" if fields[0] == b"Z" and int(fields[17]) > 1 else fields[0]
    except (OSError, IndexError, ValueError):
        return None


def started(pid):
    """When a living process was started, in ticks since the machine was; None where it is gone or ending."""
    try:
        with open("/proc/%d/stat" % pid, "rb", buffering=0) as file:
            fields = file.read(4096).rpartition(b")")[2].split()
        return None if fields[0] in (b"Z", b"X") else int(fields[19])
    except (OSError, IndexError, ValueError):
        return None


def owner(pid):
    """The user that a process runs as; None where it is gone."""
    try:
        return os.stat("/proc/%d" % pid).st_uid
    except OSError:
        return None


def last_started():
    """The number of the process or thread that was started last in this process namespace; None where it is hidden."""
    try:
        with open("/proc/loadavg", "rb", buffering=0) as file:
            return int(file.read(256).split()[-1])
    except (OSError, IndexError, ValueError):
        return None


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


def survey(root):
    """(living processes below `root`, whether one was seen to vanish meanwhile). Zombies hold and run nothing."""
    found = []
    vanished = False
    pending = [root]
    while pending:
        for child in children(pending.pop()):
            status = status_of(child)
            if status is None:
                vanished = True
                continue
            pending.append(child)
            if status[1] not in (b"Z", b"X"):
                found.append(child)
    return found, vanished


def descendants(root):
    """Every living process below `root`."""
    return survey(root)[0]


def reap():
    """Collects the dead; the process ids that ended."""
    ended = []
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended
        if pid == 0:
            return ended
        ended.append(pid)


def end_all(keep):
    """Kills everything below this process except `keep`, until nothing is left. False if something would not die.

    A process that forks and exits can slip past one look, so the last look must have seen nothing come or go."""
    own = os.getpid()
    for attempt in range(300):
        living, vanished = survey(own)
        victims = [pid for pid in living if pid not in keep]
        if not victims and not vanished:
            if attempt == 0 or survey(own) == (living, False):
                reap()
                return True
        for pid in victims:
            try:
                if attempt:
                    resource.prlimit(pid, resource.RLIMIT_NPROC, (0, 0))
                os.kill(pid, signal.SIGKILL)
            except (OSError, ValueError):
                pass
        reap()
        if attempt > 3:
            time.sleep(min(0.02, 0.0002 * (attempt - 3)))
    return False


def stop(pid):
    """Stops a process; whether it is stopped now, and alive."""
    try:
        os.kill(pid, signal.SIGSTOP)
    except OSError:
        return False
    for _ in range(100):
        status = status_of(pid)
        if status is None or status[1] == b"Z":
            return False
        if status[1] == b"T":
            return True
    return False


def take_over(keeper, kept):
    """The only child of `keeper`, stopped, once it is sure that nothing else runs but `kept`; `keeper` is then killed.
    Else None."""
    reap()
    running = children(keeper)
    if len(running) != 1:
        return None
    chosen = running[0]
    if not stop(chosen):
        return None
    if children(chosen) or not kept.union((keeper,)).issuperset(children(os.getpid())):
        return None
    os.kill(keeper, signal.SIGKILL)
    return chosen


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


def address_space(pid):
    """Bytes of address space that a process has mapped."""
    numbers = _numbers("/proc/%d/statm" % pid)
    return numbers[0] * os.sysconf("SC_PAGE_SIZE") if numbers else 64 << 20
