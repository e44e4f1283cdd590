"""What a process has around it, besides files: variables, the working folder, folders of modules, logs and warnings. Both sides
have each of these. `news` is what has changed here since it was last asked, `take` does here what was changed there."""
import importlib
import sys
import warnings

MAX_TOLD = 1_000


class Environment:
    """Variables of the environment, and the working folder."""

    def __init__(self, known, roots):
        self.known = known
        self.folder = own_os.getcwd()
        self.roots = roots
        # Folders of modules that the tests add, which only the code's process looks into.
        self.modules = self.told_modules = ()

    def news(self):
        now = dict(own_os.environ)
        found = tuple((name, now.get(name)) for name in {**self.known, **now} if now.get(name) != self.known.get(name))
        folder, modules = own_os.getcwd(), self.modules
        if not found and folder == self.folder and modules == self.told_modules:
            return ()
        told = found, folder if folder != self.folder else None, modules if modules != self.told_modules else None
        self.known, self.folder, self.told_modules = now, folder, modules
        return told

    def take(self, news):
        changes, folder, modules = news
        for name, value in changes:
            self.set(name, value)
        if folder is not None and (folder in self.roots or folder.startswith(tuple(root + "/" for root in self.roots))):
            own_os.chdir(folder)
        if modules is not None:
            sys.path[:] = [*modules, *[one for one in sys.path if one not in self.modules]]
            self.modules = self.told_modules = modules
            importlib.invalidate_caches()
        self.known, self.folder = dict(own_os.environ), own_os.getcwd()

    def set(self, name, value):
        if value is None:
            own_os.environ.pop(name, None)
        else:
            own_os.environ[name] = value


class EnvironmentOfTests(Environment):
    """That of the tests. What the code sets there is what they read, and reaches no library: OPENSSL_CONF loads native code."""

    def take(self, news):
        changes, folder, _ = news
        Environment.take(self, (changes, folder, None))

    def set(self, name, value):
        if type(name) is not str or type(value) not in (str, type(None)):
            raise Gone("a variable that is none")
        self.known.pop(name, None)
        own_os.environ._data.pop(name.encode("utf-8", "surrogateescape"), None)
        if value is not None:
            own_os.environ._data[name.encode("utf-8", "surrogateescape")] = value.encode("utf-8", "surrogateescape")


class LogsOfCode:
    """What the code logs, and the levels that the tests set."""

    def __init__(self):
        import logging

        self.logging = logging
        self.records = []
        handle = logging.Logger.callHandlers

        def kept(logger, record):
            self.keep(logger, record)
            handle(logger, record)

        logging.Logger.callHandlers = kept

    def keep(self, logger, record):
        if len(self.records) >= MAX_TOLD:
            raise CannotCross("more than %d records of logs in one call" % MAX_TOLD)
        while logger.propagate and logger.parent:
            logger = logger.parent
        error = record.exc_info[1] if record.exc_info else None
        self.records.append((
            str(record.name), int(record.levelno), str(record.getMessage())[:20_000], error, record.lineno, str(record.funcName), str(logger.name),
        ))

    def news(self):
        records, self.records = self.records, []
        return tuple(records)

    def take(self, news):
        levels, disabled = news
        for name, level in levels:
            self.logging.getLogger(name).setLevel(level)
        self.logging.disable(disabled)

    def level_of(self, name):
        return self.logging.getLogger(name).level


class LogsOfTests:
    """The loggers of the tests: they handle what the code logs, and their levels are those of the code's."""

    def __init__(self, judge):
        import logging

        self.logging = logging
        self.levels = []
        self.disabled = 0
        set_level = logging.Logger.setLevel

        def told(logger, level):
            set_level(logger, level)
            self.levels.append((logger.name, vars(logger)["level"]))

        def level_of(logger):
            told = [level for name, level in self.levels if name == logger.name]
            return told[-1] if told else int(judge.ask("level", 0, logger.name))

        logging.Logger.setLevel = told
        logging.Logger.level = property(level_of, lambda logger, level: vars(logger).update(level=level))

    def news(self):
        disabled = self.logging.root.manager.disable
        if not self.levels and disabled == self.disabled:
            return ()
        levels, self.levels, self.disabled = self.levels, [], disabled
        return tuple(levels), disabled

    def take(self, news):
        for name, level, message, error, line, function, last in news:
            if type(name) is not str or type(level) is not int or type(message) is not str:
                raise Gone("a record of a log that is none")
            record = self.logging.makeLogRecord({
                "name": name, "levelno": level, "levelname": self.logging.getLevelName(level), "msg": message, "lineno": line,
                "funcName": function, "pathname": "solution.py", "filename": "solution.py", "module": "solution",
                "exc_info": (type(error), error, None) if isinstance(error, BaseException) else None,
            })
            logger = self.logging.getLogger(name)
            while logger:
                for handler in logger.handlers:
                    if level >= handler.level:
                        handler.handle(record)
                logger = logger.parent if logger.propagate and logger.name != last else None


class WarningsOfCode:
    """What the code warns of, under the filters of the tests."""

    def __init__(self):
        self.found = []
        warnings._showwarnmsg_impl = self.keep

    def keep(self, told):
        if len(self.found) >= MAX_TOLD:
            raise CannotCross("more than %d warnings in one call" % MAX_TOLD)
        self.found.append((told.message, told.category, str(told.filename), int(told.lineno)))

    def news(self):
        found, self.found = self.found, []
        return tuple(found)

    def take(self, news):
        import re

        warnings.filters[:] = [
            (action, re.compile(*message) if type(message) is tuple else message, category,
             re.compile(*module) if type(module) is tuple else module, line)
            for action, message, category, module, line in news
        ]
        warnings._filters_mutated()


class WarningsOfTests:
    """The warnings of the code come to where the tests collect theirs."""

    def __init__(self):
        self.is_changed = False
        mutated = warnings._filters_mutated

        def changed():
            self.is_changed = True
            mutated()

        warnings._filters_mutated = changed

    def news(self):
        if not self.is_changed:
            return ()
        self.is_changed = False
        return tuple(
            (action, pattern_of(message), category, pattern_of(module), line)
            for action, message, category, module, line in warnings.filters
        )

    def take(self, news):
        for message, category, file, line in news:
            if not isinstance(message, Warning) or not isinstance(category, type) or not issubclass(category, Warning):
                raise Gone("a warning that is none")
            warnings._showwarnmsg(warnings.WarningMessage(message, category, file, line))


def pattern_of(part):
    """A part of a filter: a pattern, a text that is meant as it is, or None."""
    return part if part is None or type(part) is str else (part.pattern, part.flags)
