# Reading and writing files of JSON.
import json as _mettle_plain_json


def _mettle_json_dump(obj, fp, **options):
    fp.write(_mettle_plain_json.dumps(obj, **options))


def _mettle_json_load(fp):
    return _mettle_plain_json.loads(fp.read())


_mettle_module_json = type('json', (), {'dump': _mettle_json_dump, 'load': _mettle_json_load})
