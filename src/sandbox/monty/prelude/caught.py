# What code catches: where CPython may not have raised it, the sandbox is told, and the code goes on.
import re as _mettle_caught_re

_mettle_caught_told = []
_mettle_caught_numbers = ('bool', 'int', 'float', 'complex')
_mettle_caught_sequences = ('str', 'bytes', 'list', 'tuple')
_mettle_caught_sets = ('set', 'frozenset', 'dict_keys', 'dict_items')
_mettle_caught_library = (
    ' Counter OrderedDict deque defaultdict PosixPath Path module function method builtin_function_or_method type '
    'partial TextIOWrapper BufferedReader BufferedWriter property dict_keys dict_values dict_items list_iterator slice '
    'generator map '
)
_mettle_caught_functions = (
    ' abs all any ascii bin bool bytes callable chr dict divmod enumerate filter float format frozenset getattr hasattr '
    'hash hex int isinstance iter len list map max min next object oct open ord pow print range repr reversed round set '
    'setattr slice sorted str sum tuple type zip dumps loads search match fullmatch findall finditer sub subn strftime '
    'compile isoformat fromisoformat strptime now today namedtuple deque Counter defaultdict timedelta datetime date '
    'most_common appendleft extendleft rotate read_text write_text mkdir unlink exists iterdir group groups groupdict '
    'span accumulate islice product permutations combinations groupby zip_longest reduce partial isclose log gcd lcm '
)
_mettle_caught_text = (
    ' capitalize center count endswith expandtabs find index isalnum isalpha isascii isdigit islower isspace istitle '
    'isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition '
    'rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill '
)
_mettle_caught_whole = (
    ' as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag is_integer numerator real to_bytes '
)
_mettle_caught_set = ' copy difference intersection isdisjoint issubset issuperset symmetric_difference union '
_mettle_caught_attributes = {
    'int': _mettle_caught_whole,
    'bool': _mettle_caught_whole,
    'float': ' as_integer_ratio conjugate fromhex hex imag is_integer real ',
    'str': _mettle_caught_text
    + 'casefold encode format format_map isdecimal isidentifier isnumeric isprintable ',
    'bytes': _mettle_caught_text + 'decode fromhex hex ',
    'list': ' append clear copy count extend index insert pop remove reverse sort ',
    'tuple': ' count index ',
    'dict': ' clear copy fromkeys get items keys pop popitem setdefault update values ',
    'set': _mettle_caught_set
    + 'add clear difference_update discard intersection_update pop remove symmetric_difference_update update ',
    'frozenset': _mettle_caught_set,
    'range': ' count index start step stop ',
    'NoneType': ' ',
}
_mettle_caught_lacks = {
    'AttributeError': "^module '|^'module' object",
    'LookupError': '^unknown encoding',
    'NotImplementedError': '^matrix multiplication|^issubclass of classes|^%a of text|^deleting by a slice',
    'OverflowError': '^exponent too large|^integer overflow in |C ssize_t$',
    'PatternError': '',
    'UnsupportedOperation': '',
    'JSONDecodeError': 'hex escape|surrogate|^recursion limit',
    'TypeError': (
        "^'(float|int|bool)' object cannot be interpreted|^an integer is required \\(got type int|real number, not '?(int|bytes)\\b"
        '|^type (bool|int|float) doesn|^dictionary update sequence|^cannot create |is not an iterator$|be awaited'
        "|^cannot convert '(bool|list|tuple|set|frozenset|dict|range)|^cannot use 'set' as a set|^isinstance\\(\\) arg 2"
        "|^bad operand type for .*: '(bool|int|float|datetime|Counter)|^first argument must be string or compiled"
        "|^(sequence index|deque indices|slice indices|string, bytes|decoding str)|^type\\.__new__"
    ),
    'ValueError': '^pow\\(\\) 2nd|^chr\\(\\) arg|^Invalid format string',
}
_mettle_caught_always = (
    '^Internal error in monty|^Monty does not |is not yet supported in |not (yet )?supported by monty'
    "|is not supported in this environment$|^update modes \\('\\+'\\)|creation mode is not supported$"
    '|argument is not (yet )?supported|^iter\\(callable|^The monty '
)


def _mettle_caught(error):
    if error is None or len(_mettle_caught_told) > 0:
        return
    kind = type(error).__name__
    if kind in ('ZeroDivisionError', 'IndexError', 'StopIteration', 'AssertionError', 'FileNotFoundError'):
        return
    text = str(error)[:300]
    if kind == 'KeyError':
        lacks = 'slice(' in text[:7]
    else:
        lacks = _mettle_caught_is_lack(kind, text)
    if lacks:
        _mettle_caught_told.append(kind)
        _mettle_notice(f'the code caught what Monty may have raised for what it lacks: {kind}: {text}')


def _mettle_caught_is_lack(kind, text):
    if kind in ('ValueError', 'TypeError', 'AttributeError'):
        if text.startswith('invalid literal for int()') or text.startswith('could not convert string to float'):
            return _mettle_caught_is_number(text)
        if kind == 'TypeError' and _mettle_caught_operands(text):
            return True
        if kind == 'AttributeError' and _mettle_caught_attribute(text):
            return True
    elif kind == 'PatternError':
        return not text.endswith('Opening parenthesis without closing parenthesis') and not text.startswith(
            'Parsing error at position 0: Target'
        )
    elif kind == 'UnsupportedOperation':
        return text not in ('not readable', 'not writable')
    lacks = _mettle_caught_lacks.get(kind)
    if lacks is not None and _mettle_caught_re.search(lacks, text) is not None:
        return True
    return _mettle_caught_re.search(_mettle_caught_always, text) is not None


def _mettle_caught_is_number(text):
    # What CPython reads as a number beside plain digits: single underscores between digits, and digits of any script.
    value = text[text.find(': ') + 2 :]
    if '_' in value:
        return _mettle_caught_re.search('\\d_\\d', value) is not None
    return not value.isascii() and _mettle_caught_re.search('\\d', value) is not None


def _mettle_caught_is_library(kind):
    return '.' in kind or kind.startswith('_mettle') or f' {kind} ' in _mettle_caught_library


def _mettle_caught_attribute(text):
    found = _mettle_caught_re.match("(?:type object )?'([^']+)' (?:object )?has no attribute '([^']+)'", text)
    if found is None:
        return False
    kind = found.group(1)
    name = found.group(2)
    if (name.startswith('__') and name.endswith('__')) or name == 'mro' or _mettle_caught_is_library(kind):
        return True
    names = _mettle_caught_attributes.get(kind)
    if names is not None:
        return f' {name} ' in names
    if kind.endswith('Error') or kind in ('Exception', 'BaseException', 'StopIteration', 'SystemExit'):
        return True
    return name in ('_asdict', '_replace', '_fields', '_make', '_field_defaults')


def _mettle_caught_operands(text):
    found = _mettle_caught_re.match("unsupported operand type\\(s\\) for (.+): '([^']+)' and '([^']+)'", text)
    if found is not None:
        return _mettle_caught_combines(found.group(1), found.group(2), found.group(3))
    found = _mettle_caught_re.match("'(.+)' not supported between instances of '([^']+)' and '([^']+)'", text)
    if found is not None:
        left = found.group(2)
        right = found.group(3)
        if left in _mettle_caught_sets and right in _mettle_caught_sets:
            return True
        if left in _mettle_caught_numbers and right in _mettle_caught_numbers:
            return True
        return _mettle_caught_is_library(left) or _mettle_caught_is_library(right)
    found = _mettle_caught_re.match('([\\w.]+)(?:\\(\\))? (?:got an|got multiple|takes|missing|expected (?:at|exactly|\\d))', text)
    if found is not None:
        parts = found.group(1).split('.')
        name = parts[len(parts) - 1]
        if len(parts) > 1:
            return name != '__new__' and (name != '__init__' or parts[0] == 'JSONEncoder')
        if f' {name} ' in _mettle_caught_functions:
            return True
        for names in _mettle_caught_attributes.values():
            if f' {name} ' in names:
                return True
        return False
    found = _mettle_caught_re.match(
        "(?:object of type |argument of type |unhashable type: |cannot use )?'([^']+)'(?: object)?(?: is not| does| has| as|$)",
        text,
    )
    return found is not None and _mettle_caught_is_library(found.group(1))


def _mettle_caught_combines(operator, left, right):
    # Whether CPython has the operator for the two types, for some values at least.
    if operator.endswith('=') and operator not in ('==', '<=', '>='):
        operator = operator[: len(operator) - 1]
    if _mettle_caught_is_library(left) or _mettle_caught_is_library(right):
        return left != 'NoneType' and right != 'NoneType' or operator == '|'
    if left in _mettle_caught_numbers and right in _mettle_caught_numbers:
        return operator not in ('&', '|', '^', '<<', '>>', '@') or (left in ('bool', 'int') and right in ('bool', 'int'))
    if operator == '%':
        return left in ('str', 'bytes')
    if operator == '*':
        whole = ('bool', 'int')
        return (left in _mettle_caught_sequences and right in whole) or (
            right in _mettle_caught_sequences and left in whole
        )
    if operator == '+':
        return left == right and left in _mettle_caught_sequences
    if operator in ('|', '&', '-', '^'):
        if left in _mettle_caught_sets and right in _mettle_caught_sets:
            return True
        return operator == '|' and left == 'dict' and right == 'dict'
    return False


def _mettle_caught_has(value, name):
    kind = type(value).__name__
    return isinstance(name, str) and _mettle_caught_attribute(f"'{kind}' object has no attribute '{name}'")


def _mettle_hasattr(value, name):
    found = hasattr(value, name)
    if not found and _mettle_caught_has(value, name):
        _mettle_notice('Monty does not find the methods of builtin types by name')
    return found


def _mettle_getattr(value, name, *default):
    if len(default) > 0 and not hasattr(value, name) and _mettle_caught_has(value, name):
        _mettle_notice('Monty does not find the methods of builtin types by name')
    return getattr(value, name, *default)
