# Builtin functions that Monty lacks, and what it does not tell about functions.
_mettle_wrapped = []


def _mettle_name(value):
    for function, name in _mettle_wrapped:
        if function is value:
            return name
    try:
        return value.__name__
    except AttributeError:
        pass
    if type(value).__name__ in ('function', 'type'):
        return repr(value).split("'")[1]
    if type(value).__name__ == 'builtin_function_or_method':
        return repr(value).split(' ')[-1].rstrip('>')
    return value.__name__


def _mettle_wrong_receiver(method, kind, value):
    raise TypeError(f"descriptor '{method}' for '{kind}' objects doesn't apply to a '{type(value).__name__}' object")


def _mettle_format(value, specification=''):
    if specification != '' and (value is None or isinstance(value, (list, tuple, dict, set, frozenset, bytes, range))):
        raise TypeError(f'unsupported format string passed to {type(value).__name__}.__format__')
    return f'{value:{specification}}'


def _mettle_ascii(value):
    return ''.join([_mettle_escape(character) for character in repr(value)])


def _mettle_escape(character):
    code = ord(character)
    if code < 128:
        return character
    if code < 256:
        return f'\\x{code:02x}'
    return f'\\u{code:04x}' if code < 65536 else f'\\U{code:08x}'


def _mettle_callable(value):
    return type(value).__name__ in ('function', 'builtin_function_or_method', 'type', 'method', 'partial')


def _mettle_issubclass(kind, parents):
    if isinstance(parents, tuple):
        return any([_mettle_issubclass(kind, parent) for parent in parents])
    if kind is parents or parents is object:
        return True
    if kind is bool and parents is int:
        return True
    raise NotImplementedError('issubclass of classes that Monty does not relate')
