# Exact arithmetic with the values of floats: a number is (numerator, exponent), worth numerator * 2 ** exponent.
import math as _mettle_native_math


def _mettle_exact(value):
    if isinstance(value, int):
        return int(value), 0
    if not isinstance(value, float):
        raise TypeError(f'must be real number, not {type(value).__name__}')
    mantissa, exponent = _mettle_native_math.frexp(value)
    return int(mantissa * 9007199254740992.0), exponent - 53


def _mettle_exact_sum(values):
    low = 0
    pairs = [_mettle_exact(value) for value in values]
    for _, exponent in pairs:
        low = min(low, exponent)
    total = 0
    for numerator, exponent in pairs:
        total += numerator << (exponent - low)
    return total, low


def _mettle_bit_length(value):
    return len(bin(abs(value))) - 2 if value != 0 else 0


def _mettle_ratio_to_float(numerator, denominator):
    # The float nearest to numerator / denominator, ties to even; the denominator is positive.
    if numerator == 0:
        return 0.0
    negative = numerator < 0
    numerator = abs(numerator)
    shift = max(_mettle_bit_length(numerator) - _mettle_bit_length(denominator) - 54, -1074 - 1)
    if shift >= 0:
        quotient, rest = divmod(numerator, denominator << shift)
    else:
        quotient, rest = divmod(numerator << -shift, denominator)
    return _mettle_rounded(quotient, rest != 0, shift, negative)


def _mettle_rounded(quotient, inexact, exponent, negative):
    # The float nearest to quotient * 2 ** exponent, a little more where `inexact`.
    extra = max(_mettle_bit_length(quotient) - 53, -1074 - exponent, 0)
    if extra > 0:
        low = quotient & ((1 << extra) - 1)
        half = 1 << (extra - 1)
        quotient >>= extra
        if low > half or (low == half and (inexact or quotient & 1 == 1)):
            quotient += 1
        exponent += extra
    value = _mettle_native_math.ldexp(float(quotient), exponent)
    return -value if negative else value


def _mettle_sqrt_of_ratio(numerator, denominator):
    # The float nearest to the square root of numerator / denominator.
    if numerator == 0:
        return 0.0
    shift = (_mettle_bit_length(numerator) - _mettle_bit_length(denominator) - 109) // 2
    if shift >= 0:
        scaled, rest = divmod(numerator, denominator << (2 * shift))
    else:
        scaled, rest = divmod(numerator << (-2 * shift), denominator)
    root = _mettle_exact_root(scaled)
    return _mettle_rounded(root, rest != 0 or root * root != scaled, shift, False)


def _mettle_exact_root(value):
    if value == 0:
        return 0
    guess = 1 << ((_mettle_bit_length(value) + 1) // 2)
    while True:
        better = (guess + value // guess) // 2
        if better >= guess:
            return guess
        guess = better
