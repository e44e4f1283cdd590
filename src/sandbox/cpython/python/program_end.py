"""What python3 does when a program ends, done at the end of each run: threads and processes are waited for, and what
the code registered with atexit is called. What libraries register is for the end of the process and never called."""
import atexit
import sys
import threading
import types
import weakref

import mettle_failures as failures

_register, _frame = atexit.register, sys._getframe
_root = None


def install(root):
    """Before the first run. `root`: the folder of the tree."""
    global _root
    _root = root
    atexit._clear()
    register.__name__ = register.__qualname__ = "register"
    atexit.register = register
    weakref.finalize._registered_with_atexit = False


def register(func, /, *args, **kwargs):
    """Register a function to be executed upon normal program termination."""
    if getattr(func, "__func__", None) is weakref.finalize._exitfunc.__func__:
        return _register(_finalize)
    if not callable(func) or failures.user_file(_frame(1).f_code.co_filename, _root) is not None:
        return _register(func, *args, **kwargs)
    return func


def finish():
    if threading.active_count() > 1:
        _join_threads()
    _join_processes()
    if atexit._ncallbacks():
        try:
            atexit._run_exitfuncs()
        except BaseException:
            # Until 3.9 the last exception is raised again once all have been called and have told theirs.
            pass
    weakref.finalize._registered_with_atexit = False


def _finalize():
    """Calls the finalizers that are still to be called, the last first. Those that are code of a library are for the
    end of the process, such as the one that removes a temporary folder."""
    registry = weakref.finalize._registry
    while True:
        pending = [(info.index, each) for each, info in list(registry.items()) if info.atexit and _is_own(info.func)]
        if not pending:
            return
        _, each = max(pending, key=lambda pair: pair[0])
        try:
            each()
        except Exception:
            sys.excepthook(*sys.exc_info())


def _is_own(func):
    code = getattr(getattr(func, "__func__", func), "__code__", None)
    return type(code) is not types.CodeType or failures.user_file(code.co_filename, _root) is not None


def _join_threads():
    for wake in reversed(getattr(threading, "_threading_atexits", ())):
        wake()
    this = threading.current_thread()
    while True:
        running = [thread for thread in threading.enumerate() if thread is not this and not thread.daemon]
        if not running:
            break
        for thread in running:
            thread.join()
    for name, flag in (("concurrent.futures.thread", "_shutdown"), ("concurrent.futures.process", "_global_shutdown")):
        if name in sys.modules:
            setattr(sys.modules[name], flag, False)


def _join_processes():
    module = sys.modules.get("multiprocessing.process")
    if module is not None:
        for process in module.active_children():
            if not process.daemon:
                process.join()
