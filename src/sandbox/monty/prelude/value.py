# Offers the value of a run to the host as JSON text, which is worth it for large ones; the host says whether it is exact.
import json as _mettle_value_json


def _mettle_value(value, most):
    if type(value) is not list and type(value) is not dict:
        return value
    try:
        text = _mettle_value_json.dumps(value, ensure_ascii=False, separators=(',', ':'))
    except Exception:
        return value
    if len(text) < 65536 or len(text) > most or not _mettle_take_value(text):
        return value
    return None
