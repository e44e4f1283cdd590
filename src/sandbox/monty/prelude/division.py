# Quotients of integers that no float holds exactly.


def _mettle_divide(left, right):
    if isinstance(left, int) and isinstance(right, int) and right != 0:
        if not (-9007199254740992 <= left <= 9007199254740992 and -9007199254740992 <= right <= 9007199254740992):
            if right < 0:
                left, right = -left, -right
            return _mettle_ratio_to_float(left, right)
    return left / right
