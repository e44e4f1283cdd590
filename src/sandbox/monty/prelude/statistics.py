# The module statistics for integers and floats, computed exactly and rounded once. Uses exact.py.
import math as _mettle_statistics_math


def _mettle_statistics_numbers(data, least, message):
    values = list(data)
    if len(values) < least:
        raise ValueError(message)
    for value in values:
        if not isinstance(value, (int, float)) or (
            isinstance(value, float) and not _mettle_statistics_math.isfinite(value)
        ):
            raise NotImplementedError(f'Monty does not compute statistics of {value!r}')
    return values


def _mettle_statistics_result(numerator, denominator, values):
    # An integer where all values are and the result is; else the nearest float.
    if all([isinstance(value, int) for value in values]) and numerator % denominator == 0:
        return numerator // denominator
    return _mettle_ratio_to_float(numerator, denominator)


def _mettle_statistics_mean(data):
    values = _mettle_statistics_numbers(data, 1, 'mean requires at least one data point')
    total, exponent = _mettle_exact_sum(values)
    return _mettle_statistics_result(total, len(values) << -exponent, values)


def _mettle_statistics_fmean(data, weights=None):
    if weights is not None:
        raise NotImplementedError('Monty does not compute weighted means')
    values = [float(value) for value in data]
    if not values:
        raise ValueError('fmean requires at least one data point')
    total, exponent = _mettle_exact_sum(_mettle_statistics_numbers(values, 1, ''))
    return _mettle_ratio_to_float(total, 1 << -exponent) / len(values)


def _mettle_statistics_spread(values, lost, center):
    # The variance as an exact ratio; `lost` degrees of freedom are taken off the count.
    total, exponent = _mettle_exact_sum(values)
    count = len(values)
    scaled = []
    for value in values:
        numerator, power = _mettle_exact(value)
        scaled.append(numerator << (power - exponent))
    if center is None:
        squares = count * sum([each * each for each in scaled]) - total * total
        return squares, (count * (count - lost)) << (-2 * exponent)
    numerator, power = _mettle_exact(center)
    low = min(exponent, power)
    middle = numerator << (power - low)
    squares = sum([((each << (exponent - low)) - middle) ** 2 for each in scaled])
    return squares, (count - lost) << (-2 * low)


def _mettle_statistics_variance(data, xbar=None):
    values = _mettle_statistics_numbers(data, 2, 'variance requires at least two data points')
    numerator, denominator = _mettle_statistics_spread(values, 1, xbar)
    return _mettle_statistics_result(numerator, denominator, values)


def _mettle_statistics_pvariance(data, mu=None):
    values = _mettle_statistics_numbers(data, 1, 'pvariance requires at least one data point')
    numerator, denominator = _mettle_statistics_spread(values, 0, mu)
    return _mettle_statistics_result(numerator, denominator, values)


def _mettle_statistics_stdev(data, xbar=None):
    values = _mettle_statistics_numbers(data, 2, 'stdev requires at least two data points')
    numerator, denominator = _mettle_statistics_spread(values, 1, xbar)
    return _mettle_sqrt_of_ratio(numerator, denominator)


def _mettle_statistics_pstdev(data, mu=None):
    values = _mettle_statistics_numbers(data, 1, 'pstdev requires at least one data point')
    numerator, denominator = _mettle_statistics_spread(values, 0, mu)
    return _mettle_sqrt_of_ratio(numerator, denominator)


def _mettle_statistics_median(data):
    values = sorted(data)
    if not values:
        raise ValueError('no median for empty data')
    middle = len(values) // 2
    return values[middle] if len(values) % 2 == 1 else (values[middle - 1] + values[middle]) / 2


def _mettle_statistics_median_low(data):
    values = sorted(data)
    if not values:
        raise ValueError('no median for empty data')
    return values[(len(values) - 1) // 2]


def _mettle_statistics_median_high(data):
    values = sorted(data)
    if not values:
        raise ValueError('no median for empty data')
    return values[len(values) // 2]


def _mettle_statistics_multimode(data):
    counts = {}
    for value in data:
        counts[value] = counts.get(value, 0) + 1
    most = max(counts.values(), default=0)
    return [value for value, count in counts.items() if count == most]


def _mettle_statistics_mode(data):
    modes = _mettle_statistics_multimode(data)
    if not modes:
        raise ValueError('no mode for empty data')
    return modes[0]


def _mettle_statistics_quantiles(data, *, n=4, method='exclusive'):
    if n < 1:
        raise ValueError('n must be at least 1')
    values = sorted(data)
    if len(values) < 2:
        raise ValueError('must have at least two data points')
    if method not in ('inclusive', 'exclusive'):
        raise ValueError(f'Unknown method: {method!r}')
    cuts = []
    parts = len(values) - 1 if method == 'inclusive' else len(values) + 1
    for index in range(1, n):
        position = index * parts // n
        if method == 'exclusive':
            position = max(1, min(position, len(values) - 1))
            low, high = values[position - 1], values[position]
        else:
            low, high = values[position], values[min(position + 1, len(values) - 1)]
        rest = index * parts - position * n
        cuts.append((low * (n - rest) + high * rest) / n)
    return cuts


_mettle_module_statistics = type(
    'statistics',
    (),
    {
        'StatisticsError': ValueError,
        'fmean': _mettle_statistics_fmean,
        'mean': _mettle_statistics_mean,
        'median': _mettle_statistics_median,
        'median_high': _mettle_statistics_median_high,
        'median_low': _mettle_statistics_median_low,
        'mode': _mettle_statistics_mode,
        'multimode': _mettle_statistics_multimode,
        'pstdev': _mettle_statistics_pstdev,
        'pvariance': _mettle_statistics_pvariance,
        'quantiles': _mettle_statistics_quantiles,
        'stdev': _mettle_statistics_stdev,
        'variance': _mettle_statistics_variance,
    },
)
