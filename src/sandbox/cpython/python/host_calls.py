"""Host functions as Python sees them, and the channel that carries their calls."""
import builtins
import errno
import marshal
import os
import struct
import threading
import time

import mettle_values as values

# The real one, whatever the code or a stopped clock puts in its place.
_clock = time.monotonic


class ChannelClosed(BaseException):
    """The supervisor closed the channel: the run is over."""


class Channel:
    """Frames to and from the supervisor over a stream socket."""

    def __init__(self, stream):
        self.stream = stream
        self.lock = threading.Lock()
        self.owner = os.getpid()
        self.waited = 0.0

    def send(self, kind, body):
        self.stream.sendall((len(body) + 1).to_bytes(4, "big") + kind)
        self.stream.sendall(body)

    def receive(self):
        head = self._exactly(5)
        return head[4:5], self._exactly(int.from_bytes(head[:4], "big") - 1)

    def _exactly(self, count):
        buffer = bytearray(count)
        view = memoryview(buffer)
        while view:
            got = self.stream.recv_into(view)
            if not got:
                raise ChannelClosed()
            view = view[got:]
        return bytes(buffer)

    def call(self, name, args, kwargs, most_bytes):
        if os.getpid() != self.owner:
            raise RuntimeError("host functions can be called only from the process that runs the code")
        try:
            given = [values.plain(item) for item in args], {key: values.plain(item) for key, item in kwargs.items()}
        except values.TooDeep as error:
            raise ValueError(str(error)) from None
        body = marshal.dumps((name, *given), 2)
        if len(body) > most_bytes:
            raise ValueError("the arguments of %s() take %d bytes; at most %d are allowed" % (name, len(body), most_bytes))
        return self._ask(b"H", body)

    def fetch(self, path):
        """Waits until the content of a file of the tree is in its place."""
        if os.getpid() != self.owner:
            raise OSError(errno.EIO, "the content of this file is not here yet; open it once before forking", path)
        self._ask(b"P", marshal.dumps(path, 2))

    def change(self, path, mode, times):
        """Has the supervisor set the mode of a file, or its times where the mode is -1."""
        if os.getpid() != self.owner:
            raise PermissionError(errno.EPERM, "only the process that runs the code can change modes and times here", path)
        self._ask(b"T", struct.pack(">iqq", mode, *times) + os.fsencode(path))

    def _ask(self, kind, body):
        with self.lock:
            started = _clock()
            try:
                self.send(kind, body)
                _, answer = self.receive()
            finally:
                self.waited += _clock() - started
        answered = values.decode(answer)
        if answered[0]:
            return answered[1]
        raise exception_of(answered[1], answered[2])


def exception_of(name, message):
    """The Python exception that a host function's error becomes."""
    kind = getattr(builtins, name, None)
    if isinstance(kind, type) and issubclass(kind, Exception):
        try:
            return kind(message)
        except TypeError:
            pass
    return RuntimeError("%s: %s" % (name, message))


class HostFunctions:
    """Puts host functions where code finds them, and takes them away again."""

    def __init__(self):
        self.bound = {}

    def bind(self, names, channel, namespace, most_bytes):
        for name in names:
            function = _function(name, channel, most_bytes)
            if name in BUILTIN_NAMES:
                previous = namespace.get(name)
                if previous is None or getattr(previous, "__mettle_host__", False):
                    namespace[name] = function
            else:
                setattr(builtins, name, function)
                self.bound[name] = function

    def release(self, namespace):
        for name, function in self.bound.items():
            if getattr(builtins, name, None) is function:
                delattr(builtins, name)
        self.bound.clear()
        for name in [name for name, value in namespace.items() if getattr(value, "__mettle_host__", None) is True]:
            if name in BUILTIN_NAMES:
                del namespace[name]


BUILTIN_NAMES = frozenset(dir(builtins))


def _function(name, channel, most_bytes):
    def host_function(*args, **kwargs):
        return channel.call(name, args, kwargs, most_bytes)

    host_function.__name__ = host_function.__qualname__ = name
    host_function.__doc__ = "A function of the host."
    host_function.__mettle_host__ = True
    return host_function
