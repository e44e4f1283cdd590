"""The channel between supervisor and host: frames over standard input and output."""
import os

READ_SIZE = 1 << 16
SMALL_BYTES = 1 << 17


class HostGone(Exception):
    """The host closed the channel."""


class HostChannel:
    def __init__(self):
        self.incoming = bytearray()
        self.waiting = []

    def send(self, kind, body):
        self.send_all([(kind, body)])

    def send_later(self, kind, body):
        """Sends a small frame together with the next one, or at `flush`."""
        self.waiting.append((kind, body))

    def flush(self):
        if self.waiting:
            self.send_all(())

    def send_all(self, frames):
        """Frames in one piece where they are small, for the host wakes up once then."""
        parts = []
        frames, self.waiting = (*self.waiting, *frames), []
        for kind, body in frames:
            parts += [(len(body) + 1).to_bytes(4, "big") + kind, body]
        if sum(map(len, parts)) < SMALL_BYTES:
            parts = [b"".join(parts)]
        for part in parts:
            _write_all(part)

    def receive(self):
        """Reads what has come, and yields each whole frame as its kind and body."""
        part = os.read(0, READ_SIZE)
        if not part:
            raise HostGone()
        self.incoming += part
        while len(self.incoming) >= 4:
            size = int.from_bytes(self.incoming[:4], "big")
            if len(self.incoming) < 4 + size:
                return
            kind = bytes(self.incoming[4:5])
            body = bytes(self.incoming[5:4 + size])
            del self.incoming[:4 + size]
            yield kind, body


def _write_all(data):
    view = memoryview(data)
    while view:
        try:
            view = view[os.write(1, view):]
        except OSError:
            raise HostGone() from None
