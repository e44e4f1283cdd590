"""What threads of the code raised: Python writes it to standard error, which nobody reads."""
import linecache
import sys
import threading


class FailedThreads:
    """The errors that ended threads, each as a line for whoever repairs the code."""

    def __init__(self):
        self.found = []
        self.stderr = sys.stderr
        self.before = threading.excepthook
        threading.excepthook = self.note

    def note(self, args):
        try:
            if not issubclass(args.exc_type, SystemExit):
                words = failure_in_thread(args.exc_value)
                self.found.append((own_time.monotonic(), words))
                del self.found[:-MAX_FAILURES]
                # For the host, where the code waits for that thread until its time is over.
                print(words, file=self.stderr, flush=True)
        finally:
            self.before(args)

    def since(self, start):
        return tuple([words for at, words in self.found if at >= start])


MAX_FAILURES = 3


def failure_in_thread(error):
    try:
        text = " ".join(str(error).split())[:300]
    except BaseException:
        text = ""
    words = "a thread of the code raised %s%s" % (type(error).__name__, ": " + text if text else "")
    frames = code_frames(error)
    if not frames:
        return words
    line, name = frames[-1]
    source = linecache.getline(FILE, line).strip()[:200]
    return "%s (line %d in %s%s)" % (words, line, name, ": " + source if source else "")
