import type { FileTree } from '../filesystem/index.js';
import type { HostAnswer, HostFunctions, RunError, RunOptions, RunUsage, SandboxLimits } from './contract.js';
import type { Deterministic } from './deterministic.js';
import type { PythonValue } from './python-value.js';

/**
 * An engine: what runs Python for a sandbox. `createSandbox` checks every argument, merges limits and
 * functions, numbers the runs, keeps the history and signs dumps; an engine only runs code in sessions.
 */
export interface Engine {
  /** In results and dumps. An engine of your own has a name of its own. */
  readonly name: string;
  /** What this engine can do on this machine, found by probing it once; later calls answer from that probe. */
  probe(): Promise<EngineCapabilities>;
  /** Throws `sandbox/unenforceable_limit`, naming the limit, for limits that this engine cannot keep. */
  checkLimits?(limits: SandboxLimits): void;
  /** Opens a session: one namespace of its own. Rejects with a `MettleError` when the machine cannot run it. */
  openSession(options: EngineSessionOptions): Promise<EngineSession>;
  /** Ends every process of the engine. Open sessions are unusable afterwards. */
  close(): Promise<void>;
}

/** What a session is opened with; every run of the session gets the same tree. */
export interface EngineSessionOptions {
  /** The tree that file operations of the code act on, directly: no path of the host is ever touched. */
  readonly files: FileTree;
  /** The limits of the sandbox: an upper bound for starting processes; each run brings its own. */
  readonly limits: SandboxLimits;
  /** Environment variables that the code sees, and nothing of the host's. Default: none. */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * Folders of the host, absolute and with links resolved, that the code may import packages from and not change.
   * An engine that cannot refuses them (`sandbox/unenforceable_limit`). Default: none.
   */
  readonly packages?: readonly string[];
  /**
   * Programs of the host, by name or absolute path, that code may start beside the usual ones. An engine that starts none refuses
   * them (`sandbox/unenforceable_limit`), and a program that can't be had with `sandbox/no_program`. Default: none.
   */
  readonly programs?: readonly string[];
  /**
   * What clock and chance say. An engine that cannot keep it refuses it (`sandbox/unenforceable_limit`). Default: the
   * machine's own.
   */
  readonly deterministic?: Deterministic;
}

/** What an engine can do, as probed. */
export interface EngineCapabilities {
  /** Whether the engine can run on this machine at all. */
  readonly available: boolean;
  /** One line: version and mechanism when available, else what is missing and the command that gets it. */
  readonly reason: string;
  /** What confines the interpreter, where the engine chooses among several: `bubblewrap`, `landlock`. */
  readonly confinement?: string;
  /** Whether {@link EngineSession.start} suspends and the suspended run can be dumped. */
  readonly suspend: boolean;
  /** Whether {@link EngineSession.dump} and {@link EngineSession.load} work. */
  readonly dumpNamespace: boolean;
  /** How each danger is kept out: the mechanism that was attested, or null where there is none. */
  readonly isolation: Readonly<Record<'files' | 'network' | 'processes' | 'memory' | 'time', string | null>>;
  /** Standard-library modules that import. */
  readonly modules: readonly string[];
  /** Programs that every session can start, by name; empty, or absent, where {@link EngineSession.shell} is not there. */
  readonly programs?: readonly string[];
  /** Language features that are missing, each a few words; empty for real CPython. */
  readonly missing: readonly string[];
}

/** One run, already checked: names are identifiers, limits are positive and complete. */
export interface EngineRun {
  readonly code: string;
  /** 1-based number of the run in its sandbox; the file name of its frames is `<run N>`. */
  readonly runNumber: number;
  /**
   * The file of the tree that the code came from, absolute in the tree (`/lib/main.py`), or null for code passed
   * in directly. With a file, modules beside it import first, and frames name it.
   */
  readonly fileName: string | null;
  readonly inputs: Readonly<Record<string, PythonValue>>;
  /** All functions of this run, by name. They are callable plainly and under `await`. */
  readonly functions: HostFunctions;
  /** Complete limits of this run. */
  readonly limits: SandboxLimits;
  readonly signal: AbortSignal | null;
  /** Never throws. */
  readonly onOutput: RunOptions['onOutput'] | null;
  /** Modules that the code may import. Default: all. */
  readonly allowedImports?: readonly string[] | null;
  /** Whether the code's last value is printed inside, as {@link RunOptions.display} says. Default: false. */
  readonly display?: boolean;
  /** Arguments of the program. Default: none. */
  readonly args?: readonly string[];
  /** What the code reads from standard input. Default: nothing. */
  readonly stdin?: RunOptions['stdin'];
  /** Environment variables for this run alone, over those of the session. Default: none. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Never throws. Default: nobody wants to know. */
  readonly onHostCall?: RunOptions['onHostCall'];
  /** Never throws. An engine that cannot tell what a run has used does not call it. Default: nobody wants to know. */
  readonly onStart?: RunOptions['onStart'];
}

/** One line for the shell, already checked. */
export interface EngineShellLine {
  readonly command: string;
  /** The folder of the tree that it starts in: names joined by `/`; empty for the root. */
  readonly folder: string;
  /** Variables for this line alone, over those of the session. */
  readonly environment: Readonly<Record<string, string>>;
  /** Complete limits. */
  readonly limits: SandboxLimits;
  readonly signal: AbortSignal | null;
  /** Never throws. */
  readonly onOutput: RunOptions['onOutput'] | null;
  /** What it reads from standard input. Default: nothing. */
  readonly stdin?: RunOptions['stdin'];
}

/** What a line of the shell came to. */
export interface EngineShellOutcome {
  /** As the kernel tells it, 128 and the signal's number where one ended the shell; null with an error. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What ended it instead, or kept it from starting. */
  readonly error: RunError | null;
  readonly wallSeconds: number;
}

/** What one run came to. An engine reports what the code did here and rejects only when it is closed. */
export interface EngineOutcome {
  readonly ok: boolean;
  readonly value: PythonValue;
  readonly stdout: string;
  readonly stderr: string;
  readonly error: RunError | null;
  readonly usage: RunUsage;
  /**
   * Whether the namespace as it was before this run is lost: the process had to be replaced without a checkpoint. Never
   * together with {@link ok}: a namespace that ends with a result is lost by the next run, which runs nothing.
   */
  readonly namespaceLost: boolean;
}

/**
 * One namespace. Runs come one at a time: the caller waits for each before it asks for the next. `run` and `start`
 * reject with `sandbox/invalid_value` or `sandbox/value_too_large` for an input that cannot cross, before anything
 * runs; whatever else goes wrong is in the outcome.
 */
export interface EngineSession {
  /** Runs code to its end, serving host calls and file operations. */
  run(request: EngineRun): Promise<EngineOutcome>;
  /**
   * Runs code until it ends or calls one of the named functions, which must not be among `request.functions`.
   * Present only where {@link EngineCapabilities.suspend} is true.
   */
  start?(request: EngineRun, suspendOn: ReadonlySet<string>): Promise<EngineStep>;
  /** Continues a run that {@link SuspendedStep.dump} wrote, in this still unused session, up to where it waited. */
  restore?(
    state: Uint8Array,
    request: Omit<EngineRun, 'inputs'>,
    suspendOn: ReadonlySet<string>,
  ): Promise<EngineStep>;
  /**
   * Runs a line of the shell on the tree, confined as code is, and apart from the namespace, which it neither sees nor
   * changes. Everything that it started has ended when it is over. Present only where there is a shell.
   */
  shell?(line: EngineShellLine): Promise<EngineShellOutcome>;
  /** Empties the namespace; the tree is the caller's to reset. */
  reset(): Promise<void>;
  /** The namespace as bytes, unsigned. Rejects with `sandbox/cannot_dump` where it cannot be kept, saying what. */
  dump(): Promise<Uint8Array>;
  /** Replaces the namespace by a dumped one of the same engine and version; else `sandbox/invalid_dump`. */
  load(state: Uint8Array): Promise<void>;
  /** A session of its own with a copy of this namespace, on another tree. Default: a new session loaded from a dump. */
  copyTo?(options: EngineSessionOptions): Promise<EngineSession>;
  /** Ends what the session holds; may be called twice. */
  close(): Promise<void>;
}

/** A run that ended, or one that waits for a host function to be answered. */
export type EngineStep = FinishedStep | SuspendedStep;

/** The run ended. */
export interface FinishedStep {
  readonly status: 'finished';
  readonly outcome: EngineOutcome;
}

/** The run waits for the answer of a host function. */
export interface SuspendedStep {
  readonly status: 'suspended';
  readonly call: HostCall;
  /** The waiting run as bytes, unsigned; the run stays resumable here too. */
  dump(): Promise<Uint8Array>;
  /** Answers the call and runs on. Once only. */
  resume(answer: HostAnswer): Promise<EngineStep>;
  /** Gives the run up; the namespace keeps what the run did so far. */
  abandon(): Promise<EngineOutcome>;
}

/** A call of a host function, as Python made it. */
export interface HostCall {
  readonly name: string;
  readonly args: readonly PythonValue[];
  readonly kwargs: Readonly<Record<string, PythonValue>>;
}
