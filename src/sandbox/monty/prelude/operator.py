# The functions of the module operator.


def _mettle_operator_itemgetter(item, /, *items):
    if not items:
        return lambda value: value[item]
    return lambda value: tuple([value[each] for each in (item,) + items])


def _mettle_operator_attribute(value, path):
    for name in path.split('.'):
        value = getattr(value, name)
    return value


def _mettle_operator_attrgetter(attr, /, *attrs):
    if not attrs:
        return lambda value: _mettle_operator_attribute(value, attr)
    return lambda value: tuple([_mettle_operator_attribute(value, each) for each in (attr,) + attrs])


_mettle_module_operator = type(
    'operator',
    (),
    {
        'abs': lambda a: abs(a),
        'add': lambda a, b: a + b,
        'and_': lambda a, b: a & b,
        'attrgetter': _mettle_operator_attrgetter,
        'concat': lambda a, b: a + b,
        'contains': lambda a, b: b in a,
        'eq': lambda a, b: a == b,
        'floordiv': lambda a, b: a // b,
        'ge': lambda a, b: a >= b,
        'getitem': lambda a, b: a[b],
        'gt': lambda a, b: a > b,
        'inv': lambda a: ~a,
        'invert': lambda a: ~a,
        'is_': lambda a, b: a is b,
        'is_not': lambda a, b: a is not b,
        'itemgetter': _mettle_operator_itemgetter,
        'le': lambda a, b: a <= b,
        'lshift': lambda a, b: a << b,
        'lt': lambda a, b: a < b,
        'mod': lambda a, b: a % b,
        'mul': lambda a, b: a * b,
        'ne': lambda a, b: a != b,
        'neg': lambda a: -a,
        'not_': lambda a: not a,
        'or_': lambda a, b: a | b,
        'pos': lambda a: +a,
        'pow': lambda a, b: _mettle_power(a, b),
        'rshift': lambda a, b: a >> b,
        'sub': lambda a, b: a - b,
        'truediv': lambda a, b: _mettle_divide(a, b),
        'truth': lambda a: bool(a),
        'xor': lambda a, b: a ^ b,
    },
)
