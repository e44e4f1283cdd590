# Dataclasses with what Monty's lack: fields with factories, and __post_init__. The names of the fields are given.
from dataclasses import is_dataclass as _mettle_is_dataclass

_mettle_dataclasses_fields = []
_mettle_dataclasses_missing = type('MISSING', (), {})()


class _mettle_dataclasses_Field:
    def __init__(self, default, default_factory, init, repr, compare):
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.compare = compare


def _mettle_dataclasses_field(
    *,
    default=_mettle_dataclasses_missing,
    default_factory=_mettle_dataclasses_missing,
    init=True,
    repr=True,
    hash=None,
    compare=True,
    metadata=None,
):
    if default is not _mettle_dataclasses_missing and default_factory is not _mettle_dataclasses_missing:
        raise ValueError('cannot specify both default and default_factory')
    return _mettle_dataclasses_Field(default, default_factory, init, repr, compare)


def _mettle_dataclasses_names(cls):
    for known, fields in _mettle_dataclasses_fields:
        if known is cls:
            return fields
    return None


def _mettle_dataclass(*names, own=()):
    def decorate(cls):
        fields = []
        defaulted = False
        for name in names:
            value = getattr(cls, name, _mettle_dataclasses_missing)
            if isinstance(value, (list, dict, set)):
                raise ValueError(
                    f'mutable default {type(value)} for field {name} is not allowed: use default_factory'
                )
            if not isinstance(value, _mettle_dataclasses_Field):
                value = _mettle_dataclasses_field(default=value)
            elif value.default is not _mettle_dataclasses_missing:
                setattr(cls, name, value.default)
            required = (
                value.default is _mettle_dataclasses_missing
                and value.default_factory is _mettle_dataclasses_missing
            )
            if value.init and defaulted and required:
                raise TypeError(f"non-default argument '{name}' follows default argument")
            defaulted = defaulted or (value.init and not required)
            fields.append((name, value))
        _mettle_dataclasses_fields.append((cls, fields))
        compared = [name for name, value in fields if value.compare]
        shown = [name for name, value in fields if value.repr]
        taken = [name for name, value in fields if value.init]

        def initialise(self, *values, **named):
            if len(values) > len(taken):
                raise TypeError(
                    f'{cls.__name__}.__init__() takes {len(taken) + 1} positional arguments but {len(values) + 1} were given'
                )
            given = {}
            for name, value in zip(taken, values):
                given[name] = value
            for name, value in named.items():
                if name in given:
                    raise TypeError(f"{cls.__name__}.__init__() got multiple values for argument '{name}'")
                if name not in taken:
                    raise TypeError(f"{cls.__name__}.__init__() got an unexpected keyword argument '{name}'")
                given[name] = value
            absent = []
            for name, field in fields:
                if name in given:
                    continue
                if field.default_factory is not _mettle_dataclasses_missing:
                    given[name] = field.default_factory()
                elif field.default is not _mettle_dataclasses_missing:
                    given[name] = field.default
                elif field.init:
                    absent.append(repr(name))
            if absent:
                listed = absent[0]
                if len(absent) == 2:
                    listed = absent[0] + ' and ' + absent[1]
                elif len(absent) > 2:
                    listed = ', '.join(absent[:-1]) + ', and ' + absent[-1]
                plural = 's' if len(absent) > 1 else ''
                raise TypeError(
                    f'{cls.__name__}.__init__() missing {len(absent)} required positional argument{plural}: {listed}'
                )
            for name, _ in fields:
                if name in given:
                    setattr(self, name, given[name])
            if hasattr(self, '__post_init__'):
                self.__post_init__()

        def show(self):
            pairs = [f'{name}={getattr(self, name)!r}' for name in shown]
            return f'{cls.__name__}({", ".join(pairs)})'

        def equal(self, other):
            if type(other) is not cls:
                return False
            return [getattr(self, name) for name in compared] == [getattr(other, name) for name in compared]

        def unhashable(self):
            raise TypeError(f"unhashable type: '{cls.__name__}'")

        for name, method in (
            ('__init__', initialise),
            ('__repr__', show),
            ('__eq__', equal),
            ('__hash__', unhashable),
        ):
            if name not in own:
                setattr(cls, name, method)
        return cls

    return decorate


def _mettle_dataclasses_plain(value):
    fields = _mettle_dataclasses_names(type(value))
    if fields is not None:
        done = {}
        for name, _ in fields:
            done[name] = _mettle_dataclasses_plain(getattr(value, name))
        return done
    if isinstance(value, list):
        return [_mettle_dataclasses_plain(item) for item in value]
    if type(value) is tuple:
        return tuple([_mettle_dataclasses_plain(item) for item in value])
    if type(value) is dict:
        done = {}
        for key, item in value.items():
            done[_mettle_dataclasses_plain(key)] = _mettle_dataclasses_plain(item)
        return done
    return _mettle_copy_deepcopy(value)


def _mettle_dataclasses_refuse(value, name):
    if _mettle_is_dataclass(value):
        raise NotImplementedError(f'Monty does not have {name} for a dataclass made without it')
    raise TypeError(f'{name}() should be called on dataclass instances')


def _mettle_dataclasses_asdict(obj):
    if _mettle_dataclasses_names(type(obj)) is None:
        _mettle_dataclasses_refuse(obj, 'asdict')
    return _mettle_dataclasses_plain(obj)


def _mettle_dataclasses_astuple(obj):
    if _mettle_dataclasses_names(type(obj)) is None:
        _mettle_dataclasses_refuse(obj, 'astuple')
    for name, _ in _mettle_dataclasses_names(type(obj)):
        if _mettle_dataclasses_names(type(getattr(obj, name))) is not None or isinstance(
            getattr(obj, name), (list, tuple, dict)
        ):
            raise NotImplementedError('Monty does not make tuples of nested dataclasses')
    return tuple([getattr(obj, name) for name, _ in _mettle_dataclasses_names(type(obj))])


def _mettle_dataclasses_replace(obj, /, **changes):
    fields = _mettle_dataclasses_names(type(obj))
    if fields is None:
        _mettle_dataclasses_refuse(obj, 'replace')
    for name, field in fields:
        if field.init and name not in changes:
            changes[name] = getattr(obj, name)
    return type(obj)(**changes)


_mettle_module_dataclasses = type(
    'dataclasses',
    (),
    {
        'asdict': _mettle_dataclasses_asdict,
        'astuple': _mettle_dataclasses_astuple,
        'field': _mettle_dataclasses_field,
        'replace': _mettle_dataclasses_replace,
    },
)
