"""The process that judges: it runs tests, never the code under judgement, which it reaches by calls and values alone."""
import ast
import asyncio
import builtins
import copy
import dataclasses
import functools
import inspect
import io
import linecache
import os
import sys
import tempfile
import traceback
import types
import typing

SOURCE = "the tests"
FORBIDDEN_TYPES = (type, types.ModuleType, types.FrameType, types.CodeType, types.FunctionType, types.MethodType,
                   types.BuiltinFunctionType, types.TracebackType)


class Sink(io.TextIOBase):
    """Output of the tests, which nobody reads."""

    def write(self, text):
        return len(text)


class Judge(Peer):
    def __init__(self, exchange, name):
        Peer.__init__(self, exchange, True, None)
        self.module = RemoteModule(name, self)
        self.written = lambda text: sys.stdout.write(text)
        self.own_names = set()
        # Names that no star import of the code's may bring: Python's own, and what the tests name otherwise.
        self.protected = frozenset()

    def public(self):
        return [name for name in Peer.public(self) if name not in self.protected]

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
            if op == "get" and plain and not allowed and isinstance(target, (list, dict, set, str, io.IOBase)):
                allowed = True
        elif op == "op":
            allowed = not isinstance(target, FORBIDDEN_TYPES) or parts[0] in ("__repr__", "__str__", "__eq__", "__hash__")
        else:
            allowed = op in ("input", "core", "names") or op == "wait"
        if not allowed:
            raise AttributeError("the tests do not show this to the code")

    def perform(self, op, number, parts):
        if op == "input":
            return str(builtins.input(str(parts[0])))
        return Peer.perform(self, op, number, parts)

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


SHOWN_NAMES = frozenset(("__name__", "__qualname__", "__doc__", "__module__", "__annotations__"))


def _is_test_class(target, judge):
    return isinstance(target, type) and target.__module__ in judge.own_names


async def _wait(target):
    return await target


def wrap_libraries():
    """Functions of libraries that look into an object ask the other side, where the object is there."""
    def wrapped(module, name, original):
        @functools.wraps(original)
        def ask(target, *args, **kwargs):
            if isinstance(target, Remote):
                peer, number = target.mettle_class
            elif isinstance(type(target), Remote):
                peer, number = target._mettle_peer, target._mettle_number
            elif isinstance(target, RemoteModule):
                peer, number = target._mettle_peer, 0
            else:
                return original(target, *args, **kwargs)
            return peer.ask("library", number, module.__name__, name, list(args), kwargs)

        setattr(module, name, ask)

    for module, names in (
        (dataclasses, ("asdict", "astuple", "replace", "fields", "is_dataclass")),
        (typing, ("get_type_hints",)),
        (inspect, (
            "signature", "getsource", "getdoc", "iscoroutinefunction", "isgeneratorfunction", "isasyncgenfunction",
            "getfullargspec", "isabstract", "getmembers",
        )),
    ):
        for name in names:
            wrapped(module, name, getattr(module, name))
    asyncio.iscoroutinefunction = inspect.iscoroutinefunction


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
            raise NeedsNamespace(
                "the code defines %s, which is a name of Python's own: import it from the module, or name it in functions" % name
            )
        if name.startswith("@"):
            raise KeyError(name)
        try:
            return getattr(self.judge.module, name)
        except AttributeError:
            raise KeyError(name) from None


class _Explained(ast.NodeTransformer):
    """Gives a comparison in an assert the values that it compared."""

    def visit_Assert(self, node):
        test = node.test
        if any(isinstance(part, (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)) for part in ast.walk(test)):
            return node
        if not isinstance(test, ast.Compare) or len(test.ops) != 1:
            return self.explain_truth(node)
        left, right = (ast.NamedExpr(target=ast.Name(id=name, ctx=ast.Store()), value=value)
                       for name, value in (("@left", test.left), ("@right", test.comparators[0])))
        shown = ast.Call(
            func=ast.Name(id="@explain", ctx=ast.Load()),
            args=[ast.Constant(value=ast.unparse(test)), ast.Constant(value=OPERATORS[type(test.ops[0])]),
                  ast.Name(id="@left", ctx=ast.Load()), ast.Name(id="@right", ctx=ast.Load())],
            keywords=[] if node.msg is None else [ast.keyword(arg="words", value=node.msg)],
        )
        made = ast.Assert(test=ast.Compare(left=left, ops=test.ops, comparators=[right]), msg=shown)
        return ast.fix_missing_locations(ast.copy_location(made, node))

    def explain_truth(self, node):
        """What is no single comparison tells what it came to, where that says more than false."""
        shown = ast.Call(
            func=ast.Name(id="@explain_truth", ctx=ast.Load()),
            args=[ast.Constant(value=ast.unparse(node.test)), ast.Name(id="@left", ctx=ast.Load())],
            keywords=[] if node.msg is None else [ast.keyword(arg="words", value=node.msg)],
        )
        test = ast.NamedExpr(target=ast.Name(id="@left", ctx=ast.Store()), value=node.test)
        return ast.fix_missing_locations(ast.copy_location(ast.Assert(test=test, msg=shown), node))

    def visit_ClassDef(self, node):
        # An assert of a class body itself stays as it is: its names are the class's.
        node.body = [self.generic_visit(item) if not isinstance(item, ast.Assert) else item for item in node.body]
        return node


OPERATORS = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Is: "is",
    ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}


def explain(source, operator, left, right, words=None):
    told = "%s is false: %s %s %s" % (brief(source, 200), brief_repr(left), operator, brief_repr(right))
    return told if words is None else "%s (%s)" % (told, brief_text(words))


def explain_truth(source, value, words=None):
    told = "%s is %s" % (brief(source, 200), "false" if value is False else brief_repr(value))
    return told if words is None else "%s (%s)" % (told, brief_text(words))


def brief_text(words):
    return brief(words, 300) if type(words) is str else brief_repr(words)


def brief(text, most):
    return text if len(text) <= most else text[:most] + "..."


def brief_repr(value):
    try:
        return brief(str(repr(value)), 200)
    except (NeedsNamespace, Gone, Spent):
        raise
    except BaseException as error:
        return "<%s while it was shown>" % type(error).__name__


TESTS_FILE = "<tests>"


class Outcome:
    """How one test ended: `pass`, `fail`, `skip` (it stopped itself), `left` (a marker leaves it out) or `need` (it cannot be judged from outside)."""

    def __init__(self, verdict, text=""):
        self.verdict = verdict
        self.text = text


def outcome_of(run):
    """Runs something and says how it ended."""
    try:
        run()
    except NeedsNamespace as error:
        return Outcome("need", str(error))
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
    if isinstance(error, ModuleNotFoundError) and is_import_of_tests(error) and error.name:
        return Outcome("lacks", error.name)
    if Watch.touched and not isinstance(error, (SyntaxError,)):
        return Outcome("need", "the test %s, and the code runs in a process of its own" % Watch.touched)
    return Outcome("fail", describe_error(error))


def is_import_of_tests(error):
    """Whether an import statement of the tests themselves found nothing; what the code raises came as a value."""
    return getattr(error, "_mettle_number", None) is None and any(
        frame.f_code.co_filename == TESTS_FILE for frame, _ in traceback.walk_tb(error.__traceback__)
    )


class SkipTest(Exception):
    """The test asked to be left out."""


class LeftOut(BaseException):
    """A marker of the test says that it tells nothing of the code."""


def describe_error(error):
    line, frame = None, error.__traceback__
    while frame is not None:
        if frame.tb_frame.f_code.co_filename == TESTS_FILE:
            line = frame.tb_lineno
        frame = frame.tb_next
    try:
        text = str(error)
    except BaseException:
        text = ""
    place = "" if line is None else " at line %d of the tests" % line
    written = Statements.at(line)
    if written and written not in text:
        place += ", %s" % brief(written, 200)
    text = ": " + brief(" ".join(text.split()), 500) if text else ""
    return "%s%s%s%s" % (type(error).__name__, place, text, raised_in(getattr(error, "_mettle_frames", None)))


def raised_in(frames):
    """The calls in the code that led to an error, outermost first, as its process tells them."""
    if type(frames) is not list:
        return ""
    steps, last = [], None
    for frame in frames[:50]:
        if type(frame) is not list or len(frame) != 2 or type(frame[0]) is not int or type(frame[1]) is not str:
            return ""
        if frame != last:
            steps.append("line %d" % frame[0] if frame[1] == "<module>" else "line %d in %s" % (frame[0], frame[1][:200]))
        last = frame
    if len(steps) > 12:
        steps[6:-6] = ["..."]
    return " (raised in the code: %s)" % " -> ".join(steps) if steps else ""


class Statements:
    """The simple statements of the tests, by the lines they stand on, in one line each."""

    found = {}

    @classmethod
    def read(cls, tree):
        kinds = (ast.Assert, ast.Expr, ast.Assign, ast.Return)
        for node in ast.walk(tree):
            if isinstance(node, kinds):
                for line in range(node.lineno, node.end_lineno + 1):
                    cls.found[line] = node

    @classmethod
    def at(cls, line):
        node = cls.found.get(line)
        if node is None:
            return ""
        test = node.test if isinstance(node, ast.Assert) else node
        return " ".join(ast.unparse(test).split())


class Watch:
    """What a test touches of its own process that the code does not share."""

    touched = None
    active = False
    roots = ()

    @classmethod
    def hook(cls, event, args):
        if not cls.active:
            return
        if event == "open" and type(args[0]) is str and (args[0][:1] != "/" or args[0].startswith(cls.roots)):
            cls.touched = "opens files"
        elif event in ("os.putenv", "os.unsetenv"):
            cls.touched = "changes the environment"


def judge_tests(exchange, tests, name, code, functions, is_first, given):
    """Runs the tests that the host has not had yet, and reports each."""
    report = builtins.mettle_report
    sys.setrecursionlimit(sys.getrecursionlimit() + 60)
    sys.stdout = sys.stderr = Sink()
    wrap_libraries()
    judge = Judge(exchange, name)
    judge.own_names = {TESTS_MODULE}
    sys.modules[name] = judge.module
    Watch.roots = (os.getcwd(), tempfile.gettempdir())
    sys.addaudithook(Watch.hook)
    install_pytest(tests)
    hidden = hidden_names(code, functions)
    module = types.ModuleType(TESTS_MODULE)
    sys.modules[TESTS_MODULE] = module
    space = vars(module)
    space["__builtins__"] = names = Names(judge, hidden)
    names["mettle_ran"] = ran = [0]
    names["mettle_mark"] = functools.partial(mark, ran)
    names["@explain"], names["@explain_truth"] = explain, explain_truth
    for function in functions:
        try:
            space[function] = getattr(judge.module, function)
        except AttributeError:
            pass
    linecache.cache[TESTS_FILE] = (len(tests), None, tests.splitlines(True), TESTS_FILE)
    tree = ast.parse(tests, TESTS_FILE)
    judge.protected = (frozenset(dir(builtins)) | bound_names(tree, name)) - frozenset(functions)
    Statements.read(copy.deepcopy(tree))
    tree = _Explained().visit(tree)
    compiled = compile(tree, TESTS_FILE, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, True)

    def run_source():
        if compiled.co_flags & inspect.CO_COROUTINE:
            asyncio.run(_wait(types.FunctionType(compiled, space)()))
        else:
            exec(compiled, space)

    def run_one(run):
        Watch.touched, Watch.active, ran[0] = None, True, 0
        try:
            return outcome_of(run)
        finally:
            Watch.active = False

    outcome = run_one(run_source)
    def tell(test, outcome):
        report("done", test, outcome.verdict, outcome.text, ran[0])

    def starts(test):
        return report("start", test, "", "", 0) is True

    if is_first:
        tell(SOURCE, outcome)
    if outcome.verdict != "pass":
        return
    for test, run in collect(module, judge):
        if starts(test):
            tell(test, run_one(run))


def bound_names(tree, module):
    """Names that the tests bind themselves, other than by importing the code."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.Import) or isinstance(node, ast.ImportFrom) and node.module != module:
            found.update(alias.asname or alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return found


def mark(ran, value):
    ran[0] = 1
    return value


TESTS_MODULE = "mettle_tests"


def hidden_names(code, functions):
    """Names of Python's own that the code defines by def or class: what the tests mean by them cannot be told."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    defined = {node.name for node in ast.walk(tree) if isinstance(node, kinds)}
    return frozenset(name for name in defined if hasattr(builtins, name) and name not in functions)
