"""The process of the code under judgement: loads the code as a module and does what the other side asks for. What it
answers is only ever data about what the code returned; nothing is decided here."""
import ast
import asyncio
import builtins
import collections
import copy
import dataclasses
import decimal
import fractions
import importlib
import inspect
import io
import itertools
import linecache
import os
import sys
import tempfile
import types
import typing

MAX_ITEMS = 100_000
LIBRARIES = {"copy": copy, "dataclasses": dataclasses, "inspect": inspect, "typing": typing}


def change_arguments(arguments):
    sys.argv[:] = arguments


# What the tests change for the whole process, which the code is to see.
STATE = {
    "random": lambda *args, **kwargs: importlib.import_module("random").seed(*args, **kwargs),
    "numpy.random": lambda *args: importlib.import_module("numpy.random").seed(*args),
    "argv": change_arguments,
}


class Subject(Peer):
    def __init__(self, exchange, module):
        Peer.__init__(self, exchange, False, module)
        self.staged = None
        # What is kept in step with the tests' process, by its name.
        self.followed = {}
        # What tests have replaced in libraries, by its place: what was there before, the last one first put back.
        self.patched = {}
        self.doctest = {}
        self.tap = Tap()
        self.errors = Tap()
        self.drain = self.both_drained
        self.failed_threads = FailedThreads()
        sys.stdout = sys.__stdout__ = written_to(self.tap, "strict")
        sys.stderr = sys.__stderr__ = written_to(self.errors, "backslashreplace")

    def drained(self):
        for stream in (sys.stdout, sys.__stdout__, sys.stderr, sys.__stderr__):
            try:
                stream.flush()
            except (OSError, ValueError, AttributeError, TypeError):
                pass
        return self.tap.drain()

    def both_drained(self):
        out, err = self.drained(), self.errors.drain()
        return [out, err] if err else out

    def more(self, op, target, parts):
        if op == "public":
            found = vars(target).get("__all__")
            return list(found) if found else [name for name in vars(target) if not name.startswith("_")]
        if op == "library":
            module, name, args, kwargs = parts
            if module in STATE:
                return STATE[module](*args, **kwargs)
            return getattr(LIBRARIES[module], name)(target, *args, **kwargs)
        if op == "asked":
            return [self.answered(target, name, args) for name, args in parts[0]]
        if op == "tell":
            for name, news in parts[0]:
                self.followed[name].take(news)
            return None
        if op == "hear":
            return tuple(one.news() for one in self.followed.values())
        if op in ("patch", "unpatch"):
            return self.patch(*parts)
        if op == "eval":
            return eval(compile(parts[0].strip(), "<string>", "eval", 0, True), vars(target))
        if op == "level":
            return self.followed["logs"].level_of(*parts)
        if op == "follow":
            return self.follow(*parts)
        if op == "do":
            self.more("stage", target, parts)
            self.more("go", target, parts)
            return self.more("result", target, parts)
        if op == "stage":
            self.staged = parts
            self.failed_threads.found.clear()
            return None
        if op == "go":
            name, args, kwargs = self.staged
            self.staged = self.resolve(name)(*args, **kwargs)
            if inspect.iscoroutine(self.staged):
                self.tasks.loop = self.tasks.loop or asyncio.new_event_loop()
                self.staged = self.tasks.loop.run_until_complete(wait_for(self.staged))
            return None
        if op == "result":
            result, self.staged = self.staged, None
            return Data(result)
        if op == "threads":
            return self.failed_threads.since(*parts)
        if op == "example":
            return self.example(*parts)
        return Peer.more(self, op, target, parts)

    def follow(self, names, variables, roots):
        """Keeps in step what the tests use; the names of what can be."""
        if tuple(roots) != (os.getcwd(), tempfile.gettempdir()):
            names = [name for name in names if name != "files"]
        made = {
            "files": lambda: Files(roots, CannotCross), "environment": lambda: Environment(variables, roots),
            "logs": LogsOfCode, "warnings": WarningsOfCode, "descriptors": Descriptors,
        }
        for name in names:
            self.followed[name] = made[name]()
        return names

    def patch(self, place, *value):
        """Replaces something of a library as the tests do, or puts it back where there is no value."""
        module, kind, name = place
        try:
            target = importlib.import_module(module)
        except ImportError:
            return
        for part in kind.split(".") if kind else ():
            target = getattr(target, part)
        before = self.patched.setdefault(place, [])
        if value:
            before.append([vars(target)[name]] if name in vars(target) else [])
        if value or before[-1]:
            setattr(target, name, value[0] if value else before[-1][0])
        else:
            delattr(target, name)
        if not value:
            before.pop()

    def answered(self, target, name, args):
        """One of several questions, as a pair."""
        try:
            return "return", self.perform("op", self.number_of(target), [name, args])
        except Exception as error:
            return "raise", error

    def resolve(self, path):
        found = self.module
        for at, part in enumerate(path.split(".")):
            try:
                found = getattr(found, part)
            except AttributeError:
                if at == 0:
                    raise NameError("name %r is not defined" % part) from None
                raise
        return found

    def pack(self, value, table):
        if type(value) is not Data:
            return Peer.pack(self, value, table)
        packed = shown(value.value, table, self, 0)
        if type(packed) is list and packed[0] in "ku":
            packed.append(library_of(type(value.value)))
        return packed

    def example(self, owner, source, flags):
        """Runs one example of a docstring as Python's prompt does, in the namespace of that docstring."""
        space = self.doctest.get(owner)
        if space is None:
            self.doctest.clear()
            show_as_main(self.module)
            space = self.doctest[owner] = dict(vars(self.module))
            space["__name__"] = "__main__"
        sys.displayhook = sys.__displayhook__
        try:
            exec(compile(source, "<doctest>", "single", flags, True), space)
        finally:
            self.drained_example = self.drained()
            self.tap.parts.append(self.drained_example.encode())


def show_as_main(module):
    """Has classes and functions of the code say that they are of the main program, as they do where it is run."""
    for value in vars(module).values():
        if isinstance(value, (type, types.FunctionType)) and value.__module__ == module.__name__:
            try:
                value.__module__ = "__main__"
            except (AttributeError, TypeError):
                pass


class Data:
    """A result that is asked for as data alone."""

    def __init__(self, value):
        self.value = value


USED_UP = (
    types.GeneratorType, map, zip, filter, enumerate, reversed, range, type({}.keys()), type({}.values()),
    type({}.items()), type(iter([])), type(iter(())), type(iter({})), type(iter(set())), type(iter("")),
    type(iter(range(0))), type(reversed([])), *[kind for kind in vars(itertools).values() if type(kind) is type],
)


def shown(value, table, peer, depth):
    """A result as data: what can only be gone through comes as a list, numbers of the library as numbers, and any other
    object as its class."""
    kind = type(value)
    if depth > 500:
        raise RecursionError()
    if value is None or kind in (bool, int, float, str, bytes, bytearray):
        return peer.pack(value, table)
    core = core_type_of(kind)
    if core is complex:
        return ["u", _name_of(kind), object_text(value), False]
    if core is not None:
        if kind is not core:
            return ["k", _name_of(kind), shown(core_of(value), table, peer, depth)]
        if core is dict:
            parts = [shown(part, table, peer, depth + 1) for pair in value.items() for part in pair]
        elif core in TAGS:
            if set(map(type, value)) <= SIMPLE:
                return Peer.pack(peer, value, Shared())
            parts = [shown(part, table, peer, depth + 1) for part in value]
        else:
            return Peer.pack(peer, value, table)
        return [TAGS[core], parts]
    if kind in (decimal.Decimal, fractions.Fraction):
        number = int(value) if _is_whole(value) else float(value)
        return ["k", _name_of(kind), peer.pack(number, table)]
    if isinstance(value, collections.deque):
        return ["k", _name_of(kind), ["l", [shown(part, table, peer, depth + 1) for part in value]]]
    if kind in USED_UP:
        items = list(itertools.islice(value, MAX_ITEMS + 1))
        if len(items) > MAX_ITEMS:
            raise CannotCross("a result that goes on for more than %d items" % MAX_ITEMS)
        return ["k", _name_of(kind), ["l", [shown(part, table, peer, depth + 1) for part in items]]]
    if type(getattr(kind, "tolist", None)) is types.MethodDescriptorType:
        return ["k", _name_of(kind), shown(value.tolist(), table, peer, depth + 1)]
    own = sys.modules.get(_members_of(kind).get("__module__")) is peer.module
    text = "<%s object>" % _name_of(kind) if own else object_text(value)
    return ["u", _name_of(kind), text, own]


def _is_whole(number):
    try:
        return number == int(number)
    except (ValueError, OverflowError):
        return False


def object_text(value):
    try:
        text = repr(value)
        return str.__str__(text)[:10_000]
    except Exception as error:
        return "<%s whose repr raised %s>" % (type(value).__name__, type(error).__name__)


def failure(error, kind):
    """What went wrong while the code was loaded."""
    frames = [] if kind == "syntax" else code_frames(error)
    if isinstance(error, SyntaxError) and kind == "syntax":
        frames.append([error.lineno, "<module>"])
    try:
        text = str(error.msg if isinstance(error, SyntaxError) and error.msg else error)
    except BaseException:
        text = ""
    return {"kind": kind, "type": _name_of(type(error)), "message": text[:20_000], "frames": frames}


def load(source, name, given):
    """(module, None) of code that ran to its end, or (None, what went wrong)."""
    module = types.ModuleType(name)
    # Those that the code can change; ours are a copy.
    vars(module).update(given, __builtins__=builtins, __file__="./%s.py" % name)
    sys.modules[name] = module
    linecache.cache[FILE] = (len(source), None, source.splitlines(True), FILE)
    try:
        code = compile(source, FILE, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, True)
    except MemoryError as error:
        return module, failure(error, "memory")
    except Exception as error:
        return module, failure(error, "syntax")
    try:
        if code.co_flags & inspect.CO_COROUTINE:
            asyncio.run(wait_for(types.FunctionType(code, vars(module))()))
        else:
            exec(code, vars(module))
    except SystemExit as error:
        if error.code not in (None, 0):
            return module, failure(error, "runtime")
    except MemoryError as error:
        return module, failure(error, "memory")
    except BaseException as error:
        return module, failure(error, "runtime")
    return module, None


def main(exchange, source, name, allowed, given):
    # The frames of this file are none of the code's.
    sys.setrecursionlimit(sys.getrecursionlimit() + 40)
    builtins.exit = builtins.quit = sys.exit
    peer = Subject(exchange, None)
    sys.stdin = io.TextIOWrapper(io.BufferedReader(Stdin(peer)), encoding="utf-8", errors="surrogateescape")
    if allowed is not None:
        sys.modules["mettle_imports"].begin(allowed, os.getcwd())
    module, failed = load(source, name, given)
    peer.module = peer.objects[0] = module
    peer.numbers[id(module)] = 0
    builtins.input = lambda prompt="": peer.ask("input", 0, str(prompt))
    peer.drained()
    text = own_json.dumps({"failed": failed})
    peer.turn.acquire()
    while True:
        try:
            request = peer.send(text)
        except ValueError:
            peer.shared.back_to(peer.base)
            peer.news = peer.untold + peer.news
            request = peer.send(peer.too_large("a value of more than 8 MiB"))
        try:
            text = peer.answer(*request)
        except Unjudged as error:
            text = own_json.dumps([[], ["=", "need", str(error), ""]])
