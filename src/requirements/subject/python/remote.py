"""What stands for an object of the other side: classes and objects whose operations ask there."""
import inspect
import operator
import sys
import types

COMPARED = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__")
ARITHMETIC = "add sub mul truediv floordiv mod divmod pow matmul and or xor lshift rshift".split()
BINARY = COMPARED + tuple("__%s%s__" % (side, name) for name in ARITHMETIC for side in ("", "r", "i") if side + name != "idivmod")
PLAIN = {
    "__len__": len, "__iter__": iter, "__next__": next, "__reversed__": reversed, "__getitem__": operator.getitem,
    "__setitem__": operator.setitem, "__delitem__": operator.delitem, "__contains__": operator.contains,
    "__bool__": bool, "__int__": int, "__float__": float, "__complex__": complex, "__index__": operator.index,
    "__round__": round, "__neg__": operator.neg, "__pos__": operator.pos, "__abs__": abs, "__invert__": operator.invert,
    "__hash__": hash, "__repr__": repr, "__str__": str, "__format__": format, "__bytes__": bytes,
}
SPECIAL = (
    "__enter__", "__exit__", "__aenter__", "__aexit__", "__aiter__", "__anext__", "__await__", "__trunc__", "__floor__",
    "__ceil__", "__fspath__", "__length_hint__", "__missing__",
)
FORWARDED = (*BINARY, *PLAIN, *SPECIAL, "__call__")


def _asked_of_class(name):
    def asked(kind):
        peer, number = vars_of(kind).get("mettle_class", (None, 0))
        if peer is None:
            return vars_of(kind) if name == "__dict__" else None
        if name == "__dict__" and not peer.judges:
            shown = [one for one in peer.ask("names", number) if one[:1] != "_"]
            return types.MappingProxyType({**vars_of(kind), **{one: peer.ask("get", number, one) for one in shown}})
        return peer.ask("get", number, name)

    return property(asked)


class Remote(type):
    """The class of classes that stand for one of the other side."""

    # What Python would else answer from the stand-in itself.
    __annotations__ = _asked_of_class("__annotations__")
    __dict__ = _asked_of_class("__dict__")

    @property
    def __mro__(kind):
        return tuple([vars_of(base).get("_mettle_known", base) for base in _order_of(kind) if base is not Proxy])

    @property
    def __bases__(kind):
        return tuple([vars_of(base).get("_mettle_known", base) for base in _bases_of(kind)])

    def __new__(kind, name, bases, space, *, mettle_class=None, **more):
        if mettle_class is None:
            raise NeedsNamespace("a class derived from one of the code's classes")
        return type.__new__(kind, name, bases, space)

    def __init__(kind, name, bases, space, **more):
        type.__init__(kind, name, bases, space)

    def __call__(kind, *args, **kwargs):
        peer, number = kind.mettle_class
        made = peer.ask("call", number, list(args), kwargs)
        if issubclass(type(made), Proxy) and peer.judges and peer.is_told_class(kind):
            mark_asked(made)
        return made

    def __getattr__(kind, name):
        if name in LOCAL_NAMES:
            raise AttributeError(name)
        peer, number = kind.mettle_class
        if name == "__signature__" and not peer.judges:
            return _signature_of(peer, number)
        return named(peer.ask("get", number, name), name)

    def __setattr__(kind, name, value):
        if name.startswith("__") or name == "_abc_impl":
            type.__setattr__(kind, name, value)
            return
        peer, number = kind.mettle_class
        peer.ask("set", number, name, value)

    def __delattr__(kind, name):
        peer, number = kind.mettle_class
        peer.ask("delete", number, name)

    def __dir__(kind):
        peer, number = kind.mettle_class
        return peer.ask("names", number)

    def __bool__(kind):
        return True

    def __repr__(kind):
        return "<class '%s.%s'>" % (kind.__module__, kind.__qualname__)


def _of_class(name):
    def forward(kind, *args):
        peer, number = kind.mettle_class
        return peer.ask("op", number, name, list(args))

    return forward


Remote.__doc__ = _asked_of_class("__doc__")
for _name in ("__iter__", "__len__", "__getitem__", "__contains__", "__or__", "__ror__"):
    setattr(Remote, _name, _of_class(_name))

# Asked for by Python's own machinery, where a question to the other side would only cost time.
LOCAL_NAMES = frozenset((
    "__set_name__", "__spec__", "__path__", "__isabstractmethod__", "__get__",
    "_is_coroutine_marker", "__class_getitem__", "__origin__", "__unittest_skip__", "__warningregistry__",
    "_fixture_name", "mettle_class", "__await__", "__array_interface__", "__array_struct__",
))


def _signature_of(peer, number):
    """The signature of a function or class of the tests, of which they send the parameters."""
    parameters = []
    for name, kind, default, annotation in peer.ask("get", number, "__signature__"):
        given = {key: value[0] for key, value in (("default", default), ("annotation", annotation)) if value}
        parameters.append(inspect.Parameter(name, kind, **given))
    return inspect.Signature(parameters)


_doc = property(lambda self: self._mettle_peer.ask("get", self._mettle_number, "__doc__"))


class Proxy(metaclass=Remote, mettle_class=()):
    """Stands for an object of the other side."""

    def __getattr__(self, name):
        if name in LOCAL_NAMES or name.startswith("_mettle_"):
            raise AttributeError(name)
        if name == "__signature__" and not self._mettle_peer.judges:
            return _signature_of(self._mettle_peer, self._mettle_number)
        found = self._mettle_peer.ask("get", self._mettle_number, name)
        if getattr(self, "_mettle_replaces", False):
            if name in RECORDED or name.startswith("assert"):
                raise CannotCross("%s of an object that the code has put in place of a mock" % name)
            replaces_mock(found)
        return named(found, name)

    def __setattr__(self, name, value):
        self._mettle_peer.ask("set", self._mettle_number, name, value)

    def __delattr__(self, name):
        self._mettle_peer.ask("delete", self._mettle_number, name)

    def __dir__(self):
        return self._mettle_peer.ask("names", self._mettle_number)

    @property
    def __dict__(self):
        return self._mettle_peer.ask("get", self._mettle_number, "__dict__")

    def __copy__(self):
        return self._mettle_peer.ask("library", self._mettle_number, "copy", "copy", [], {})

    def __deepcopy__(self, memo):
        return self._mettle_peer.ask("library", self._mettle_number, "copy", "deepcopy", [], {})

    def __reduce_ex__(self, protocol):
        raise NeedsNamespace("an object of the code, pickled")


class Uncrossed:
    """Stands for a value that could not cross. Whoever looks at it can't judge; it is the code's doing unless the tests
    expect what could not cross either."""

    def __init__(self, peer, words):
        object.__setattr__(self, "_mettle_peer", peer)
        object.__setattr__(self, "_mettle_words", words)

    def __getattr__(self, name):
        raise CannotCross(object.__getattribute__(self, "_mettle_words"))

    __class__ = property(lambda self: self.__getattr__("__class__"))

    def __eq__(self, other):
        raise (CannotCross if self._mettle_peer.fits(other) else NeedsNamespace)(self._mettle_words)

    def __ne__(self, other):
        return self == other


def mark_asked(value):
    """Notes that the tests themselves made an object, so that its own operators are what they test."""
    object.__setattr__(value, "_mettle_asked", True)


def mark_returned(value):
    """Notes that the code has handed such an object back as a result: whether its operators are meant cannot be told."""
    if is_asked(value):
        object.__setattr__(value, "_mettle_asked", RETURNED)


def is_asked(value):
    return getattr(value, "_mettle_asked", False)


RETURNED = "returned"


def is_kind(kind, wanted):
    """Whether a class that stands for one of the other side derives from a class that both sides have."""
    if not isinstance(kind, Remote):
        return False
    known = [vars_of(base).get(told) for base in type.mro(kind) for told in ("_mettle_known", "_mettle_base")]
    return any(base is not None and issubclass(base, wanted) for base in known)


def of_any(wanted):
    """The classes that isinstance and issubclass are asked for."""
    if isinstance(wanted, tuple):
        return [kind for part in wanted for kind in of_any(part)]
    return [wanted] if isinstance(wanted, type) and not isinstance(wanted, Remote) else []


for _name in {*FORWARDED, "__hash__", "__setattr__", "__delattr__"} - {"__eq__", "__ne__"}:
    setattr(Uncrossed, _name, lambda self, *args: self.__getattr__(""))


vars_of = type.__dict__["__dict__"].__get__


def is_remote(value):
    return isinstance(type(value), Remote) or isinstance(value, Remote)


def _forward(name, of_core):
    def method(self, *args):
        peer = self._mettle_peer
        if peer.judges and name in JUDGED:
            return peer.operate(self, name, args, of_core)
        return peer.ask("op", self._mettle_number, name, list(args))

    method.__name__ = name
    return method


def _asked_for(name):
    """A method of a data type for which the class has its own."""
    return property(lambda self: self._mettle_peer.ask("get", self._mettle_number, name))


def replaces_mock(value):
    """Notes that the code has put its own object where the tests have a mock: it tells nothing of how it was called."""
    if issubclass(type(value), Proxy):
        object.__setattr__(value, "_mettle_replaces", True)


def named(value, name):
    """Notes the names under which a class of the other side was got: they tell what it is used for."""
    if issubclass(type(value), Remote):
        type.__setattr__(value, "_mettle_names", {name, *vars_of(value).get("_mettle_names", ())})
    return value


# Where the code's own method would see what the tests expect, and answer.
JUDGED = frozenset((*BINARY, "__contains__"))


def _call(self, /, *args, **kwargs):
    return self._mettle_peer.ask("call", self._mettle_number, list(args), kwargs)


def _bound(self, owner, kind=None):
    return self if owner is None else types.MethodType(self, owner)


def _await(self):
    return _coroutine(self._mettle_peer, self._mettle_number).__await__()


def _looks_at_all_modules(frame):
    """Whether a library asks each loaded module for its file, as inspect.getmodule does: it wants nothing of this one."""
    top = frame.f_globals.get("__name__", "").partition(".")[0]
    if top == "inspect":
        return frame.f_code.co_name == "getmodule"
    return frame.f_code.co_filename != TESTS_FILE and top not in sys.stdlib_module_names


class RemoteModule(types.ModuleType):
    """The module under test, as the other side sees it."""

    def __init__(self, name, peer):
        types.ModuleType.__init__(self, name)
        object.__setattr__(self, "_mettle_peer", peer)

    def __getattr__(self, name):
        peer = object.__getattribute__(self, "_mettle_peer")
        if name == "__all__":
            return peer.public()
        if name == "__file__" and not _looks_at_all_modules(sys._getframe(1)):
            raise NeedsNamespace("the file of the code")
        if name == "__file__" or name in LOCAL_NAMES:
            raise AttributeError(name)
        return named(peer.ask("get", 0, name), name)

    def __setattr__(self, name, value):
        if name.startswith("__"):
            types.ModuleType.__setattr__(self, name, value)
        else:
            object.__getattribute__(self, "_mettle_peer").ask("set", 0, name, value)

    def __delattr__(self, name):
        object.__getattribute__(self, "_mettle_peer").ask("delete", 0, name)

    def __dir__(self):
        return object.__getattribute__(self, "_mettle_peer").ask("names", 0)


def _of_error(self, name):
    if name.startswith("_") or "_mettle_number" not in object.__getattribute__(self, "__dict__"):
        raise AttributeError(name)
    return self._mettle_peer.ask("get", self._mettle_number, name)

