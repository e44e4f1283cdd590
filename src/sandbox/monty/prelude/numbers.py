# Arithmetic that Monty does differently from CPython.


def _mettle_sum(items, start=0):
    if not isinstance(items, (list, tuple, range, set, frozenset, dict)):
        items = list(items)
    try:
        return sum(items, start)
    except TypeError:
        pass
    start = int(start) if isinstance(start, bool) else start
    return sum([int(item) if isinstance(item, bool) else item for item in items], start)


def _mettle_round(number, ndigits=None):
    if not isinstance(number, float) or isinstance(ndigits, bool) or not isinstance(ndigits, int):
        return round(number, ndigits)
    if ndigits < 0 or number != number or number in (float('inf'), float('-inf')):
        return round(number, ndigits)
    # The text of a float with fixed digits is rounded by its exact value; 17 digits are more than a float holds.
    return number if ndigits > 330 else float(f'{number:.{ndigits}f}')
