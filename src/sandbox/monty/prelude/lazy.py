# Iterators that are read item by item. `function` makes a list of no item or of one from an item.
from itertools import filterfalse as _mettle_filterfalse
from itertools import starmap as _mettle_starmap
from itertools import zip_longest as _mettle_zip_longest


def _mettle_any(function, items):
    for item in items:
        for value in function(item):
            if value:
                return True
    return False


def _mettle_all(function, items):
    for item in items:
        for value in function(item):
            if not value:
                return False
    return True


def _mettle_next(function, items, *default):
    for item in items:
        for value in function(item):
            return value
    return next(iter([]), *default)


def _mettle_same(value):
    return value


def _mettle_empty(values):
    return not values


def _mettle_generate(function, items):
    lists = _mettle_filterfalse(_mettle_empty, _mettle_starmap(function, _mettle_zip_longest(items)))
    return _mettle_starmap(_mettle_same, lists)


def _mettle_map(function, items):
    return _mettle_starmap(function, _mettle_zip_longest(items))


def _mettle_filter(function, items):
    if function is None:
        return _mettle_filterfalse(_mettle_empty, items)
    return _mettle_filterfalse(lambda item: not function(item), items)
