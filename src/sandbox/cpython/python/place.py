"""Where code is when its time is over: CPython's faulthandler writes the stack of the main thread at a signal, whatever the
code is doing, and the supervisor reads it. What it says is the code's own process speaking: it is shown, never believed."""
import faulthandler
import os
import signal

# One that programs do not use: the last but a few of the real-time signals.
SIGNAL = signal.SIGRTMAX - 3
# Seconds that a process gets to write it. One that blocks the signal writes nothing.
SECONDS = 1.0
MOST_BYTES = 1 << 16


def begin(descriptor):
    """In the process of the code, before a run of its."""
    faulthandler.register(SIGNAL, file=descriptor, all_threads=False, chain=False)


def end(descriptor):
    """In the process of the code, which may go on, after a run."""
    faulthandler.unregister(SIGNAL)
    os.close(descriptor)


def ask(pids):
    """In the supervisor: whether a process was asked to write where it is."""
    asked = False
    for pid in pids:
        try:
            os.kill(pid, SIGNAL)
            asked = True
        except OSError:
            pass
    return asked


def read(descriptor, so_far):
    """What else has come, and whether that was all."""
    try:
        part = os.read(descriptor, MOST_BYTES)
    except BlockingIOError:
        return so_far, False
    text = so_far + part
    return text, not part or len(text) >= MOST_BYTES or _is_whole(text)


def _is_whole(text):
    last = text[text.rfind(b"\n", 0, -1) + 1:]
    if last == b"  ...\n" or last.endswith(b" in _bootstrap\n"):
        return True
    return last.startswith(b'  File "<string>"') and last.endswith(b" in <module>\n") and b'"<mettle>/' in text
