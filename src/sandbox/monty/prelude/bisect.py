# The module bisect in the part of Python that Monty has.


def _mettle_bisect_bounds(a, lo, hi):
    if lo < 0:
        raise ValueError('lo must be non-negative')
    return len(a) if hi is None else hi


def _mettle_bisect_left(a, x, lo=0, hi=None, *, key=None):
    hi = _mettle_bisect_bounds(a, lo, hi)
    while lo < hi:
        middle = (lo + hi) // 2
        item = a[middle] if key is None else key(a[middle])
        if item < x:
            lo = middle + 1
        else:
            hi = middle
    return lo


def _mettle_bisect_right(a, x, lo=0, hi=None, *, key=None):
    hi = _mettle_bisect_bounds(a, lo, hi)
    while lo < hi:
        middle = (lo + hi) // 2
        item = a[middle] if key is None else key(a[middle])
        if x < item:
            hi = middle
        else:
            lo = middle + 1
    return lo


def _mettle_bisect_insort_left(a, x, lo=0, hi=None, *, key=None):
    a.insert(_mettle_bisect_left(a, x if key is None else key(x), lo, hi, key=key), x)


def _mettle_bisect_insort_right(a, x, lo=0, hi=None, *, key=None):
    a.insert(_mettle_bisect_right(a, x if key is None else key(x), lo, hi, key=key), x)


_mettle_module_bisect = type(
    'bisect',
    (),
    {
        'bisect': _mettle_bisect_right,
        'bisect_left': _mettle_bisect_left,
        'bisect_right': _mettle_bisect_right,
        'insort': _mettle_bisect_insort_right,
        'insort_left': _mettle_bisect_insort_left,
        'insort_right': _mettle_bisect_insort_right,
    },
)
