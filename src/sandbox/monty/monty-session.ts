import { MettleError } from '../../core/index.js';
import type { HostAnswer, RunError } from '../contract.js';
import { closedError } from '../ended-errors.js';
import type { EngineOutcome, EngineRun, EngineSession, EngineSessionOptions, EngineStep } from '../engine.js';
import { notStarted } from '../refusals.js';
import { MONTY_BUILTINS } from './monty-builtins.js';
import { MontyRun } from './monty-run.js';
import {
  packNamespace,
  packSuspended,
  type SuspendedState,
  unpackNamespace,
  unpackSuspended,
} from './namespace-bytes.js';
import type { OsWorld } from './os-calls.js';
import { plainCode, readyCode } from './ready-code.js';
import { refusedImport } from './refused-import.js';
import { isSpent, type RunEnd } from './run-end.js';
import { errorFromDeath, errorFromRaised, type RunErrorContext } from './run-error.js';
import type { Feed } from './session-feed.js';
import { SessionState } from './session-state.js';
import { withSystemExit } from './system-exit.js';
import { passInputs } from './text-inputs.js';
import { dumpRequest, feedRequest } from './wire/requests.js';
import type { PooledWorker, WorkerPool } from './worker-pool.js';
import type { Turn, WorkerDeath } from './worker-process.js';
import { NotBegun, patienceOf, sessionClosed } from './worker-wait.js';

/** What a session of Monty is opened with. */
export interface MontySessionOptions extends EngineSessionOptions {
  readonly pool: WorkerPool;
  readonly clockResets: boolean;
  /** Whether code is rewritten where Monty lacks what it uses. */
  readonly rewrites: boolean;
  readonly now: () => Date;
}

/** A run under way, with what its outcome is made from. */
interface Flight {
  readonly run: MontyRun;
  readonly worker: PooledWorker;
  readonly request: Omit<EngineRun, 'inputs'>;
  readonly startedAt: number;
  readonly usedBefore: number;
  /** Whether the code that ran has other columns than the user's. */
  readonly changed: boolean;
  /** Whether the run can be repeated from its feed and its answers. */
  readonly repeatable: boolean;
}

const MAX_SUSPENDED_BYTES = 250 * 2 ** 20;

/** A namespace of Monty: runs code in a worker of the pool. */
export class MontySession implements EngineSession {
  readonly #options: MontySessionOptions;
  readonly #state: SessionState;
  readonly #world: OsWorld;
  #closed = false;
  /** The run under way or suspended. */
  #active: MontyRun | null = null;

  constructor(options: MontySessionOptions) {
    this.#options = options;
    this.#state = new SessionState(options);
    const { files, environment, now } = options;
    this.#world = { files, environment: environment ?? {}, now };
  }

  async run(request: EngineRun): Promise<EngineOutcome> {
    const step = await this.start(request, NO_NAMES);
    if (step.status === 'finished') return step.outcome;
    throw new Error('a run without functions to suspend on was suspended');
  }

  async start(request: EngineRun, suspendOn: ReadonlySet<string>): Promise<EngineStep> {
    this.#checkOpen();
    const startedAt = performance.now();
    const refused = refusedImport(request, this.#options.files);
    if (refused !== null) return { status: 'finished', outcome: notStarted(refused, 0) };
    return this.#begun(startedAt, () => this.#start(request, suspendOn, startedAt));
  }

  async #start(request: EngineRun, suspendOn: ReadonlySet<string>, startedAt: number): Promise<EngineStep> {
    const state = this.#state;
    if (suspendOn.size > 0) await state.save(patienceOf(request, startedAt));
    const flight = await this.#take(request, suspendOn, startedAt);
    const end = await flight.run.drive(flight.first);
    if (end.kind !== 'death' || !wasKilledBefore(end.death, flight.run)) return this.#step(flight, end);
    state.rollBack();
    const again = await this.#take(request, suspendOn, startedAt);
    return this.#step(again, await again.run.drive(again.first));
  }

  /** Sends the run off. */
  async #take(
    request: EngineRun,
    suspendOn: ReadonlySet<string>,
    startedAt: number,
  ): Promise<Flight & { readonly first: Promise<Turn> }> {
    const state = this.#state;
    await state.settled();
    const { feed, changed } = this.#feed(request, suspendOn);
    const { worker, first } = await state.begin(
      request.limits,
      feed,
      frameBytes(request),
      patienceOf(request, startedAt),
    );
    const run = this.#newRun(worker, request, suspendOn, startedAt);
    return {
      run,
      worker,
      first,
      request,
      startedAt,
      changed,
      usedBefore: state.usedMicros,
      repeatable: true,
    };
  }

  async restore(
    state: Uint8Array,
    request: Omit<EngineRun, 'inputs'>,
    suspendOn: ReadonlySet<string>,
  ): Promise<EngineStep> {
    this.#checkOpen();
    const startedAt = performance.now();
    return this.#begun(startedAt, () => this.#restore(unpackSuspended(state), request, suspendOn, startedAt));
  }

  async #restore(
    suspended: SuspendedState,
    request: Omit<EngineRun, 'inputs'>,
    suspendOn: ReadonlySet<string>,
    startedAt: number,
  ): Promise<EngineStep> {
    const patience = patienceOf(request, startedAt);
    const begun = await this.#state.beginSuspended(suspended, frameBytes(request), patience);
    const run = this.#newRun(begun.worker, request, suspendOn, startedAt);
    const usedBefore = this.#state.usedMicros;
    const flight = {
      run,
      worker: begun.worker,
      request,
      startedAt,
      changed: true,
      usedBefore,
      repeatable: false,
    };
    return this.#step(flight, await run.drive(begun.first));
  }

  async reset(): Promise<void> {
    this.#checkOpen();
    this.#state.replace(null);
  }

  async dump(): Promise<Uint8Array> {
    this.#checkOpen();
    return packNamespace(await this.#state.save(null));
  }

  async load(bytes: Uint8Array): Promise<void> {
    this.#checkOpen();
    this.#state.replace(unpackNamespace(bytes));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#active?.close();
    this.#state.close();
  }

  /** The work of a run, or its outcome when no worker was to be had for it. */
  async #begun(startedAt: number, work: () => Promise<EngineStep>): Promise<EngineStep> {
    try {
      return await work();
    } catch (thrown) {
      const error = thrown instanceof NotBegun ? thrown.error : this.#closed ? closedError() : null;
      if (error === null) throw thrown;
      const outcome = notStarted(error, (performance.now() - startedAt) / 1000);
      return { status: 'finished', outcome };
    }
  }

  /** The run's code as the worker gets it. Throws for inputs that cannot cross. */
  #feed(
    request: EngineRun,
    suspendOn: ReadonlySet<string>,
  ): { readonly feed: Feed; readonly changed: boolean } {
    const { code, inputs, functions, limits } = request;
    const inputNames = Object.keys(inputs);
    const names = new Set([...Object.keys(functions), ...suspendOn]);
    const ready = this.#options.rewrites
      ? readyCode(code, this.#state.known, inputNames, names, limits.maxValueBytes)
      : plainCode(code, this.#state.known, names);
    // The worker does not count a feed without any text.
    const source = ready.code === '' ? '\n' : ready.code;
    const { maxInputBytes } = limits;
    const { values, texts } = passInputs(inputs, maxInputBytes);
    const before = [ready.prelude, texts?.code ?? null].filter((part) => part !== null).join('\n');
    const shadowing = Object.keys(functions).filter((name) => MONTY_BUILTINS.has(name));
    const feed = {
      code: { source, request: feedRequest(source, values, shadowing, maxInputBytes) },
      prelude:
        before === ''
          ? null
          : { source: before, request: feedRequest(before, texts?.inputs ?? {}, [], maxInputBytes) },
      file: fileOf(request),
      known: ready.known,
    };
    return { feed, changed: ready.changed };
  }

  #newRun(
    worker: PooledWorker,
    request: Omit<EngineRun, 'inputs'>,
    suspendOn: ReadonlySet<string>,
    startedAt: number,
  ): MontyRun {
    const run = new MontyRun({
      process: worker.process,
      request,
      world: this.#world,
      suspendOn,
      startedAt,
      hostWait: (change) => this.#options.pool.hostWait(change),
    });
    this.#active = run;
    return run;
  }

  #checkOpen(): void {
    if (this.#closed) throw sessionClosed();
  }

  #step(flight: Flight, end: RunEnd): EngineStep {
    if (end.kind !== 'suspended') return { status: 'finished', outcome: this.#outcome(flight, end) };
    let answered = false;
    const once = (): void => {
      if (answered) {
        throw new MettleError({
          code: 'sandbox/not_suspended',
          message: 'this suspended run was answered already',
        });
      }
      answered = true;
    };
    const { call, callId } = end;
    return {
      status: 'suspended',
      call,
      dump: async () => {
        flight.worker.process.send(dumpRequest());
        const { event } = await flight.worker.process.turn(MAX_SUSPENDED_BYTES);
        if (event.kind === 'dump') return packSuspended(this.#state.suspended(event.state));
        throw new MettleError({
          code: 'sandbox/cannot_dump',
          message: 'the suspended run could not be dumped',
        });
      },
      resume: async (answer: HostAnswer) => {
        once();
        return this.#step(flight, await flight.run.resume(callId, answer));
      },
      abandon: async () => {
        once();
        const last = await flight.run.abandon();
        if (last.kind !== 'suspended') return this.#outcome(flight, last);
        throw new Error('an abandoned run was suspended again');
      },
    };
  }

  #outcome(flight: Flight, end: Exclude<RunEnd, { kind: 'suspended' }>): EngineOutcome {
    const { run, request, usedBefore } = flight;
    this.#active = null;
    const fault = this.#state.takeFault();
    const executionMicros = end.kind === 'death' ? usedBefore : end.executionMicros;
    const { error, stderr } =
      fault === null
        ? withSystemExit(end, this.#errorOf(end, flight), request, run.stdout.length)
        : { error: infrastructure(fault), stderr: '' };
    const discard = end.kind === 'death' || fault !== null || error?.kind === 'memory' || isSpent(error, end);
    if (discard) this.#state.rollBack();
    else this.#state.keep(executionMicros, flight.repeatable ? run.answers : null);
    return {
      ok: error === null,
      value: error === null && end.kind === 'complete' ? end.value : null,
      stdout: run.stdout,
      stderr,
      error,
      usage: {
        wallSeconds: (performance.now() - flight.startedAt) / 1000,
        executionSeconds: Math.max(0, executionMicros - usedBefore) / 1e6,
        hostCalls: run.hostCalls,
      },
      namespaceLost: false,
    };
  }

  #errorOf(end: Exclude<RunEnd, { kind: 'suspended' }>, { request, changed }: Flight): RunError | null {
    const context: RunErrorContext = {
      fileOf: (feed) => this.#state.fileOf(feed),
      file: fileOf(request),
      columns: !changed,
      limits: request.limits,
      timeIsUp: end.kind === 'raised' && this.#state.isTimeUp(end.executionMicros),
    };
    switch (end.kind) {
      case 'complete':
        return null;
      case 'raised':
        return errorFromRaised(end.raised, context);
      case 'ended':
        return end.error;
      case 'death':
        return errorFromDeath(end.death, context);
    }
  }
}

/** Whether the worker was killed from outside while the run had shown nothing yet: then it can be run again. */
function wasKilledBefore(death: WorkerDeath, run: MontyRun): boolean {
  const byOthers = death.killedFor === null && death.signal === 'SIGKILL';
  return byOthers && run.hostCalls === 0 && run.fileChanges === 0 && run.stdout === '';
}

const NO_NAMES: ReadonlySet<string> = new Set();

function fileOf(request: Omit<EngineRun, 'inputs'>): string {
  return request.fileName ?? `<run ${request.runNumber}>`;
}

/** Room for a value and the frame around it. */
function frameBytes(request: Omit<EngineRun, 'inputs'>): number {
  return request.limits.maxValueBytes + 65_536;
}

function infrastructure(message: string): RunError {
  return { kind: 'infrastructure', type: 'WorkerError', message, line: null, frames: [], hint: null };
}
