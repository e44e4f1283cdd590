"""The process that every session process is a fork of. It runs nothing of the user's, is told nothing of any run, and
shares no descriptor with what it forks, so each fork is as the first one was."""
import fcntl
import os
import signal
import socket

import mettle_forks as forks
import mettle_processes as processes
import mettle_restrict as restrict
import mettle_session as session

START_SECONDS = 10.0


class NotStarted(Exception):
    """A process could not be started or confined."""


class Zygote:
    """The zygote as the supervisor holds it. It forks when it is asked to, and collects what has ended when asked to."""

    def __init__(self, config):
        self.channel, inside = socket.socketpair()
        self.pid = os.fork()
        if self.pid == 0:
            _become_zygote(inside, config)
        inside.close()
        expect(self.channel, b"z", "the zygote did not start")
        self.started = processes.started(self.pid)
        self.ended = processes.watch(self.pid)
        self.keeps_spare = restrict.is_apart(config)
        # A session process that is put by while another one is at work.
        self.put_by = set()
        # A fork made ahead, and the channel of one that the zygote was asked for and has not told the number of.
        self.spare = None
        self.asked = None

    def alive(self):
        """Whether it is still that very process: its number could have been given to another."""
        if self.ended is not None:
            return not processes.has_ended(self.ended)
        return self.started is not None and processes.started(self.pid) == self.started

    def own(self):
        """The numbers of the zygote and its spare fork, which run nothing of the code's, and of what is put by."""
        self._learn()
        if not self.alive():
            return set(self.put_by)
        return {self.pid, *self.put_by} if self.spare is None else {self.pid, self.spare[0], *self.put_by}

    def take(self):
        """(number, channel) of a session process that is confined: the spare one where there is one that lives."""
        self._learn()
        if self.spare is not None and not processes.lives(self.spare[0]):
            self.spare[1].close()
            self.spare = None
        if self.spare is None:
            self._ask()
            self._learn()
        pid, control = self.spare or (0, None)
        self.spare = None
        if control is None:
            raise NotStarted("the zygote takes no request")
        try:
            # Where code can signal at all, it may have stopped the process.
            os.kill(pid, signal.SIGCONT)
            expect(control, b"k", "the session process did not start")
        except (OSError, NotStarted):
            control.close()
            raise
        return pid, control

    def prepare(self):
        """Has the next session process forked, which goes on while the code of this one runs. Only where Landlock keeps
        the two apart."""
        if self.keeps_spare and self.spare is None and self.asked is None:
            self._ask()

    def most(self):
        """How many processes the zygote and its spare fork can be: the limit of the code is the same with and without."""
        return (2 if self.keeps_spare else 1) + len(self.put_by)

    def _ask(self):
        self.asked, inside = socket.socketpair()
        try:
            os.kill(self.pid, signal.SIGCONT)
            socket.send_fds(self.channel, [b"F" + bytes(4)], [inside.fileno()])
        except OSError:
            self.asked.close()
            self.asked = None
        finally:
            inside.close()

    def _learn(self):
        """Waits for the number of the fork that was asked for. None is being made from then on."""
        control, self.asked = self.asked, None
        if control is None:
            return
        try:
            self.spare = int.from_bytes(expect(self.channel, b"f", ""), "big"), control
        except NotStarted:
            control.close()

    def collect(self, pid=0):
        """Takes away what is left of forks that have ended; the wait status of `pid`, or 0 where it is not known."""
        self._learn()
        try:
            os.kill(self.pid, signal.SIGCONT)
            self.channel.send(b"C" + pid.to_bytes(4, "big"))
            return int.from_bytes(expect(self.channel, b"c", ""), "big")
        except (OSError, NotStarted):
            return 0

    def close(self):
        """Gives up the spare fork of a zygote that has ended."""
        self._learn()
        if self.spare is not None:
            self.spare[1].close()
            self.spare = None
        if self.ended is not None:
            os.close(self.ended)
            self.ended = None
        self.channel.close()


def expect(channel, kind, otherwise):
    """What follows the word that a process sends once it is ready. Raises NotStarted with what it says instead."""
    channel.settimeout(START_SECONDS)
    try:
        answer = channel.recv(4096)
    except OSError:
        answer = b""
    channel.settimeout(None)
    if answer[:1] != kind:
        raise NotStarted(answer[1:].decode("utf-8", "replace") or otherwise)
    return answer[1:]


def _become_zygote(inside, config):
    status = 70
    try:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        os.setsid()
        inside = _keep_only(inside.detach())
        restrictions = restrict.Restrictions(config)
        restrictions.hold_zygote()
        if config["loadsAhead"]:
            for _ in range(session.REHEARSALS):
                session.practise(config)
        inside.send(b"z")
        ended = {}
        while True:
            message, descriptors = session.receive(inside)
            if not message:
                break
            kind, number = message[:1], int.from_bytes(message[1:], "big")
            if kind == b"C":
                _collect(ended)
                inside.send(b"c" + (ended.pop(number, 0) & 0xFFFFFFFF).to_bytes(4, "big"))
                continue
            ended.clear()
            _collect(ended)
            pid = forks.fork()
            if pid == 0:
                _become_session(descriptors[0], restrictions, config)
            os.close(descriptors[0])
            inside.send(b"f" + pid.to_bytes(4, "big"))
        status = 0
    except BaseException as error:
        status = 71
        _complain(inside, error)
    finally:
        os._exit(status)


def _collect(ended):
    try:
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return
            ended[pid] = status
    except ChildProcessError:
        return


def _become_session(descriptor, restrictions, config):
    control = None
    try:
        os.setsid()
        control = _keep_only(descriptor, restrictions.descriptors)
        restrictions.apply()
        control.send(b"k")
        session.keep(control, config, restrictions)
    except BaseException as error:
        _complain(control, error)
    finally:
        os._exit(71)


def _keep_only(channel, others=()):
    """Closes every descriptor but a channel, which becomes the third, and `others`. What is put in place of standard
    input and output is opened anew, for a description that processes share can carry a lock or a flag."""
    high = [fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 64) for descriptor in (channel, *others)]
    nothing = os.open("/dev/null", os.O_RDWR)
    for place in (0, 1, 2):
        os.dup2(nothing, place)
    for place, descriptor in enumerate(high, 3):
        os.dup2(descriptor, place, inheritable=False)
    os.closerange(3 + len(high), 4096)
    return socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, 3)


def _complain(channel, error):
    if channel is None:
        return
    try:
        channel.send(b"!" + ("%s: %s" % (type(error).__name__, error)).encode("utf-8", "replace")[:2000])
    except OSError:
        pass
