"""The sets of values that a test is run with, and what they are called: parametrize, param, and params of fixtures."""
import types


class Case:
    def __init__(self, values, id, marks):
        self.values = values
        self.id = id
        self.marks = marks


def param(*values, id=None, marks=()):
    return Case(values, id, tuple(marks) if isinstance(marks, (list, tuple, set)) else (marks,))


def parametrize(names, values, ids=None, indirect=False, scope=None):
    names = [name.strip() for name in names.split(",") if name.strip()] if isinstance(names, str) else list(names)
    filled = names if indirect is True else list(indirect or ())
    chosen = []
    for at, value in enumerate(values):
        case = value if type(value) is Case else Case(value if len(names) > 1 else (value,), None, ())
        parts = list(case.values)
        if len(parts) != len(names):
            raise ValueError("parametrize: %d names and %d values" % (len(names), len(parts)))
        shown = case.id or "-".join(_id_of(value, name, at, ids if callable(ids) else None) for name, value in zip(names, parts))
        if case.id is None and ids is not None and not callable(ids):
            given = list(ids)[at]
            shown = shown if given is None else str(given)
        pairs = dict(zip(names, parts))
        chosen.append(Chosen(
            shown, {name: value for name, value in pairs.items() if name not in filled},
            {name: value for name, value in pairs.items() if name in filled}, case.marks,
        ))
    chosen = _distinguished(chosen)

    def decorate(function):
        function.mettle_parameters = (*getattr(function, "mettle_parameters", ()), chosen)
        return function

    return decorate


def fixture_sets(name, fixture):
    """The values of a fixture with params, as those of parametrize."""
    chosen = []
    for at, value in enumerate(fixture.params):
        case = value if type(value) is Case else Case((value,), None, ())
        shown = case.id or _id_of(case.values[0], name, at, fixture.ids if callable(fixture.ids) else None)
        if case.id is None and fixture.ids is not None and not callable(fixture.ids):
            given = list(fixture.ids)[at]
            shown = shown if given is None else str(given)
        chosen.append(Chosen(shown, {}, {name: case.values[0]}, case.marks))
    return _distinguished(chosen)


def _id_of(value, name, at, make):
    made = None if make is None else make(value)
    if made is not None:
        value = made
    if type(value) is str:
        return brief(value, 60)
    if type(value) in (int, float, bool, complex, type(None)):
        return str(value)
    if type(value) is bytes:
        return value.decode("ascii", "backslashreplace")
    named = getattr(value, "__name__", None) if isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType)) else None
    return named if type(named) is str else "%s%d" % (name, at)


def _distinguished(chosen):
    """The sets, those of the same name with a number each. Without any, a set that says so: the test is not to go unseen."""
    if not chosen:
        return [Chosen("NOTSET", {}, {}, (Mark("empty parameter set"),))]
    shown = [one.shown for one in chosen]
    counts = {}
    for one in chosen:
        if shown.count(one.shown) > 1:
            number = counts[one.shown] = counts.get(one.shown, -1) + 1
            one.shown += "%s%d" % ("_" if one.shown[-1:].isdigit() else "", number)
    return chosen
