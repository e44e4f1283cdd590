"""What connects a run to the supervisor: the socket of its frames, its output pipes, and the pipe of where it is."""
import os
import select
import socket


class WrongSize(Exception):
    """The head of a frame gives a size that no frame may have."""


class RunChannels:
    def __init__(self, reads):
        self.data, self.data_inside = socket.socketpair()
        self.data.setblocking(False)
        self.outputs = {}
        # The descriptors that the session process gets.
        self.inside = [self.data_inside.fileno()]
        for kind in (b"o", b"e"):
            self.outputs[self._pipe()] = kind
        # Where the code is when its time is over; read then alone.
        self.place = self._pipe()
        # What the code reads from standard input; None where it finds nothing there.
        self.input = None
        self.unread = b""
        if reads:
            reader, self.input = os.pipe2(os.O_CLOEXEC)
            os.set_blocking(self.input, False)
            self.inside.append(reader)
        self.incoming = bytearray()
        self.outgoing = bytearray()
        # Whether the code waits for an answer: it asks one thing at a time.
        self.asked = False
        self.ended = False

    def _pipe(self):
        reader, writer = os.pipe2(os.O_CLOEXEC)
        os.set_blocking(reader, False)
        self.inside.append(writer)
        return reader

    def handed_over(self):
        self.data_inside.close()
        for descriptor in self.inside[1:]:
            os.close(descriptor)

    def close(self):
        self.data.close()
        os.close(self.place)
        for descriptor in self.outputs:
            os.close(descriptor)
        self.close_input()

    def close_input(self):
        if self.input is not None:
            os.close(self.input)
        self.input, self.unread = None, b""

    def take_input(self, body):
        """Takes the next part of standard input, which is over with an empty one. The part before it was written."""
        self.unread = body
        if not body:
            self.close_input()

    def write_input(self):
        """Writes what the pipe takes just now. Whether the next part is wanted."""
        try:
            self.unread = self.unread[os.write(self.input, self.unread):]
        except BlockingIOError:
            pass
        except OSError:
            # Nobody reads it any more.
            self.close_input()
        return self.input is not None and not self.unread

    def close_output(self, descriptor):
        os.close(descriptor)
        del self.outputs[descriptor]

    def ask(self):
        """Notes that the code waits for an answer; False where it waits for one already, which only a forger does."""
        if self.asked:
            return False
        self.asked = True
        return True

    def answer(self, body):
        """Sends what the session process waits for."""
        self.queue(b"A", body)
        self.flush()

    def queue(self, kind, body):
        """Puts a frame behind what is still to be sent."""
        self.outgoing += (len(body) + 1).to_bytes(4, "big") + kind + body

    def flush(self):
        """Sends what the session process takes just now."""
        try:
            while self.outgoing:
                sent = self.data.send(memoryview(self.outgoing)[:1 << 20])
                del self.outgoing[:sent]
            self.asked = False
        except BlockingIOError:
            pass
        except OSError:
            self.outgoing.clear()

    def waits(self):
        """Whether the session process has sent something that is not read yet."""
        return not self.ended and bool(select.select([self.data], [], [], 0)[0])

    def receive(self):
        """Reads what has come. False where that was nothing."""
        try:
            part = self.data.recv(1 << 18)
        except BlockingIOError:
            return False
        except OSError:
            part = b""
        if not part:
            self.ended = True
            return False
        self.incoming += part
        return True

    def next_frame(self, most_bytes):
        """The next whole frame that was read, or None. Raises WrongSize."""
        if len(self.incoming) < 4:
            return None
        size = int.from_bytes(self.incoming[:4], "big")
        if size < 1 or size > most_bytes:
            raise WrongSize()
        if len(self.incoming) < 4 + size:
            return None
        frame = bytes(self.incoming[4:4 + size])
        del self.incoming[:4 + size]
        return frame
