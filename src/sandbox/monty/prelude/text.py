# Texts that Monty lays out differently from CPython, and printing to files.


def _mettle_center(text, width, *fill):
    if not isinstance(text, str):
        return text.center(width, *fill)
    if len(fill) > 0 and len(fill[0]) != 1:
        return text.center(width, *fill)
    padding = max(width - len(text), 0)
    left = padding // 2 + (1 if padding % 2 == 1 and width % 2 == 1 else 0)
    character = fill[0] if len(fill) > 0 else ' '
    return character * left + text + character * (padding - left)


def _mettle_print(file, *values, sep=' ', end='\n'):
    sep = ' ' if sep is None else sep
    end = '\n' if end is None else end
    file.write(sep.join([str(value) for value in values]) + end)


def _mettle_write_lines(file, lines):
    for line in lines:
        file.write(line)
