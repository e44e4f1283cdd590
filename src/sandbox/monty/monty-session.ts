import { randomBytes } from 'node:crypto';
import type { HostAnswer } from '../contract.js';
import { SeededEntropy } from '../deterministic.js';
import { closedError } from '../ended-errors.js';
import type { EngineOutcome, EngineRun, EngineSession, EngineSessionOptions, EngineStep } from '../engine.js';
import { sandboxError } from '../error-codes.js';
import { notStarted } from '../refusals.js';
import { awaitedCalls } from './awaited-calls.js';
import { MONTY_BUILTINS } from './lacks.js';
import { MontyRun } from './monty-run.js';
import { packSession, unpackSession } from './namespace-bytes.js';
import type { OsWorld } from './os-calls.js';
import type { RunEnd } from './run-end.js';
import { errorOfEnd } from './run-error.js';
import { cameFromFile, fileBehind, isAwaitedCall } from './session-notes.js';
import { type Begun, type Feed, SessionState } from './session-state.js';
import { withSystemExit } from './system-exit.js';
import { WORKING_FOLDER } from './tree-path.js';
import { refusedCode } from './unsupported.js';
import type { Answer } from './wire/answer.js';
import { dumpRequest, encodeInputs, feedRequest, UNREAD_SOURCE } from './wire/requests.js';
import { withDisplay } from './with-display.js';
import type { PooledWorker, WorkerPool } from './worker-pool.js';
import { NotBegun, patienceOf, sessionClosed } from './worker-wait.js';

/** What a session of Monty is opened with. */
export interface MontySessionOptions extends EngineSessionOptions {
  readonly pool: WorkerPool;
}

/** A run without the inputs, which are sent with its code. */
type Request = Omit<EngineRun, 'inputs'>;

/** A run under way, with what its outcome is made from. */
interface Flight {
  readonly run: MontyRun;
  readonly worker: PooledWorker;
  readonly request: Request;
  readonly startedAt: number;
}

const MAX_SUSPENDED_BYTES = 250 * 2 ** 20;
/** From this size on, inputs are bound before the code is sent, in the place of what they replace. */
const LARGE_INPUT_BYTES = 2 ** 20;

/** A namespace of Monty: runs code in a worker of the pool. */
export class MontySession implements EngineSession {
  readonly #options: MontySessionOptions;
  readonly #state: SessionState;
  #world: OsWorld;
  #closed = false;
  /** The run under way or suspended. */
  #active: MontyRun | null = null;

  constructor(options: MontySessionOptions) {
    this.#options = options;
    this.#state = new SessionState({ pool: options.pool, frozen: options.deterministic ?? null });
    this.#world = worldOf(options);
  }

  async run(request: EngineRun): Promise<EngineOutcome> {
    const step = await this.start(request, NO_NAMES);
    if (step.status === 'finished') return step.outcome;
    throw new Error('a run without functions to suspend on was suspended');
  }

  async start(request: EngineRun, suspendOn: ReadonlySet<string>): Promise<EngineStep> {
    this.#checkOpen();
    const startedAt = performance.now();
    const hadFile = request.fileName !== null || cameFromFile(this.#state.notes);
    const refused = refusedCode(request, this.#options.files, hadFile);
    if (refused !== null) return { status: 'finished', outcome: notStarted(refused, 0) };
    if (suspendOn.size > 0 && request.environment !== undefined) {
      throw sandboxError(
        'invalid_argument',
        'a run that may suspend has the environment of its sandbox; give it to createSandbox',
      );
    }
    const feed = feedOf(request);
    const patience = patienceOf(request, startedAt);
    return this.#fly(request, suspendOn, startedAt, () =>
      this.#state.begin(request.limits, feed, frameBytes(request), patience),
    );
  }

  async restore(bytes: Uint8Array, request: Request, suspendOn: ReadonlySet<string>): Promise<EngineStep> {
    this.#checkOpen();
    const startedAt = performance.now();
    const waiting = unpackSession(bytes);
    if (waiting === null) {
      throw sandboxError('invalid_dump', 'these bytes are not a suspended run');
    }
    const patience = patienceOf(request, startedAt);
    const begin = () => this.#state.beginWaiting(waiting, frameBytes(request), patience);
    return this.#fly(request, suspendOn, startedAt, begin, waiting.answers);
  }

  async reset(): Promise<void> {
    this.#checkOpen();
    await this.#state.replace(null);
    this.#world = worldOf(this.#options);
  }

  async dump(): Promise<Uint8Array> {
    this.#checkOpen();
    return packSession(await this.#state.save());
  }

  async load(bytes: Uint8Array): Promise<void> {
    this.#checkOpen();
    await this.#state.replace(unpackSession(bytes));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#active?.close();
    this.#state.close();
  }

  /** Runs what `begin` sends off, up to its end or to a call that suspends it. */
  async #fly(
    request: Request,
    suspendOn: ReadonlySet<string>,
    startedAt: number,
    begin: () => Promise<Begun>,
    answers?: ReadonlyMap<number, Answer>,
  ): Promise<EngineStep> {
    try {
      const { worker, first } = await begin();
      const run = new MontyRun({
        process: worker.process,
        request,
        world: { ...this.#world, environment: { ...this.#world.environment, ...request.environment } },
        suspendOn,
        startedAt,
        isAwaitedCall: (place) => isAwaitedCall(this.#state.notes, place),
        hostWait: (change) => this.#options.pool.hostWait(change),
        answers,
      });
      this.#active = run;
      return this.#step({ run, worker, request, startedAt }, await run.drive(first));
    } catch (thrown) {
      const notBegun = thrown instanceof NotBegun ? thrown : null;
      const error = notBegun?.error ?? (this.#closed ? closedError() : null);
      if (error === null) throw thrown;
      const outcome = notStarted(error, (performance.now() - startedAt) / 1000);
      return { status: 'finished', outcome: { ...outcome, namespaceLost: notBegun?.namespaceLost ?? false } };
    }
  }

  #checkOpen(): void {
    if (this.#closed) throw sessionClosed();
  }

  #step(flight: Flight, end: RunEnd): EngineStep {
    if (end.kind !== 'suspended') return { status: 'finished', outcome: this.#outcome(flight, end) };
    let answered = false;
    const once = (): void => {
      if (answered) {
        throw sandboxError('not_suspended', 'this suspended run was answered already');
      }
      answered = true;
    };
    const { call, callId } = end;
    return {
      status: 'suspended',
      call,
      dump: async () => {
        const answers = flight.run.answers.saved();
        flight.worker.process.send(dumpRequest());
        const { event } = await flight.worker.process.turn(MAX_SUSPENDED_BYTES);
        if (event.kind === 'dump')
          return packSession({ state: event.state, notes: this.#state.notes, answers });
        throw sandboxError('cannot_dump', 'the suspended run could not be dumped');
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
    const { run, request, startedAt } = flight;
    this.#active = null;
    const state = this.#state;
    const file = fileOf(request);
    const context = {
      fileOf: (feed: string) => (feed === UNREAD_SOURCE ? file : fileBehind(state.notes, feed)),
      file,
      limits: request.limits,
    };
    const printed = run.output.stdout.length + run.output.stderr.length;
    const { error, stderr } = withSystemExit(end, errorOfEnd(end, context), request, printed);
    const executionMicros = end.kind === 'death' ? 0 : end.executionMicros;
    const namespaceLost = end.kind === 'death' && state.lose();
    if (end.kind !== 'death') state.keep(executionMicros, !isUnread(end));
    return {
      ok: error === null,
      value: error === null && end.kind === 'complete' ? end.value : null,
      stdout: run.output.stdout,
      stderr: run.output.stderr + stderr,
      error,
      usage: {
        wallSeconds: (performance.now() - startedAt) / 1000,
        executionSeconds: executionMicros / 1e6,
        hostCalls: run.hostCalls,
      },
      namespaceLost,
    };
  }
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** Whether the worker refused the source before it was a feed of the session. */
function isUnread(end: RunEnd): boolean {
  return end.kind === 'raised' && end.raised.frames[0]?.file === UNREAD_SOURCE;
}

function worldOf({ files, environment, deterministic }: EngineSessionOptions): OsWorld {
  const entropy = deterministic === undefined ? null : new SeededEntropy(deterministic.seed);
  return {
    files,
    environment: environment ?? {},
    now: () => deterministic?.now ?? new Date(),
    randomBytes: (size) => entropy?.take(size) ?? new Uint8Array(randomBytes(size)),
  };
}

/** The run's code as the worker gets it. Throws for inputs that cannot cross. */
function feedOf(request: EngineRun): Feed {
  const { inputs, functions, limits } = request;
  // The worker does not count a feed without any text.
  const source = request.code === '' ? '\n' : request.code;
  const code = request.display === true ? withDisplay(source) : source;
  // A host function of a builtin's name is handed over as a global, so that it wins.
  const shadowing = Object.keys(functions).filter((name) => MONTY_BUILTINS.has(name));
  const given = encodeInputs(inputs, shadowing, limits.maxInputBytes);
  const rest = { file: fileOf(request), awaitedCalls: awaitedCalls(code) };
  if (given.arena.length < LARGE_INPUT_BYTES) {
    return { request: feedRequest(code, given, WORKING_FOLDER), inputs: null, ...rest };
  }
  const nothing = Object.fromEntries(Object.keys(inputs).map((name) => [name, null]));
  const release = encodeInputs(nothing, [], limits.maxInputBytes);
  return {
    request: feedRequest(code, null, WORKING_FOLDER),
    inputs: {
      release: feedRequest('\n', release, WORKING_FOLDER),
      bind: feedRequest('\n', given, WORKING_FOLDER),
    },
    ...rest,
  };
}

function fileOf(request: Request): string {
  return request.fileName ?? `<run ${request.runNumber}>`;
}

/** Room for a value and the frame around it. */
function frameBytes(request: Request): number {
  return request.limits.maxValueBytes + 65_536;
}
