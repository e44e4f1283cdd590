# Texts that read and write like files.


class _mettle_io_StringIO:
    def __init__(self, initial_value='', newline='\n'):
        if newline != '\n' and newline != '':
            raise NotImplementedError('Monty does not translate line ends of StringIO')
        self.text = '' if initial_value is None else initial_value
        self.position = 0
        self.closed = False

    def _open(self):
        if self.closed:
            raise ValueError('I/O operation on closed file')

    def write(self, s):
        self._open()
        if not isinstance(s, str):
            raise TypeError(f"string argument expected, got '{type(s).__name__}'")
        padding = '\x00' * max(0, self.position - len(self.text))
        self.text = self.text[: self.position] + padding + s + self.text[self.position + len(s) :]
        self.position += len(s)
        return len(s)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def getvalue(self):
        self._open()
        return self.text

    def read(self, size=-1):
        self._open()
        end = len(self.text) if size is None or size < 0 else self.position + size
        done = self.text[self.position : end]
        self.position += len(done)
        return done

    def readline(self, size=-1):
        self._open()
        end = self.text.find('\n', self.position) + 1
        end = len(self.text) if end == 0 else end
        if size is not None and size >= 0:
            end = min(end, self.position + size)
        done = self.text[self.position : end]
        self.position += len(done)
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
            self.position = len(self.text)
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
