# The % operator of texts: the conversions of printf, as CPython reads them.


def _mettle_percent(template, values):
    if not isinstance(template, str):
        return template % values
    done = []
    single = not isinstance(values, tuple)
    rest = [values] if single else list(values)
    taken = 0
    used_mapping = False
    position = 0
    while position < len(template):
        character = template[position]
        position += 1
        if character != '%':
            done.append(character)
            continue
        if template[position : position + 1] == '%':
            done.append('%')
            position += 1
            continue
        key = None
        if template[position : position + 1] == '(':
            depth = 1
            begin = position + 1
            position = begin
            while depth > 0:
                if position >= len(template):
                    raise ValueError('incomplete format key')
                if template[position] == '(':
                    depth += 1
                elif template[position] == ')':
                    depth -= 1
                position += 1
            if not isinstance(values, dict):
                raise TypeError('format requires a mapping')
            key = template[begin : position - 1]
            used_mapping = True
        flags = ''
        while template[position : position + 1] in ('-', '+', ' ', '#', '0'):
            flags += template[position]
            position += 1
        width = ''
        if template[position : position + 1] == '*':
            position += 1
            if taken >= len(rest):
                raise TypeError('not enough arguments for format string')
            width = rest[taken]
            taken += 1
            if not isinstance(width, int):
                raise TypeError('* wants int')
            if width < 0:
                flags += '-'
                width = -width
        while template[position : position + 1].isdigit():
            width = f'{width}{template[position]}'
            position += 1
        precision = None
        if template[position : position + 1] == '.':
            position += 1
            precision = 0
            if template[position : position + 1] == '*':
                position += 1
                if taken >= len(rest):
                    raise TypeError('not enough arguments for format string')
                precision = rest[taken]
                taken += 1
                if not isinstance(precision, int):
                    raise TypeError('* wants int')
                precision = max(precision, 0)
            else:
                digits = ''
                while template[position : position + 1].isdigit():
                    digits += template[position]
                    position += 1
                precision = int(digits) if digits else 0
        while template[position : position + 1] in ('h', 'l', 'L'):
            position += 1
        if position >= len(template):
            raise ValueError('incomplete format')
        conversion = template[position]
        position += 1
        if key is not None:
            value = values[key]
        else:
            if taken >= len(rest):
                raise TypeError('not enough arguments for format string')
            value = rest[taken]
            taken += 1
        done.append(_mettle_convert(value, conversion, flags, int(width or 0), precision, position - 1))
    if taken < len(rest) and not (isinstance(values, dict) and (used_mapping or taken == 0)):
        if not (single and isinstance(values, (list, range, bytes)) and taken == 0):
            raise TypeError('not all arguments converted during string formatting')
    return ''.join(done)


def _mettle_convert(value, conversion, flags, width, precision, position):
    left = '-' in flags
    if conversion in ('s', 'r', 'a', 'c'):
        if conversion == 's':
            text = str(value)
        elif conversion == 'r':
            text = repr(value)
        elif conversion == 'a':
            text = repr(value)
            if not text.isascii():
                raise NotImplementedError('%a of text beyond ASCII')
        elif isinstance(value, str):
            if len(value) != 1:
                raise TypeError('%c requires int or char')
            text = value
        elif isinstance(value, int):
            if not 0 <= value < 1114112:
                raise OverflowError('%c arg not in range(0x110000)')
            text = chr(value)
        else:
            raise TypeError('%c requires int or char')
        if precision is not None and conversion != 'c':
            text = text[:precision]
        return text.ljust(width) if left else text.rjust(width)
    if conversion in ('d', 'i', 'u', 'x', 'X', 'o'):
        if conversion in ('d', 'i', 'u'):
            if not isinstance(value, (int, float)):
                raise TypeError(f'%{conversion} format: a real number is required, not {type(value).__name__}')
            value = int(value)
            digits = str(abs(value))
            prefix = ''
        else:
            if not isinstance(value, int):
                raise TypeError(f'%{conversion} format: an integer is required, not {type(value).__name__}')
            value = int(value)
            digits = f'{abs(value):o}' if conversion == 'o' else f'{abs(value):x}'
            prefix = ('0o' if conversion == 'o' else '0x') if '#' in flags else ''
            if conversion == 'X':
                digits = digits.upper()
                prefix = prefix.upper()
        if precision is not None:
            digits = digits.zfill(precision)
        sign = '-' if value < 0 else '+' if '+' in flags else ' ' if ' ' in flags else ''
    elif conversion in ('e', 'E', 'f', 'F', 'g', 'G'):
        if not isinstance(value, (int, float)):
            raise TypeError(f'must be real number, not {type(value).__name__}')
        value = float(value)
        alternate = '#' if '#' in flags else ''
        text = f'{value:{alternate}.{6 if precision is None else precision}{conversion}}'
        negative = text.startswith('-')
        digits = text[1:] if negative else text
        prefix = ''
        sign = '-' if negative else '+' if '+' in flags else ' ' if ' ' in flags else ''
    else:
        raise ValueError(
            f"unsupported format character '{conversion}' (0x{ord(conversion):x}) at index {position}"
        )
    room = width - len(sign) - len(prefix) - len(digits)
    if room <= 0:
        return sign + prefix + digits
    if left:
        return sign + prefix + digits + ' ' * room
    if '0' in flags:
        return sign + prefix + '0' * room + digits
    return ' ' * room + sign + prefix + digits
