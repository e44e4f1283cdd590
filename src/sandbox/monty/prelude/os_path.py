# The part of os.path that looks at the text of a path, and the questions that pathlib answers.
import pathlib as _mettle_pathlib


def _mettle_os_path_join(a, *p):
    path = a
    for part in p:
        if part.startswith('/'):
            path = part
        elif path == '' or path.endswith('/'):
            path += part
        else:
            path += '/' + part
    return path


def _mettle_os_path_split(p):
    cut = p.rfind('/') + 1
    head, tail = p[:cut], p[cut:]
    return (head.rstrip('/') if head.rstrip('/') != '' else head), tail


def _mettle_os_path_basename(p):
    return p[p.rfind('/') + 1 :]


def _mettle_os_path_dirname(p):
    return _mettle_os_path_split(p)[0]


def _mettle_os_path_splitext(p):
    base = p.rfind('/') + 1
    dot = p.rfind('.')
    if dot > base and p[base:dot].strip('.') != '':
        return p[:dot], p[dot:]
    return p, ''


def _mettle_os_path_isabs(s):
    return s.startswith('/')


def _mettle_os_path_normpath(path):
    if path == '':
        return '.'
    root = '//' if path.startswith('//') and not path.startswith('///') else '/' if path.startswith('/') else ''
    parts = []
    for part in path.split('/'):
        if part == '' or part == '.':
            continue
        if part != '..' or (root == '' and not parts) or (parts and parts[-1] == '..'):
            parts.append(part)
        elif parts:
            parts.pop()
    return (root + '/'.join(parts)) or '.'


def _mettle_os_path_exists(path):
    return _mettle_pathlib.Path(path).exists()


def _mettle_os_path_isfile(path):
    return _mettle_pathlib.Path(path).is_file()


def _mettle_os_path_isdir(s):
    return _mettle_pathlib.Path(s).is_dir()


def _mettle_os_path_getsize(filename):
    return _mettle_pathlib.Path(filename).stat().st_size


_mettle_module_os_path = type(
    'posixpath',
    (),
    {
        'basename': _mettle_os_path_basename,
        'dirname': _mettle_os_path_dirname,
        'exists': _mettle_os_path_exists,
        'getsize': _mettle_os_path_getsize,
        'isabs': _mettle_os_path_isabs,
        'isdir': _mettle_os_path_isdir,
        'isfile': _mettle_os_path_isfile,
        'join': _mettle_os_path_join,
        'normpath': _mettle_os_path_normpath,
        'sep': '/',
        'split': _mettle_os_path_split,
        'splitext': _mettle_os_path_splitext,
    },
)
