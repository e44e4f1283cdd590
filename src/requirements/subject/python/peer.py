"""Questions and answers between two processes that share not an object: each side asks for attributes, calls and operators of
what the other one keeps."""
import json
import threading

own_json = copy_of(json)

# Characters of a message, less room for what stands around a value.
MAX_MESSAGE = 8 * 2**20 - 2**10


class Peer(Packing):
    """One side. `exchange` sends a text and gives back the next one of the other side."""

    def __init__(self, exchange, judges, module):
        Packing.__init__(self, module)
        self.exchange = exchange
        # Held by whoever talks with the other side, and by nobody while this side's own code is at work.
        self.turn = threading.RLock()
        self.tasks = Tasks()
        self.shared = Shared()
        # The place of the first container that a message numbers.
        self.base = 0
        # What the last message told of classes.
        self.untold = []
        # Whether this side decides: then the other side's operators are never asked about the tests' own data.
        self.judges = judges
        # What is raised where this side can't write what it has to say.
        self.limit = NeedsNamespace if judges else CannotCross
        self.written = lambda text: None
        self.drain = lambda: ""

    # ---- questions

    def ask(self, op, number, *parts):
        with self.turn:
            return self.ask_in_turn(op, number, *parts)

    def ask_in_turn(self, op, number, *parts):
        shared = self.shared
        shared.forget_oldest()
        self.base = first = shared.count
        try:
            with Deep():
                body = [op, number, [self.pack(part, shared) for part in parts]]
                text = self.text(body, False)
        except RecursionError:
            shared.back_to(first)
            raise self.limit("an argument that is nested too deeply") from None
        except BaseException:
            shared.back_to(first)
            raise
        shared.open.append((first, shared.count))
        try:
            try:
                reply, changes = self.send(text)
            except ValueError:
                shared.back_to(first)
                self.news = self.untold + self.news
                raise self.limit("an argument of more than 8 MiB") from None
            while reply[0] != "=":
                reply, changes = self.send(self.answer(reply, changes))
            _, kind, value, output = reply
            if output:
                self.written(output)
            if kind == "need":
                raise CannotCross(str(value))
            if kind == "large":
                return Uncrossed(self, str(value))
            with Deep():
                value = self.unpack(value, shared)
                self.take(changes)
        finally:
            shared.open.pop()
        if kind == "raise":
            if self.judges and op in ("call", "get"):
                value = self.seen_by_tests(value)
            raise Spent(value) if self.judges and isinstance(value, MemoryError) else value
        return value

    def send(self, text):
        """Sends a message and gives back the next one of the other side."""
        reply = self.exchange(text)
        self.shared.settle()
        return self.read(reply)

    def take(self, changes):
        """Takes over what the other side has changed, once what is new in its message is read."""
        for place, parts in changes:
            self.shared.change(place, [self.unpack(part, self.shared) for part in parts])
        self.shared.settle()

    def fits(self, value):
        """Whether a value could cross."""
        try:
            with Deep():
                return len(own_json.dumps(self.pack(value, Shared()))) < MAX_MESSAGE
        except RecursionError:
            return False

    def public(self):
        """The names that `from module import *` brings."""
        return self.ask("public", 0)

    def text(self, body, is_answer):
        changes = [[place, [self.pack(part, self.shared) for part in parts]] for place, parts in self.shared.changed(is_answer)]
        text = own_json.dumps([self.news, body, changes, self.base])
        self.untold, self.news = self.news, []
        return text

    def read(self, text):
        """(what is asked or answered, changes of shared containers) of a message."""
        try:
            with Deep():
                news, body, *more = own_json.loads(text)
            changes, base = more or ([], self.shared.count)
            if type(body) is not list or type(news) is not list or type(changes) is not list or type(base) is not int:
                raise ValueError("no message")
            if not self.judges and not more:
                # The host asks, who has no containers.
                self.shared, base = Shared(), 0
            if base < self.shared.count:
                self.shared.back_to(base)
            self.shared.count = base
            for told in news:
                self.learn(told)
            return body, changes
        except (ValueError, TypeError, KeyError, IndexError, RecursionError) as error:
            raise Gone("%s: %s" % (type(error).__name__, error)) from None

    def answer(self, body, changes):
        """Does what the other side asks for; the text of the answer."""
        shared = self.shared
        first = shared.count
        try:
            shared.forget_oldest()
            op, number, parts = body
            with Deep():
                parts = [self.unpack(part, shared) for part in parts]
                self.take(changes)
            shared.open.append((first, shared.count))
            held = self.turn._release_save()
            try:
                kind, value = "return", self.perform(op, number, parts)
            finally:
                self.turn._acquire_restore(held)
                shared.open.pop()
        except (Gone, Unjudged):
            raise
        except BaseException as error:
            kind, value = "raise", error
        return self.outcome(kind, value)

    def outcome(self, kind, value):
        self.base = first = self.shared.count
        output = self.drain()
        try:
            with Deep():
                return self.text(["=", kind, self.pack(value, self.shared), output], True)
        except RecursionError:
            self.shared.back_to(first)
            return self.too_large("a value that is nested too deeply")

    def too_large(self, words):
        """The answer where a value can't cross."""
        return own_json.dumps([[], ["=", "large", words, ""], [], self.shared.count])

    def perform(self, op, number, parts):
        target = self.objects[number]
        self.check(op, target, parts)
        if op == "call":
            return target(*parts[0], **parts[1])
        if op == "get":
            return getattr(target, parts[0])
        if op == "set":
            return setattr(target, parts[0], parts[1])
        if op == "delete":
            return delattr(target, parts[0])
        if op == "op":
            name, args = parts
            if name in PLAIN:
                return PLAIN[name](target, *args)
            if name in FORWARDED:
                return getattr(type(target), name)(target, *args)
        if op == "names":
            return [name for name in dir(target) if type(name) is str]
        if op == "class":
            return type(target)
        if op == "start":
            return self.tasks.start(target)
        if op in ("poll", "cancel", "tick"):
            return getattr(self.tasks, op)(*parts)
        return self.more(op, target, parts)

    def check(self, op, target, parts):
        """Raises for what the other side may not do."""

    def more(self, op, target, parts):
        raise ValueError("no such question: %s" % op)

