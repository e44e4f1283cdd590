import type { HostAnswer, RunError } from '../contract.js';
import { abortedError, closedError, deadlineError, endedError, TOO_DEEP } from '../ended-errors.js';
import type { EngineRun } from '../engine.js';
import type { PythonValue } from '../python-value.js';
import { answerFrame, futuresFrame } from './answer-frames.js';
import { hostFunctionName, isAwaitedName } from './call-modes.js';
import { callHostFunction, given } from './host-answers.js';
import { raiseNamed } from './host-errors.js';
import { OFFER_FUNCTION, readOffer } from './offered-value.js';
import { answerOsCall, type OsWorld } from './os-calls.js';
import { completeEnd, type RunEnd, raisedEnd } from './run-end.js';
import type { WorkerEvent } from './wire/events.js';
import { type Answer, abortFeedRequest, resumeNameLookupRequest } from './wire/requests.js';
import { type KillReason, micros, type Turn, type WorkerProcess } from './worker-process.js';

/** What a {@link MontyRun} works with. */
export interface MontyRunOptions {
  readonly process: WorkerProcess;
  readonly request: Omit<EngineRun, 'inputs'>;
  readonly world: OsWorld;
  readonly suspendOn: ReadonlySet<string>;
  /** When the run was asked for, as `performance.now()` counts; its deadline runs from there. */
  readonly startedAt: number;
  /** Tells the pool that the run waits for the host (1) or goes on (-1). */
  readonly hostWait: (change: 1 | -1) => void;
}

type FunctionCallEvent = Extract<WorkerEvent, { kind: 'function_call' }>;

/** Seconds that a run may overrun its limit before the process is killed: compiling, copying, a loaded machine. */
const GRACE_SECONDS = 0.5;

/** Bytes of answers that are kept to repeat the run. */
const MAX_LOGGED_BYTES = 262_144;

/** Room for the frame around a value. */
const FRAME_OVERHEAD_BYTES = 65_536;

/** Serves one run of the worker: output, host functions, files, and every limit that is the parent's to keep. */
export class MontyRun {
  stdout = '';
  hostCalls = 0;
  fileChanges = 0;
  readonly #options: MontyRunOptions;
  readonly #startedAt: number;
  readonly #ready = new Map<number, Answer>();
  #calls = 0;
  #runningMilliseconds = 0;
  #watchdog: NodeJS.Timeout | undefined;
  #interrupt: RunError | null = null;
  #wake: (() => void) | null = null;
  #running = true;
  #onAbort: (() => void) | null = null;
  #aborted = false;
  readonly #sent: Buffer[] = [];
  #sentBytes = 0;
  /** The value that the run offered; null when it was not taken, undefined when none was offered yet. */
  #taken: { readonly value: PythonValue } | null | undefined;
  /** The name, as it was sent, of the call that the run is suspended on. */
  #suspendedName = '';

  constructor(options: MontyRunOptions) {
    this.#options = options;
    this.#startedAt = options.startedAt;
    options.process.onPrint = (text) => this.#print(text);
    const { signal } = options.request;
    if (signal !== null) {
      this.#onAbort = () => this.#stop('aborted', abortedError());
      signal.addEventListener('abort', this.#onAbort, { once: true });
    }
  }

  /** The frames that answered what the run asked, in order; null when they are too many to keep. */
  get answers(): readonly Buffer[] | null {
    return this.#sentBytes <= MAX_LOGGED_BYTES ? this.#sent : null;
  }

  /** The largest frame that this run may answer with. */
  get maxFrameBytes(): number {
    return this.#options.request.limits.maxValueBytes + FRAME_OVERHEAD_BYTES;
  }

  /** Serves the run from the turn that is under way to its end, or to a call of a function to suspend on. */
  async drive(first: Promise<Turn>): Promise<RunEnd> {
    let pending = first;
    for (;;) {
      const turn = await this.#watch(pending);
      const { event } = turn;
      switch (event.kind) {
        case 'death':
          return this.#finish({ kind: 'death', death: event.death });
        case 'complete':
          return this.#finish(completeEnd(event, this.#taken?.value ?? null, micros(turn)));
        case 'error':
          return this.#finish(raisedEnd(event.raised, this.#interrupt, micros(turn)));
        case 'function_call':
          if (event.name === OFFER_FUNCTION && this.#taken === undefined) {
            pending = this.#send(this.#takeOffer(event));
            continue;
          }
          if (this.#suspendsOn(event)) {
            const name = hostFunctionName(event.name);
            const { args, kwargs, callId } = event;
            this.#suspendedName = event.name;
            return { kind: 'suspended', call: { name, args, kwargs }, callId };
          }
          break;
        default:
          break;
      }
      const before = performance.now();
      const reply = await this.#reply(event);
      // Files are part of the code's own time, as they are in any Python; host functions are not.
      if (event.kind === 'os_call' || event.kind === 'name_lookup') {
        this.#runningMilliseconds += performance.now() - before;
      }
      pending = this.#send(reply);
    }
  }

  /** Answers the call that {@link drive} suspended on. */
  resume(callId: number, answer: HostAnswer): Promise<RunEnd> {
    this.hostCalls++;
    const reply =
      'error' in answer
        ? raiseNamed(answer.error.type, answer.error.message)
        : ({ kind: 'return', given: { kind: 'value', value: answer.value } } as const);
    if (!isAwaitedName(this.#suspendedName)) return this.drive(this.#send(this.#encodeAnswer(callId, reply)));
    this.#ready.set(callId, reply);
    return this.drive(this.#send(this.#encodeAnswer(callId, { kind: 'future', id: callId })));
  }

  /** Ends a suspended run. */
  abandon(): Promise<RunEnd> {
    this.#interrupt = abortedError();
    return this.drive(this.#send(abortFeedRequest('KeyboardInterrupt', 'abandoned')));
  }

  /** Ends the run, wherever it is, because its session is closed. */
  close(): void {
    this.#stop('closed', closedError());
  }

  #send(frame: Buffer): Promise<Turn> {
    const { process } = this.#options;
    this.#sentBytes += frame.length;
    if (this.#sentBytes <= MAX_LOGGED_BYTES) this.#sent.push(frame);
    process.send(frame);
    return process.turn(this.maxFrameBytes);
  }

  /** Waits for the worker with the watchdog armed. */
  async #watch(pending: Promise<Turn>): Promise<Turn> {
    const { request, process } = this.#options;
    const { timeoutSeconds, deadlineSeconds } = request.limits;
    const before = performance.now();
    const untilTimeout = (timeoutSeconds + GRACE_SECONDS) * 1000 - this.#runningMilliseconds;
    const untilDeadline = deadlineSeconds * 1000 - (before - this.#startedAt);
    const deadlineFirst = untilDeadline < untilTimeout;
    this.#running = true;
    if (request.signal?.aborted === true) process.kill('aborted');
    this.#watchdog = setTimeout(
      () => process.kill(deadlineFirst ? 'deadline' : 'timeout'),
      Math.max(1, Math.min(untilTimeout, untilDeadline, 2_000_000_000)),
    );
    const turn = await pending;
    clearTimeout(this.#watchdog);
    this.#running = false;
    this.#runningMilliseconds += performance.now() - before;
    return turn;
  }

  async #reply(event: Turn['event']): Promise<Buffer> {
    const { limits } = this.#options.request;
    if (event.kind === 'function_call') this.#calls++;
    if (this.#interrupt === null && this.#calls > limits.maxHostCalls) {
      const message = `the code called host functions more than ${limits.maxHostCalls} times`;
      this.#interrupt = endedError('limit', 'RuntimeError', message);
    }
    if (this.#interrupt === null && performance.now() - this.#startedAt > limits.deadlineSeconds * 1000) {
      this.#interrupt = deadlineError(limits);
    }
    if (this.#interrupt !== null) return this.#abort();
    switch (event.kind) {
      case 'function_call':
        return this.#replyToCall(event);
      case 'os_call': {
        const { answer, changed } = answerOsCall(event.call, this.#options.world);
        if (changed) this.fileChanges++;
        return this.#encodeAnswer(event.callId, answer);
      }
      case 'name_lookup': {
        const known = !event.onObject && this.#isFunction(hostFunctionName(event.name));
        return resumeNameLookupRequest(known ? event.name : null);
      }
      case 'resolve_futures':
        return this.#resolveFutures(event.pending);
      default:
        this.#interrupt = endedError('crash', 'WorkerError', 'the engine process answered out of order');
        return this.#abort();
    }
  }

  #suspendsOn({ name, onObject, tooDeep }: FunctionCallEvent): boolean {
    return this.#options.suspendOn.has(hostFunctionName(name)) && !onObject && !tooDeep;
  }

  #isFunction(name: string): boolean {
    return Object.hasOwn(this.#options.request.functions, name) || this.#options.suspendOn.has(name);
  }

  async #replyToCall(event: FunctionCallEvent): Promise<Buffer> {
    const name = hostFunctionName(event.name);
    if (event.tooDeep) {
      return this.#encodeAnswer(event.callId, { kind: 'raise', type: 'ValueError', message: TOO_DEEP });
    }
    if (event.onObject || !Object.hasOwn(this.#options.request.functions, name)) {
      return this.#encodeAnswer(event.callId, { kind: 'not_found', name });
    }
    this.hostCalls++;
    const result = callHostFunction(this.#options.request.functions, name, event);
    if (isAwaitedName(event.name)) {
      void Promise.resolve(result).then((answer) => {
        this.#ready.set(event.callId, answer);
        this.#wake?.();
      });
      return this.#encodeAnswer(event.callId, { kind: 'future', id: event.callId });
    }
    if (!(result instanceof Promise)) return this.#encodeAnswer(event.callId, result);
    let answer: Answer | null = null;
    void result.then((settled) => {
      answer = settled;
      this.#wake?.();
    });
    await this.#waitFor(() => answer !== null);
    return answer === null || this.#interrupt !== null
      ? this.#abort()
      : this.#encodeAnswer(event.callId, answer);
  }

  /** Answers whether the value that the run offers is taken as it is. */
  #takeOffer({ args, callId }: FunctionCallEvent): Buffer {
    this.#taken = readOffer(args[0], this.#options.request.limits.maxValueBytes);
    return this.#encodeAnswer(callId, given(this.#taken !== null));
  }

  async #resolveFutures(pending: readonly number[]): Promise<Buffer> {
    const ready = (): boolean => pending.some((id) => this.#ready.has(id));
    if (pending.length === 0) {
      this.#interrupt = endedError(
        'runtime',
        'RuntimeError',
        'the code awaits a host call of an earlier run; await it in the run that makes it',
      );
      return this.#abort();
    }
    await this.#waitFor(ready);
    if (this.#interrupt !== null) return this.#abort();
    const answers = new Map<number, Answer>();
    for (const id of pending) {
      const answer = this.#ready.get(id);
      if (answer === undefined) continue;
      answers.set(id, answer);
      this.#ready.delete(id);
    }
    return futuresFrame(answers, this.#options.request.limits.maxInputBytes);
  }

  /** Waits on the host until `done`, the deadline, or an abort, which leave {@link #interrupt} set. */
  async #waitFor(done: () => boolean): Promise<void> {
    if (done()) return;
    const { limits } = this.#options.request;
    const left = limits.deadlineSeconds * 1000 - (performance.now() - this.#startedAt);
    const deadline = setTimeout(
      () => this.#stop('deadline', deadlineError(limits)),
      Math.max(1, Math.min(left, 2_000_000_000)),
    );
    this.#options.hostWait(1);
    while (!done() && this.#interrupt === null) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#wake = null;
    this.#options.hostWait(-1);
    clearTimeout(deadline);
  }

  /** Ends the run from outside: at once when it runs, at its next word when it waits for the host. */
  #stop(reason: KillReason, error: RunError): void {
    this.#interrupt ??= error;
    if (this.#running) this.#options.process.kill(reason);
    else this.#wake?.();
  }

  /** Ends the run where it waits. A worker that goes on after that is not to be trusted. */
  #abort(): Buffer {
    if (this.#aborted) this.#options.process.kill('frame');
    this.#aborted = true;
    return abortFeedRequest('KeyboardInterrupt', 'ended');
  }

  #encodeAnswer(callId: number, answer: Answer): Buffer {
    return answerFrame(callId, answer, this.#options.request.limits.maxInputBytes);
  }

  #print(text: string): void {
    const { limits, onOutput } = this.#options.request;
    const room = limits.maxOutputChars - this.stdout.length;
    const kept = text.length > room ? text.slice(0, room) : text;
    this.stdout += kept;
    if (kept !== '') onOutput?.({ stream: 'stdout', text: kept });
    if (text.length > room) this.#options.process.kill('output');
  }

  #finish(end: RunEnd): RunEnd {
    clearTimeout(this.#watchdog);
    this.#options.process.onPrint = () => {};
    if (this.#onAbort !== null) this.#options.request.signal?.removeEventListener('abort', this.#onAbort);
    return end;
  }
}
