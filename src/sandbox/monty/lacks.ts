/** The modules of the standard library that Monty 1.4.0 has. */
export const MONTY_MODULES: ReadonlySet<string> = names(
  'asyncio base64 binascii bisect collections copy csv dataclasses datetime decimal functools hashlib itertools json ' +
    'math os pathlib posixpath random re sys time tomllib typing unicodedata __future__',
);

/** Public names of those modules that CPython has and Monty lacks. */
export const MISSING_MEMBERS: Readonly<Record<string, ReadonlySet<string>>> = byOwner({
  asyncio:
    'ALL_COMPLETED AbstractChildWatcher AbstractEventLoop AbstractEventLoopPolicy AbstractServer ' +
    'Barrier BaseEventLoop BaseProtocol BaseTransport BoundedSemaphore BrokenBarrierError ' +
    'BufferedProtocol CancelledError Condition DatagramProtocol DatagramTransport ' +
    'DefaultEventLoopPolicy Event FIRST_COMPLETED FIRST_EXCEPTION FastChildWatcher Future Handle ' +
    'IncompleteReadError InvalidStateError LifoQueue LimitOverrunError Lock MultiLoopChildWatcher ' +
    'PidfdChildWatcher PriorityQueue Protocol Queue QueueEmpty QueueFull ReadTransport Runner ' +
    'SafeChildWatcher SelectorEventLoop Semaphore SendfileNotAvailableError Server StreamReader ' +
    'StreamReaderProtocol StreamWriter SubprocessProtocol SubprocessTransport Task TaskGroup ' +
    'ThreadedChildWatcher Timeout TimeoutError TimerHandle Transport WriteTransport all_tasks ' +
    'as_completed create_subprocess_exec create_subprocess_shell create_task current_task ' +
    'ensure_future get_child_watcher get_event_loop get_event_loop_policy get_running_loop iscoroutine ' +
    'iscoroutinefunction isfuture new_event_loop open_connection open_unix_connection ' +
    'run_coroutine_threadsafe set_child_watcher set_event_loop set_event_loop_policy shield ' +
    'start_server start_unix_server timeout timeout_at to_thread wait wait_for wrap_future',
  base64: 'decode encode',
  collections: 'ChainMap OrderedDict UserDict UserList UserString',
  copy: 'Error error',
  csv: 'Sniffer register_dialect unregister_dialect',
  dataclasses: 'Field InitVar KW_ONLY asdict astuple fields make_dataclass replace',
  datetime: 'MAXYEAR MINYEAR UTC tzinfo',
  functools:
    'WRAPPER_ASSIGNMENTS WRAPPER_UPDATES cached_property cmp_to_key partialmethod singledispatch ' +
    'singledispatchmethod total_ordering update_wrapper wraps',
  hashlib: 'file_digest scrypt',
  json: 'JSONDecoder JSONEncoder',
  os:
    'DirEntry F_OK O_APPEND O_CLOEXEC O_CREAT O_EXCL O_NOFOLLOW O_RDONLY O_RDWR O_TRUNC O_WRONLY ' +
    'PathLike R_OK SEEK_CUR SEEK_END SEEK_SET W_OK X_OK _exit abort access chmod chown chroot close ' +
    'closerange confstr confstr_names copy_file_range cpu_count ctermid device_encoding dup dup2 ' +
    'environb execl execle execlp execlpe execv execve execvp execvpe fchdir fchmod fchown fdatasync ' +
    'fdopen fork forkpty fpathconf fsdecode fsencode fstat fstatvfs fsync ftruncate fwalk get_blocking ' +
    'get_exec_path get_inheritable get_terminal_size getegid getenvb geteuid getgid getgrouplist ' +
    'getgroups getloadavg getlogin getpgid getpgrp getpid getppid getpriority getrandom getresgid ' +
    'getresuid getsid getuid getxattr initgroups isatty kill killpg lchown link listxattr lockf ' +
    'login_tty lseek lstat major makedev memfd_create minor mkfifo mknod nice open openpty pathconf ' +
    'pathconf_names pipe pipe2 popen pread preadv putenv pwrite pwritev read readlink readv ' +
    'register_at_fork removedirs removexattr renames sendfile set_blocking set_inheritable setegid ' +
    'seteuid setgid setgroups setpgid setpgrp setpriority setregid setresgid setresuid setreuid setsid ' +
    'setuid setxattr spawnl spawnle spawnlp spawnlpe spawnv spawnve spawnvp spawnvpe splice ' +
    'stat_result statvfs statvfs_result strerror symlink sync sysconf sysconf_names system tcgetpgrp ' +
    'tcsetpgrp terminal_size times times_result truncate ttyname umask uname uname_result unsetenv ' +
    'utime wait wait3 wait4 waitid waitid_result waitpid waitstatus_to_exitcode write writev',
  pathlib: 'PosixPath PurePath PurePosixPath PureWindowsPath WindowsPath',
  random: 'SystemRandom',
  re: 'DEBUG L LOCALE RegexFlag Scanner T TEMPLATE U UNICODE VERBOSE X purge subn template',
  sys:
    'addaudithook audit breakpointhook call_tracing displayhook exc_info excepthook exception exit ' +
    'get_asyncgen_hooks get_coroutine_origin_tracking_depth get_int_max_str_digits getallocatedblocks ' +
    'getdefaultencoding getdlopenflags getfilesystemencodeerrors getfilesystemencoding getprofile ' +
    'getrecursionlimit getrefcount getsizeof getswitchinterval gettrace hash_info implementation ' +
    'int_info intern is_finalizing meta_path modules orig_argv path path_hooks path_importer_cache ' +
    'set_asyncgen_hooks set_coroutine_origin_tracking_depth set_int_max_str_digits setdlopenflags ' +
    'setprofile setrecursionlimit setswitchinterval settrace stdin stdlib_module_names thread_info ' +
    'unraisablehook warnoptions',
  time:
    'CLOCK_BOOTTIME CLOCK_MONOTONIC CLOCK_MONOTONIC_RAW CLOCK_PROCESS_CPUTIME_ID CLOCK_REALTIME ' +
    'CLOCK_TAI CLOCK_THREAD_CPUTIME_ID clock_getres clock_gettime clock_gettime_ns clock_settime ' +
    'clock_settime_ns get_clock_info pthread_getcpuclockid struct_time tzset',
  typing:
    'AbstractSet AnyStr AsyncContextManager AsyncGenerator AsyncIterable AsyncIterator Awaitable ' +
    'BinaryIO ByteString ChainMap Collection Concatenate Container ContextManager Coroutine Counter ' +
    'DefaultDict Deque ForwardRef Hashable IO ItemsView KeysView LiteralString MappingView Match ' +
    'MutableMapping MutableSequence MutableSet NamedTuple NewType NotRequired OrderedDict ParamSpec ' +
    'ParamSpecArgs ParamSpecKwargs Pattern Required Reversible Sized SupportsAbs SupportsBytes ' +
    'SupportsComplex SupportsFloat SupportsIndex SupportsInt SupportsRound Text TextIO TypeAlias ' +
    'TypeGuard TypeVarTuple TypedDict Unpack ValuesView assert_never assert_type cast clear_overloads ' +
    'dataclass_transform final get_args get_origin get_overloads get_type_hints is_typeddict ' +
    'no_type_check no_type_check_decorator overload reveal_type runtime_checkable',
  unicodedata: 'bidirectional decimal decomposition digit east_asian_width mirrored numeric ucd_3_2_0',
});

/** Functions and classes that Monty has without an import; its exceptions are not among them. */
export const MONTY_BUILTINS: ReadonlySet<string> = names(
  'abs all any bin bool bytes chr complex dict divmod enumerate eval exec filter float format frozenset getattr hasattr ' +
    'hash hex id int isinstance iter len list locals map max min next object oct open ord pow print property range ' +
    'repr reversed round set setattr slice sorted str sum tuple type zip',
);

/** Builtins of CPython that Monty lacks. */
export const MISSING_BUILTINS: ReadonlySet<string> = names(
  'BaseExceptionGroup BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError ' +
    'ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError ' +
    'DeprecationWarning EOFError EncodingWarning EnvironmentError ExceptionGroup FloatingPointError ' +
    'FutureWarning GeneratorExit IOError ImportWarning IndentationError InterruptedError ' +
    'PendingDeprecationWarning ProcessLookupError ReferenceError ResourceWarning RuntimeWarning ' +
    'StopAsyncIteration SyntaxWarning SystemError TabError UnicodeError UnicodeTranslateError ' +
    'UnicodeWarning UserWarning Warning __import__ aiter anext ascii breakpoint bytearray callable ' +
    'classmethod compile delattr dir exit globals help input issubclass memoryview quit staticmethod ' +
    'super vars',
);

/**
 * Methods and attributes of builtin types in CPython. Monty lacks some of them, and has the others only where they are
 * called: an `AttributeError` for one of these is never the code's own mistake.
 */
export const TYPE_ATTRIBUTES: Readonly<Record<string, ReadonlySet<string>>> = byOwner({
  int:
    'as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag numerator real ' +
    'to_bytes',
  float: 'as_integer_ratio conjugate fromhex hex imag is_integer real',
  str:
    'capitalize casefold center count encode endswith expandtabs find format format_map index isalnum ' +
    'isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle ' +
    'isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind ' +
    'rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate ' +
    'upper zfill',
  bytes:
    'capitalize center count decode endswith expandtabs find fromhex hex index isalnum isalpha isascii ' +
    'isdigit islower isspace istitle isupper join ljust lower lstrip maketrans partition removeprefix ' +
    'removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith ' +
    'strip swapcase title translate upper zfill',
  list: 'append clear copy count extend index insert pop remove reverse sort',
  dict: 'clear copy fromkeys get items keys pop popitem setdefault update values',
  set:
    'add clear copy difference difference_update discard intersection intersection_update isdisjoint ' +
    'issubset issuperset pop remove symmetric_difference symmetric_difference_update union update',
  frozenset: 'copy difference intersection isdisjoint issubset issuperset symmetric_difference union',
  tuple: 'count index',
  range: 'count index start step stop',
  slice: 'indices start step stop',
  complex: 'conjugate imag real',
  type: 'mro',
  BaseException: 'add_note args with_traceback',
  OSError: 'add_note args characters_written errno filename filename2 strerror with_traceback',
  date:
    'ctime day fromisocalendar fromisoformat fromordinal fromtimestamp isocalendar isoformat ' +
    'isoweekday max min month replace resolution strftime timetuple today toordinal weekday year',
  datetime:
    'astimezone combine ctime date day dst fold fromisocalendar fromisoformat fromordinal ' +
    'fromtimestamp hour isocalendar isoformat isoweekday max microsecond min minute month now replace ' +
    'resolution second strftime strptime time timestamp timetuple timetz today toordinal tzinfo tzname ' +
    'utcfromtimestamp utcnow utcoffset utctimetuple weekday year',
  time:
    'dst fold fromisoformat hour isoformat max microsecond min minute replace resolution second ' +
    'strftime tzinfo tzname utcoffset',
  timedelta: 'days max microseconds min resolution seconds total_seconds',
  timezone: 'dst fromutc max min tzname utc utcoffset',
  PosixPath:
    'absolute anchor as_posix as_uri chmod cwd drive exists expanduser glob group hardlink_to home ' +
    'is_absolute is_block_device is_char_device is_dir is_fifo is_file is_mount is_relative_to ' +
    'is_reserved is_socket is_symlink iterdir joinpath lchmod link_to lstat match mkdir name open ' +
    'owner parent parents parts read_bytes read_text readlink relative_to rename replace resolve rglob ' +
    'rmdir root samefile stat stem suffix suffixes symlink_to touch unlink with_name with_stem ' +
    'with_suffix write_bytes write_text',
  Counter:
    'clear copy elements fromkeys get items keys most_common pop popitem setdefault subtract total ' +
    'update values',
  deque:
    'append appendleft clear copy count extend extendleft index insert maxlen pop popleft remove ' +
    'reverse rotate',
  defaultdict: 'clear copy default_factory fromkeys get items keys pop popitem setdefault update values',
  Match: 'end endpos expand group groupdict groups lastgroup lastindex pos re regs span start string',
  Pattern: 'findall finditer flags fullmatch groupindex groups match pattern scanner search split sub subn',
  TextIOWrapper:
    'buffer close closed detach encoding errors fileno flush isatty line_buffering name newlines read ' +
    'readable readline readlines reconfigure seek seekable tell truncate writable write write_through ' +
    'writelines',
  Decimal:
    'adjusted as_integer_ratio as_tuple canonical compare compare_signal compare_total ' +
    'compare_total_mag conjugate copy_abs copy_negate copy_sign exp fma from_float imag is_canonical ' +
    'is_finite is_infinite is_nan is_normal is_qnan is_signed is_snan is_subnormal is_zero ln log10 ' +
    'logb logical_and logical_invert logical_or logical_xor max max_mag min min_mag next_minus ' +
    'next_plus next_toward normalize number_class quantize radix real remainder_near rotate ' +
    'same_quantum scaleb shift sqrt to_eng_string to_integral to_integral_exact to_integral_value',
  Random:
    'VERSION betavariate choice choices expovariate gammavariate gauss getrandbits getstate ' +
    'lognormvariate normalvariate paretovariate randbytes randint random randrange sample seed ' +
    'setstate shuffle triangular uniform vonmisesvariate weibullvariate',
  SystemExit: 'add_note args code with_traceback',
  StopIteration: 'add_note args value with_traceback',
  UnicodeDecodeError: 'add_note args encoding end object reason start with_traceback',
  JSONDecodeError: 'add_note args with_traceback',
  SyntaxError:
    'add_note args end_lineno end_offset filename lineno msg offset print_file_and_line text ' +
    'with_traceback',
  ImportError: 'add_note args msg name path with_traceback',
  NameError: 'add_note args name with_traceback',
  AttributeError: 'add_note args name obj with_traceback',
  KeyError: 'add_note args with_traceback',
});

/** Attributes that every object, class, function or exception may have in CPython. */
export const OBJECT_ATTRIBUTES: ReadonlySet<string> = names(
  '__class__ __delattr__ __dir__ __doc__ __eq__ __format__ __ge__ __getattribute__ __getstate__ ' +
    '__gt__ __hash__ __init__ __init_subclass__ __le__ __lt__ __ne__ __new__ __reduce__ __reduce_ex__ ' +
    '__repr__ __setattr__ __sizeof__ __str__ __subclasshook__ __name__ __qualname__ __module__ ' +
    '__dict__ __code__ __defaults__ __kwdefaults__ __closure__ __globals__ __wrapped__ __annotations__ ' +
    '__type_params__ __bases__ __base__ __mro__ __subclasses__ mro __cause__ __context__ __traceback__ ' +
    '__suppress_context__ __notes__ add_note with_traceback __self__ __func__ __slots__ __weakref__ ' +
    '__len__ __getitem__ __setitem__ __contains__ __iter__ __next__ __add__ __mul__ __call__ __enter__ ' +
    '__exit__ __bool__ __int__ __float__ __index__ __abs__ __neg__',
);

/** Methods of classes that CPython calls by itself and Monty never does; most of them it ignores without a word. */
export const IGNORED_METHODS: ReadonlySet<string> = names(
  '__len__ __lt__ __le__ __gt__ __ge__ __ne__ __bool__ __getattr__ __getattribute__ __setattr__ __delattr__ __new__ ' +
    '__del__ __reversed__ __format__ __iadd__ __isub__ __imul__ __itruediv__ __ifloordiv__ __imod__ __ipow__ ' +
    '__iand__ __ior__ __ixor__ __ilshift__ __irshift__ __imatmul__ __delitem__ __complex__ __bytes__ __get__ ' +
    '__set__ __delete__ __set_name__ __init_subclass__ __class_getitem__ __missing__ __instancecheck__ ' +
    '__subclasscheck__ __aiter__ __anext__ __aenter__ __aexit__ __await__ __fspath__',
);

function names(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

function byOwner(texts: Readonly<Record<string, string>>): Readonly<Record<string, ReadonlySet<string>>> {
  return Object.fromEntries(Object.entries(texts).map(([owner, text]) => [owner, names(text)]));
}
