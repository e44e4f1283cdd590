"""The process that judges: it runs tests, never the code under judgement, which it reaches by calls and values alone."""
import asyncio
import builtins
import inspect
import io
import sys
import types

FORBIDDEN_TYPES = (type, types.ModuleType, types.FrameType, types.CodeType, types.FunctionType, types.MethodType,
                   types.BuiltinFunctionType, types.TracebackType)


def write_both(output):
    """Takes what the code has printed: text, or texts of its standard output and error."""
    out, err = output if type(output) is list else (output, "")
    for stream, text in ((sys.stdout, out), (sys.stderr, err)):
        if text:
            stream.write(text)


class Judge(Peer):
    def __init__(self, exchange, name):
        Peer.__init__(self, exchange, True, None)
        self.module = RemoteModule(name, self)
        self.written = write_both
        self.own_names = set()
        # The folder of the running test, if it asked for one.
        self.folder = None
        self.environment = []
        self.arguments = list(sys.argv)
        self.decoys = Decoys()
        # What the author of the tests says of names.
        self.told_functions = self.told_classes = frozenset()
        # Names that no star import of the code's may bring: Python's own, and what the tests name otherwise.
        self.protected = frozenset()

    def ask(self, op, number, *parts):
        self.tell_state()
        if self.folder is None:
            return Peer.ask(self, op, number, *parts)
        self.push_files()
        try:
            return Peer.ask(self, op, number, *parts)
        finally:
            if not isinstance(sys.exc_info()[1], (NeedsNamespace, Gone, Spent)):
                self.pull_files()

    def tell_state(self):
        """Tells the code's process what the tests have changed for theirs: variables of the environment, sys.argv."""
        if self.environment:
            changes, self.environment = self.environment, []
            Peer.ask(self, "library", 0, "environ", "", [changes], {})
        if sys.argv != self.arguments and all(type(one) is str for one in sys.argv):
            self.arguments = list(sys.argv)
            Peer.ask(self, "library", 0, "argv", "", [list(sys.argv)], {})

    def open_folder(self, path):
        """A folder that the code's process has too, under the same path."""
        self.folder = Folder(path)
        try:
            Peer.ask(self, "files", 0, path, [])
        except OSError as error:
            raise NeedsNamespace("the fixture tmp_path, and the code may write no files (%s)" % error) from None

    def push_files(self):
        changes = self.folder.changes()
        if changes:
            self.folder.take(Peer.ask(self, "files", 0, self.folder.path, changes))

    def pull_files(self):
        self.folder.take(Peer.ask(self, "files", 0, self.folder.path, []))

    def public(self):
        return [name for name in Peer.public(self) if name not in self.protected]

    def operate(self, value, name, args, core):
        return operate(self, value, name, args, core)

    def is_told_class(self, kind):
        """Whether the tests mean a class: by what they were told, else by how Python's style guide writes names of classes."""
        names = vars_of(kind).get("_mettle_names", ())
        return bool(names) and all(name in self.told_classes or name not in self.told_functions and name.lstrip("_")[:1].isupper() for name in names)

    def is_declared(self, kind):
        return not self.told_classes.isdisjoint(vars_of(kind).get("_mettle_names", ()))

    def check(self, op, target, parts):
        """What the code may do with what the tests have handed it: call it, and use the attributes of test objects."""
        kind = type(target)
        own = kind.__module__ in self.own_names or kind.__module__ == "unittest.mock"
        if op == "call":
            allowed = not isinstance(target, types.ModuleType)
        elif op in ("get", "set", "delete"):
            name = parts[0]
            plain = type(name) is str and (not name.startswith("_") or name in SHOWN_NAMES and op == "get")
            allowed = plain and (own and not isinstance(target, FORBIDDEN_TYPES) or op == "get" and _is_test_class(target, self)
                                 or op == "get" and name in SHOWN_NAMES)
            if plain and not allowed and op == "get":
                allowed = isinstance(target, (list, dict, set, str, io.IOBase)) or kind.__module__ in SHARED_LIBRARIES
            if plain and not allowed:
                allowed = isinstance(target, (types.SimpleNamespace, argparse_namespace()))
            if plain and not allowed and kind.__module__ in SHARED_LIBRARIES:
                raise NeedsNamespace("the code to leave %s of an object of %s alone, which it changes" % (name, kind.__module__))
            if allowed and own and changes_judgement(target, name, op):
                raise NeedsNamespace("the code to leave %s of an object of the tests alone, which it %s" % (
                    name, "asks for" if op == "get" else "changes"
                ))
        elif op == "op":
            allowed = not isinstance(target, FORBIDDEN_TYPES) or parts[0] in ("__repr__", "__str__", "__eq__", "__hash__")
        else:
            allowed = op in ("input", "names") or op == "wait"
        if not allowed:
            raise AttributeError("the tests do not show this to the code")

    def perform(self, op, number, parts):
        if op == "input":
            return str(builtins.input(str(parts[0])) if parts else sys.stdin.readline())
        if self.folder is None:
            return Peer.perform(self, op, number, parts)
        self.pull_files()
        try:
            return Peer.perform(self, op, number, parts)
        finally:
            self.push_files()

    def wait(self, target):
        loop = asyncio.new_event_loop()
        try:
            running = asyncio._get_running_loop()
            asyncio._set_running_loop(None)
            try:
                return loop.run_until_complete(_wait(target))
            finally:
                asyncio._set_running_loop(running)
        finally:
            loop.close()


# Libraries whose objects are handed to code to be used.
SHARED_LIBRARIES = frozenset((
    "argparse", "collections", "csv", "_csv", "datetime", "decimal", "itertools", "logging", "queue", "_queue",
    "random", "_random", "re", "sqlite3", "statistics", "_thread", "threading", "zoneinfo",
))
# What a mock tells the tests, and what makes it forget.
RECORDED = frozenset((
    "called", "call_count", "call_args", "call_args_list", "mock_calls", "method_calls", "return_value", "side_effect",
))
FORGETTING = frozenset((
    "reset_mock", "configure_mock", "attach_mock", "mock_add_spec", "call_args_list", "mock_calls", "method_calls",
))


def argparse_namespace():
    argparse = sys.modules.get("argparse")
    return argparse.Namespace if argparse is not None else types.SimpleNamespace


def changes_judgement(target, name, op):
    """Whether the code reaches for what the tests will believe of their own object: its methods, what a mock recorded."""
    if type(target).__module__ == "unittest.mock":
        return name in FORGETTING or op != "get" and (name in RECORDED or name.startswith("assert"))
    found = inspect.getattr_static(target, name, None)
    return op != "get" and (callable(found) or isinstance(found, (classmethod, staticmethod)))


SHOWN_NAMES = frozenset(("__name__", "__qualname__", "__doc__", "__module__", "__annotations__"))


def _is_test_class(target, judge):
    return isinstance(target, type) and target.__module__ in judge.own_names


async def _wait(target):
    return await target
