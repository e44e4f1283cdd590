import type { RunError } from '../contract.js';

/** The public attributes that CPython's builtin types have. */
const ATTRIBUTES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    int:
      'as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag numerator real ' +
      'to_bytes',
    float: 'as_integer_ratio conjugate fromhex hex imag is_integer real',
    bool:
      'as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag numerator real ' +
      'to_bytes',
    str:
      'capitalize casefold center count encode endswith expandtabs find format format_map index ' +
      'isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace ' +
      'istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace ' +
      'rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title ' +
      'translate upper zfill',
    bytes:
      'capitalize center count decode endswith expandtabs find fromhex hex index isalnum isalpha ' +
      'isascii isdigit islower isspace istitle isupper join ljust lower lstrip maketrans partition ' +
      'removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines ' +
      'startswith strip swapcase title translate upper zfill',
    list: 'append clear copy count extend index insert pop remove reverse sort',
    tuple: 'count index',
    dict: 'clear copy fromkeys get items keys pop popitem setdefault update values',
    set:
      'add clear copy difference difference_update discard intersection intersection_update isdisjoint ' +
      'issubset issuperset pop remove symmetric_difference symmetric_difference_update union update',
    frozenset: 'copy difference intersection isdisjoint issubset issuperset symmetric_difference union',
    range: 'count index start step stop',
    NoneType: '',
  }).map(([type, names]) => [type, new Set(names.split(' '))]),
);

/** The names that CPython has without any import. */
const BUILTINS: ReadonlySet<string> = new Set(
  (
    'ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError ' +
    'BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError ' +
    'ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError ' +
    'Ellipsis EncodingWarning EnvironmentError Exception ExceptionGroup False FileExistsError ' +
    'FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError ' +
    'ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError ' +
    'KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError None NotADirectoryError ' +
    'NotImplemented NotImplementedError OSError OverflowError PendingDeprecationWarning ' +
    'PermissionError ProcessLookupError PythonFinalizationError RecursionError ReferenceError ' +
    'ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError ' +
    'SyntaxWarning SystemError SystemExit TabError TimeoutError True TypeError UnboundLocalError ' +
    'UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning ' +
    'UserWarning ValueError Warning ZeroDivisionError abs aiter all anext any ascii bin bool ' +
    'breakpoint bytearray bytes callable chr classmethod compile complex copyright credits delattr ' +
    'dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr ' +
    'hash help hex id input int isinstance issubclass iter len license list locals map max ' +
    'memoryview min next object oct open ord pow print property quit range repr reversed round set ' +
    'setattr slice sorted staticmethod str sum super tuple type vars zip'
  ).split(' '),
);

/** Types whose operators Monty and CPython agree on, but for `%` on a str. */
const PLAIN: ReadonlySet<string> = new Set(['int', 'float', 'str', 'NoneType']);

/** Whether CPython is sure to raise the same for the same values. */
export function isSameInCpython({ type: errorType, message, hint }: RunError): boolean {
  if (hint !== null) return false;
  const unknown = /^name '(\w+)' is not defined/.exec(message)?.[1];
  if (errorType === 'NameError') {
    return unknown !== undefined && !unknown.startsWith('__') && !BUILTINS.has(unknown);
  }
  const [, type, name] = /^'(\w+)' object has no attribute '(\w+)'/.exec(message) ?? [];
  if (type !== undefined && name !== undefined && !name.startsWith('__')) {
    const attributes = ATTRIBUTES.get(type);
    return attributes !== undefined && !attributes.has(name);
  }
  const [, operator, left, right] =
    /^unsupported operand type\(s\) for (\S+): '(\w+)' and '(\w+)'/.exec(message) ?? [];
  if (operator === undefined || left === undefined || right === undefined) return false;
  return PLAIN.has(left) && PLAIN.has(right) && !(operator.startsWith('%') && left === 'str');
}
