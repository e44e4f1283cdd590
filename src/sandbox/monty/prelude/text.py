# Texts that Monty lays out differently from CPython, and printing to files.


def _mettle_center(text, width, *fill):
    if not isinstance(text, (str, bytes)):
        return text.center(width, *fill)
    if len(fill) > 0 and len(fill[0]) != 1:
        return text.center(width, *fill)
    padding = max(width - len(text), 0)
    left = padding // 2 + (1 if padding % 2 == 1 and width % 2 == 1 else 0)
    character = fill[0] if len(fill) > 0 else text[:0].ljust(1)
    return character * left + text + character * (padding - left)


def _mettle_print(file, *values, sep=' ', end='\n'):
    sep = ' ' if sep is None else sep
    end = '\n' if end is None else end
    file.write(sep.join([str(value) for value in values]) + end)


def _mettle_write_lines(file, lines):
    for line in lines:
        file.write(line)


def _mettle_raw_path(path):
    text = str(path)
    if text.startswith('/'):
        return '/.//././/' + text[1:]
    return './/././/' + text if text else text


def _mettle_maketrans(x, *rest):
    if not rest:
        if not isinstance(x, dict):
            raise TypeError('if you give only one argument to maketrans it must be a dict')
        table = {}
        for key, value in x.items():
            if isinstance(key, str) and len(key) != 1:
                raise ValueError('string keys in translate table must be of length 1')
            table[ord(key) if isinstance(key, str) else key] = value
        return table
    if len(x) != len(rest[0]):
        raise ValueError('the first two maketrans arguments must have equal length')
    table = {}
    for old, new in zip(x, rest[0]):
        table[ord(old)] = ord(new)
    if len(rest) > 1:
        for character in rest[1]:
            table[ord(character)] = None
    return table


def _mettle_translate(text, table):
    if not isinstance(text, str) or not isinstance(table, dict):
        return text.translate(table)
    done = []
    for character in text:
        new = table.get(ord(character), character)
        if isinstance(new, int):
            new = chr(new)
        if new is not None:
            done.append(new)
    return ''.join(done)


def _mettle_next_line(file, *default):
    line = file.readline()
    return line if line != '' else next(iter([]), *default)
