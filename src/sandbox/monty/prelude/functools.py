# What Monty's functools lacks. Uses `_mettle_name` and `_mettle_wrapped` of functions.py.


def _mettle_functools_key(arguments, keywords):
    if not keywords:
        return arguments
    return (arguments, '_mettle_keywords', tuple(keywords.items()))


def _mettle_functools_lru_cache(maxsize=128, typed=False):
    if type(maxsize).__name__ == 'function':
        return _mettle_functools_remember(maxsize, 128, False)
    if maxsize is not None and maxsize < 0:
        maxsize = 0
    return lambda function: _mettle_functools_remember(function, maxsize, typed)


def _mettle_functools_cache(function, /):
    return _mettle_functools_remember(function, None, False)


def _mettle_functools_remember(function, maxsize, typed):
    known = {}

    def remembering(*arguments, **keywords):
        key = _mettle_functools_key(arguments, keywords)
        if typed:
            kinds = [type(value).__name__ for value in list(arguments) + list(keywords.values())]
            key = (key, tuple(kinds))
        if key in known:
            value = known[key]
            if maxsize is not None:
                known.pop(key)
                known[key] = value
            return value
        value = function(*arguments, **keywords)
        if maxsize is None:
            known[key] = value
        elif maxsize > 0 and key not in known:
            while len(known) >= maxsize:
                known.pop(next(iter(known)))
            known[key] = value
        return value

    _mettle_wrapped.append((remembering, _mettle_name(function)))
    return remembering


def _mettle_functools_wraps(wrapped, assigned=None, updated=None):
    def naming(wrapper):
        return _mettle_functools_update_wrapper(wrapper, wrapped)

    return naming


def _mettle_functools_update_wrapper(wrapper, wrapped, assigned=None, updated=None):
    _mettle_wrapped.append((wrapper, _mettle_name(wrapped)))
    return wrapper


_mettle_module_functools = type(
    'functools',
    (),
    {
        'cache': _mettle_functools_cache,
        'lru_cache': _mettle_functools_lru_cache,
        'update_wrapper': _mettle_functools_update_wrapper,
        'wraps': _mettle_functools_wraps,
    },
)
