# Texts of dates that Monty and CPython are sure to read alike; the sandbox is told of any other.


def _mettle_date_text(text, layout):
    if isinstance(text, str) and isinstance(layout, str) and not _mettle_is_plain_date(text, layout):
        _mettle_notice('Monty may read the text of a date differently')
    return text, layout


def _mettle_is_plain_date(text, layout):
    position = 0
    at = 0
    seen = ''
    while at < len(layout):
        character = layout[at]
        at += 1
        if character != '%':
            if text[position : position + 1] != character or (character.isspace() and character != ' '):
                return False
            position += 1
            continue
        directive = layout[at : at + 1]
        at += 1
        if directive not in ('Y', 'm', 'd', 'H', 'M', 'S'):
            return False
        width = 4 if directive == 'Y' else 2
        digits = text[position : position + width]
        if len(digits) != width or not digits.isascii() or not digits.isdigit() or digits > '9' * width:
            return False
        if (directive == 'Y' and digits < '1000') or (directive in ('M', 'S') and digits > '59'):
            return False
        seen += directive
        position += width
    return position == len(text) and 'Y' in seen and 'm' in seen and 'd' in seen and len(seen) == len(set(seen))


def _mettle_iso_text(text):
    if isinstance(text, str):
        layout = '%Y-%m-%d'
        if len(text) > 10:
            layout += ('T' if text[10] == 'T' else ' ') + ('%H:%M' if len(text) == 16 else '%H:%M:%S')
        if not _mettle_is_plain_date(text, layout):
            _mettle_notice('Monty may read the text of a date differently')
    return text
