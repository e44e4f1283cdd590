"""What the code may ask of objects that tests hand over: of their own everything that doesn't change how they judge, of
libraries' objects what is listed here. Whatever is not listed could load native code or change the judging process."""
import inspect
import io
import sys
import types

FORBIDDEN_TYPES = (type, types.ModuleType, types.FrameType, types.CodeType, types.FunctionType, types.MethodType,
                   types.BuiltinFunctionType, types.TracebackType)
# The action of SQLite that opens another database.
ATTACHES = 24
FILES = """read read1 readline readlines readinto write writelines getvalue getbuffer seek tell truncate flush close closed name mode
encoding errors newlines readable writable seekable isatty line_buffering"""
LOCKS = "acquire release locked wait wait_for notify notify_all set clear is_set"
QUEUES = "put get put_nowait get_nowait empty full qsize join task_done maxsize"
SQL = """execute executemany executescript commit rollback close cursor fetchone fetchmany fetchall rowcount lastrowid description
connection arraysize total_changes in_transaction isolation_level create_function create_aggregate create_collation keys interrupt"""
TASKS = "result exception done cancel cancelled set_result set_exception add_done_callback remove_done_callback get_name"
LISTED = {
    (io.IOBase.__module__, "_IOBase"): FILES, ("_io", "_IOBase"): FILES,
    ("sqlite3", "Connection"): SQL, ("sqlite3", "Cursor"): SQL, ("sqlite3", "Row"): SQL,
    ("re", "Pattern"): "match fullmatch search findall finditer split sub subn pattern flags groups groupindex",
    ("re", "Match"): "group groups groupdict start end span expand string re pos endpos lastindex lastgroup",
    ("_random", "Random"): """random randint randrange uniform choice choices sample shuffle gauss normalvariate triangular betavariate
    expovariate gammavariate lognormvariate vonmisesvariate paretovariate weibullvariate randbytes getrandbits seed getstate setstate""",
    ("numpy.random._generator", "Generator"): """random integers normal standard_normal uniform choice shuffle permutation permuted
    bytes exponential poisson binomial beta gamma lognormal multivariate_normal""",
    ("_thread", "lock"): LOCKS, ("_thread", "RLock"): LOCKS, ("threading", "Condition"): LOCKS, ("threading", "Event"): LOCKS,
    ("threading", "Semaphore"): LOCKS, ("threading", "Barrier"): "wait reset abort parties n_waiting broken",
    ("threading", "Thread"): "start join is_alive name daemon ident cancel",
    ("queue", "Queue"): QUEUES, ("_queue", "SimpleQueue"): QUEUES, ("asyncio.queues", "Queue"): QUEUES,
    ("asyncio.locks", "Lock"): LOCKS, ("asyncio.locks", "Event"): LOCKS, ("asyncio.locks", "Condition"): LOCKS,
    ("asyncio.locks", "Semaphore"): LOCKS, ("_asyncio", "Future"): TASKS, ("_asyncio", "Task"): TASKS,
    ("logging", "Logger"): "debug info warning error critical exception log isEnabledFor getEffectiveLevel getChild hasHandlers name level",
    ("logging", "LoggerAdapter"): "debug info warning error critical exception log isEnabledFor name extra",
    ("_csv", "writer"): "writerow writerows dialect", ("_csv", "reader"): "line_num dialect",
    ("csv", "DictWriter"): "writerow writerows writeheader fieldnames", ("csv", "DictReader"): "fieldnames line_num",
    ("argparse", "_ActionsContainer"): """parse_args parse_known_args parse_intermixed_args add_argument add_argument_group
    add_mutually_exclusive_group add_subparsers set_defaults get_default print_help print_usage format_help format_usage error exit
    prog description epilog""",
    ("argparse", "_SubParsersAction"): "add_parser choices",
    ("datetime", "tzinfo"): "utcoffset dst tzname fromutc key",
    ("statistics", "NormalDist"): "mean stdev variance median mode pdf cdf inv_cdf quantiles overlap samples zscore",
    ("collections", "ChainMap"): "maps parents new_child get keys values items pop popitem setdefault update clear copy",
    ("collections", "UserDict"): "get keys values items pop popitem setdefault update clear copy data",
    ("collections", "UserList"): "append extend insert pop remove clear index count sort reverse copy data",
    ("pathlib", "PurePath"): "name stem suffix suffixes parent parents parts joinpath with_name with_suffix relative_to as_posix match",
    ("subprocess", "CompletedProcess"): "args returncode stdout stderr check_returncode",
    ("decimal", "Context"): "prec rounding create_decimal divide multiply add subtract quantize sqrt power",
}
LISTED = {kind: frozenset(names.split()) for kind, names in LISTED.items()}
# What a mock tells the tests, and what makes it forget.
RECORDED = frozenset((
    "called", "call_count", "call_args", "call_args_list", "mock_calls", "method_calls", "return_value", "side_effect",
    "await_count", "await_args", "await_args_list",
))
FORGETTING = frozenset((
    "reset_mock", "configure_mock", "attach_mock", "mock_add_spec", "call_args_list", "mock_calls", "method_calls", "await_args_list",
))
SHOWN_NAMES = frozenset(("__name__", "__qualname__", "__doc__", "__module__", "__annotations__"))


def keep_from_files(owner):
    """Has a connection of the tests, which code is about to use, open no other database: files lie in the tests' sandbox."""
    sqlite3 = sys.modules["sqlite3"]
    if isinstance(owner, sqlite3.Cursor):
        owner = owner.connection
    if isinstance(owner, sqlite3.Connection):
        owner.set_authorizer(lambda action, *about: sqlite3.SQLITE_DENY if action == ATTACHES else sqlite3.SQLITE_OK)


def signature_sent(target):
    """The parameters of a function or class of the tests: name, kind, and default and annotation in a list, if there are any."""
    try:
        found = inspect.signature(target).parameters.values()
    except (TypeError, ValueError):
        raise AttributeError("__signature__") from None
    kept = lambda value: [] if value is inspect.Parameter.empty else [value]
    return [(one.name, int(one.kind), kept(one.default), kept(one.annotation)) for one in found]


def may_use(target, name, op, own_names):
    """Whether the code may get, set or delete an attribute. Raises where a verdict would depend on what it may not."""
    if type(name) is not str or name in SHOWN_NAMES:
        return type(name) is str and op == "get"
    if is_shown(target, name, op, own_names):
        return True
    if name[:2] != "__" and inspect.getattr_static(target, name, None) is not None:
        owner = "the tests" if type(target).__module__ in own_names else type(target).__module__
        raise CannotCross("%s of an object of %s, which the tests do not hand over" % (name, owner))
    return False


def is_shown(target, name, op, own_names):
    kind = type(target)
    if name.startswith("_"):
        return False
    if isinstance(target, type):
        return op == "get" and target.__module__ in own_names
    if isinstance(target, FORBIDDEN_TYPES):
        return False
    if kind.__module__ in own_names or kind.__module__ == "unittest.mock":
        if changes_judgement(target, name, op):
            raise CannotCross("%s of an object of the tests alone, which the code %s" % (name, "asks for" if op == "get" else "changes"))
        return True
    bases = [(base.__module__, base.__qualname__) for base in kind.__mro__]
    if isinstance(target, types.SimpleNamespace) or ("argparse", "Namespace") in bases:
        return True
    return op == "get" and (isinstance(target, (list, dict, set, str)) or any(name in LISTED.get(base, ()) for base in bases))


def changes_judgement(target, name, op):
    """Whether the code reaches for what the tests will believe of their own object: its methods, what a mock recorded."""
    if type(target).__module__ == "unittest.mock":
        return name in FORGETTING or op != "get" and (name in RECORDED or name.startswith("assert"))
    found = inspect.getattr_static(target, name, None)
    return op != "get" and (callable(found) or isinstance(found, (classmethod, staticmethod)))
