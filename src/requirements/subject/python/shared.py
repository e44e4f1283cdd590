"""The changeable containers that both sides have, each its own copy. What one side changes in its copy, the other one is told
with the next message; since only one side is at work at a time, the copies are never at odds."""
import array
import collections
import itertools
import operator

# Containers and items that are kept in step, besides those of questions that are still open.
MAX_SHARED = 128
MAX_SHARED_ITEMS = 5_000
# While a question is open, only the last MAX_SHARED containers are compared, without those that have more items than this.
MAX_OFTEN = 1_000


class Shared:
    """Numbers containers in the order in which they cross. Both sides count alike."""

    def __init__(self):
        self.items = {}
        self.places = {}
        self.before = {}
        self.count = 0
        # Places of what came with each question that is still open: the first, and the one after the last.
        self.open = []
        self.fresh = []
        self.told = []

    def add(self, value):
        place, self.count = self.count, self.count + 1
        self.items[place] = value
        self.places[id(value)] = place
        self.fresh.append(place)

    def place_of(self, value):
        return self.places.get(id(value))

    def back_to(self, count):
        """Forgets what was numbered from here on: it never crossed."""
        for place in [place for place in self.items if place >= count]:
            self.forget(place)
        self.count = count

    def forget(self, place):
        value = self.items.pop(place)
        self.places.pop(id(value), None)
        self.before.pop(place, None)

    def forget_oldest(self):
        """Keeps few enough of those that came with questions which have been answered."""
        kept = [place for place in self.items if not any(first <= place < last for first, last in self.open)]
        items = sum([len(self.items[place]) for place in kept])
        for at, place in enumerate(kept):
            if len(kept) - at <= MAX_SHARED and items <= MAX_SHARED_ITEMS:
                break
            items -= len(self.items[place])
            self.forget(place)

    def changed(self, all_of_them):
        """(place, contents) of each that differs from what the other side has."""
        self.told = []
        looked_at = self.before.items() if all_of_them else itertools.islice(reversed(self.before.items()), MAX_SHARED)
        for place, before in list(looked_at):
            if len(before) > MAX_OFTEN and not all_of_them:
                continue
            value = self.items[place]
            now = contents(value)
            if len(now) != len(before) or not all(map(operator.is_, now, before)) and not _are_equal_numbers(value, now, before):
                self.told.append((place, now))
        return self.told

    def settle(self):
        """Notes that the other side has what it was told of."""
        self.before.update(self.told)
        for place in self.fresh:
            if place in self.items:
                self.before[place] = contents(self.items[place])
        self.told, self.fresh = [], []

    def change(self, place, parts):
        """Takes over what the other side has changed."""
        refill(self.items[place], parts)
        self.before[place] = contents(self.items[place])


def _are_equal_numbers(value, now, before):
    """Whether an array, which makes its numbers anew each time, holds the same ones: -0.0 is not 0.0."""
    kind = plain_kind(value)
    return kind is array.array and repr(now) == repr(before) or kind is None and now[:1] == before[:1]


def contents(value):
    """What a container holds, whatever methods of its own its class has."""
    kind = plain_kind(value)
    if kind is None:
        return foreign_contents(value)
    if issubclass(kind, dict):
        return [part for pair in kind.items(value) for part in pair]
    if kind is set:
        return sorted(kind.__iter__(value), key=id)
    return list(kind.__iter__(value))


def refill(value, parts):
    kind = plain_kind(value)
    if kind is None:
        refill_foreign(value, parts)
    elif issubclass(kind, dict):
        kind.clear(value)
        for name, part in zip(parts[::2], parts[1::2]):
            kind.__setitem__(value, name, part)
    elif kind is set:
        kind.clear(value)
        kind.update(value, parts)
    elif kind is array.array:
        value[:] = array.array(value.typecode, parts)
    elif kind is collections.deque:
        kind.clear(value)
        kind.extend(value, parts)
    elif kind is bytearray:
        kind.__setitem__(value, slice(None), bytes(parts))
    else:
        kind.__setitem__(value, slice(None), parts)


KINDS = (list, dict, set, collections.OrderedDict, bytearray, collections.deque, array.array)


def plain_kind(value):
    """Python's own kind of a container; None of a library's."""
    kind = type(value)
    if kind in KINDS:
        return kind
    order = _order_of(kind)
    return next((kind for kind in reversed(KINDS) if kind in order), None)
