import type { FileTree } from '../filesystem/index.js';
import type { RunMeter } from './own-time.js';
import type { PythonValue } from './python-value.js';

/** An engine of Mettle's. */
export type EngineName = 'monty' | 'cpython' | 'docker';

/**
 * Which engine a sandbox uses. `auto` is the first that this machine can run: confined CPython, CPython in a container,
 * Monty. It is chosen once per process, and every result names the engine.
 */
export type EngineChoice = EngineName | 'auto';

/**
 * A host function that Python code may call by name. Positional arguments arrive in order; keyword arguments,
 * when there are any, arrive together as one plain object after them; {@link splitArguments} tells it from a dict.
 * It may return a promise: Python sees the resolved value whether it awaits the call or not. What it throws is
 * raised inside Python, as the exception named by the error's `name` where Python has one, else as `RuntimeError`;
 * so are names that would end the run or blame it, such as `SystemExit` and `MemoryError`.
 */
export type HostFunction = (...args: PythonValue[]) => PythonValue | Promise<PythonValue>;

/** Host functions by the name Python code calls them. Names must be Python identifiers. */
export type HostFunctions = Readonly<Record<string, HostFunction>>;

/**
 * What one run may use. Every limit is per run. An engine that cannot enforce one that was asked for refuses to
 * start (`sandbox/unenforceable_limit`, naming it) instead of ignoring it.
 */
export interface SandboxLimits {
  /**
   * Seconds that the code itself may take, running or waiting of its own accord: `time.sleep` counts, host calls do not,
   * and neither does the time in which the code was ready to run and the machine ran something else. Default 5.
   */
  readonly timeoutSeconds: number;
  /**
   * Wall-clock seconds for the whole run, host calls included. Where an overloaded machine let the code use too little of
   * them, the error is `infrastructure`, else `timeout`. Default 60.
   */
  readonly deadlineSeconds: number;
  /** Megabytes (2^20 bytes) of memory. Default 256; 1,024 in a sandbox with packages. */
  readonly memoryMegabytes: number;
  /** Characters kept of stdout and stderr together; what comes after is dropped and the run ends. Default 1,000,000. */
  readonly maxOutputChars: number;
  /** Bytes of source accepted. Default 262,144. */
  readonly maxSourceBytes: number;
  /** Bytes that inputs, or the answer of one host call, may take when encoded. Default 67,108,864. */
  readonly maxInputBytes: number;
  /** Bytes that the result value, or the arguments of one host call, may take when encoded. Default 67,108,864. */
  readonly maxValueBytes: number;
  /** Calls of host functions in one run. Files are not counted: they are part of the time. Default 10,000. */
  readonly maxHostCalls: number;
  /** Python call depth. Default 1,000. */
  readonly maxRecursionDepth: number;
  /** Bytes that files written by the code may hold in all. Default 268,435,456. */
  readonly maxFileBytes: number;
  /** Processes and threads the code may start, itself included. Monty has one by construction. Default 48: the largest
   * pool of threads that `concurrent.futures` makes by itself, and some. */
  readonly maxProcesses: number;
}

/** What one run gets. */
export interface RunOptions {
  /** Values bound as globals before the code runs; they stay in the namespace. Keys are Python identifiers. */
  readonly inputs?: Readonly<Record<string, PythonValue>>;
  /** Host functions for this run alone; they win over the sandbox's bound ones of the same name. */
  readonly functions?: HostFunctions;
  /**
   * The file of the tree that the code came from, for its frames and for the imports beside it. The code finds it as
   * `__file__`, from the root of the tree: `./lib/main.py`; the name stays for later runs. Default: none, the code
   * was written for this run.
   */
  readonly file?: string;
  /**
   * Modules that the code may import; `[]` for none. `os` allows the module and all below it, `os.path` that one. Kept
   * by the import system of the run, whatever asks it, while libraries load what they need; in Monty by reading the code,
   * and code that mentions `exec` or `eval` is refused there. What the code can reach through attributes of modules that
   * it may import is a matter of confinement and not of this list. Default: all.
   */
  readonly allowedImports?: readonly string[] | null;
  /**
   * Whether the value of a last expression is also printed, as the interactive Python prints it: its `repr`, made inside
   * the sandbox and written to stdout; nothing for None. Default false.
   */
  readonly display?: boolean;
  /** Arguments of the program: `sys.argv` after its first entry. Not on Monty. Default: none. */
  readonly args?: readonly string[];
  /**
   * What the code reads from standard input: text, bytes, or bytes as they come, which are asked for no sooner than the
   * code reads them. The time that the code waits for them counts as its own. Not on Monty. Default: nothing.
   */
  readonly stdin?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** Environment variables for this run, over the sandbox's own, which are back after it. Default: none. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Limits for this run, over the sandbox's own. */
  readonly limits?: Partial<SandboxLimits>;
  /** Ends the run: the result is an error of kind `aborted`. */
  readonly signal?: AbortSignal;
  /** Called with output as it comes. What it throws or rejects with is dropped: it never changes the run. */
  readonly onOutput?: (chunk: OutputChunk) => void;
  /**
   * Called before each host function with what all processes of the run have used so far, as the kernel counts it and not
   * as the code says: see {@link RunMeter}. Null where the engine cannot tell. What it throws is dropped.
   */
  readonly onHostCall?: (call: {
    readonly name: string;
    readonly processorSeconds: number | null;
    readonly ownSeconds: number | null;
  }) => void;
  /**
   * Called as the run starts, with what asks for what it has used so far. Not called where the engine cannot tell. What it
   * throws is dropped.
   */
  readonly onStart?: (meter: RunMeter) => void;
}

/** A part of what the code writes, as it comes. */
export interface OutputChunk {
  readonly stream: 'stdout' | 'stderr';
  /** As UTF-8; a character whose bytes have not all come is in the next chunk. */
  readonly text: string;
  /** The bytes that the code wrote, whatever they are. */
  readonly bytes: Uint8Array;
}

/**
 * What went wrong, for programs:
 * `syntax` does not compile · `runtime` raised · `timeout`, `memory`, `output`, `limit` a limit was hit ·
 * `unsupported` this engine lacks the feature · `aborted` by the caller's signal · `crash` the engine process
 * died from what the code did · `infrastructure` this machine failed and the code is not at fault.
 */
export type RunErrorKind =
  | 'syntax'
  | 'runtime'
  | 'timeout'
  | 'memory'
  | 'output'
  | 'limit'
  | 'unsupported'
  | 'aborted'
  | 'crash'
  | 'infrastructure';

/** One level of the Python call stack, in the user's own lines. */
export interface StackFrame {
  /** The file of the tree, or `<run N>` for the Nth run of this sandbox. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, when the engine knows it. */
  readonly column?: number;
  /** The function's name, or `<module>`. */
  readonly function: string;
}

/** Why a run failed. */
export interface RunError {
  readonly kind: RunErrorKind;
  /** The Python exception's class name: `ZeroDivisionError`. */
  readonly type: string;
  readonly message: string;
  /** 1-based line of the code that was passed to `run`, when there is one. */
  readonly line: number | null;
  /** Outermost first; only frames of the user's code. */
  readonly frames: readonly StackFrame[];
  /** One sentence on how to repair it, when Mettle knows one. */
  readonly hint: string | null;
  /**
   * What Python would print beside the message: notes that were added to the exception, the exceptions that it came from, and
   * those of a group, a line or more each. Only CPython tells it, and only where there is some.
   */
  readonly notes?: readonly string[];
  /**
   * True where the variables are as they were before the run, because its process was ended: what the run assigned is gone. Files
   * that it wrote and host calls that it made stay. Only CPython goes back; on Monty variables stay as the run left them.
   */
  readonly rolledBack?: true;
  /** The exit status that the code gave its process with `sys.exit` or `os._exit`, where the engine knows it. */
  readonly exitStatus?: number;
  /**
   * True for a `timeout` for which the code does not answer: this machine gave it too little of a processor, and the engine
   * could not go on. Requirements judge it as an `error`.
   */
  readonly starved?: true;
}

/** What a run used. */
export interface RunUsage {
  /** Seconds from request to result. */
  readonly wallSeconds: number;
  /** Seconds of Python execution, as the engine measures them. */
  readonly executionSeconds: number;
  /** Calls of host functions. */
  readonly hostCalls: number;
}

/** The result of a run. A run never throws for what the code did: it says so here. */
export interface RunResult {
  readonly ok: boolean;
  /** Value of the last statement when it is an expression, else null. */
  readonly value: PythonValue;
  readonly stdout: string;
  readonly stderr: string;
  readonly error: RunError | null;
  /** The name of the engine that ran it. */
  readonly engine: string;
  readonly usage: RunUsage;
}

/** What one line of the shell gets. */
export interface ShellOptions {
  /** The folder of the tree that it starts in. Default: the root of the tree. */
  readonly cwd?: string;
  /** Environment variables for this line, over those of the sandbox. Default: none. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What it reads from standard input, as {@link RunOptions.stdin}. Default: nothing. */
  readonly stdin?: RunOptions['stdin'];
  /** Seconds that it may take, counted as {@link SandboxLimits.timeoutSeconds}, at most 600. Default: those of the sandbox. */
  readonly timeoutSeconds?: number;
  /** Ends it and all that it started: the result is an error of kind `aborted`. */
  readonly signal?: AbortSignal;
  /** Called with output as it comes, as {@link RunOptions.onOutput}. */
  readonly onOutput?: RunOptions['onOutput'];
}

/** The result of a line of the shell. */
export interface ShellResult {
  /** Whether it exited with 0. */
  readonly ok: boolean;
  /** The exit code of the shell, 128 and the signal's number where one ended it; null where {@link error} says why there is none. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Why it was ended (`timeout`, `memory`, `output`, `limit`, `aborted`) or could not start; null where it exited by itself. */
  readonly error: RunError | null;
  /** The engine that ran it. */
  readonly engine: string;
  readonly usage: Pick<RunUsage, 'wallSeconds'>;
}

/** What a run that may suspend gets. */
export interface StartOptions extends RunOptions {
  /** Names of functions whose calls suspend the run. None of them may be a host function of the run. */
  readonly suspendOn: readonly string[];
}

/** A run that ended, or one that waits for a host function to be answered. */
export type RunStep =
  | { readonly status: 'finished'; readonly result: RunResult }
  | ({ readonly status: 'suspended' } & SuspendedRun);

/** A run that waits for the answer to a call. Until it is answered or abandoned the sandbox runs nothing else. */
export interface SuspendedRun {
  /** The call as Python made it. */
  readonly call: {
    readonly name: string;
    readonly args: readonly PythonValue[];
    readonly kwargs: Readonly<Record<string, PythonValue>>;
  };
  /** The whole sandbox and the waiting run as signed bytes, for `resumeRun`; the run can be resumed here as well. */
  dump(): Promise<Uint8Array>;
  /**
   * Answers the call and runs on to the end or the next such call. Once only. An answer that takes work to get is a
   * function, which is not called when the sandbox has been closed meanwhile.
   */
  resume(answer: HostAnswer | (() => Promise<HostAnswer>)): Promise<RunStep>;
  /** Ends the run; its result says `aborted`. */
  abandon(): Promise<RunResult>;
}

/** What a host function answers: a value, or an exception by its Python class name. */
export type HostAnswer =
  | { readonly value: PythonValue }
  | { readonly error: { readonly type: string; readonly message: string } };

/** One past run. */
export interface HistoryEntry {
  readonly code: string;
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
  readonly error: RunError | null;
}

/** What this sandbox's engine can do, as probed on this machine. */
export interface SandboxCapabilities {
  readonly engine: string;
  /** Whether a run that waits for a host function can be dumped and resumed elsewhere. */
  readonly suspend: boolean;
  /** Whether the namespace can be dumped and loaded. */
  readonly dumpNamespace: boolean;
  /** How each danger is kept out: the mechanism that was attested, or null where there is none. */
  readonly isolation: Readonly<Record<'files' | 'network' | 'processes' | 'memory' | 'time', string | null>>;
  /** Standard-library modules that import. */
  readonly modules: readonly string[];
  /** Programs that {@link Sandbox.shell} and Python code can start, by name; empty where there is no shell. */
  readonly programs: readonly string[];
  /** Language features this engine lacks, each a few words. */
  readonly missing: readonly string[];
}

/**
 * Python that can do no harm: a namespace that lasts between runs, a copy-on-write file tree, and host functions
 * handed over by name. Runs of one sandbox happen one after another, in the order of the calls.
 */
export interface Sandbox extends AsyncDisposable {
  /** The tree that the code reads and writes; the host folder under it changes only by `files.commit`. */
  readonly files: FileTree;
  /** Runs code in the namespace. Rejects only for wrong arguments and for a closed sandbox. */
  run(code: string, options?: RunOptions): Promise<RunResult>;
  /**
   * Runs a line of the shell (`sh`) on the same files, confined as code is, with the same limits. It neither sees nor
   * changes the namespace, everything that it started ends with it, and `history` doesn't list it. Rejects for wrong
   * arguments, for a closed sandbox, and with `sandbox/no_shell` where the engine has none.
   */
  shell(command: string, options?: ShellOptions): Promise<ShellResult>;
  /**
   * Empties namespace and history, drops what was written to the tree, and counts runs from 1 again; bound functions
   * stay.
   */
  reset(): Promise<void>;
  /**
   * The runs so far, oldest first: at most the last 10,000, and of them so many as have 16 million characters of
   * code and output together; a copy.
   */
  history(): readonly HistoryEntry[];
  /** Binds host functions for every later run. */
  bindFunctions(functions: HostFunctions): void;
  /** The bound host functions; a copy. */
  boundFunctions(): HostFunctions;
  /** A sandbox of its own on a fork of the tree: a clean namespace, or a copy of this one's. */
  fork(options?: { readonly copyNamespace?: boolean }): Promise<Sandbox>;
  /**
   * Runs code until it ends or calls one of the functions named in `suspendOn`, which answer later: perhaps in
   * another process, from what `dump` of the suspended run wrote. Rejects with `sandbox/cannot_suspend` where
   * {@link SandboxCapabilities.suspend} is false.
   */
  start(code: string, options: StartOptions): Promise<RunStep>;
  /** The namespace, the tree and the history as signed bytes, for `loadSandbox`. */
  dump(): Promise<Uint8Array>;
  /** What the engine can do on this machine; the first call may have to probe it. */
  capabilities(): Promise<SandboxCapabilities>;
  /** {@link capabilities} in words, for a model's prompt. */
  describe(): Promise<string>;
  /** Ends the engine's processes. Further calls reject. */
  close(): Promise<void>;
}
