# Arithmetic that Monty does differently from CPython.
from math import fmod as _mettle_fmod


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
    if isinstance(number, int) and isinstance(ndigits, int) and ndigits >= 0:
        return int(number)
    if not isinstance(number, float) or isinstance(ndigits, bool) or not isinstance(ndigits, int):
        return round(number, ndigits)
    if number != number or number in (float('inf'), float('-inf')):
        return round(number, ndigits)
    if ndigits < 0:
        return _mettle_round_up_the_digits(number, -ndigits)
    # The text of a float with fixed digits is rounded by its exact value; 17 digits are more than a float holds.
    return number if ndigits > 330 else float(f'{number:.{ndigits}f}')


def _mettle_round_up_the_digits(number, digits):
    # To the nearest multiple of 10 ** digits by the exact value, ties to the even multiple.
    if digits > 308:
        return 0.0 * number
    unit = 10**digits
    whole = int(abs(number))
    multiple, rest = divmod(whole, unit)
    over = abs(number) != whole
    if rest * 2 > unit or (rest * 2 == unit and (over or multiple % 2 == 1)):
        multiple += 1
    return float(f'{"-" if number < 0 else ""}{multiple * unit}.0') if multiple > 0 else 0.0 * number


def _mettle_floor_divide(left, right):
    # The quotient of floats is what the exact remainder leaves, rounded to a whole number.
    if not isinstance(left, (int, float)) or not isinstance(right, (int, float)) or right == 0:
        return left // right
    if isinstance(left, int) and isinstance(right, int):
        return left // right
    left, right = float(left), float(right)
    if left - left != 0 or right != right:
        return left - left + right
    rest = _mettle_fmod(left, right)
    exact = (left - rest) / right
    if rest != 0 and (right < 0) != (rest < 0):
        exact -= 1.0
    whole = exact // 1.0
    if exact - whole > 0.5:
        whole += 1.0
    return whole if exact != 0 else 0.0 * (left / right)


def _mettle_divmod(left, right):
    left = int(left) if isinstance(left, bool) else left
    right = int(right) if isinstance(right, bool) else right
    if isinstance(left, float) or isinstance(right, float):
        return _mettle_floor_divide(left, right), left % right
    return divmod(left, right)
