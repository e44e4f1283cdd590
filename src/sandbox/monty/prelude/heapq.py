# The module heapq in the part of Python that Monty has. Heaps come out laid out exactly as CPython lays them out.


def _mettle_heapq_rise(heap, position, top):
    item = heap[position]
    while position > top:
        above = (position - 1) // 2
        if not item < heap[above]:
            break
        heap[position] = heap[above]
        position = above
    heap[position] = item


def _mettle_heapq_sink(heap, position):
    size = len(heap)
    top = position
    item = heap[position]
    child = 2 * position + 1
    while child < size:
        if child + 1 < size and not heap[child] < heap[child + 1]:
            child += 1
        heap[position] = heap[child]
        position = child
        child = 2 * position + 1
    heap[position] = item
    _mettle_heapq_rise(heap, position, top)


def _mettle_heapq_heappush(heap, item, /):
    heap.append(item)
    _mettle_heapq_rise(heap, len(heap) - 1, 0)


def _mettle_heapq_heappop(heap, /):
    if not heap:
        raise IndexError('index out of range')
    last = heap.pop()
    if not heap:
        return last
    smallest = heap[0]
    heap[0] = last
    _mettle_heapq_sink(heap, 0)
    return smallest


def _mettle_heapq_heapreplace(heap, item, /):
    if not heap:
        raise IndexError('index out of range')
    smallest = heap[0]
    heap[0] = item
    _mettle_heapq_sink(heap, 0)
    return smallest


def _mettle_heapq_heappushpop(heap, item, /):
    if heap and heap[0] < item:
        smallest = heap[0]
        heap[0] = item
        _mettle_heapq_sink(heap, 0)
        return smallest
    return item


def _mettle_heapq_heapify(heap, /):
    position = len(heap) // 2
    while position > 0:
        position -= 1
        _mettle_heapq_sink(heap, position)


def _mettle_heapq_nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[: max(n, 0)]


def _mettle_heapq_nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[: max(n, 0)]


def _mettle_heapq_merge(*iterables, key=None, reverse=False):
    merged = []
    rows = [list(iterable) for iterable in iterables]
    keys = [[item if key is None else key(item) for item in row] for row in rows]
    heads = [0] * len(rows)
    while True:
        best = -1
        for index in range(len(rows)):
            if heads[index] == len(rows[index]):
                continue
            if best < 0:
                best = index
                continue
            candidate = keys[index][heads[index]]
            current = keys[best][heads[best]]
            if (current < candidate) if reverse else (candidate < current):
                best = index
        if best < 0:
            return iter(merged)
        merged.append(rows[best][heads[best]])
        heads[best] += 1


_mettle_module_heapq = type(
    'heapq',
    (),
    {
        'heapify': _mettle_heapq_heapify,
        'heappop': _mettle_heapq_heappop,
        'heappush': _mettle_heapq_heappush,
        'heappushpop': _mettle_heapq_heappushpop,
        'heapreplace': _mettle_heapq_heapreplace,
        'merge': _mettle_heapq_merge,
        'nlargest': _mettle_heapq_nlargest,
        'nsmallest': _mettle_heapq_nsmallest,
    },
)
