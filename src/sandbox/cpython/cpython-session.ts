import { MettleError } from '../../core/index.js';
import { inTurns } from '../../core/internal.js';
import type { FileTree } from '../../filesystem/index.js';
import type { RunError, SandboxLimits } from '../contract.js';
import type { Deterministic } from '../deterministic.js';
import { abortedError, closedError, endedError } from '../ended-errors.js';
import type {
  EngineOutcome,
  EngineRun,
  EngineSession,
  EngineShellLine,
  EngineShellOutcome,
} from '../engine.js';
import { sandboxError } from '../error-codes.js';
import type { PythonValue } from '../python-value.js';
import { notStarted } from '../refusals.js';
import { endOf, failureOf, outcomeOf } from './exchange-outcome.js';
import { FileMirror } from './file-mirror.js';
import { encodeMarshal } from './marshal-encode.js';
import { NamespaceState } from './namespace-state.js';
import { OutputCollector } from './output-collector.js';
import { type ExchangeResult, exchange } from './run-exchange.js';
import { RESETS_PER_PROCESS, SessionProcesses } from './session-processes.js';
import type { SharedFiles } from './shared-files.js';
import { shellNotStarted, shellOutcomeOf } from './shell-outcome.js';
import { StandardInput } from './standard-input.js';
import type { SupervisorProcess } from './supervisor-process.js';
import { writeWorkspace } from './write-workspace.js';

/** What a session is made from. */
export interface CpythonSessionOptions {
  readonly files: FileTree;
  readonly limits: SandboxLimits;
  /** Environment variables that the code sees. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What clock and chance say; default the machine's own. */
  readonly deterministic?: Deterministic;
  /**
   * Starts, or takes from a pool, a confined process whose workspace may hold so many bytes beside the shared files, if any,
   * that it begins with.
   */
  readonly startProcess: (bytes: number, shared: SharedFiles | null) => Promise<SupervisorProcess>;
  /** Asked once, before the first process: files to begin with, or null for none. Default: none. */
  readonly findShared?: () => Promise<SharedFiles | null>;
  /** Resets that one process serves before it is replaced. Default 500; 0 for a new process at each reset. */
  readonly resetsPerProcess?: number;
  /** Called when the session is closed, and waited for. */
  readonly onClose?: () => unknown;
}

/** A session of real CPython behind a supervisor: the same for every way of confining it. */
export class CpythonSession implements EngineSession {
  readonly #options: CpythonSessionOptions;
  readonly #mirror: FileMirror;
  readonly #processes: SessionProcesses;
  readonly #namespace = new NamespaceState();
  #closed = false;
  /** Whether nothing has been sent to the process since the last reset. */
  #isUntouched = false;
  /** Whether the session process knows which files lie in the workspace without content. */
  #toldAbsent = false;
  /** What a process of the session begins with; undefined before the first one. */
  #shared: SharedFiles | null | undefined;

  constructor(options: CpythonSessionOptions) {
    this.#options = options;
    this.#mirror = new FileMirror(options.files);
    const { startProcess, resetsPerProcess = RESETS_PER_PROCESS } = options;
    this.#processes = new SessionProcesses({
      startProcess: (bytes) => startProcess(bytes, this.#shared ?? null),
      resetsPerProcess,
    });
  }

  async run(request: EngineRun): Promise<EngineOutcome> {
    const started = performance.now();
    const output = new OutputCollector(request.limits.maxOutputChars, request.onOutput);
    this.#assertOpen();
    const refuse = (error: RunError): EngineOutcome => this.#refused(error, secondsSince(started));
    const loss = this.#lossBefore();
    if (loss !== null) return refuse(loss);
    const unready = await this.#ready(request.limits, request.signal);
    if (unready !== null) return refuse(unready);
    this.#namespace.use();
    const result = await this.#exchange(
      {
        kind: 'run',
        code: request.code,
        fileName: request.fileName ?? `<run ${request.runNumber}>`,
        ...this.#settings(),
        inputs: encodeMarshal(request.inputs, request.limits.maxInputBytes),
        functions: Object.keys(request.functions),
        recursion: request.limits.maxRecursionDepth,
        allowed: request.allowedImports == null ? null : [...request.allowedImports],
        valueBytes: request.limits.maxValueBytes,
        display: request.display === true,
        args: [...(request.args ?? [])],
        variables: { ...request.environment },
        absent: this.#absentFiles(),
      },
      request,
      output,
    );
    if (result.report === null) this.#toldAbsent = false;
    if ((result.end?.files ?? null) !== null) this.#forgetFiles();
    const { files } = this.#options;
    const wallSeconds = secondsSince(started);
    const failure =
      this.#closed && result.end === null
        ? closedError()
        : failureOf(result, request.limits, files, output.text('stderr'));
    return this.#told(outcomeOf(result, failure, output, wallSeconds));
  }

  async shell(request: EngineShellLine): Promise<EngineShellOutcome> {
    const started = performance.now();
    this.#assertOpen();
    const refuse = (error: RunError): EngineShellOutcome => shellNotStarted(error, secondsSince(started));
    this.#lossBefore();
    const unready = await this.#ready(request.limits, request.signal);
    if (unready !== null) return refuse(unready);
    const output = new OutputCollector(request.limits.maxOutputChars, request.onOutput);
    const result = await this.#exchange(
      {
        kind: 'shell',
        code: request.command,
        folder: request.folder,
        ...this.#settings(),
        variables: { ...request.environment },
        absent: this.#mirror.absentFiles().map(([path, size]) => [path, size]),
      },
      { ...request, functions: {} },
      output,
      true,
    );
    // What the process of the next run knows of files without content is from before, if it is not a new one.
    this.#toldAbsent = false;
    if ((result.end?.files ?? null) !== null) this.#forgetFiles();
    if (result.end === null || result.end.lost) this.#namespace.endedWithRun();
    const closed = this.#closed && result.end === null ? closedError() : null;
    return shellOutcomeOf(result, closed, request.limits, output, secondsSince(started));
  }

  async reset(): Promise<void> {
    this.#assertOpen();
    this.#namespace.empty();
    this.#forgetFiles();
    this.#isUntouched = true;
    await this.#processes.reset();
  }

  async dump(): Promise<Uint8Array> {
    this.#assertOpen();
    if (this.#lossBefore() !== null) {
      throw sandboxError(
        'cannot_dump',
        'The variables are lost because the process that held them ended; define them again, or reset the sandbox.',
      );
    }
    const report = await this.#ask({ kind: 'dump' }, 'cannot_dump');
    if (report.ok === true && report.value instanceof Uint8Array) return report.value;
    const unkept = field(report.error, 'unkept');
    const names = Array.isArray(unkept) ? unkept.map(String) : [];
    throw sandboxError(
      'cannot_dump',
      `The namespace holds values that cannot be saved: ${names.join(', ') || 'unknown'}; delete these names first.`,
      { details: { names } },
    );
  }

  async load(state: Uint8Array): Promise<void> {
    this.#namespace.empty();
    this.#namespace.use();
    const report = await this.#ask({ kind: 'load', state }, 'invalid_dump');
    if (report.ok === true) return;
    throw sandboxError(
      'invalid_dump',
      `The dump cannot be loaded: ${String(field(report.error, 'why') ?? 'unknown reason')}`,
    );
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#processes.close();
    await this.#options.onClose?.();
  }

  /** What the session process is set up with by the first request that it gets. */
  #settings(): Readonly<Record<string, PythonValue>> {
    const { environment = {}, deterministic } = this.#options;
    if (deterministic === undefined) return { environment, deterministic: null };
    const { now, timezone, seed } = deterministic;
    return { environment, deterministic: [now.getTime(), timezone, seed] };
  }

  #assertOpen(): void {
    if (!this.#closed) return;
    throw sandboxError('closed', 'The sandbox is closed; create a new one.');
  }

  /** What a run has to say instead of running, where the variables of earlier runs are gone. */
  #lossBefore(): RunError | null {
    const { current } = this.#processes;
    if (current !== null && current.ended !== null) this.#namespace.endedBetweenRuns();
    return this.#namespace.loss;
  }

  /** The outcome of a run that was not begun; it tells of a loss. */
  #refused(error: RunError, wallSeconds: number): EngineOutcome {
    const namespaceLost = this.#namespace.loss !== null;
    if (namespaceLost) this.#namespace.empty();
    return { ...notStarted(error, wallSeconds), namespaceLost };
  }

  /** Has a process with the files of the tree; the error of a run that can't have one, or null. */
  async #ready(limits: SandboxLimits, signal: AbortSignal | null): Promise<RunError | null> {
    let synced: string | null;
    try {
      synced = await this.#sync(limits, signal);
    } catch (thrown) {
      if (thrown === STOPPED) return abortedError();
      return this.#closed ? closedError() : startError(thrown);
    }
    if (this.#closed) return closedError();
    return synced === null ? null : endedError('limit', 'OSError', synced);
  }

  /** Brings the workspace to the state of the tree: null, or why it cannot be done. */
  async #sync(limits: SandboxLimits, signal: AbortSignal | null = null): Promise<string | null> {
    const processes = this.#processes;
    let process = processes.current;
    if (process !== null && process.ended !== null) {
      await processes.drop();
      this.#forgetFiles();
    }
    if (this.#shared === undefined) this.#shared = (await this.#options.findShared?.()) ?? null;
    if (processes.current === null) this.#mirror.clear(this.#shared?.start);
    let operations = await this.#delta(signal);
    const bytes = limits.maxFileBytes + this.#mirror.bytes + (this.#shared?.folder.bytes ?? 0);
    if (this.#isUntouched && processes.current !== null && !processes.hasRoom(bytes)) {
      await processes.drop();
      this.#mirror.clear(this.#shared?.start);
      operations = await this.#delta(signal);
    }
    this.#isUntouched = false;
    process = processes.current;
    if (process === null) {
      this.#toldAbsent = false;
      process = await processes.start(bytes);
      if (this.#closed) return 'the sandbox was closed';
    }
    if (operations.length === 0) return null;
    const complaint = await writeWorkspace(process, operations);
    if (complaint === null) return null;
    this.#forgetFiles();
    const { ended } = process;
    this.#namespace.endedBetweenRuns();
    await processes.drop();
    if (ended !== null && !this.#closed) {
      throw sandboxError(
        'no_confinement',
        `The confined Python process ended while files were put into its workspace: ${ended}`,
      );
    }
    return `the files of the tree could not be put into the workspace: ${complaint}`;
  }

  /**
   * What is to be done in the workspace. A signal stops the look at the whole tree before there is a process, with which
   * variables would be lost.
   */
  async #delta(signal: AbortSignal | null): Promise<readonly PythonValue[]> {
    const isAhead = this.#processes.current === null;
    try {
      return await inTurns(this.#mirror.delta(), isAhead ? signal : null);
    } catch (thrown) {
      this.#forgetFiles();
      if (!isAhead) this.#namespace.endedBetweenRuns();
      await this.#processes.drop();
      throw signal?.aborted === true && thrown === signal.reason ? STOPPED : thrown;
    }
  }

  /** The workspace is empty, or will be. */
  #forgetFiles(): void {
    this.#mirror.clear();
    this.#toldAbsent = false;
  }

  /** The files without content, when the session process does not know them. */
  #absentFiles(): PythonValue {
    if (this.#toldAbsent) return null;
    this.#toldAbsent = true;
    return this.#mirror.absentFiles().map(([path, size]) => [path, size]);
  }

  async #exchange(
    request: Readonly<Record<string, PythonValue>>,
    run: Pick<EngineRun, 'functions' | 'limits' | 'signal' | 'onHostCall' | 'onStart' | 'stdin'>,
    output: OutputCollector,
    isShell = false,
  ): Promise<ExchangeResult> {
    const process = this.#processes.current;
    if (process === null) throw sandboxError('closed', 'The sandbox is closed.');
    return exchange({
      process,
      mirror: this.#mirror,
      request,
      functions: run.functions,
      limits: run.limits,
      output,
      signal: run.signal,
      isShell,
      ...(run.stdin === undefined ? {} : { stdin: new StandardInput(run.stdin) }),
      ...(run.onHostCall === undefined ? {} : { onHostCall: run.onHostCall }),
      ...(run.onStart === undefined ? {} : { onStart: run.onStart }),
    });
  }

  async #ask(
    request: Readonly<Record<string, PythonValue>>,
    failure: 'cannot_dump' | 'invalid_dump',
  ): Promise<{ readonly [key: string]: PythonValue }> {
    const { limits } = this.#options;
    this.#assertOpen();
    const synced = await this.#sync(limits);
    this.#assertOpen();
    if (synced !== null) throw sandboxError(failure, synced);
    const output = new OutputCollector(limits.maxOutputChars, null);
    const result = await this.#exchange(
      { ...request, ...this.#settings() },
      { functions: {}, limits, signal: null },
      output,
    );
    if (result.end === null || result.end.lost) this.#namespace.endedWithRun();
    if (typeof result.report === 'object' && result.report !== null) {
      return result.report as { readonly [key: string]: PythonValue };
    }
    const why = endOf(result, limits);
    throw sandboxError(failure, `The namespace could not be copied: ${why.message}`);
  }

  /** The outcome, where it tells of a loss; where there is a result, that counts, and the next run tells. */
  #told(outcome: EngineOutcome): EngineOutcome {
    if (!outcome.namespaceLost) return outcome;
    if (outcome.ok) this.#namespace.endedWithRun();
    else this.#namespace.empty();
    return { ...outcome, namespaceLost: !outcome.ok };
  }
}

/** Thrown where a signal came while the files of the tree were looked at. */
const STOPPED = new Error('stopped');

function secondsSince(started: number): number {
  return (performance.now() - started) / 1000;
}

function field(value: PythonValue | undefined, name: string): PythonValue | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as { readonly [key: string]: PythonValue })[name];
}

/** How the start of a process fails where the machine is to blame. */
const MACHINE_FAILURES: ReadonlySet<string> = new Set(['sandbox/no_confinement', 'sandbox/no_container']);

/** The error of a run whose process ended before the code ran; anything else that was thrown goes on. */
function startError(thrown: unknown): RunError {
  if (!MettleError.isInstance(thrown) || !MACHINE_FAILURES.has(thrown.code)) throw thrown;
  return endedError('infrastructure', 'ProcessError', thrown.message);
}
