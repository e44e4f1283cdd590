# Statements and operators on containers that Monty lacks, as functions.


def _mettle_slice_positions(size, start, stop, step):
    step = 1 if step is None else step
    if step == 0:
        raise ValueError('slice step cannot be zero')
    low = 0 if step > 0 else -1
    high = size if step > 0 else size - 1
    bounds = []
    for bound, default in ((start, low if step > 0 else high), (stop, high if step > 0 else low)):
        if bound is None:
            bounds.append(default)
            continue
        if bound < 0:
            bound += size
        bounds.append(max(low, min(bound, high)))
    return bounds[0], bounds[1], step


def _mettle_assign_slice(values, items, start, stop, step):
    if not isinstance(items, list):
        raise TypeError(f"'{type(items).__name__}' object does not support item assignment")
    begin, end, step = _mettle_slice_positions(len(items), start, stop, step)
    if not isinstance(values, (list, tuple)):
        values = list(values)
    if step == 1:
        end = max(begin, end)
        changed = items[:begin] + list(values) + items[end:]
        items.clear()
        items.extend(changed)
        return
    positions = range(begin, end, step)
    values = list(values)
    if len(values) != len(positions):
        raise ValueError(
            f'attempt to assign sequence of size {len(values)} to extended slice of size {len(positions)}'
        )
    for position, value in zip(positions, values):
        items[position] = value


def _mettle_delete_slice(items, start, stop, step):
    if not isinstance(items, list):
        raise TypeError(f"'{type(items).__name__}' object doesn't support item deletion")
    begin, end, step = _mettle_slice_positions(len(items), start, stop, step)
    gone = set(range(begin, end, step))
    kept = [item for position, item in enumerate(items) if position not in gone]
    items.clear()
    items.extend(kept)


def _mettle_delete_item(items, key):
    if type(items).__name__ == 'Counter':
        items.pop(key, None)
        return
    if isinstance(items, dict):
        items.pop(key)
        return
    if type(items).__name__ == 'deque':
        size = len(items)
        if not -size <= key < size:
            raise IndexError('deque index out of range')
        items.rotate(-key)
        items.popleft()
        items.rotate(key if key >= 0 else key + 1)
        return
    if not isinstance(items, list):
        raise TypeError(f"'{type(items).__name__}' object doesn't support item deletion")
    if isinstance(key, slice):
        raise NotImplementedError('deleting by a slice that is kept in a variable')
    if not isinstance(key, int):
        raise TypeError(f'list indices must be integers or slices, not {type(key).__name__}')
    if not -len(items) <= key < len(items):
        raise IndexError('list assignment index out of range')
    items.pop(key)


def _mettle_are_sets(left, right):
    return isinstance(left, (set, frozenset)) and isinstance(right, (set, frozenset))


def _mettle_subset(left, right):
    return left.issubset(right) if _mettle_are_sets(left, right) else left <= right


def _mettle_proper_subset(left, right):
    return left.issubset(right) and len(left) < len(right) if _mettle_are_sets(left, right) else left < right


def _mettle_superset(left, right):
    return left.issuperset(right) if _mettle_are_sets(left, right) else left >= right


def _mettle_proper_superset(left, right):
    return left.issuperset(right) and len(left) > len(right) if _mettle_are_sets(left, right) else left > right


def _mettle_merge(left, right):
    return {**left, **right} if type(left) is dict and type(right) is dict else left | right


def _mettle_update(left, right):
    if type(left) is dict and isinstance(right, (dict, list, tuple)):
        left.update(right)
        return left
    left |= right
    return left
