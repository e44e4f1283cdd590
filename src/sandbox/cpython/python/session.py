"""The session process: waits for a run, forks, runs it in the fork, and lets the fork take its place when it went well.
The waiting process is therefore always the namespace as it was before the run."""
import builtins
import gc
import linecache
import marshal
import os
import random
import signal
import socket
import sys
import time
import types

import mettle_absent_files as absent_files
import mettle_changes as changes
import mettle_code_run as code_run
import mettle_deterministic as deterministic
import mettle_failures as failures
import mettle_forks as forks
import mettle_host_calls as host_calls
import mettle_interpreter as interpreter
import mettle_namespace as namespaces
import mettle_own_frames as own_frames
import mettle_packages as packages
import mettle_place as places
import mettle_program_end as program_end
import mettle_programs as programs
import mettle_recursion as recursion
import mettle_shell as shell
import mettle_source as source
import mettle_tree_modules as tree_modules
import mettle_values as values

# The real one, whatever the code or a stopped clock puts in their place.
_clock = time.perf_counter

# What the supervisor begins the word of a run with: one of code that may start processes, or may not.
RUN, LONE_RUN = b"R", b"L"

REHEARSALS = 12
REHEARSED = """import json
class Item:
    def __init__(self, name): self.name = name
def names(items): return [f"{item.name:>3}" for item in items]
for _ in range(2): text = json.dumps({"names": sorted(names(map(Item, "ab")))})
{"text": text, "numbers": (1, 2.5, True, None)}
"""


def prepare(config):
    """Loads in the supervisor what every session will want, so that a fork starts with it; little where there will be
    one session only, and a fork gains nothing."""
    sys.dont_write_bytecode = True
    later = None
    if config["loadsAhead"]:
        deterministic.load()
        interpreter.preload()
        source.accept_plain_values()
    else:
        later = interpreter.AsyncioLater(source.accept_plain_values)
    forks.done_with_modules()
    programs.prepare(config)
    os.environ.clear()
    import tempfile

    tempfile.tempdir = config["temporary"]
    config["imports"] = tree_modules.TreeModules(config["workspace"], later)
    config["absent"] = absent_files.AbsentFiles(config["workspace"])
    program_end.install(config["workspace"])
    own_frames.install()
    if config["loadsAhead"]:
        _rehearse()
        gc.collect()
    recursion.install()
    gc.freeze()
    gc.enable()


def _rehearse():
    """Does a few times what each run does, so that what Python sets up on first use is there in every fork."""
    for _ in range(REHEARSALS):
        space = {"__name__": "__main__"}
        code, is_coroutine = source.compile_source(REHEARSED, "<rehearsal>", False)
        source.run_code(code, is_coroutine, space, 1000)
        marshal.loads(marshal.dumps({"value": values.plain(space[source.VALUE_NAME])}, 2))
        try:
            exec("1 / 0", space)
        except ZeroDivisionError as error:
            failures.describe(error, "<rehearsal>", "/")
    recursion.end(20_000)
    linecache.cache.pop("<rehearsal>", None)


def _rehearsal(code):
    return {
        "kind": "run", "code": code, "fileName": "<rehearsal>", "inputs": marshal.dumps({}, 2), "functions": [],
        "recursion": 1000, "valueBytes": 1 << 20, "absent": None, "allowed": None, "display": False,
        "args": [], "variables": {},
    }


def practise(config):
    """Does a run of ours in the zygote, so that what Python sets up on the way is there in every fork."""
    request = marshal.dumps(_rehearsal(REHEARSED), 2)
    supervisor, stream = socket.socketpair()
    supervisor.sendall((len(request) + 1).to_bytes(4, "big") + b"R" + request)
    outputs = [os.open("/dev/null", os.O_WRONLY) for _ in range(3)]
    _run_in_fork([stream.detach(), *outputs], types.ModuleType("__main__"), {**config, "chance": None})
    supervisor.close()
    linecache.cache.pop("<rehearsal>", None)


def _warm_up(config):
    """Does the least of a run in a process that is to do one of the code's. Each page of memory that a fork touches is
    copied then; this has it done with those that every run touches, before there is one to wait for."""
    marshal.dumps(code_run.run_code(_rehearsal("None"), None, types.ModuleType("__main__"), config), 2)
    linecache.cache.pop("<rehearsal>", None)


def keep(control, config, restrictions):
    """The loop of the session process. Never returns."""
    # The code of the process before this one may be at work, and its files must not be run or needed here.
    _warm_up({**config, "imports": tree_modules.NoTree(config["workspace"])})
    random.seed()
    module = _fresh_main()
    changes.replace(config)
    os.umask(0o022)
    sys.path.insert(0, config["workspace"])
    programs.install(config)
    packages.install(config)
    sys.argv = [""]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # The first run needs no fork: what it started from can be had again from the zygote. A process that may start nothing
    # has none for any run.
    is_first, is_lone = True, False
    while True:
        try:
            message, descriptors = receive(control)
        except (InterruptedError, KeyboardInterrupt):
            continue
        if not message:
            os._exit(0)
        number = message[1:5]
        if is_first:
            config["isLone"] = is_lone = message[:1] == LONE_RUN
            restrictions.close(is_lone)
        pid = 0 if is_first or is_lone else forks.fork()
        is_first = False
        if pid == 0:
            if not _run_in_fork(descriptors, module, config):
                os._exit(0)
            continue
        for descriptor in descriptors:
            os.close(descriptor)
        status = _wait_for(pid)
        control.send(number + (status & 0xFFFFFFFF).to_bytes(4, "big"))


def receive(channel):
    """(message, descriptors that came with it) of a process of ours."""
    message, parts, _, _ = channel.recvmsg(5, 64)
    return message, [number for _, _, part in parts for number in memoryview(part).cast("i")]


def _wait_for(pid):
    while True:
        try:
            return os.waitpid(pid, 0)[1]
        except (InterruptedError, KeyboardInterrupt):
            continue
        except ChildProcessError:
            return 0


def _fresh_main():
    module = types.ModuleType("__main__")
    module.__builtins__ = builtins
    sys.modules["__main__"] = module
    for name in ("exit", "quit"):
        setattr(builtins, name, sys.exit)
    return module


def _run_in_fork(descriptors, module, config):
    """Does one request in the forked process; whether this process is to stay."""
    data, out, err, where, *read = descriptors
    for descriptor, place in ((out, 1), (err, 2), *((descriptor, 0) for descriptor in read)):
        os.dup2(descriptor, place)
        os.close(descriptor)
    places.begin(where)
    stream = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, data)
    config["channel"] = channel = host_calls.Channel(stream)
    try:
        _, payload = channel.receive()
        request = marshal.loads(payload)
        report = _answer(request, channel, module, config)
        if os.getpid() != channel.owner:
            os._exit(0 if report["ok"] else report["error"].get("exitStatus", 1))
        stays = _stays(request["kind"], report["ok"], config)
        channel.send(b"V" if stays else b"U", marshal.dumps(report, 2))
    except host_calls.ChannelClosed:
        return False
    finally:
        stream.close()
    places.end(where)
    for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
        signal.setitimer(timer, 0)
    _give_up_output()
    return stays


def _stays(kind, ok, config):
    """Whether the namespace is what the request has made of it. A dump changes nothing."""
    return kind == "run" or (kind == "load" and ok) or (kind == "dump" and config["isLone"])


def _give_up_output():
    """Closes the run's output pipes, so that nothing of a later moment can land in them."""
    nothing = os.open("/dev/null", os.O_RDWR)
    for place in (0, 1, 2):
        os.dup2(nothing, place)
    os.close(nothing)


def _answer(request, channel, module, config):
    kind = request["kind"]
    started = _clock()
    tree = config["imports"]
    _set_up(request, config)
    if kind == "dump":
        report = namespaces.dump(module, tree.folder, config["chance"])
    elif kind == "load":
        report = namespaces.load(request["state"], module, tree, config["chance"])
    elif kind == "shell":
        report = shell.become(request, channel, config)
    else:
        report = code_run.run_code(request, channel, module, config)
    report["seconds"] = max(0.0, _clock() - started - channel.waited)
    return report


def _set_up(request, config):
    """At the first request: what the session is opened with."""
    if "chance" in config:
        return
    os.environ.update(request["environment"])
    settings = request["deterministic"]
    config["chance"] = None if settings is None else deterministic.install(settings)
