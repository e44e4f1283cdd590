"""A run under way: what it says is relayed, what it uses is watched, and what it leaves is ended."""
import marshal
import os
import socket
import struct
import time

import mettle_environment as environments
import mettle_limits as limits
import mettle_own_time as own_time
import mettle_place as places
import mettle_processes as processes
import mettle_run_channels as run_channels
import mettle_transfer as transfer

READ_SIZE = 1 << 16
# The result of a run that was over sooner goes to the host together with the word that all is settled.
QUICK_SECONDS = 0.05
LAST_READS = 64
# Bytes of answers that wait for code which asks without listening.
MOST_UNREAD = 1 << 20


class Run:
    def __init__(self, number, header, environment, host):
        self.number = number
        self.limits = header["limits"]
        # Whether the host wants to know the processor time at each call of its functions.
        self.timed = header["isTimed"]
        # Whether a line of the shell is run, whose process is given up after it.
        self.is_shell = header["isShell"]
        self.environment = environment
        self.host = host
        # Bytes of address space that the namespace has taken before the run.
        self.held = max(0, processes.address_space(environment.keeper.pid) - environment.baseline)
        self.started = time.monotonic()
        self.began = time.time_ns()
        self.channels = run_channels.RunChannels(header["reads"])
        self.hears_control = True
        self.place_text = b""
        # The time until which the word of it is waited for; None where it is not.
        self.place_until = None
        self.time = None
        self.over = False

    def start(self, payload):
        """Hands the run over to the session process."""
        environment, keeper = self.environment, self.environment.keeper
        keeper.settle()
        # Room for a spare fork that does not exist would be room for a thread, where the code may have none.
        zygotes = len(environment.zygote.own()) if self.limits["processes"] == 1 else environment.zygote.most()
        others = 1 + zygotes + (0 if keeper.runs_itself() else 1)
        wanted = limits.for_kernel(self.limits, self.held, others)
        same_user = environment.config["sameUser"]
        keeper.hold(same_user and self.limits["processes"] == 1)
        environment.started_nothing = environment.started_nothing and keeper.lone
        # Others of the user's count against the limit, unless the filter refuses every new process.
        counts_others = same_user and not keeper.lone
        self.channels.queue(b"R", payload)
        try:
            if keeper.limits != wanted or counts_others:
                limits.set_in_kernel(keeper.pid, wanted, environment.baseline, counts_others)
                keeper.limits = wanted
            self.time = own_time.OwnTime(keeper)
            keeper.begin(self.number, self.channels.inside)
        except OSError:
            self.channels.handed_over()
            self.end("keeper_lost")
            return
        self.channels.handed_over()
        self.channels.flush()

    # ---- what it says

    def readers(self):
        channels, keeper = self.channels, self.environment.keeper
        readers = [*channels.outputs]
        if self.hears_control:
            readers.append(keeper.control)
        if keeper.ended is not None:
            readers.append(keeper.ended)
        if not channels.ended:
            readers.append(channels.data)
        if self.place_until is not None:
            readers.append(channels.place)
        return readers

    def writers(self):
        channels = self.channels
        return ([channels.data] if channels.outgoing else []) + ([channels.input] if channels.unread else [])

    def relay(self, ready, writable):
        """Takes what has come of its channels."""
        channels, environment = self.channels, self.environment
        if channels.data in writable:
            channels.flush()
        if channels.input in writable and channels.write_input():
            self.host.send_later(b"i", b"")
        for descriptor in list(channels.outputs):
            if descriptor in ready and self._read_output(descriptor) is None:
                channels.close_output(descriptor)
        if channels.data in ready:
            self._read_data()
        if not self.over and environment.keeper.control in ready:
            self._read_control()
        if not self.over and environment.keeper.ended in ready:
            self._keeper_ended()
        if not self.over and self.place_until is not None:
            self._read_place()

    def _read_data(self):
        if not self.channels.receive():
            return
        while not self.over:
            try:
                frame = self.channels.next_frame(self.limits["frameBytes"])
            except run_channels.WrongSize:
                self.end("frame")
                return
            if frame is None:
                return
            self._take(frame)

    def _take(self, frame):
        kind = frame[:1]
        if kind in (b"V", b"U"):
            self.end("result" if kind == b"V" else "answer", frame)
        elif kind in (b"H", b"P") and self.channels.ask():
            timed = [(b"t", marshal.dumps(self.time.ask(), 2))] if self.timed else []
            self.host.send_all([*timed, (b"c", frame)])
        elif kind == b"T" and self.environment.config["sameUser"] and len(self.channels.outgoing) < MOST_UNREAD:
            self._change(frame[1:])
        else:
            self.end("protocol")

    def _change(self, request):
        """Changes a file for code whose filter refuses it."""
        answer = (True, None)
        try:
            self.environment.files.change(request)
        except (OSError, ValueError, struct.error) as error:
            answer = (False, "PermissionError", str(error))
        self.channels.answer(marshal.dumps(answer, 2))

    def _read_output(self, descriptor):
        try:
            part = os.read(descriptor, READ_SIZE)
        except BlockingIOError:
            return False
        if not part:
            return None
        self.host.send_later(self.channels.outputs[descriptor], part)
        return True

    def _drain(self):
        for descriptor in self.channels.outputs:
            for _ in range(64):
                if not self._read_output(descriptor):
                    break

    def _read_control(self):
        try:
            message = self.environment.keeper.control.recv(64, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return
        except OSError:
            message = b""
        if not message:
            # In its first run code has closed it, or the process is ending, which shows by itself.
            self.hears_control = False
            if not self.environment.keeper.runs_itself():
                self._keeper_ended()
        if self.over or len(message) < 8:
            return
        number, status = int.from_bytes(message[-8:-4], "big"), int.from_bytes(message[-4:], "big")
        if number == self.number:
            self._read_last()
            if not self.over:
                self.end("exit", None, status)

    def _read_last(self):
        for _ in range(LAST_READS):
            if not self.over and self.channels.waits():
                self._read_data()

    def take_input(self, body):
        self.channels.take_input(body)

    # ---- what it uses

    def watch(self):
        """Ends the run where its process is lost, or where it exceeds what the kernel does not count."""
        keeper, zygote = self.environment.keeper, self.environment.zygote
        if keeper.is_stuck(time.monotonic() - self.started) or not keeper.alive():
            self._keeper_ended()
            return
        processes.reap()
        spared = zygote.own() | (set() if keeper.runs_itself() else {keeper.pid})
        pids = [pid for pid in processes.descendants(os.getpid()) if pid not in spared]
        self.time.look(pids)
        trouble = limits.exceeded(self.limits, pids, self.environment)
        if trouble is not None:
            self.end(trouble)

    def tell_time(self):
        """Answers the host, which asks what the run has used so far."""
        if self.time is not None:
            self.host.send(b"t", marshal.dumps(self.time.ask(), 2))

    # ---- its end

    def stop(self, why):
        """Ends the run for the host. One whose time is over is asked where it is first."""
        if why == b"timeout" and not self.is_shell and places.ask(self.environment.keeper.doing_the_run()):
            self.place_until = time.monotonic() + places.SECONDS
        else:
            self.end("killed")

    def _read_place(self):
        self.place_text, is_whole = places.read(self.channels.place, self.place_text)
        if is_whole or time.monotonic() >= self.place_until:
            self.end("killed")

    def _keeper_ended(self):
        """The session process has ended, or what later runs need it for."""
        keeper = self.environment.keeper
        if keeper.alive() or not keeper.runs_itself():
            self.end("keeper_lost")
            return
        self._read_last()
        if not self.over:
            self.end("exit", None, self.environment.zygote.collect(keeper.pid))

    def end(self, reason, result=None, status=0):
        environment, keeper = self.environment, self.environment.keeper
        if reason == "result" and self._has_outgrown_its_memory():
            reason = "full"
        if (reason == "result" or self.is_shell) and environment.files.left_too_much(self.limits["fileBytes"]):
            reason = "files"
        nothing_to_lose = keeper.fresh and reason != "result"
        environment.stop_what_is_put_by()
        if reason == "keeper_lost":
            kept = False
        elif reason == "result":
            kept = keeper.replace()
        else:
            kept = keeper.go_back()
        if not kept and not environment.census.end_all(environment.zygote.own()):
            raise environments.Failed("a process of the code could not be ended")
        self._drain()
        if result is not None and (environment.workspace.known or time.monotonic() - self.started > QUICK_SECONDS):
            # The host stops its clock at the result, and reading files back may take a while.
            self.host.send(b"c", result)
            result = None
        trouble = transfer.send_changes(environment.workspace, self, self.host.send)
        if trouble is not None:
            environment.clear(environment.workspace.clear)
        if reason in ("files", "entries", "unseen"):
            environment.clear(environment.files.empty_temporary)
        self.channels.close()
        self.over = True
        if not kept:
            keeper.close()
            nothing_to_lose = not environment.take_next_keeper() and nothing_to_lose
        report = {
            "reason": reason, "status": status, "seconds": time.monotonic() - self.started, "lost": not (kept or nothing_to_lose),
            "files": trouble, "held": self.held, "place": self.place_text,
        }
        frames = [] if result is None else [(b"c", result)]
        self.host.send_all([*frames, (b"x", marshal.dumps(report, 2))])
        processes.reap()

    def _has_outgrown_its_memory(self):
        most = self.environment.baseline + self.limits["memory"]
        return limits.is_tight(self.limits, self.held) and self.environment.keeper.has_outgrown(most)
