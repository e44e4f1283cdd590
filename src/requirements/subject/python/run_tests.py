"""Runs tests one by one in the process that judges, and reports how each ended."""
import ast
import asyncio
import builtins
import functools
import importlib
import inspect
import io
import linecache
import os
import pathlib
import re
import sys
import tempfile
import traceback
import types


class Sink(io.TextIOBase):
    """Output of the tests, which nobody reads."""

    def write(self, text):
        return len(text)


class Names(dict):
    """The builtins of the tests: a name that neither they nor Python define is looked for in the code."""

    def __init__(self, judge, hidden):
        dict.__init__(self, vars(builtins))
        self.judge = judge
        self.hidden = hidden
        for name in hidden:
            dict.pop(self, name, None)

    def __missing__(self, name):
        if name in self.hidden:
            raise CannotCross(
                "the code defines %s, which is a name of Python's own: import it from the module, or name it in functions" % name
            )
        if name.startswith("@"):
            raise KeyError(name)
        try:
            return getattr(self.judge.module, name)
        except AttributeError:
            raise KeyError(name) from None


class Outcome:
    """How one test ended: `pass`, `fail`, `skip` (it stopped itself), `left` (a marker leaves it out), `need` (the tests need the
    code's own process), `cross` (something of the code does not cross) or `ended` (what ends tests, and is none, went well)."""

    def __init__(self, verdict, text=""):
        self.verdict = verdict
        self.text = text


def outcome_of(run):
    """Runs something and says how it ended. Where it met a limit of judging from outside, that is what it came to,
    whatever it made of that."""
    Unjudged.noted = None
    ended = None
    try:
        ended = end_of(run)
    except Unjudged:
        pass
    limit = Unjudged.noted
    if limit is None:
        return ended
    return Outcome("need" if isinstance(limit, NeedsNamespace) else "cross", str(limit))


def end_of(run):
    try:
        run()
    except Refused as error:
        return Outcome("fail", str(error))
    except Spent as error:
        return Outcome("fail", "MemoryError: the code needed more memory than its limit")
    except Gone as error:
        return Outcome("fail", "the code wrote to the channel of its process (%s)" % error)
    except SkipTest as error:
        return Outcome("skip", str(error))
    except LeftOut as error:
        return Outcome("left", str(error))
    except BaseException as error:
        return of_error(error)
    return Outcome("pass")


def of_error(error):
    unittest = sys.modules.get("unittest")
    if unittest is not None and isinstance(error, unittest.SkipTest):
        return Outcome("skip", str(error))
    if isinstance(error, ModuleNotFoundError) and is_import_of_tests(error) and error.name:
        return Outcome("lacks", error.name)
    if Watch.touched and not isinstance(error, (SyntaxError,)):
        return Outcome("need", "the test %s, and the code runs in a process of its own" % Watch.touched)
    text = describe_error(error)
    if isinstance(error, ModuleNotFoundError) and error.name:
        text += " (%s is not available here: use the standard library; if it should be there, it was not passed in packages)" % error.name
    behind = Watch.judge.call_behind(text, Compared.values, getattr(error, "_mettle_frames", None) is not None)
    return Outcome("fail", text + behind + Watch.judge.failed_threads(Watch.started))


def is_import_of_tests(error):
    """Whether an import statement of the tests themselves found nothing; what the code raises came as a value."""
    return getattr(error, "_mettle_number", None) is None and any(
        frame.f_code.co_filename == TESTS_FILE for frame, _ in traceback.walk_tb(error.__traceback__)
    )


class SkipTest(Exception):
    """The test asked to be left out."""


class LeftOut(BaseException):
    """A marker of the test says that it tells nothing of the code."""


# By what the judging process could run something that the code has written.
RISKS = frozenset((
    "import", "compile", "exec", "marshal.load", "marshal.loads", "pickle.find_class", "ctypes.dlopen", "sqlite3.load_extension",
    "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty",
))
PICKLED = {
    "builtins": frozenset(name for name, kind in BUILTIN_TYPES.items() if kind in CORES or issubclass(kind, BaseException)) | {"object"},
    "collections": frozenset(COLLECTED), "datetime": frozenset(("date", "datetime", "time", "timedelta", "timezone")),
    "decimal": frozenset(("Decimal",)), "fractions": frozenset(("Fraction",)), "uuid": frozenset(("UUID",)),
    "pathlib": frozenset(("PosixPath", "PurePosixPath")), "_codecs": frozenset(("encode",)), "copyreg": frozenset(("_reconstructor",)),
    "array": frozenset(("array", "_array_reconstructor")), "numpy": frozenset(("ndarray", "dtype")),
    "numpy.core.multiarray": frozenset(("_reconstruct", "scalar")), "numpy._core.multiarray": frozenset(("_reconstruct", "scalar")),
}


def risk_of(event, args, roots):
    """Why something that the tests do would run here what the code may have written; None where it can't."""
    if event == "import":
        lies_there = is_below(str(args[1]), roots) if args[1] else any(is_below(str(path), roots) for path in args[2] or ())
        return "a module from a folder that the code can write" if lies_there else None
    if event in ("compile", "ctypes.dlopen", "sqlite3.load_extension"):
        path = args[0] if event == "ctypes.dlopen" else args[1]
        path = os.fsdecode(path) if isinstance(path, (str, bytes, os.PathLike)) else ""
        lies_there = path and is_below(own_os.path.abspath(path), roots) and (path[0] == "/" or own_os.path.exists(path))
        return "to run a file that the code can write" if lies_there else None
    if event == "exec":
        return "to run a configuration" if sys._getframe(2).f_globals.get("__name__") == "logging.config" else None
    if event in ("marshal.load", "marshal.loads"):
        caller = sys._getframe(2)
        name, path = caller.f_globals.get("__name__", ""), str(caller.f_locals.get("bytecode_path"))
        is_risk = is_below(path, roots) or path == "None" if "importlib" in name else name in (TESTS_MODULE, "runpy", "pkgutil", "zipimport")
        return "to load code by marshal" if is_risk else None
    if event == "pickle.find_class":
        return None if args[1] in PICKLED.get(args[0], ()) else "%s.%s from a pickle" % (args[0], args[1])
    return "to start a program: StdioPass judges programs"


def evaluators(judge):
    """`eval`, `exec` and `compile` of the tests. What the code wrote, such as a repr, is evaluated by its own process."""
    trusted = []

    def is_of_tests(source):
        return any(source is code for code in trusted) or isinstance(source, str) and str.__str__(source) in Statements.source

    def spaces(caller, space, names):
        here = caller.f_globals if space is None else space
        return here, names if names is not None else caller.f_locals if space is None else here

    def evaluate(source, space=None, names=None, /):
        if is_of_tests(source):
            return eval(source, *spaces(sys._getframe(1), space, names))
        if isinstance(source, str):
            return judge.ask("eval", 0, str.__str__(source))
        raise NeedsNamespace("to run what is not in the tests")

    def execute(source, space=None, names=None, /, **closure):
        if not is_of_tests(source):
            raise NeedsNamespace("to run what is not in the tests")
        exec(source, *spaces(sys._getframe(1), space, names), **closure)

    def compiled(source, *args, **kwargs):
        made = compile(source, *args, **kwargs)
        if is_of_tests(source):
            trusted.append(made)
        return made

    return {"eval": evaluate, "exec": execute, "compile": compiled}


class Watch:
    """What a test touches of its own process that the code does not share."""

    touched = None
    active = False
    # When the test began.
    started = 0.0
    # Whether the tests use files, which the processes can't share.
    lacks_files = False
    roots = ()
    judge = None

    @classmethod
    def over(cls, run):
        cls.active = True
        cls.started = own_time.monotonic()
        try:
            run()
        finally:
            cls.active = False

    @classmethod
    def hook(cls, event, args):
        if not cls.active:
            return
        if event in RISKS and (words := risk_of(event, args, cls.roots)):
            raise NeedsNamespace(words)
        if event == "open" and cls.lacks_files and type(args[0]) in (str, pathlib.PosixPath):
            path = str(args[0])
            if path[:1] != "/" or path.startswith(cls.roots):
                cls.touched = "opens files"


def judge_tests(exchange, tests, name, code, functions, classes, followed, is_first, given):
    """Runs the tests that the host has not had yet, and reports each."""
    report = builtins.mettle_report
    sys.setrecursionlimit(sys.getrecursionlimit() + 60)
    sys.stdout = sys.stderr = Sink()
    wrap_libraries()
    judge = Judge(exchange, name)
    judge.own_names = {TESTS_MODULE}
    judge.told_functions, judge.told_classes = frozenset(functions), frozenset(classes)
    sys.modules[name] = judge.module
    Watch.judge = judge
    Watch.roots = (os.getcwd(), tempfile.gettempdir())
    sys.addaudithook(Watch.hook)
    judge.follow(followed)
    Watch.lacks_files = "files" in followed and "files" not in judge.followed
    if "install_pytest" in globals():
        install_pytest(tests)
    wrap_state(judge, tests)
    wrap_waiting(judge)
    hidden = hidden_names(code, functions)
    module = types.ModuleType(TESTS_MODULE)
    sys.modules[TESTS_MODULE] = module
    space = vars(module)
    space["__builtins__"] = names = Names(judge, hidden)
    names["mettle_ran"] = ran = [0]
    names["mettle_mark"] = functools.partial(mark, ran)
    names.update(isinstance=is_instance, issubclass=is_subclass, **evaluators(judge))
    names["@explain"], names["@explain_truth"] = explain, explain_truth
    names["@type"], names["@class"] = asked_type, asked_class
    for function in functions:
        try:
            space[function] = getattr(judge.module, function)
        except AttributeError:
            pass
    linecache.cache[TESTS_FILE] = (len(tests), None, tests.splitlines(True), TESTS_FILE)
    tree = ast.parse(tests, TESTS_FILE)
    judge.mentioned = frozenset(re.findall(r"\w+", tests))
    judge.protected = (frozenset(dir(builtins)) | bound_names(tree, name)) - frozenset(functions)
    Statements.source = tests
    tree = _OfClasses().visit(_Explained().visit(tree))
    compiled = compile(tree, TESTS_FILE, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, True)

    def run_source():
        if compiled.co_flags & inspect.CO_COROUTINE:
            asyncio.run(wait_for(types.FunctionType(compiled, space)()))
        else:
            exec(compiled, space)

    def run_one(run):
        Watch.touched, ran[0], Compared.values = None, 0, ()
        judge.calls.clear()
        return outcome_of(functools.partial(Watch.over, run))

    outcome = run_one(run_source)

    def tell(test, outcome):
        if outcome.verdict == "pass" and judge.decoys.used:
            outcome.text = judge.decoys.seed
        judge.decoys.used = False
        report("done", test, outcome.verdict, outcome.text, ran[0])

    def starts(test):
        return report("start", test, "", "", 0) is True

    if is_first:
        tell(SOURCE, outcome)
    if outcome.verdict != "pass":
        return
    for test, run, is_end in collect(module, judge):
        if starts(test):
            outcome = run_one(run)
            if is_end and outcome.verdict == "pass":
                outcome.verdict = "ended"
            tell(test, outcome)


def bound_names(tree, module):
    """Names that the tests bind themselves, other than by importing the code."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.Import) or isinstance(node, ast.ImportFrom) and node.module != module:
            for alias in node.names:
                found.update(public_names(node.module) if alias.name == "*" else [alias.asname or alias.name.partition(".")[0]])
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return found


def public_names(module):
    """What `from module import *` brings of the library."""
    if module is None or module.partition(".")[0] not in sys.stdlib_module_names:
        return ()
    try:
        found = vars(importlib.import_module(module))
    except ImportError:
        return ()
    return found.get("__all__") or [name for name in found if not name.startswith("_")]


def mark(ran, value):
    ran[0] = 1
    return value


def hidden_names(code, functions):
    """Names of Python's own that the code defines by def or class: what the tests mean by them cannot be told."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    defined = {node.name for node in ast.walk(tree) if isinstance(node, kinds)}
    return frozenset(name for name in defined if hasattr(builtins, name) and name not in functions)
