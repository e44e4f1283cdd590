"""A line of the shell. It runs in the place of a session process that has run no code: this process becomes the shell, and
the way it ends is told by who collects it."""
import errno
import os
import shutil
import signal

import mettle_host_calls as host_calls


def become(request, channel, config):
    """Never returns, unless the shell cannot be started: then with the report that says why."""
    try:
        # To start another program brings the content of all files.
        config["absent"].expect(request["absent"], channel)
        shell = shutil.which("sh", path=config["path"])
        if shell is None:
            raise FileNotFoundError(errno.ENOENT, "there is no sh here")
        environment = {**os.environ, **request["variables"]}
        if config["chance"] is not None:
            environment.setdefault("PYTHONHASHSEED", "0")
        folder = os.path.realpath(os.path.join(config["workspace"], request["folder"]))
        if folder != config["workspace"] and not folder.startswith(config["workspace"] + "/"):
            raise NotADirectoryError(errno.ENOTDIR, "the folder leads out of the tree", request["folder"])
        os.chdir(folder)
        environment["PWD"] = folder
        _give_back_signals()
        for descriptor in range(3, 512):
            try:
                os.set_inheritable(descriptor, False)
            except OSError:
                continue
        os.execve(shell, ["sh", "-c", request["code"]], environment)
    except host_calls.ChannelClosed:
        raise
    except (OSError, ValueError) as error:
        kind = "limit" if isinstance(error, OSError) and error.errno in (errno.EFBIG, errno.E2BIG) else "infrastructure"
        return {"ok": False, "value": None, "error": {"kind": kind, "type": type(error).__name__, "message": str(error)}}


def _give_back_signals():
    """A program starts with the usual answers to signals; Python ignores two."""
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
