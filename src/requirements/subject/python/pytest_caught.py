"""What is understood of pytest's fixtures and functions that catch warnings and logs."""
import contextlib
import io
import re
import warnings


class WarningsCaught(warnings.catch_warnings):
    """The fixture recwarn."""

    def __init__(self):
        warnings.catch_warnings.__init__(self, record=True)
        self.list = []

    def __enter__(self):
        self.list = warnings.catch_warnings.__enter__(self)
        warnings.simplefilter("always" if type(self) is warns else "default")
        return self

    def __getitem__(self, at):
        return self.list[at]

    def __iter__(self):
        return iter(self.list)

    def __len__(self):
        return len(self.list)

    def pop(self, kind=Warning):
        for at, one in enumerate(self.list):
            if issubclass(one.category, kind):
                return self.list.pop(at)
        raise AssertionError("%r not found in warning list" % kind)

    def clear(self):
        self.list[:] = []


class warns(WarningsCaught):
    def __new__(kind, expected=Warning, *args, match=None, **kwargs):
        made = object.__new__(kind)
        WarningsCaught.__init__(made)
        made.expected, made.match = expected if isinstance(expected, tuple) else (expected,), match
        if not args:
            return made
        with made:
            return args[0](*args[1:], **kwargs)

    def __init__(self, *args, **kwargs):
        pass

    def __exit__(self, *error):
        WarningsCaught.__exit__(self, *error)
        if error[1] is not None:
            return
        found = [one for one in self.list if issubclass(one.category, self.expected)]
        shown = ", ".join("%s: %s" % (one.category.__name__, one.message) for one in self.list) or "none"
        if not found:
            raise Failed("DID NOT WARN. No warnings of type %r were emitted. Emitted: %s" % (self.expected, shown))
        if self.match is not None and not any(re.search(self.match, str(one.message)) for one in found):
            raise Failed("DID NOT WARN with a text that matches %r. Emitted: %s" % (self.match, shown))


def deprecated_call(*args, match=None, **kwargs):
    return warns((DeprecationWarning, PendingDeprecationWarning, FutureWarning), *args, match=match, **kwargs)


@contextlib.contextmanager
def warnings_kept(marks):
    """Each test has the filters of warnings that pytest gives it, and shows what it does not catch to nobody."""
    with warnings.catch_warnings(record=True):
        for kind in (DeprecationWarning, PendingDeprecationWarning):
            warnings.filterwarnings("always", category=kind)
        for mark in reversed(marks):
            for text in mark.args if mark.name == "filterwarnings" else ():
                filter_by(text)
        yield


def filter_by(text):
    """A filter in the form of Python's option -W, whose message is a pattern."""
    action, message, category, module, line = (text.split(":") + [""] * 5)[:5]
    path = category.strip()
    kind = BUILTIN_TYPES.get(path or "Warning") or (getattr(*found_at(path)) if "." in path else None)
    if kind is None:
        raise NeedsNamespace("a filter of %s, which is not known here" % path)
    warnings.filterwarnings(action.strip(), message.strip(), kind, module.strip(), int(line or 0))


class LogsCaught:
    """The fixture caplog."""

    def __init__(self, fixtures):
        import logging

        class Handler(logging.StreamHandler):
            """Keeps records, and their text."""

            def __init__(self):
                logging.StreamHandler.__init__(self, io.StringIO())
                self.records = []
                self.setFormatter(logging.Formatter("%(levelname)-8s %(name)s:%(filename)s:%(lineno)d %(message)s"))

            def emit(self, record):
                self.records.append(record)
                logging.StreamHandler.emit(self, record)

        self.logging = logging
        self.stack = fixtures.stack
        self.handler = Handler()
        logging.root.addHandler(self.handler)
        self.stack.callback(logging.root.removeHandler, self.handler)

    records = property(lambda self: self.handler.records)
    text = property(lambda self: self.handler.stream.getvalue())
    messages = property(lambda self: [one.getMessage() for one in self.records])
    record_tuples = property(lambda self: [(one.name, one.levelno, one.getMessage()) for one in self.records])

    def get_records(self, when):
        return self.records if when == "call" else []

    def clear(self):
        self.handler.records = []
        self.handler.stream = io.StringIO()

    def set_level(self, level, logger=None):
        self.stack.enter_context(self.at_level(level, logger))

    @contextlib.contextmanager
    def at_level(self, level, logger=None):
        found = self.logging.getLogger(logger)
        before, own = found.level, self.handler.level
        found.setLevel(level)
        self.handler.setLevel(level)
        try:
            yield
        finally:
            found.setLevel(before)
            self.handler.setLevel(own)

    def __getattr__(self, name):
        raise NeedsNamespace("caplog.%s, which is not known here" % name)
