# What Monty's math lacks. Uses exact.py.
import math as _mettle_plain_math


def _mettle_math_factorial(x, /):
    if not isinstance(x, int):
        return _mettle_plain_math.factorial(x)
    if x < 20:
        return _mettle_plain_math.factorial(x)
    result = _mettle_plain_math.factorial(20)
    for factor in range(21, x + 1):
        result *= factor
    return result


def _mettle_math_prod(iterable, /, *, start=1):
    result = start
    for value in iterable:
        result = result * value
    return result


def _mettle_math_is_special(values):
    for value in values:
        if isinstance(value, float) and not _mettle_plain_math.isfinite(value):
            return True
    return False


def _mettle_math_fsum(iterable, /):
    values = list(iterable)
    if _mettle_math_is_special(values):
        result = 0.0
        for value in values:
            if isinstance(value, float) and not _mettle_plain_math.isfinite(value):
                if result == -value:
                    raise ValueError('-inf + inf in fsum')
                result += value
        return result
    total, exponent = _mettle_exact_sum(values)
    return _mettle_ratio_to_float(total, 1 << -exponent)


def _mettle_math_hypot(*coordinates):
    if _mettle_math_is_special(coordinates):
        for value in coordinates:
            if isinstance(value, float) and _mettle_plain_math.isinf(value):
                return _mettle_plain_math.inf
        return _mettle_plain_math.nan
    pairs = [_mettle_exact(value) for value in coordinates]
    low = min([exponent for _, exponent in pairs], default=0)
    total = 0
    for numerator, exponent in pairs:
        total += (numerator << (exponent - low)) ** 2
    return _mettle_sqrt_of_ratio(total << max(2 * low, 0), 1 << max(-2 * low, 0))


def _mettle_math_dist(p, q, /):
    p, q = tuple(p), tuple(q)
    if len(p) != len(q):
        raise ValueError('both points must have the same number of dimensions')
    return _mettle_math_hypot(*[float(a) - float(b) for a, b in zip(p, q)])


_mettle_module_math = type(
    'math',
    (),
    {
        'dist': _mettle_math_dist,
        'factorial': _mettle_math_factorial,
        'fsum': _mettle_math_fsum,
        'hypot': _mettle_math_hypot,
        'prod': _mettle_math_prod,
    },
)
