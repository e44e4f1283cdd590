"""Values as text that the other side reads: data as data, everything else as a number by which it can be asked for."""
import array
import base64
import collections
import sys


class Packing:
    """Writes and reads values. What is no data is kept here under a number; what the other side keeps gets a stand-in."""

    def __init__(self, module):
        # The module whose classes are shown as the main program's.
        self.shown_module = None
        self.module = module
        self.objects = {0: module}
        self.numbers = {} if module is None else {id(module): 0}
        self.theirs = {}
        self.classes = {}
        self.kinds = {}
        self.news = []
        # Numbers of the classes that were given as values, not just described.
        self.given = set()
        # Errors that led to one another, and are just now being packed.
        self.chained = 0

    def pack(self, value, table):
        kind = type(value)
        if kind is str or kind is bool or value is None:
            return value
        if kind is int:
            return value if -SAFE_INTEGER < value < SAFE_INTEGER else ["i", "%x" % value]
        if kind is float:
            return ["f", float.__repr__(value)]
        tag = TAGS.get(kind)
        if tag is not None:
            return self._pack_container(tag, value, table)
        if kind is bytes:
            return ["b", base64.b64encode(value).decode()]
        if kind is bytearray:
            return self._pack_bytearray(value, table)
        if kind in WRITTEN:
            parts = WRITTEN[kind](value)
            if parts is not None:
                return ["x", _name_of(kind), [self.pack(part, table) for part in parts]]
        if _is_zone(kind) and value.key is not None:
            return ["x", "ZoneInfo", [value.key]]
        if kind in COLLECTIONS:
            return self._pack_collection(kind, value, table)
        foreign = pack_foreign(self, value, table) if "numpy" in sys.modules else None
        if foreign is not None:
            return foreign
        if isinstance(kind, Remote) and getattr(value, "_mettle_peer", None) is self:
            return self._pack_with_core(["h", value._mettle_number], value, table)
        if isinstance(value, Remote):
            return ["h", value.mettle_class[1]]
        if isinstance(value, RemoteModule):
            return ["h", 0]
        if kind is type and value in BUILTIN_NAMES:
            return ["T", BUILTIN_NAMES[value]]
        if issubclass(kind, BaseException):
            return self.pack_error(value, table)
        if issubclass(kind, type):
            number = self.number_of_class(value)
            self.given.add(number)
            return ["C", number]
        return self._pack_with_core(["o", self.number_of(value), self.number_of_class(kind)], value, table)

    def _pack_with_core(self, packed, value, table):
        """Adds the data that an object of a subclass of a data type holds, where the other side does not have it yet."""
        core = core_type_of(type(value))
        if core in CHANGEABLE:
            if table.place_of(value) is None:
                table.add(value)
                packed.append([self.pack(part, table) for part in contents(value)])
        elif core is not None and packed[0] == "o":
            packed.append(self.pack(core_of(value), table))
        return packed

    def _pack_container(self, tag, value, table):
        if tag in "lsd":
            place = table.place_of(value)
            if place is not None:
                return ["r", place]
            table.add(value)
        if tag == "d":
            if set(map(type, value)) <= SIMPLE and set(map(type, value.values())) <= SIMPLE:
                parts = [part for pair in value.items() for part in pair]
            else:
                return [tag, [self.pack(part, table) for pair in value.items() for part in pair]]
        elif set(map(type, value)) <= SIMPLE:
            parts = list(value)
        else:
            return [tag, [self.pack(part, table) for part in value]]
        big = any(type(part) is int and not -SAFE_INTEGER < part < SAFE_INTEGER for part in parts)
        return [tag, [self.pack(part, table) for part in parts] if big else parts]

    def _pack_bytearray(self, value, table):
        place = table.place_of(value)
        if place is not None:
            return ["r", place]
        table.add(value)
        return ["B", base64.b64encode(value).decode()]

    def _pack_collection(self, kind, value, table):
        place = table.place_of(value)
        if place is not None:
            return ["r", place]
        table.add(value)
        if kind is array.array:
            extra = value.typecode
        else:
            extra = value.maxlen if kind is collections.deque else getattr(value, "default_factory", None)
            if extra is not None and type(extra) is not int and extra not in BUILTIN_NAMES:
                extra = None
        return ["D", COLLECTIONS[kind], self.pack(extra, table), [self.pack(part, table) for part in contents(value)]]

    def pack_error(self, error, table):
        try:
            text = str(error)
            text = text if type(text) is str else ""
        except BaseException:
            text = ""
        args = BaseException.args.__get__(error)
        if isinstance(type(error), Remote):
            return ["h", error._mettle_number]
        number = self.number_of_class(type(error))
        return ["e", self.number_of(error), number, [self.pack(part, table) for part in args], text[:20_000],
                code_frames(error), self._pack_besides(error, table)]

    def _pack_besides(self, error, table):
        """What an error carries beside its arguments: attributes, notes and the errors that led to it."""
        found = {name: getattr(error, name, None) for name in SLOTS if hasattr(type(error), name)}
        found.update(_attributes_of(error))
        kept = {name: value for name, value in found.items() if is_besides(type(error), name) and value is not None}
        self.chained += 1
        try:
            if self.chained <= MAX_CHAINED:
                for name in CHAINED:
                    led = getattr(error, name, None)
                    if isinstance(led, BaseException):
                        kept[name] = led
            return [part for name, value in kept.items() for part in (name, self.pack(value, table))]
        finally:
            self.chained -= 1

    def number_of(self, value):
        number = self.numbers.get(id(value))
        if number is None:
            number = self.numbers[id(value)] = len(self.objects)
            self.objects[number] = value
        return number

    def number_of_class(self, kind):
        """The number of a class, which the other side is told of once."""
        number = self.kinds.get(id(kind))
        if number is None:
            number = self.kinds[id(kind)] = self.number_of(kind)
            self.news.append(self.describe(kind, number))
        return number

    def describe(self, kind, number):
        order = [base for base in _order_of(kind) if base is not object]
        found = {}
        for base in reversed(order):
            found.update({name: value for name, value in _members_of(base).items() if name in WATCHED})
        bases = []
        for base in _bases_of(kind):
            if base in BUILTIN_NAMES:
                bases.append(["T", BUILTIN_NAMES[base]])
            elif base is not object:
                bases.append(["C", self.number_of_class(base)])
        core = core_type_of(kind)
        own = set()
        for base in order:
            if base is core:
                break
            own.update(_members_of(base))
        if core is None:
            asked = [name for name in FORWARDED if found.get(name) is not None]
        else:
            asked = [name for name in (*FORWARDED, *dir(core)) if name in own and (name in FORWARDED or name[:1] != "_")]
        return [
            number, _name_of(kind), _qualname_of(kind), self._module_of(kind), bases, asked,
            None if core is None else core.__name__, found.get("__hash__", 0) is None,
        ]

    def _module_of(self, kind):
        """The module that a class is of: no class of the code is one of a library, whatever it says."""
        module = library_of(kind)
        if module is None:
            module = _members_of(kind).get("__module__")
            if type(module) is not str or is_of_python(module):
                module = getattr(self.module, "__name__", "__main__")
        return module

    # ---- in

    def unpack(self, packed, table):
        if type(packed) is not list:
            return packed
        tag = packed[0]
        if tag == "f":
            return float(packed[1])
        if tag == "l":
            made = []
            table.add(made)
            parts = packed[1]
            made.extend(parts if set(map(type, parts)) <= SIMPLE else [self.unpack(part, table) for part in parts])
            return made
        if tag == "t":
            return tuple([self.unpack(part, table) for part in packed[1]])
        if tag == "d":
            made = {}
            table.add(made)
            parts = [self.unpack(part, table) for part in packed[1]]
            made.update(zip(parts[::2], parts[1::2]))
            return made
        if tag == "s":
            made = set()
            table.add(made)
            made.update([self.unpack(part, table) for part in packed[1]])
            return made
        if tag == "z":
            return frozenset([self.unpack(part, table) for part in packed[1]])
        if tag == "i":
            return int(packed[1], 16)
        if tag == "b":
            return base64.b64decode(packed[1])
        if tag == "B":
            made = bytearray(base64.b64decode(packed[1]))
            table.add(made)
            return made
        if tag == "r":
            return table.items[packed[1]]
        if tag == "x":
            return READ[packed[1]](*[self.unpack(part, table) for part in packed[2]])
        if tag == "D":
            return self._unpack_collection(packed, table)
        if tag == "T":
            return BUILTIN_TYPES[packed[1]]
        if tag == "C":
            return self.classes[packed[1]]
        if tag == "h":
            made = self.objects[packed[1]]
            if len(packed) > 2:
                self._refill(made, packed[2], table)
            return made
        if tag == "e":
            return self._unpack_error(packed, table)
        if tag in ("n", "N", "P"):
            return unpack_foreign(self, packed, table)
        if tag == "o":
            return self._unpack_object(packed, table)
        raise ValueError("no such value: %s" % tag)

    def _unpack_collection(self, packed, table):
        _, name, extra, parts = packed
        extra = self.unpack(extra, table)
        kind = COLLECTED[name]
        made = kind(extra) if name in ("defaultdict", "array") else kind(maxlen=extra) if name == "deque" else kind()
        table.add(made)
        refill(made, [self.unpack(part, table) for part in parts])
        return made

    def _unpack_error(self, packed, table):
        _, number, kind, args, text, frames, besides = packed
        known = self.theirs.get(number)
        if known is not None:
            return known
        kind = self.classes[kind]
        args = tuple([self.unpack(part, table) for part in args])
        error = None
        if not isinstance(kind, Remote):
            try:
                error = kind(*args)
            except Exception:
                pass
        if error is None:
            error = kind.__new__(kind)
            error.args = args
        for name, value in (("_mettle_peer", self), ("_mettle_number", number), ("_mettle_text", text), ("_mettle_frames", frames)):
            object.__setattr__(error, name, value)
        if isinstance(kind, Remote):
            self.theirs[number] = error
        for name, value in zip(besides[::2], besides[1::2]):
            if name in CHAINED or is_besides(kind, name):
                try:
                    object.__setattr__(error, name, self.unpack(value, table))
                except (AttributeError, TypeError):
                    pass
        return error

    def _unpack_object(self, packed, table):
        _, number, kind, *core = packed
        kind = self.classes[kind]
        made = self.theirs.get(number)
        if made is not None:
            mark_returned(made)
        else:
            if not isinstance(kind, Remote):
                raise ValueError("an object of a class that is none")
            if kind.__name__ == "coroutine":
                return _coroutine(self, number)
            made = self._stand_in(number, kind, core and self.unpack(core[0], table) if core_type_of(kind) not in CHANGEABLE else None)
        if core and core_type_of(kind) in CHANGEABLE:
            self._refill(made, core[0], table)
        return made

    def _stand_in(self, number, kind, data):
        core = core_type_of(kind)
        if core is None or core in CHANGEABLE:
            made = (core or object).__new__(kind)
        elif type(data) is core:
            made = core.__new__(kind, data)
        else:
            raise ValueError("an object without its data")
        object.__setattr__(made, "_mettle_peer", self)
        object.__setattr__(made, "_mettle_number", number)
        self.theirs[number] = made
        return made

    def _refill(self, made, parts, table):
        table.add(made)
        refill(made, [self.unpack(part, table) for part in parts])

    def learn(self, told):
        """Makes the class that stands for one of the other side."""
        number, name, qualname, module, bases, forwarded, core, unhashable = told
        if number in self.classes:
            return
        known = known_class(module, qualname)
        if known is not None and issubclass(known, BaseException):
            self.classes[number] = known
            return
        if module == self.shown_module:
            module = "__main__"
        space = {"__module__": module, "__qualname__": qualname, "__doc__": _doc, "mettle_class": (self, number)}
        core_type = BUILTIN_TYPES.get(core)
        if core_type is not None:
            # What the class leaves as it is, some other base of the stand-in would ask for.
            space.update({name: getattr(core_type, name) for name in (*FORWARDED, "__hash__") if hasattr(core_type, name)})
        for method in forwarded:
            if method in FORWARDED and method not in ("__call__", "__hash__" if core_type is not None else ""):
                space[method] = _forward(method, core_type)
            elif method[:1] != "_" and core_type is not None:
                space[method] = _asked_for(method)
        if "__call__" in forwarded:
            space["__call__"] = _call
        if "__await__" in forwarded:
            space["__await__"] = _await
        if (module, qualname) == ("builtins", "function") and not self.judges:
            # What the tests put into a class of the code is a method there.
            space["__get__"] = _bound
        if unhashable:
            space["__hash__"] = None
        elif "__eq__" in space and "__hash__" not in space:
            space["__hash__"] = _forward("__hash__", None)
        if ["T", "type"] in bases:
            space["_mettle_base"] = type
        if known is not None:
            space["__class__"] = property(lambda self: known)
            space["_mettle_known"] = known
        self.classes[number] = self._make_class(name, bases, core_type, space)

    def _make_class(self, name, bases, core, space):
        found = []
        for base in bases:
            kind = self.unpack(base, None)
            if isinstance(kind, Remote) or issubclass(kind, BaseException):
                found.append(kind)
        if any(issubclass(kind, BaseException) for kind in found):
            for method in ("__eq__", "__hash__", "__class__", "__repr__", "__call__"):
                space.pop(method, None)
            space["__str__"] = lambda self: getattr(self, "_mettle_text", "")
            space["__getattr__"] = _of_error
            space["__reduce_ex__"] = BaseException.__reduce_ex__
            kinds = tuple(kind for kind in found if issubclass(kind, BaseException))
        else:
            kinds = tuple(found) or (Proxy,)
            if core is not None and not any(issubclass(kind, core) for kind in kinds):
                kinds = (*kinds, core)
        for attempt in (kinds, kinds[:1] if core is None else (Proxy, core)):
            try:
                return Remote(name, attempt, space, mettle_class=())
            except TypeError:
                continue
        raise ValueError("a class that cannot be: %s" % name)
