"""The trusted half inside the confinement: starts the session process, relays its frames and output, ends what must
end, and moves files in and out. It never runs or parses anything of the user's."""
import marshal
import os
import select
import signal
import socket
import struct
import sys
import time

import mettle_census as censuses
import mettle_confine as confine
import mettle_counting as counting
import mettle_folders as folders
import mettle_host_channel as host_channel
import mettle_interpreter as interpreter
import mettle_keeper as keepers
import mettle_overlay as overlay
import mettle_place as places
import mettle_pristine as pristine
import mettle_processes as processes
import mettle_restrict as restrict
import mettle_runs as runs
import mettle_session as session
import mettle_transfer as transfer
import mettle_workspace as workspace
import mettle_zygote as zygotes

MEMORY_SLACK = 32 << 20
# Address space is counted in blocks of this many bytes.
BASELINE_BLOCK = 4 << 20
READ_SIZE = 1 << 16
WATCH_SECONDS = 0.1
# The result of a run that was over sooner goes to the host together with the word that all is settled.
QUICK_SECONDS = 0.05
LAST_READS = 64
# Bytes of answers that wait for code which asks without listening.
MOST_UNREAD = 1 << 20


class Supervisor:
    def __init__(self, compiled):
        # Our own modules, compiled, where this process has done it; the host gives them to the next one.
        self.compiled = compiled
        self.host = host_channel.HostChannel()
        self.config = None
        self.zygote = None
        self.pristine = None
        self.keeper = None
        self.run = None
        self.number = 0
        self.workspace = None
        self.files = None
        self.census = censuses.Census(False)
        self.baseline = 0
        self.shared = 0

    # ---- what the host asks for

    def send(self, kind, body):
        self.host.send_all([(kind, body)])

    def handle(self, kind, body):
        if kind == b"A":
            if self.run is not None:
                self.run.answer(body)
        elif kind == b"R":
            header, payload = marshal.loads(body)
            self.start_run(header, payload)
        elif kind == b"Z" and self.run is None:
            self.restore()
        elif kind == b"W":
            self.apply(marshal.loads(body))
        elif kind == b"F":
            self.fill(*marshal.loads(body))
        elif kind == b"K":
            if self.run is not None:
                self.stop_run(body)
        elif kind == b"C":
            self.configure(marshal.loads(body))

    def fill(self, path, data):
        """Content that the code asked for: into its place first, then the word that it is there."""
        if self.run is None:
            return
        answer = (True, None)
        try:
            if data is not None:
                self.workspace.fill(path, data)
        except OSError as error:
            answer = (False, "OSError", str(error))
        self.run.answer(marshal.dumps(answer, 2))

    def apply(self, operations):
        try:
            self.workspace.apply(operations)
            self.send(b"s", marshal.dumps(None, 2))
        except (OSError, ValueError) as error:
            self.send(b"s", marshal.dumps("%s: %s" % (type(error).__name__, error), 2))

    # ---- the session process

    def configure(self, config):
        self.config = config
        for folder in (config["workspace"], config["temporary"]):
            os.makedirs(folder, mode=0o700, exist_ok=True)
        if config["overlay"] is None:
            self.workspace = workspace.Workspace(config["workspace"])
        else:
            changed = overlay.mount(config)
            self.workspace = overlay.OverlayWorkspace(config["workspace"], changed, config["overlay"]["bytes"])
        self.files = transfer.FileWatch(self.workspace, config)
        restrict.bear_mark(config.get("mark"))
        restrict.share_one_arena()
        session.prepare(config)
        restrict.confine_supervisor(config)
        # In whole blocks: what the C library has taken differs a little from process to process, and the limit made from
        # it must not tell a new one from one that was reset.
        blocks = -(-processes.address_space(os.getpid()) // BASELINE_BLOCK)
        self.baseline = blocks * BASELINE_BLOCK
        self.shared = processes.private_memory(os.getpid())
        self.census = censuses.Census(config["ownProcesses"])
        self.start_keeper()
        self.pristine = pristine.Pristine(config, self.zygote, self.census)
        facts = {} if self.compiled is None else {**interpreter.facts(), "compiled": self.compiled}
        self.compiled = None
        self.send(b"r", marshal.dumps(facts, 2))

    def start_keeper(self):
        """Starts a session process, by a new zygote where the code has ended the first one."""
        try:
            if self.zygote is not None and not self.zygote.alive():
                self.zygote.close()
                self.zygote = None
            if self.zygote is None:
                self.zygote = zygotes.Zygote(self.config)
            self.keeper = keepers.Keeper(self.zygote, self.census)
        except (OSError, zygotes.NotStarted) as error:
            self.fail(str(error))

    def restore(self):
        """Brings everything back to what it was before the first run; the host hears None, or why that is not sure."""
        if self.config["overlay"] is not None:
            self.send(b"z", marshal.dumps("its workspace was not empty at first", 2))
            return
        self.keeper.end(not self.config["ownProcesses"])
        why = self.pristine.restore(self.keeper.pid)
        if why is None:
            self.workspace.forget()
            self.number = 0
            self.start_keeper()
        self.send(b"z", marshal.dumps(why, 2))
        if why is None:
            self.zygote.prepare()

    def fail(self, message):
        self.send(b"!", marshal.dumps(message, 2))
        raise host_channel.HostGone()

    # ---- one run

    def start_run(self, header, payload):
        self.number = (self.number + 1) & 0x7FFFFFFF
        if not self.keeper.alive() and self.keeper.fresh:
            # It has run nothing, so another one is as good.
            self.keeper.close()
            self.start_keeper()
        limits = header["limits"]
        held = max(0, processes.address_space(self.keeper.pid) - self.baseline)
        self.run = runs.Run(self.number, limits, held, header["isTimed"])
        # Room for a spare fork that does not exist would be room for a thread, where the code may have none.
        zygotes = len(self.zygote.own()) if limits["processes"] == 1 else self.zygote.most()
        others = 1 + zygotes + (0 if self.keeper.fresh else 1)
        wanted = runs.limits_of(self.run, others)
        self.run.outgoing += (len(payload) + 1).to_bytes(4, "big") + b"R" + payload
        try:
            if self.keeper.limits != wanted or self.config["sameUser"]:
                runs.set_limits(self.keeper.pid, wanted, self.baseline, self.config["sameUser"])
                self.keeper.limits = wanted
            self.keeper.begin(self.number, self.run.inside)
        except OSError:
            self.run.handed_over()
            self.end_run("keeper_lost")
            return
        self.run.handed_over()
        self.run.flush()

    def read_data(self):
        run = self.run
        try:
            part = run.data.recv(1 << 18)
        except BlockingIOError:
            return
        except OSError:
            part = b""
        if not part:
            run.ended = True
            return
        run.incoming += part
        while self.run is run and len(run.incoming) >= 4:
            size = int.from_bytes(run.incoming[:4], "big")
            if size < 1 or size > run.limits["frameBytes"]:
                self.end_run("frame")
                return
            if len(run.incoming) < 4 + size:
                return
            frame = bytes(run.incoming[4:4 + size])
            del run.incoming[:4 + size]
            if frame[:1] in (b"V", b"U"):
                self.end_run("result" if frame[:1] == b"V" else "answer", frame)
            elif frame[:1] in (b"H", b"P") and run.ask():
                timed = [(b"t", marshal.dumps(self.keeper.processor_seconds(), 2))] if run.timed else []
                self.host.send_all([*timed, (b"c", frame)])
            elif frame[:1] == b"T" and self.config["sameUser"] and len(run.outgoing) < MOST_UNREAD:
                self.change(frame[1:])
            else:
                self.end_run("protocol")

    def change(self, request):
        """Changes a file for code whose filter refuses it."""
        answer = (True, None)
        try:
            self.files.change(request)
        except (OSError, ValueError, struct.error) as error:
            answer = (False, "PermissionError", str(error))
        self.run.answer(marshal.dumps(answer, 2))

    def read_output(self, descriptor):
        try:
            part = os.read(descriptor, READ_SIZE)
        except BlockingIOError:
            return False
        if not part:
            return None
        self.host.send_later(self.run.outputs[descriptor], part)
        return True

    def drain(self):
        for descriptor in self.run.outputs:
            for _ in range(64):
                if not self.read_output(descriptor):
                    break

    def read_control(self):
        try:
            message = self.keeper.control.recv(64, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return
        except OSError:
            message = b""
        if not message:
            # In its first run code has closed it, or the process is ending, which shows by itself.
            self.run.hears_control = False
            if not self.keeper.fresh:
                self.keeper_ended()
        if self.run is None or len(message) < 8:
            return
        number, status = int.from_bytes(message[-8:-4], "big"), int.from_bytes(message[-4:], "big")
        if number == self.run.number:
            self.read_last()
            if self.run is not None:
                self.end_run("exit", None, status)

    def read_last(self):
        for _ in range(LAST_READS):
            if self.run is not None and self.run.waits():
                self.read_data()

    def keeper_ended(self):
        """The session process has ended, or what later runs need it for."""
        if self.keeper.alive() or not self.keeper.fresh:
            self.end_run("keeper_lost")
            return
        self.read_last()
        if self.run is not None:
            self.end_run("exit", None, self.zygote.collect(self.keeper.pid))

    def end_run(self, reason, result=None, status=0):
        run = self.run
        if reason == "result" and run.is_tight() and self.keeper.has_outgrown(self.baseline + run.limits["memory"]):
            reason = "full"
        if reason == "result" and self.files.left_too_much(run.limits["fileBytes"]):
            reason = "files"
        nothing_to_lose = self.keeper.fresh and reason != "result"
        if reason == "keeper_lost":
            kept = False
        elif reason == "result":
            kept = self.keeper.replace()
        else:
            kept = self.keeper.go_back()
        if not kept and not self.census.end_all(self.zygote.own()):
            self.fail("a process of the code could not be ended")
        self.drain()
        if result is not None and (self.workspace.known or time.monotonic() - run.started > QUICK_SECONDS):
            # The host stops its clock at the result, and reading files back may take a while.
            self.send(b"c", result)
            result = None
        trouble = transfer.send_changes(self.workspace, run, self.send)
        if trouble is not None:
            self.clear(self.workspace.clear)
        if reason in ("files", "entries", "unseen"):
            self.clear(self.files.empty_temporary)
        run.close()
        self.run = None
        if not kept:
            self.keeper.close()
            self.start_keeper()
        report = {
            "reason": reason, "status": status, "seconds": time.monotonic() - run.started, "lost": not (kept or nothing_to_lose),
            "files": trouble, "held": run.held, "place": run.place_text,
        }
        frames = [] if result is None else [(b"c", result)]
        self.host.send_all([*frames, (b"x", marshal.dumps(report, 2))])
        processes.reap()

    def stop_run(self, why):
        """Ends a run for the host. One whose time is over is asked where it is first."""
        if why == b"timeout" and places.ask(self.keeper.doing_the_run()):
            self.run.place_until = time.monotonic() + places.SECONDS
        else:
            self.end_run("killed")

    def read_place(self):
        run = self.run
        run.place_text, is_whole = places.read(run.place, run.place_text)
        if is_whole or time.monotonic() >= run.place_until:
            self.end_run("killed")

    def clear(self, empty):
        """What cannot be read back or counted is not kept, so that the next run starts without it."""
        try:
            empty()
        except OSError as error:
            self.fail("the files of the code could not be removed: %s" % error)

    def watch(self):
        """Limits that the kernel counts per process only, or not at all, counted over the whole session."""
        run = self.run
        if self.keeper.is_stuck(time.monotonic() - run.started) or not self.keeper.alive():
            self.keeper_ended()
            return
        processes.reap()
        spared = self.zygote.own() | (set() if self.keeper.fresh else {self.keeper.pid})
        pids = [pid for pid in processes.descendants(os.getpid()) if pid not in spared]
        try:
            held = counting.Holdings(pids, os.path.dirname(self.config["workspace"]), self.shared)
            if held.memory() > run.limits["memory"] + MEMORY_SLACK:
                trouble = "memory"
            elif processes.tasks_of(pids) > run.limits["processes"] + 1:
                trouble = "processes"
            else:
                trouble = self.files.too_much(held, run.limits["fileBytes"])
        except counting.Unseen:
            trouble = "unseen"
        if trouble is not None:
            self.end_run(trouble)

    # ---- the loop

    def serve(self):
        for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        next_watch = 0.0
        while True:
            readers = [0]
            writers = []
            timeout = None
            if self.run is not None:
                readers += self.run.outputs
                if self.run.hears_control:
                    readers.append(self.keeper.control)
                if self.keeper.ended is not None:
                    readers.append(self.keeper.ended)
                if not self.run.ended:
                    readers.append(self.run.data)
                if self.run.outgoing:
                    writers.append(self.run.data)
                timeout = max(0.0, next_watch - time.monotonic())
                if self.run.place_until is not None:
                    readers.append(self.run.place)
                    timeout = max(0.0, min(timeout, self.run.place_until - time.monotonic()))
            ready, writable, _ = select.select(readers, writers, [], timeout)
            self.step(ready, writable)
            self.host.flush()
            if self.run is None:
                next_watch = time.monotonic() + WATCH_SECONDS
            elif time.monotonic() >= next_watch:
                self.watch()
                next_watch = time.monotonic() + WATCH_SECONDS

    def step(self, ready, writable):
        run = self.run
        if writable and run is not None:
            self.run.flush()
        if run is not None:
            for descriptor in list(run.outputs):
                if descriptor in ready and self.read_output(descriptor) is None:
                    os.close(descriptor)
                    del run.outputs[descriptor]
            if run.data in ready:
                self.read_data()
            if self.run is run and self.keeper.control in ready:
                self.read_control()
            if self.run is run and self.keeper.ended in ready:
                self.keeper_ended()
        if self.run is run and run is not None and run.place_until is not None:
            self.read_place()
        if 0 in ready:
            for kind, body in self.host.receive():
                self.handle(kind, body)


def main(compiled):
    confine.architecture()
    sys.setrecursionlimit(20_000)
    confine.prctl(confine.PR_SET_DUMPABLE, 0)
    confine.prctl(confine.PR_SET_CHILD_SUBREAPER, 1)
    made = sys.argv[1:]
    supervisor = Supervisor(compiled)
    try:
        supervisor.serve()
    except host_channel.HostGone:
        pass
    finally:
        if supervisor.config is not None and supervisor.config["ownUser"]:
            os.kill(-1, signal.SIGKILL)
        supervisor.census.end_all(set())
        try:
            for path in made:
                folders.remove(path)
        except OSError:
            pass
        if supervisor.config is not None and supervisor.config["endsFirst"]:
            os.kill(1, signal.SIGTERM)
        os._exit(0)
