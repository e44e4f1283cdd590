# The module copy for values of the builtin types.


def _mettle_copy_copy(x):
    kind = type(x)
    if kind is list:
        return x[:]
    if kind is dict or kind is set:
        return x.copy()
    if _mettle_copy_is_atom(x) or kind is tuple or kind is frozenset:
        return x
    raise NotImplementedError(f'Monty does not copy {kind.__name__} objects')


def _mettle_copy_deepcopy(x, memo=None):
    return _mettle_copy_deep(x, {})


def _mettle_copy_deep(x, done):
    if _mettle_copy_is_atom(x):
        return x
    known = done.get(id(x))
    if known is not None:
        return known[0]
    kind = type(x)
    if kind is list:
        made = []
        done[id(x)] = (made, x)
        for item in x:
            made.append(_mettle_copy_deep(item, done))
        return made
    if kind is dict:
        made = {}
        done[id(x)] = (made, x)
        for key, value in x.items():
            made[_mettle_copy_deep(key, done)] = _mettle_copy_deep(value, done)
        return made
    if kind is set:
        made = set([_mettle_copy_deep(item, done) for item in x])
    elif kind is tuple or kind is frozenset:
        made = kind([_mettle_copy_deep(item, done) for item in x])
        known = done.get(id(x))
        if known is not None:
            return known[0]
        if kind is tuple and all([old is new for old, new in zip(x, made)]):
            made = x
    else:
        raise NotImplementedError(f'Monty does not copy {kind.__name__} objects')
    done[id(x)] = (made, x)
    return made


def _mettle_copy_is_atom(x):
    return x is None or isinstance(x, (str, int, float, bool, bytes, range)) or type(x).__name__ in (
        'type',
        'function',
        'builtin_function_or_method',
        'ellipsis',
    )


_mettle_module_copy = type('copy', (), {'copy': _mettle_copy_copy, 'deepcopy': _mettle_copy_deepcopy})
