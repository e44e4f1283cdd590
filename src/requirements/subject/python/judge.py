"""The process that judges: it runs tests, never the code under judgement, which it reaches by calls and values alone."""
import builtins
import sys
import types

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
            if not isinstance(sys.exc_info()[1], (Unjudged, Gone, Spent)):
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
        if op == "call":
            allowed = not isinstance(target, types.ModuleType)
        elif op in ("get", "set", "delete"):
            allowed = may_use(target, parts[0], op, self.own_names)
        elif op == "op":
            allowed = not isinstance(target, FORBIDDEN_TYPES) or parts[0] in ("__repr__", "__str__", "__eq__", "__hash__")
        else:
            allowed = op in ("input", "names", "start", "poll", "cancel")
        if not allowed:
            raise AttributeError("the tests do not show this to the code")

    def perform(self, op, number, parts):
        if op == "set" and type(self.objects[number]).__module__ == "unittest.mock" and is_remote(parts[1]):
            replaces_mock(parts[1])
        if op == "input":
            return str(builtins.input(str(parts[0])) if parts else sys.stdin.readline())
        if self.folder is None:
            return Peer.perform(self, op, number, parts)
        self.pull_files()
        try:
            return Peer.perform(self, op, number, parts)
        finally:
            self.push_files()
