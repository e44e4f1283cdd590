import { basename } from 'node:path';
import { Slots } from '../core/internal.js';
import type { FileTree } from '../filesystem/index.js';
import { boundedError } from './bounded-error.js';
import { checkFunctions } from './check-functions.js';
import { compiledProgram } from './compiled-programs.js';
import type {
  HistoryEntry,
  HostAnswer,
  HostFunctions,
  RunOptions,
  RunResult,
  RunStep,
  Sandbox,
  SandboxCapabilities,
  SandboxLimits,
  ShellOptions,
  ShellResult,
  StartOptions,
} from './contract.js';
import { describeCapabilities } from './describe.js';
import type {
  Engine,
  EngineOutcome,
  EngineRun,
  EngineSession,
  EngineSessionOptions,
  EngineStep,
} from './engine.js';
import { sandboxError } from './error-codes.js';
import { loadSession } from './load-session.js';
import { engineRunOf, type PreparedRun, prepareRun, suspensionsOf } from './prepared-run.js';
import type { PythonValue } from './python-value.js';
import { cannotSuspend, keepsInputs, noShell, refusalOf, withLossNamed } from './refusals.js';
import { RunHistory } from './run-history.js';
import { packInputs, type SandboxDump, writeSandboxDump } from './sandbox-dump.js';
import { prepareShellLine, shellRefusalOf } from './shell-line.js';

/** What every session of a sandbox is opened with, beside its tree and its limits. */
export type SessionSettings = Required<Pick<EngineSessionOptions, 'environment' | 'packages' | 'programs'>> &
  Pick<EngineSessionOptions, 'deterministic'>;

/** What an {@link EngineSandbox} is made from; everything is checked already. */
export interface EngineSandboxParts {
  readonly engine: Engine;
  readonly session: EngineSession;
  readonly files: FileTree;
  readonly limits: SandboxLimits;
  readonly settings: SessionSettings;
  /** Inputs of the sandbox, bound again after a reset. */
  readonly inputs: Readonly<Record<string, PythonValue>>;
  /** Whether the session's namespace has not been given them yet. */
  readonly inputsPending: boolean;
  readonly functions: HostFunctions;
  readonly dumpKey: Uint8Array;
  readonly history: readonly HistoryEntry[];
  readonly runs: number;
  /** Whether the engine is this sandbox's own and ends with it. */
  readonly ownsEngine: boolean;
}

/** A fork of a sandbox, with the files and functions that the sandbox had at the time. */
interface Scratch {
  readonly sandbox: EngineSandbox;
  readonly files: FileTree;
  readonly functions: HostFunctions;
  /** Whether it could be reset; undefined before its first use. */
  wasReset?: Promise<boolean>;
}

/** Milliseconds after which a scratch fork that nobody needs is closed. */
const IDLE_MILLISECONDS = 10_000;

/** The sandbox over any engine: order of runs, limits, functions, history, dumps. */
export class EngineSandbox implements Sandbox {
  readonly files: FileTree;
  readonly #parts: EngineSandboxParts;
  #functions: HostFunctions;
  readonly #history: RunHistory;
  #runs: number;
  /** Whether the namespace has not been given the sandbox's inputs yet. */
  #inputsPending: boolean;
  readonly #order = new Slots(1);
  #closed = false;
  /** A clean fork that waits for its next use. */
  #scratch: Scratch | null = null;
  #scratchTimer: NodeJS.Timeout | undefined;
  /** Ends the turn of the run that is suspended. */
  #releaseSuspended: () => void = () => {};

  constructor(parts: EngineSandboxParts) {
    this.files = parts.files;
    this.#parts = parts;
    this.#functions = parts.functions;
    this.#history = new RunHistory(parts.history);
    this.#runs = parts.runs;
    this.#inputsPending = parts.inputsPending;
  }

  async run(code: string, options: RunOptions = {}): Promise<RunResult> {
    const prepared = this.#prepare(code, options);
    return this.#inTurn(async () => {
      const request = this.#request(prepared);
      const early = refusalOf(request);
      const outcome = early ?? (await this.#parts.session.run(request));
      return this.#record(request, outcome);
    });
  }

  async shell(command: string, options: ShellOptions = {}): Promise<ShellResult> {
    this.#checkOpen();
    const { engine, session, limits } = this.#parts;
    const line = prepareShellLine(command, options, limits);
    const run = session.shell?.bind(session);
    if (run === undefined) throw noShell(engine.name);
    return this.#inTurn(async () => {
      const { exitCode, stdout, stderr, error, wallSeconds } =
        shellRefusalOf(line, this.files) ?? (await run(line));
      return {
        ok: exitCode === 0,
        exitCode,
        stdout,
        stderr,
        error: error === null ? null : boundedError(error),
        engine: engine.name,
        usage: { wallSeconds },
      };
    });
  }

  async start(code: string, options: StartOptions): Promise<RunStep> {
    const prepared = this.#prepare(code, options);
    const suspendOn = suspensionsOf(options, prepared);
    const { session } = this.#parts;
    const begin = session.start?.bind(session);
    if (begin === undefined) throw cannotSuspend(this.#parts.engine.name);
    const release = await this.#turn();
    try {
      const request = this.#request(prepared);
      const early = refusalOf(request);
      if (early !== null)
        return this.#step({ status: 'finished', outcome: early }, request, suspendOn, release);
      return this.#step(await begin(request, suspendOn), request, suspendOn, release);
    } catch (thrown) {
      release();
      throw thrown;
    }
  }

  /** Continues a run that another sandbox's suspended run dumped; for `resumeRun`. */
  async restore(dump: SandboxDump, answer: HostAnswer | (() => Promise<HostAnswer>)): Promise<RunStep> {
    const { session } = this.#parts;
    if (dump.suspended === null || session.restore === undefined)
      throw cannotSuspend(this.#parts.engine.name);
    const { code, file, limits } = dump.suspended;
    const suspendOn = new Set(dump.suspended.suspendOn);
    const release = await this.#turn();
    const request: EngineRun = {
      code,
      runNumber: this.#runs,
      fileName: file,
      inputs: {},
      functions: this.#functions,
      limits,
      signal: null,
      onOutput: null,
    };
    try {
      const step = this.#step(
        await session.restore(dump.state, request, suspendOn),
        request,
        suspendOn,
        release,
      );
      return step.status === 'suspended' ? await step.resume(answer) : step;
    } catch (thrown) {
      release();
      throw thrown;
    }
  }

  async reset(): Promise<void> {
    this.#checkOpen();
    await this.#inTurn(async () => {
      await this.#parts.session.reset();
      this.files.reset();
      this.#history.clear();
      this.#runs = 0;
      this.#inputsPending = true;
    });
  }

  history(): readonly HistoryEntry[] {
    return this.#history.entries;
  }

  bindFunctions(functions: HostFunctions): void {
    this.#checkOpen();
    checkFunctions(functions);
    this.#functions = { ...this.#functions, ...functions };
  }

  boundFunctions(): HostFunctions {
    return { ...this.#functions };
  }

  async fork(options: { readonly copyNamespace?: boolean } = {}): Promise<Sandbox> {
    this.#checkOpen();
    return this.#inTurn(() => this.#fork(options.copyNamespace === true));
  }

  /**
   * Gives `work` a fork with a clean namespace. It is reset and kept for the next call, as long as the files and functions
   * of this sandbox stay the same; calls at the same time have forks of their own. It ends with this sandbox, after ten
   * seconds without use, and where `work` throws.
   */
  async withScratch<T>(work: (sandbox: Sandbox) => Promise<T>): Promise<T> {
    this.#checkOpen();
    const scratch = await this.#inTurn(() => this.#takeScratch());
    try {
      const result = await work(scratch.sandbox);
      this.#keepScratch(scratch);
      return result;
    } catch (thrown) {
      await scratch.sandbox.close();
      throw thrown;
    }
  }

  async dump(): Promise<Uint8Array> {
    this.#checkOpen();
    return this.#inTurn(async () => this.#write(await this.#parts.session.dump(), null));
  }

  async capabilities(): Promise<SandboxCapabilities> {
    const { engine, settings } = this.#parts;
    const { suspend, dumpNamespace, isolation, modules, programs = [], missing } = await engine.probe();
    const named = programs.length === 0 ? [] : settings.programs.map((path) => basename(path));
    return {
      engine: engine.name,
      suspend,
      dumpNamespace,
      isolation,
      modules,
      programs: [...new Set([...programs, ...named])].sort(),
      missing,
    };
  }

  async describe(): Promise<string> {
    const { limits } = this.#parts;
    return describeCapabilities(await this.capabilities(), limits, Object.keys(this.#functions));
  }

  /** As {@link compiledProgram}, for the engine of this sandbox. */
  compiled(source: string): Promise<Uint8Array | null> {
    return compiledProgram(this.#parts.engine, source);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#releaseSuspended();
    await Promise.all([this.#parts.session.close(), this.#endScratch()]);
    if (this.#parts.ownsEngine) await this.#parts.engine.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #fork(copied: boolean): Promise<EngineSandbox> {
    const { engine, limits, settings } = this.#parts;
    const files = this.files.fork();
    const session = copied
      ? await this.#copySession({ files, limits, ...settings })
      : await engine.openSession({ files, limits, ...settings });
    return new EngineSandbox({
      ...this.#parts,
      session,
      files,
      functions: this.#functions,
      inputsPending: copied ? this.#inputsPending : true,
      history: [],
      runs: 0,
      ownsEngine: false,
    });
  }

  async #takeScratch(): Promise<Scratch> {
    const kept = this.#scratch;
    this.#scratch = null;
    clearTimeout(this.#scratchTimer);
    if (kept !== null) {
      const isSame = kept.functions === this.#functions && kept.files.changesFrom(this.files).length === 0;
      if ((await kept.wasReset) === true && isSame) return kept;
      await kept.sandbox.close();
    }
    return { sandbox: await this.#fork(false), files: this.files.fork(), functions: this.#functions };
  }

  #keepScratch(scratch: Scratch): void {
    if (this.#closed || this.#scratch !== null) {
      void scratch.sandbox.close();
      return;
    }
    this.#scratch = scratch;
    this.#scratchTimer = setTimeout(() => void this.#endScratch(), IDLE_MILLISECONDS).unref();
    scratch.wasReset = scratch.sandbox.reset().then(
      () => true,
      () => false,
    );
  }

  async #endScratch(): Promise<void> {
    const scratch = this.#scratch;
    this.#scratch = null;
    clearTimeout(this.#scratchTimer);
    await scratch?.sandbox.close();
  }

  /** Waits for what was asked for before, then holds the turn until the returned function is called. */
  async #turn(): Promise<() => void> {
    const release = await this.#order.take();
    try {
      this.#checkOpen();
    } catch (thrown) {
      release();
      throw thrown;
    }
    return release;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.#turn();
    try {
      return await work();
    } finally {
      release();
    }
  }

  #checkOpen(): void {
    if (this.#closed) throw sandboxError('closed', 'this sandbox is closed');
  }

  async #copySession(options: EngineSessionOptions): Promise<EngineSession> {
    const { engine, session } = this.#parts;
    if (session.copyTo !== undefined) return session.copyTo(options);
    const state = await session.dump();
    const copy = await engine.openSession(options);
    await loadSession(copy, state);
    return copy;
  }

  #prepare(code: string, options: RunOptions): PreparedRun {
    this.#checkOpen();
    const { engine, limits } = this.#parts;
    return prepareRun(code, options, { engine, limits, functions: this.#functions });
  }

  #request(prepared: PreparedRun): EngineRun {
    this.#runs++;
    return engineRunOf(prepared, this.#runs, this.#inputsPending ? this.#parts.inputs : {});
  }

  #record(request: EngineRun, outcome: EngineOutcome): RunResult {
    if (outcome.namespaceLost) this.#inputsPending = true;
    else if (keepsInputs(outcome)) this.#inputsPending = false;
    const { ok, value, stdout, stderr, usage } = outcome;
    const named = outcome.namespaceLost ? withLossNamed(outcome.error) : outcome.error;
    const error = named === null ? null : boundedError(named);
    this.#history.add({ code: request.code, ok, stdout, stderr, error });
    return { ok, value, stdout, stderr, error, engine: this.#parts.engine.name, usage };
  }

  #step(step: EngineStep, request: EngineRun, suspendOn: ReadonlySet<string>, release: () => void): RunStep {
    if (step.status === 'finished') {
      release();
      return { status: 'finished', result: this.#record(request, step.outcome) };
    }
    this.#releaseSuspended = release;
    const { code, fileName, limits } = request;
    return {
      status: 'suspended',
      call: step.call,
      dump: async () =>
        this.#write(await step.dump(), { code, file: fileName, limits, suspendOn: [...suspendOn] }),
      resume: async (answer) => {
        // A closed run takes no answer, whatever it is: it has ended.
        const answered = async (): Promise<HostAnswer> => {
          if (typeof answer !== 'function') return answer;
          return this.#closed ? { value: null } : answer();
        };
        const given = await answered();
        return this.#step(await step.resume(given), request, suspendOn, release);
      },
      abandon: async () => {
        const outcome = await step.abandon();
        release();
        return this.#record(request, outcome);
      },
    };
  }

  #write(state: Uint8Array, suspended: SandboxDump['suspended']): Uint8Array {
    const { engine, limits, settings, inputs, dumpKey } = this.#parts;
    const { environment, deterministic } = settings;
    return writeSandboxDump(dumpKey, {
      engine: engine.name,
      limits,
      environment,
      deterministic:
        deterministic === undefined ? null : { ...deterministic, now: deterministic.now.getTime() },
      inputs: packInputs(inputs),
      inputsPending: this.#inputsPending,
      runs: this.#runs,
      history: this.#history.entries,
      files: this.files.snapshot(),
      suspended,
      state,
    });
  }
}

/**
 * A program of Mettle's own, compiled for the interpreter of a sandbox by a process that loads no other code; null where
 * it is still to be compiled by who runs it.
 */
export async function compiledFor(sandbox: Sandbox, source: string): Promise<Uint8Array | null> {
  return sandbox instanceof EngineSandbox ? sandbox.compiled(source) : null;
}

/** Gives `work` a fork of a sandbox with a clean namespace, warm where one was used before. */
export async function withScratch<T>(sandbox: Sandbox, work: (fork: Sandbox) => Promise<T>): Promise<T> {
  if (sandbox instanceof EngineSandbox) return sandbox.withScratch(work);
  await using fork = await sandbox.fork();
  return await work(fork);
}
