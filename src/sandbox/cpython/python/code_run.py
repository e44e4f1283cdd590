"""The code of one run, done in this process: streams, names and functions put in place, the code compiled and run, and what
came of it described."""
import builtins
import io
import marshal
import os
import sys

import mettle_failures as failures
import mettle_host_calls as host_calls
import mettle_imports as imports
import mettle_program_end as program_end
import mettle_recursion as recursion
import mettle_source as source
import mettle_values as values


def _fresh_streams():
    sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), encoding="utf-8", errors="replace")
    for name, descriptor, errors in (("stdout", 1, "strict"), ("stderr", 2, "backslashreplace")):
        raw = io.FileIO(descriptor, "w", closefd=False)
        stream = io.TextIOWrapper(io.BufferedWriter(raw), encoding="utf-8", errors=errors, line_buffering=True)
        setattr(sys, name, stream)
        setattr(sys, "__%s__" % name, stream)
    return sys.stdout, sys.stderr


def run_code(request, channel, module, config):
    space = module.__dict__
    sys.modules["__main__"] = module
    space["__name__"] = "__main__"
    space["__builtins__"] = builtins
    streams = _fresh_streams()
    root = config["workspace"]
    config["absent"].expect(request["absent"], channel)
    name = request["fileName"]
    config["imports"].arrange("" if name.startswith("<run ") else os.path.dirname(name).lstrip("/"))
    functions = host_calls.HostFunctions()
    functions.bind(request["functions"], channel, space, request["valueBytes"])
    builtins.__dict__[source.AWAIT_NAME] = source.awaitable
    source.Leniency.on = bool(request["functions"])
    inputs = values.decode(request["inputs"])
    space.update(inputs)
    recursion.begin(request["recursion"])
    shown = request["fileName"]
    file_name = shown if shown.startswith("<run ") else root + shown
    sys.argv = [str(inputs.get("__file__", "")) if file_name == shown else file_name, *request["args"]]
    before = {name: os.environ.get(name) for name in request["variables"]}
    os.environ.update(request["variables"])
    if request["allowed"] is not None:
        imports.begin(request["allowed"], root)
    try:
        report = _guarded(request, space, file_name, root)
        program_end.finish()
        return report
    finally:
        imports.end()
        recursion.end(request["recursion"])
        functions.release(space)
        space.pop(source.VALUE_NAME, None)
        _flush(streams)
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _display(value):
    """Prints a value as the interactive Python does."""
    if value is not None:
        sys.stdout.write(repr(value) + "\n")


def _guarded(request, space, file_name, root):
    report = {"ok": False, "value": None, "error": None}
    try:
        code, is_coroutine = source.compile_source(request["code"], file_name, bool(request["functions"]))
    except (SyntaxError, ValueError, RecursionError, OverflowError) as error:
        report["error"] = failures.describe_syntax(error, failures.user_file(file_name, root))
        return report
    except MemoryError as error:
        report["error"] = failures.describe(error, file_name, root)
        return report
    try:
        source.run_code(code, is_coroutine, space, request["recursion"])
        if request["display"]:
            _display(space.get(source.VALUE_NAME))
        value = values.plain(space.get(source.VALUE_NAME))
        size = len(marshal.dumps(value, 2))
        if size > request["valueBytes"]:
            raise values.TooDeep("the value takes %d bytes; at most %d are allowed" % (size, request["valueBytes"]))
        report["value"] = value
        report["ok"] = True
    except host_calls.ChannelClosed:
        raise
    except SystemExit as error:
        report["ok"], text = failures.exit_status(error)
        if text:
            _write(sys.__stderr__, text)
        if not report["ok"]:
            report["error"] = failures.describe(error, failures.user_file(file_name, root), root)
            report["error"]["exitStatus"] = failures.process_status(error)
    except values.TooDeep as error:
        report["error"] = failures.describe(error, failures.user_file(file_name, root), root)
        report["error"].update(kind="limit", type="ValueError")
    except BaseException as error:
        report["error"] = failures.describe(error, failures.user_file(file_name, root), root)
        error.__traceback__ = None
    return report


def _write(stream, text):
    try:
        stream.write(text)
    except (OSError, ValueError, AttributeError):
        pass


def _flush(streams):
    for stream in (*streams, sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError, TypeError):
            pass
