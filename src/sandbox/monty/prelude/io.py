# Texts that read and write like files.


class _mettle_io_StringIO:
    def __init__(self, initial_value='', newline='\n'):
        if newline != '\n' and newline != '':
            raise NotImplementedError('Monty does not translate line ends of StringIO')
        self.text = '' if initial_value is None else initial_value
        # What was written behind the text since it was last needed whole, and the length of both.
        self.written = []
        self.length = len(self.text)
        self.position = 0
        # The lines from a position on, the last first: to look for each in a long text takes long.
        self.ahead = []
        self.ahead_at = -1
        self.closed = False

    def _open(self):
        if self.closed:
            raise ValueError('I/O operation on closed file')

    def _settle(self):
        self._open()
        if self.written:
            self.text = ''.join([self.text, *self.written])
            self.written = []
        return self.text

    def write(self, s):
        self._open()
        if not isinstance(s, str):
            raise TypeError(f"string argument expected, got '{type(s).__name__}'")
        size = len(s)
        self.ahead_at = -1
        if self.position == self.length:
            self.written.append(s)
        elif size > 0:
            text = self._settle()
            padding = '\x00' * max(0, self.position - self.length)
            self.text = text[: self.position] + padding + s + text[self.position + size :]
        else:
            return 0
        self.position += size
        self.length = max(self.length, self.position)
        return size

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def getvalue(self):
        return self._settle()

    def read(self, size=-1):
        text = self._settle()
        end = self.length if size is None or size < 0 else self.position + size
        done = text[self.position : end]
        self.position += len(done)
        return done

    def readline(self, size=-1):
        if self.ahead_at != self.position:
            *whole, rest = self._settle()[self.position :].split('\n')
            self.ahead = [line + '\n' for line in whole]
            if rest != '':
                self.ahead.append(rest)
            self.ahead.reverse()
        self._open()
        done = self.ahead.pop() if self.ahead else ''
        if size is not None and 0 <= size < len(done):
            self.ahead.append(done[size:])
            done = done[:size]
        self.position += len(done)
        self.ahead_at = self.position
        return done

    def readlines(self, hint=-1):
        done = []
        line = self.readline()
        while line != '':
            done.append(line)
            line = self.readline()
        return done

    def seek(self, cookie, whence=0):
        self._open()
        if whence == 2 and cookie == 0:
            self.position = self.length
        elif whence == 0 and cookie >= 0:
            self.position = cookie
        elif not (whence == 1 and cookie == 0):
            raise ValueError(f'Negative seek position {cookie}')
        return self.position

    def tell(self):
        return self.position

    def flush(self):
        self._open()

    def close(self):
        self.closed = True

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if line == '':
            raise StopIteration
        return line

    def __enter__(self):
        self._open()
        return self

    def __exit__(self, *details):
        self.close()


_mettle_module_io = type('io', (), {'StringIO': _mettle_io_StringIO})
