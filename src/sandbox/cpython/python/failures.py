"""What went wrong, in the words and lines of the user's own code."""
import builtins
import errno
import io
import itertools
import linecache
import re
import sys

MAX_FRAMES = 50
MAX_MESSAGE = 20_000


def describe(error, file_name, root):
    """A dict that marshal carries: kind, type, message, line, frames."""
    kind = "runtime"
    if isinstance(error, MemoryError):
        kind = "memory"
    elif isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT):
        kind = "limit"
    frames = _frames(error.__traceback__, root)
    if isinstance(error, SyntaxError):
        frames += _place(error, root)
    line = None
    for frame in reversed(frames):
        if frame[0] == file_name:
            line = frame[1]
            break
    message = message_of(error)
    suggestion = _suggestion(error)
    if not message.endswith(suggestion):
        message += suggestion
    return {
        "kind": kind, "type": type(error).__name__, "message": message, "line": line, "notes": _notes(error, root),
        "frames": frames[:MAX_FRAMES // 2] + frames[-MAX_FRAMES // 2:] if len(frames) > MAX_FRAMES else frames,
        "errno": error.errno if isinstance(error, OSError) and isinstance(error.errno, int) else None,
        "path": error.filename if isinstance(error, OSError) and isinstance(error.filename, str) else None,
        "starts": isinstance(error, (FileNotFoundError, PermissionError)) and _is_in_subprocess(error.__traceback__),
    }


MAX_NOTES = 10
MAX_NOTE = 2_000


def _notes(error, root):
    """What Python prints beside the message: notes, the exceptions of a group, and what the exception came from."""
    notes = []
    try:
        for note in itertools.islice(getattr(error, "__notes__", ()), MAX_NOTES):
            notes.append(str.__str__(note) if isinstance(note, str) else repr(note))
        if isinstance(error, getattr(builtins, "BaseExceptionGroup", ())):
            for number, part in enumerate(itertools.islice(error.exceptions, MAX_NOTES), 1):
                notes.append("sub-exception %d: %s" % (number, _summary(part, root)))
            if len(error.exceptions) > MAX_NOTES:
                notes.append("%d more sub-exceptions" % (len(error.exceptions) - MAX_NOTES))
        seen = {id(error)}
        while len(notes) < 2 * MAX_NOTES:
            if error.__cause__ is not None:
                error, words = error.__cause__, "caused by "
            elif error.__context__ is not None and not error.__suppress_context__:
                error, words = error.__context__, "while handling "
            else:
                break
            if id(error) in seen:
                break
            seen.add(id(error))
            notes.append(words + _summary(error, root))
    except BaseException:
        pass
    return [note if len(note) <= MAX_NOTE else note[:MAX_NOTE] + "..." for note in notes if type(note) is str]


def _summary(error, root):
    """`KeyError: 'a' (lib/util.py:2)`"""
    place = ""
    for name, line, _, _ in _frames(error.__traceback__, root)[-1:]:
        place = " (line %d)" % line if name.startswith("<") else " (%s:%d)" % (name.lstrip("/"), line)
    return "%s: %s%s" % (type(error).__name__, message_of(error), place)


SUGGESTION = re.compile(r"(\. Did you (?:mean|forget to import)[^\n]{1,200}\?)\n$")


def _suggestion(error):
    """What the interpreter adds where it prints the error: the name that was probably meant. Nothing else tells it."""
    if type(error) not in (AttributeError, NameError, ImportError, ModuleNotFoundError):
        return ""
    kept, sys.stderr = sys.stderr, io.StringIO()
    limit = getattr(sys, "tracebacklimit", None)
    sys.tracebacklimit = 0
    try:
        alone = error.__cause__, error.__context__, error.__suppress_context__
        error.__cause__ = error.__context__ = None
        try:
            sys.__excepthook__(type(error), error, error.__traceback__)
        finally:
            error.__cause__, error.__context__, error.__suppress_context__ = alone
        found = SUGGESTION.search(sys.stderr.getvalue())
    except BaseException:
        return ""
    finally:
        sys.stderr = kept
        if limit is None:
            del sys.tracebacklimit
        else:
            sys.tracebacklimit = limit
    return found[1] if found else ""


def _is_in_subprocess(traceback):
    """Whether it is a program that was not found, and no file."""
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    return traceback is not None and traceback.tb_frame.f_code.co_filename == getattr(sys.modules.get("subprocess"), "__file__", None)


def _place(error, root):
    """Where a file of the tree does not compile, as a frame; none for text that the code made."""
    name, line, column = error.filename, error.lineno, error.offset
    if not isinstance(name, str) or not name.startswith(root + "/") or not isinstance(line, int):
        return []
    return [(name[len(root):], line, column if isinstance(column, int) and column > 0 else None, "<module>")]


def describe_syntax(error, file_name):
    """For code that does not compile."""
    line = getattr(error, "lineno", None)
    column = getattr(error, "offset", None)
    frames = []
    if isinstance(line, int):
        frames.append((file_name, line, column if isinstance(column, int) and column > 0 else None, "<module>"))
    return {
        "kind": "syntax", "type": type(error).__name__, "message": message_of(error),
        "line": line if isinstance(line, int) else None, "frames": frames, "errno": None, "path": None,
    }


def message_of(error):
    try:
        if isinstance(error, SyntaxError) and error.msg:
            text = str(error.msg)
        else:
            text = str(error)
        text = str.__str__(text)
    except BaseException as second:
        text = "<%s while the message was made>" % type(second).__name__
    return text if len(text) <= MAX_MESSAGE else text[:MAX_MESSAGE] + "..."


def _frames(traceback, root):
    frames = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        name = user_file(code.co_filename, root)
        if name is not None:
            column = None
            if sys.version_info >= (3, 11):
                column = _column(code, traceback.tb_lasti, traceback.tb_lineno)
            frames.append((name, traceback.tb_lineno, column, code.co_name))
        traceback = traceback.tb_next
        if len(frames) > 4000:
            del frames[MAX_FRAMES:-MAX_FRAMES]
    return frames


def _column(code, instruction, line):
    """The 1-based column, in UTF-16 units as JavaScript counts them; Python counts bytes of UTF-8."""
    for position in itertools.islice(code.co_positions(), instruction // 2, None):
        if position[2] is None:
            return None
        before = linecache.getline(code.co_filename, line).encode("utf-8", "surrogatepass")[:position[2]]
        return len(before.decode("utf-8", "replace").encode("utf-16-le", "surrogatepass")) // 2 + 1
    return None


def user_file(name, root):
    """How a code object's file is named to the user; None for files that are not theirs."""
    if name.startswith("<run ") or (name.startswith("<") and name in ("<string>",)):
        return name
    if name.startswith(root + "/"):
        return name[len(root):]
    return None


def process_status(error):
    """The status of a process that a SystemExit ends."""
    code = error.code
    if code is None:
        return 0
    if not isinstance(code, int):
        return 1
    return code & 0xFF if -2**63 <= code < 2**63 else 0xFF


def exit_status(error):
    """(ok, text for stderr) of a SystemExit."""
    code = error.code
    if code is None or (isinstance(code, int) and code == 0):
        return True, ""
    return False, "" if isinstance(code, int) else message_of(error) + "\n"


