"""What python3 does when a program ends, done at the end of each run: threads and processes are waited for, and what
the code registered with atexit is called. What libraries register is for the end of the process and never called."""
import atexit
import sys
import threading

import mettle_failures as failures

_register = atexit.register
_root = None


def install(root):
    """Before the first run. `root`: the folder of the tree."""
    global _root
    _root = root
    atexit._clear()
    register.__name__ = register.__qualname__ = "register"
    atexit.register = register


def register(func, /, *args, **kwargs):
    """Register a function to be executed upon normal program termination."""
    if not callable(func) or failures.user_file(sys._getframe(1).f_code.co_filename, _root) is not None:
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
