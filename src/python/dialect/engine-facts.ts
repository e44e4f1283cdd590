/**
 * What the Monty binary 0.0.23 has and lacks, as found by running each name on it. A name in none of these lists
 * is treated alike by Monty and CPython as far as is known.
 */

/** Modules that Monty imports, with the members it has where it lacks some that CPython has. */
export const MONTY_MODULES: ReadonlyMap<string, ReadonlySet<string> | null> = new Map([
  ['__future__', null],
  ['asyncio', words('gather run')],
  ['base64', null],
  ['binascii', null],
  ['collections', words('Counter defaultdict deque namedtuple')],
  ['dataclasses', words('FrozenInstanceError dataclass is_dataclass')],
  ['datetime', words('date datetime time timedelta timezone')],
  ['functools', words('partial reduce')],
  [
    'itertools',
    words(
      'accumulate chain compress count cycle dropwhile filterfalse islice pairwise repeat starmap takewhile zip_longest',
    ),
  ],
  ['json', words('JSONDecodeError dumps loads')],
  [
    'math',
    words(
      'acos acosh asin asinh atan atan2 atanh cbrt ceil comb copysign cos cosh degrees e erf erfc exp exp2 expm1 ' +
        'fabs factorial floor fmod frexp gamma gcd inf isclose isfinite isinf isnan isqrt lcm ldexp lgamma log ' +
        'log10 log1p log2 modf nan nextafter perm pi pow radians remainder sin sinh sqrt tan tanh tau trunc ulp',
    ),
  ],
  [
    'os',
    words('environ fspath getenv listdir makedirs mkdir name remove rename replace rmdir sep stat unlink'),
  ],
  ['pathlib', words('Path')],
  [
    're',
    words(
      'A ASCII DOTALL I IGNORECASE M MULTILINE Match NOFLAG Pattern S compile error escape findall finditer ' +
        'fullmatch match search split sub',
    ),
  ],
  ['sys', words('platform stderr stdout version version_info')],
  [
    'typing',
    words(
      'Annotated Any Callable ClassVar Dict Final FrozenSet Generator Generic Iterable Iterator List Literal ' +
        'Mapping Never NoReturn Optional Protocol Self Sequence Set TYPE_CHECKING Tuple Type TypeVar Union',
    ),
  ],
  ['unicodedata', null],
]);

/** Builtin names that CPython has and Monty lacks; using one is a NameError there. */
export const MISSING_BUILTINS: ReadonlySet<string> = words(
  'BaseExceptionGroup BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError ' +
    'ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning ' +
    'EOFError EncodingWarning EnvironmentError ExceptionGroup FloatingPointError FutureWarning GeneratorExit ' +
    'IOError ImportWarning IndentationError InterruptedError PendingDeprecationWarning ProcessLookupError ' +
    'ReferenceError ResourceWarning RuntimeWarning StopAsyncIteration SyntaxWarning SystemError TabError ' +
    'UnicodeError UnicodeTranslateError UnicodeWarning UserWarning Warning __build_class__ __builtins__ __file__ ' +
    '__import__ aiter anext breakpoint bytearray classmethod compile complex delattr dir eval exec ' +
    'exit globals help input locals memoryview quit staticmethod super vars',
);

/** Special methods that Monty calls. Any other is as if it were not there. */
export const SUPPORTED_SPECIAL_METHODS: ReadonlySet<string> = words(
  '__init__ __repr__ __str__ __eq__ __hash__ __iter__ __next__ __contains__ __enter__ __exit__',
);

/** Special methods whose absence raises no error: Monty goes on without them, with another result. */
export const IGNORED_SPECIAL_METHODS: ReadonlySet<string> = words(
  '__bool__ __len__ __setattr__ __new__ __del__ __format__ __getattribute__ __init_subclass__ __set_name__ ' +
    '__class_getitem__ __instancecheck__ __subclasscheck__ __delattr__ __ne__',
);

/** Exceptions by name, for what Monty does to their arguments. */
export const EXCEPTIONS: ReadonlySet<string> = words(
  'BaseException Exception ArithmeticError AssertionError AttributeError FileExistsError FileNotFoundError ' +
    'ImportError IndexError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ' +
    'ModuleNotFoundError NameError NotADirectoryError NotImplementedError OSError OverflowError PermissionError ' +
    'RecursionError RuntimeError StopIteration SyntaxError SystemExit TimeoutError TypeError UnboundLocalError ' +
    'UnicodeDecodeError UnicodeEncodeError ValueError ZeroDivisionError',
);

/** Methods of the builtin types, which Monty calls but cannot hand on as values. */
export const BUILTIN_METHODS: Readonly<Record<string, ReadonlySet<string>>> = {
  str: words(
    'capitalize casefold center count encode endswith expandtabs find index isalnum isalpha isascii isdecimal isdigit ' +
      'isidentifier islower isnumeric isspace istitle isupper join ljust lower lstrip partition removeprefix ' +
      'removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase ' +
      'title upper zfill',
  ),
  list: words('append clear copy count extend index insert pop remove reverse sort'),
  dict: words('clear copy get items keys pop popitem setdefault update values'),
  set: words(
    'add clear copy difference discard intersection isdisjoint issubset issuperset pop remove ' +
      'symmetric_difference union update',
  ),
};

/** Splits a list of names. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
