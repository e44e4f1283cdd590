# What Monty's itertools lacks: iterators that are computed item by item. `from_iterable` is that of `chain`.


class _mettle_stream:
    # `step` answers a tuple of the next item, or None at the end.
    def __init__(self, step):
        self.step = step

    def __iter__(self):
        return self

    def __next__(self):
        row = self.step()
        if row is None:
            raise StopIteration
        return row[0]


def _mettle_itertools_selections(pool, size, start, following):
    # Tuples of `size` items of the pool at rising positions; `following` tells the position after one.
    positions = start
    ended = positions is None

    def step():
        nonlocal positions, ended
        if ended:
            return None
        row = tuple([pool[position] for position in positions])
        positions = following(positions)
        ended = positions is None
        return (row,)

    return _mettle_stream(step)


def _mettle_itertools_size(r):
    if not isinstance(r, int):
        raise TypeError(f"'{type(r).__name__}' object cannot be interpreted as an integer")
    if r < 0:
        raise ValueError('r must be non-negative')


def _mettle_itertools_combinations(iterable, r):
    pool = tuple(iterable)
    _mettle_itertools_size(r)

    def following(positions):
        for index in range(r - 1, -1, -1):
            if positions[index] != index + len(pool) - r:
                first = positions[index] + 1
                return positions[:index] + list(range(first, first + r - index))
        return None

    return _mettle_itertools_selections(pool, r, list(range(r)) if r <= len(pool) else None, following)


def _mettle_itertools_combinations_with_replacement(iterable, r):
    pool = tuple(iterable)
    _mettle_itertools_size(r)

    def following(positions):
        for index in range(r - 1, -1, -1):
            if positions[index] != len(pool) - 1:
                return positions[:index] + [positions[index] + 1] * (r - index)
        return None

    return _mettle_itertools_selections(pool, r, [0] * r if r == 0 or len(pool) > 0 else None, following)


def _mettle_itertools_permutations(iterable, r=None):
    pool = tuple(iterable)
    size = len(pool) if r is None else r
    if not isinstance(size, int):
        raise TypeError('Expected int as r')
    _mettle_itertools_size(size)

    def following(positions):
        for index in range(size - 1, -1, -1):
            taken = positions[:index]
            higher = [at for at in range(positions[index] + 1, len(pool)) if at not in taken]
            if higher:
                taken.append(higher[0])
                for at in range(len(pool)):
                    if len(taken) == size:
                        break
                    if at not in taken:
                        taken.append(at)
                return taken
        return None

    return _mettle_itertools_selections(pool, size, list(range(size)) if size <= len(pool) else None, following)


def _mettle_itertools_product(*iterables, repeat=1):
    if repeat < 0:
        raise ValueError('repeat argument cannot be negative')
    pools = [tuple(iterable) for iterable in iterables] * repeat
    positions = None if any([len(pool) == 0 for pool in pools]) else [0] * len(pools)

    def step():
        nonlocal positions
        if positions is None:
            return None
        row = tuple([pool[position] for pool, position in zip(pools, positions)])
        for index in range(len(pools) - 1, -1, -1):
            if positions[index] + 1 < len(pools[index]):
                positions[index] += 1
                return (row,)
            positions[index] = 0
        positions = None
        return (row,)

    return _mettle_stream(step)


def _mettle_itertools_groupby(iterable, key=None):
    items = iter(iterable)
    waiting = []
    turn = [0]
    ended = False

    def pull():
        nonlocal ended
        if waiting or ended:
            return
        for item in items:
            waiting.append((item if key is None else key(item), item))
            return
        ended = True

    def group(name, number):
        def step():
            if turn[0] != number:
                return None
            pull()
            if not waiting or not waiting[0][0] == name:
                return None
            return (waiting.pop()[1],)

        return _mettle_stream(step)

    current = []

    def step():
        turn[0] += 1
        pull()
        while waiting and current and waiting[0][0] == current[0]:
            waiting.pop()
            pull()
        if not waiting:
            return None
        current.clear()
        current.append(waiting[0][0])
        return ((current[0], group(current[0], turn[0])),)

    return _mettle_stream(step)


def _mettle_itertools_tee(iterable, n=2):
    if n < 0:
        raise ValueError('n must be >= 0')
    items = iter(iterable)
    queues = [[] for _ in range(n)]

    def reader(queue):
        def step():
            if not queue:
                for item in items:
                    for each in queues:
                        each.append(item)
                    break
                else:
                    return None
            return (queue.pop(0),)

        return _mettle_stream(step)

    return tuple([reader(queue) for queue in queues])


def _mettle_itertools_flatten(iterables):
    outer = iter(iterables)
    inner = iter([])

    def step():
        nonlocal inner
        while True:
            for item in inner:
                return (item,)
            for iterable in outer:
                inner = iter(iterable)
                break
            else:
                return None

    return _mettle_stream(step)


_mettle_module_itertools = type(
    'itertools',
    (),
    {
        'combinations': _mettle_itertools_combinations,
        'combinations_with_replacement': _mettle_itertools_combinations_with_replacement,
        'groupby': _mettle_itertools_groupby,
        'permutations': _mettle_itertools_permutations,
        'from_iterable': _mettle_itertools_flatten,
        'product': _mettle_itertools_product,
        'tee': _mettle_itertools_tee,
    },
)
