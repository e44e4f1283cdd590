"""Questions and answers between two processes that share no object: each side asks for attributes, calls and operators of
what the other one keeps."""
import json


class Peer(Packing):
    """One side. `exchange` sends a text and gives back the next one of the other side."""

    def __init__(self, exchange, judges, module):
        Packing.__init__(self, module)
        self.exchange = exchange
        # Whether this side decides: then the other side's operators are never asked about the tests' own data.
        self.judges = judges
        self.written = lambda text: None
        self.drain = lambda: ""

    # ---- questions

    def ask(self, op, number, *parts):
        table = Table()
        body = [op, number, [self.pack(part, table) for part in parts]]
        reply = self.read(self.exchange(self.text(body)))
        while reply[0] != "=":
            reply = self.read(self.exchange(self.answer(reply)))
        _, kind, value, changes, output = reply
        if output:
            self.written(output)
        if kind == "need":
            raise NeedsNamespace(str(value))
        value = self.unpack(value, table)
        for place, parts in changes:
            refill(table.items[place], [self.unpack(part, table) for part in parts])
        if kind == "raise":
            raise Spent(value) if self.judges and isinstance(value, MemoryError) else value
        return value

    def public(self):
        """The names that `from module import *` brings."""
        return self.ask("public", 0)

    def text(self, body):
        news, self.news = self.news, []
        return json.dumps([news, body])

    def read(self, text):
        try:
            news, body = json.loads(text)
            if type(body) is not list or type(news) is not list:
                raise ValueError("no message")
            for told in news:
                self.learn(told)
            return body
        except (ValueError, TypeError, KeyError, IndexError, RecursionError) as error:
            raise Gone("%s: %s" % (type(error).__name__, error)) from None

    def answer(self, body):
        """Does what the other side asks for; the text of the answer."""
        table = Table()
        try:
            op, number, parts = body
            parts = [self.unpack(part, table) for part in parts]
            table.remember()
            kind, value = "return", self.perform(op, number, parts)
        except (Gone, NeedsNamespace):
            raise
        except BaseException as error:
            kind, value = "raise", error
        return self.text(["=", kind, *self._outcome(value, table)])

    def _outcome(self, value, table):
        length = len(table.items)
        try:
            packed = self.pack(value, table)
            changes = [
                [place, [self.pack(part, table) for part in contents(changed)]] for place, changed in table.changed()
            ]
        except RecursionError:
            del table.items[length:]
            packed, changes = self.pack_error(ValueError("the value is nested too deeply to cross"), table), []
        return packed, changes, self.drain()

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
        if op == "core":
            return core_of(target)
        if op == "wait":
            return self.wait(target)
        return self.more(op, target, parts)

    def check(self, op, target, parts):
        """Raises for what the other side may not do."""

    def more(self, op, target, parts):
        raise ValueError("no such question: %s" % op)

    def wait(self, target):
        raise NeedsNamespace("an awaitable object of the tests, awaited by the code")
