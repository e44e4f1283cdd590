# The clocks of the module time, read from the one clock that Monty has.
from datetime import datetime as _mettle_datetime


def _mettle_time_time():
    return _mettle_datetime.now().timestamp()


_mettle_time_start = []


def _mettle_time_monotonic():
    if not _mettle_time_start:
        _mettle_time_start.append(_mettle_time_time())
    return max(_mettle_time_time() - _mettle_time_start[0], 0.0)


_mettle_module_time = type(
    'time',
    (),
    {
        'monotonic': _mettle_time_monotonic,
        'perf_counter': _mettle_time_monotonic,
        'process_time': _mettle_time_monotonic,
        'time': _mettle_time_time,
        'time_ns': lambda: int(_mettle_time_time() * 1000000) * 1000,
    },
)
