"""The process that judges: it runs tests, never the code under judgement, which it reaches by calls and values alone."""
import builtins
import collections
import os
import sys
import tempfile
import types


def write_both(output):
    """Takes what the code has printed: text, or texts of its standard output and error."""
    out, err = output if type(output) is list else (output, "")
    for stream, text in ((sys.stdout, out), (sys.stderr, err)):
        if text:
            stream.write(text)


class DescriptorsOfCode:
    """Takes what the code, or a process that it started, wrote past Python's streams."""

    def news(self):
        return ()

    def take(self, news):
        write_both(list(map(str, news)))


class Judge(Peer):
    def __init__(self, exchange, name):
        Peer.__init__(self, exchange, True, None)
        self.module = RemoteModule(name, self)
        self.written = write_both
        self.own_names = set()
        # What is kept in step with the code's process, by its name, as far as the tests use it.
        self.followed = {}
        self.arguments = list(sys.argv)
        self.decoys = Decoys()
        # The last calls of the code, each with its result once there is one, and how the tests name what they call.
        self.calls = collections.deque(maxlen=8)
        self.called = {}
        # What the author of the tests says of names.
        self.told_functions = self.told_classes = frozenset()
        # Names that no star import of the code's may bring: Python's own, and what the tests name otherwise.
        self.protected = frozenset()
        # The words of the tests: a star import brings them nothing else, such as a `pytestmark`.
        self.mentioned = frozenset()

    def ask(self, op, number, *parts):
        if op == "call":
            call = [number, parts]
            self.calls.append(call)
            answer = self.ask_in_step(op, number, *parts)
            call.append(answer)
            return answer
        answer = self.ask_in_step(op, number, *parts)
        if op == "get" and type(answer) is not Uncrossed and is_remote(answer):
            owner = self.called.get(number) or type(self.theirs.get(number)).__name__
            self.called[number_of(answer)] = "%s.%s" % (owner, parts[0]) if number else parts[0]
        return answer

    def call_behind(self, text, compared, is_raised):
        """The call whose result a test found wrong, or that raised, in words; "" where the text tells it already."""
        ended = [
            call for call in self.calls if call[0] in self.called
            and (len(call) == 2 if is_raised else len(call) == 3 and type(call[2]) is not Uncrossed and not is_remote(call[2]))
        ]
        if not ended:
            return ""
        call = next((call for call in reversed(ended) if not is_raised and any(call[2] is value for value in compared)), ended[-1])
        args, keywords = call[1]
        given = [shown_value(value) for value in args] + ["%s=%s" % (name, shown_value(value)) for name, value in keywords.items()]
        shown = "%s(%s)" % (self.called[call[0]], brief(", ".join(given), 200))
        if shown in text:
            return ""
        return " (in %s)" % shown if is_raised else " (%s returned %s)" % (shown, brief_repr(call[2]))

    def failed_threads(self, start):
        """What threads of the code raised since then, in words; it decides nothing."""
        noted = Unjudged.noted
        try:
            told = Peer.ask(self, "threads", 0, start)
            shown = [brief(" ".join(words[:1_000].split()), 700) for words in told[:3] if type(words) is str] if type(told) is tuple else []
        except BaseException:
            shown = []
        finally:
            Unjudged.noted = noted
        return "".join([" (%s)" % words for words in shown])

    def ask_in_step(self, op, number, *parts):
        if sys.argv != self.arguments and all(type(one) is str for one in sys.argv):
            self.arguments = list(sys.argv)
            Peer.ask(self, "library", 0, "argv", "", [list(sys.argv)], {})
        if not self.followed:
            return Peer.ask(self, op, number, *parts)
        self.tell()
        try:
            answer = Peer.ask(self, op, number, *parts)
        except (Unjudged, Gone, Spent):
            raise
        except BaseException:
            self.hear()
            raise
        self.hear()
        return answer

    def follow(self, names):
        """Keeps in step with the code's process what the tests use."""
        roots = os.getcwd(), tempfile.gettempdir()
        # No module is ever loaded here from where the code can put one.
        sys.path[:] = [path for path in sys.path if not is_below(path, roots)]
        if not names:
            return
        made = {
            "files": lambda: Files(roots, NeedsNamespace), "environment": lambda: EnvironmentOfTests(dict(os.environ), roots),
            "logs": lambda: LogsOfTests(self), "warnings": WarningsOfTests, "descriptors": DescriptorsOfCode,
        }
        self.followed = {name: made[name]() for name in Peer.ask(self, "follow", 0, names, dict(os.environ), roots)}
        self.hear()

    def tell(self):
        """Tells the code's process what has changed here."""
        told = tuple([(name, news) for name, one in self.followed.items() if (news := one.news())])
        if told:
            Peer.ask(self, "tell", 0, told)

    def hear(self):
        """Takes over what has changed in the code's process."""
        try:
            for one, news in zip(list(self.followed.values()), Peer.ask(self, "hear", 0)):
                if news:
                    one.take(news)
        except (OSError, TypeError, ValueError) as error:
            raise Gone("%s: %s" % (type(error).__name__, error)) from None

    def public(self):
        return [name for name in Peer.public(self) if name in self.mentioned and name not in self.protected]

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
            allowed = self.may_call(target)
        elif op == "get" and parts[0] == "__signature__":
            allowed = isinstance(target, (type, types.FunctionType, types.MethodType)) and target.__module__ in self.own_names
        elif op in ("get", "set", "delete"):
            allowed = may_use(target, parts[0], op, self.own_names)
        elif op == "op":
            allowed = not isinstance(target, FORBIDDEN_TYPES) or parts[0] in ("__repr__", "__str__", "__eq__", "__hash__")
        else:
            allowed = op in ("input", "names", "start", "poll", "cancel")
        if not allowed:
            raise AttributeError("the tests do not show this to the code")

    def seen_by_tests(self, error):
        """What the code raised; where the tests don't name it, nothing that ends a loop of theirs as if it had come to its end."""
        if isinstance(error, (StopIteration, StopAsyncIteration)) and self.mentioned.isdisjoint(("StopIteration", "StopAsyncIteration")):
            made = RuntimeError("the code raised %s" % type(error).__name__)
            made.__cause__ = error
            return made
        return error

    def may_call(self, target):
        """Whether the code may call what has a number: no class that it was only told of, as that of an object it was handed."""
        if isinstance(target, type):
            return self.numbers.get(id(target)) in self.given or target.__module__ in self.own_names
        owner = getattr(target, "__self__", None)
        if owner is not None and "sqlite3" in sys.modules:
            keep_from_files(owner)
        return not isinstance(target, types.ModuleType)

    def perform(self, op, number, parts):
        if op == "set" and type(self.objects[number]).__module__ == "unittest.mock" and is_remote(parts[1]):
            replaces_mock(parts[1])
        if op == "get" and parts[0] == "__signature__":
            return signature_sent(self.objects[number])
        if op == "input":
            return str(builtins.input(str(parts[0])) if parts else sys.stdin.readline())
        if not self.followed:
            return Peer.perform(self, op, number, parts)
        self.hear()
        try:
            return Peer.perform(self, op, number, parts)
        finally:
            self.tell()


def number_of(value):
    """The number of what a stand-in stands for."""
    return value.mettle_class[1] if isinstance(value, Remote) else getattr(value, "_mettle_number", 0)


def shown_value(value):
    return "<%s>" % type(value).__name__ if is_remote(value) else brief(brief_repr(value), 100)


def is_below(path, roots):
    return path in ("", ".", *roots) or path.startswith(tuple([root + "/" for root in roots]))
