# Properties, static methods and class methods, which Monty's classes do not have: their functions are methods of
# other names, and every access asks here which kind a name is.


def _mettle_read(value, name):
    if hasattr(value, '_mettle_get_' + name):
        if type(value).__name__ == 'type':
            raise NotImplementedError(f'Monty does not have the property object {value.__name__}.{name}')
        return getattr(value, '_mettle_get_' + name)()
    owner = value if type(value).__name__ == 'type' else type(value)
    if hasattr(value, '_mettle_static_' + name):
        return getattr(owner, '_mettle_static_' + name)
    if hasattr(value, '_mettle_class_' + name):
        function = getattr(owner, '_mettle_class_' + name)
        return lambda *positional, **named: function(owner, *positional, **named)
    return getattr(value, name)


def _mettle_write(new, value, name):
    if hasattr(value, '_mettle_set_' + name):
        getattr(value, '_mettle_set_' + name)(new)
    elif hasattr(value, '_mettle_get_' + name):
        raise AttributeError(f"property '{name}' of '{type(value).__name__}' object has no setter")
    else:
        setattr(value, name, new)
