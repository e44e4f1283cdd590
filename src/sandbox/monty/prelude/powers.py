# Powers, as CPython's: of floats by the C library, whatever the exponent, and with an error where they overflow.


def _mettle_power(base, exponent):
    if isinstance(exponent, int):
        if isinstance(base, float):
            result = base ** float(exponent)
            if result - result == 0:
                return result
        elif exponent >= 0 or not isinstance(base, int):
            return base**exponent
        else:
            result = float(base) ** float(exponent)
    else:
        result = base**exponent
    if isinstance(result, float) and result - result != 0:
        if exponent - exponent == 0 and base - base == 0:
            if result == result:
                raise OverflowError("(34, 'Numerical result out of range')")
            _mettle_notice('a negative number to a broken power is a complex number')
    return result


def _mettle_pow(base, exponent, *modulus):
    return pow(base, exponent, *modulus) if len(modulus) > 0 else _mettle_power(base, exponent)
