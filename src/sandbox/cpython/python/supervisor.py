"""The trusted half inside the confinement: does what the host asks for, one run at a time. It never runs or parses user
code, and neither do the modules that it consists of: environment, runs, run_channels and limits."""
import marshal
import os
import select
import signal
import sys
import time

import mettle_confine as confine
import mettle_environment as environments
import mettle_host_channel as host_channel
import mettle_interpreter as interpreter
import mettle_programs as programs
import mettle_runs as runs

WATCH_SECONDS = 0.1


class Supervisor:
    def __init__(self, tells_facts):
        # Whether the host does not know yet what this interpreter brings along.
        self.tells_facts = tells_facts
        self.host = host_channel.HostChannel()
        self.environment = environments.Environment()
        self.run = None
        self.number = 0

    # ---- what the host asks for

    def handle(self, kind, body):
        if kind == b"A":
            if self.run is not None:
                self.run.channels.answer(body)
        elif kind == b"I":
            if self.run is not None:
                self.run.take_input(body)
        elif kind == b"R":
            header, payload = marshal.loads(body)
            self.start_run(header, payload)
        elif kind == b"Z" and self.run is None:
            self.restore()
        elif kind == b"W":
            self.apply(marshal.loads(body))
        elif kind == b"F":
            self.fill(*marshal.loads(body))
        elif kind == b"Q":
            if self.run is not None:
                self.run.tell_time()
        elif kind == b"K":
            if self.run is not None:
                self.run.stop(body)
        elif kind == b"C":
            self.configure(marshal.loads(body))
        self.forget_run_that_is_over()

    def configure(self, config):
        self.environment.configure(config)
        facts = {}
        if self.tells_facts:
            facts = {**interpreter.facts(), "programs": programs.names(config)}
        self.host.send(b"r", marshal.dumps(facts, 2))

    def start_run(self, header, payload):
        self.number = (self.number + 1) & 0x7FFFFFFF
        self.environment.replace_dead_keeper()
        if header["isShell"]:
            self.environment.put_keeper_by()
        self.run = runs.Run(self.number, header, self.environment, self.host)
        self.run.start(payload)

    def fill(self, path, data):
        """Content that the code asked for: into its place first, then the word that it is there."""
        if self.run is None:
            return
        answer = (True, None)
        try:
            if data is not None:
                self.environment.workspace.fill(path, data)
        except OSError as error:
            answer = (False, "OSError", str(error))
        self.run.channels.answer(marshal.dumps(answer, 2))

    def apply(self, operations):
        try:
            self.environment.workspace.apply(operations)
            self.host.send(b"s", marshal.dumps(None, 2))
        except (OSError, ValueError) as error:
            self.host.send(b"s", marshal.dumps("%s: %s" % (type(error).__name__, error), 2))

    def restore(self):
        why = self.environment.restore()
        if why is None:
            self.number = 0
        self.host.send(b"z", marshal.dumps(why, 2))
        if why is None:
            self.environment.zygote.prepare()

    # ---- the loop

    def serve(self):
        for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        next_watch = 0.0
        while True:
            readers, writers, timeout = [0], [], None
            if self.run is not None:
                readers += self.run.readers()
                writers += self.run.writers()
                until = next_watch if self.run.place_until is None else min(next_watch, self.run.place_until)
                timeout = max(0.0, until - time.monotonic())
            ready, writable, _ = select.select(readers, writers, [], timeout)
            self.step(ready, writable)
            self.host.flush()
            if self.run is None:
                next_watch = time.monotonic() + WATCH_SECONDS
            elif time.monotonic() >= next_watch:
                self.run.watch()
                self.forget_run_that_is_over()
                next_watch = time.monotonic() + WATCH_SECONDS

    def step(self, ready, writable):
        if self.run is not None:
            self.run.relay(ready, writable)
            self.forget_run_that_is_over()
        if 0 in ready:
            for kind, body in self.host.receive():
                self.handle(kind, body)

    def forget_run_that_is_over(self):
        if self.run is not None and self.run.over:
            self.run = None


def main(tells_facts):
    confine.architecture()
    sys.setrecursionlimit(20_000)
    confine.prctl(confine.PR_SET_DUMPABLE, 0)
    confine.prctl(confine.PR_SET_CHILD_SUBREAPER, 1)
    made = sys.argv[1:]
    supervisor = Supervisor(tells_facts)
    try:
        supervisor.serve()
    except environments.Failed as failure:
        supervisor.host.send(b"!", marshal.dumps(str(failure), 2))
    except host_channel.HostGone:
        pass
    finally:
        supervisor.environment.end(made)
        os._exit(0)
