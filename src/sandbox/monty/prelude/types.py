# Classes whose names are shown.


def _mettle_type(value):
    made = type(value)
    name = str(made)[8:-2]
    if '.' in name:
        alike = name in ('collections.deque', 'collections.defaultdict', 're.Match', 're.Pattern')
        alike = alike or name[:9] == 'datetime.'
    elif isinstance(value, BaseException):
        alike = True
    else:
        alike = name in (
            'NoneType',
            'bool',
            'bytes',
            'builtin_function_or_method',
            'dict',
            'dict_items',
            'dict_keys',
            'dict_values',
            'ellipsis',
            'float',
            'frozenset',
            'function',
            'int',
            'list',
            'module',
            'range',
            'set',
            'slice',
            'str',
            'tuple',
            'type',
        )
    if not alike:
        _mettle_notice('Monty shows the name of a class differently')
    return made
