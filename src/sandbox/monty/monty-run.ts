import type { HostAnswer, RunError } from '../contract.js';
import {
  abortedError,
  closedError,
  deadlineError,
  endedError,
  outputError,
  TOO_DEEP,
  timeoutError,
} from '../ended-errors.js';
import type { EngineRun } from '../engine.js';
import { answerFrame, futuresFrame } from './answer-frames.js';
import { AwaitedAnswers, MAX_TIMER } from './awaited-answers.js';
import { callHostFunction, given } from './host-answers.js';
import { raiseNamed } from './host-errors.js';
import { answerOsCall, type OsWorld } from './os-calls.js';
import { RunClock } from './run-clock.js';
import { extentError, LARGE_INTEGERS, type RunEnd, tooLargeError } from './run-end.js';
import { RunOutput } from './run-output.js';
import { refusedImport, refusedName } from './unsupported.js';
import type { Answer } from './wire/answer.js';
import type { Place, WorkerEvent } from './wire/events.js';
import { abortFeedRequest, resumeNameLookupRequest } from './wire/requests.js';
import { type KillReason, micros, type Turn, type WorkerProcess } from './worker-process.js';

/** What a {@link MontyRun} works with. */
export interface MontyRunOptions {
  readonly process: WorkerProcess;
  readonly request: Omit<EngineRun, 'inputs'>;
  readonly world: OsWorld;
  readonly suspendOn: ReadonlySet<string>;
  /** Whether the result of the call at a place is awaited. */
  readonly isAwaitedCall: (place: Place) => boolean;
  /** When the run was asked for, as `performance.now()` counts; its deadline runs from there. */
  readonly startedAt: number;
  /** Tells the pool that the run waits for the host (1) or goes on (-1). */
  readonly hostWait: (change: 1 | -1) => void;
  /** In a run that goes on from bytes: `answers.saved()` when they were written. */
  readonly answers?: ReadonlyMap<number, Answer> | undefined;
}

type FunctionCallEvent = Extract<WorkerEvent, { kind: 'function_call' }>;
type OsCallEvent = Extract<WorkerEvent, { kind: 'os_call' }>;

/** Seconds that a run may overrun its limit before the process is killed: compiling, copying, a loaded machine. */
const GRACE_SECONDS = 0.5;
/** Room for the frame around a value. */
const FRAME_OVERHEAD_BYTES = 65_536;
/** Characters that are dropped after too much output, to let the run end by itself, before the process is killed. */
const MAX_DROPPED_CHARS = 4_000_000;
/** Serves one run of the worker: output, host functions, files, and every limit that is the parent's to keep. */
export class MontyRun {
  /** What the run has printed. */
  readonly output: RunOutput;
  /** The answers to calls whose results the code awaits. */
  readonly answers: AwaitedAnswers;
  hostCalls = 0;
  fileChanges = 0;
  readonly #options: MontyRunOptions;
  readonly #clock: RunClock;
  #calls = 0;
  #watchdog: NodeJS.Timeout | undefined;
  #interrupt: RunError | null = null;
  #wake: (() => void) | null = null;
  #running = true;
  #onAbort: (() => void) | null = null;
  #aborted = false;
  /** The call that the run is suspended on. */
  #suspendedOn: FunctionCallEvent | null = null;

  constructor(options: MontyRunOptions) {
    this.#options = options;
    const { limits, onOutput, signal } = options.request;
    this.#clock = new RunClock(limits, options.startedAt);
    this.output = new RunOutput(limits.maxOutputChars, onOutput);
    this.answers = new AwaitedAnswers(options.answers, () => this.#wake?.());
    options.process.onPrint = (segments) => {
      const dropped = this.output.take(segments);
      if (dropped > 0) this.#interrupt ??= outputError(limits);
      if (dropped > MAX_DROPPED_CHARS) options.process.kill('output');
    };
    if (signal !== null) {
      this.#onAbort = () => this.#stop('aborted', abortedError());
      signal.addEventListener('abort', this.#onAbort, { once: true });
    }
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
      const executionMicros = micros(turn);
      switch (event.kind) {
        case 'death':
          return this.#finish({ kind: 'death', death: event.death });
        case 'complete': {
          const error = this.#interrupt ?? extentError(event, this.maxFrameBytes);
          if (error !== null) return this.#finish({ kind: 'ended', error, raised: null, executionMicros });
          return this.#finish({ kind: 'complete', value: event.value, executionMicros });
        }
        case 'error': {
          const { raised } = event;
          const error = this.#interrupt;
          if (error !== null) return this.#finish({ kind: 'ended', error, raised, executionMicros });
          return this.#finish({ kind: 'raised', raised, executionMicros });
        }
        case 'oversized': {
          this.#interrupt ??= tooLargeError(this.maxFrameBytes);
          if (!event.endsFeed) break;
          return this.#finish({ kind: 'ended', error: this.#interrupt, raised: null, executionMicros });
        }
        case 'function_call':
          if (this.#interrupt === null && this.#suspendsOn(event)) {
            const { name, args, kwargs, callId } = event;
            this.#suspendedOn = event;
            return { kind: 'suspended', call: { name, args, kwargs }, callId };
          }
          break;
        default:
          break;
      }
      const before = performance.now();
      const reply = await this.#reply(event);
      // Files and sleep are part of the code's own time, as they are in any Python; host functions are not.
      if (event.kind === 'os_call' || event.kind === 'name_lookup') this.#clock.countSince(before);
      pending = this.#send(reply);
    }
  }

  /** Answers the call that {@link drive} suspended on. */
  resume(callId: number, answer: HostAnswer): Promise<RunEnd> {
    this.hostCalls++;
    const reply: Answer =
      'error' in answer ? raiseNamed(answer.error.type, answer.error.message) : given(answer.value);
    const event = this.#suspendedOn;
    if (event?.awaited === true) return this.drive(this.#send(this.#encodeFutures([[callId, reply]])));
    if (event === null || !this.#isAwaited(event)) {
      return this.drive(this.#send(this.#encodeAnswer(callId, reply)));
    }
    this.answers.set(callId, reply);
    return this.drive(this.#send(this.#encodeAnswer(callId, { kind: 'future', id: callId })));
  }

  /** Ends a suspended run. */
  abandon(): Promise<RunEnd> {
    this.#interrupt = abortedError();
    return this.drive(this.#send(this.#abort()));
  }

  /** Ends the run, wherever it is, because its session is closed. */
  close(): void {
    this.#stop('closed', closedError());
  }

  #send(frame: Buffer): Promise<Turn> {
    const { process } = this.#options;
    process.send(frame);
    return process.turn(this.maxFrameBytes);
  }

  /** Waits for the worker with the watchdog armed. */
  async #watch(pending: Promise<Turn>): Promise<Turn> {
    const { request, process } = this.#options;
    const before = performance.now();
    const untilTimeout = this.#clock.untilTimeout + GRACE_SECONDS * 1000;
    const { untilDeadline } = this.#clock;
    const deadlineFirst = untilDeadline < untilTimeout;
    this.#running = true;
    if (request.signal?.aborted === true) process.kill('aborted');
    this.#watchdog = setTimeout(
      () => process.kill(deadlineFirst ? 'deadline' : 'timeout'),
      Math.max(1, Math.min(untilTimeout, untilDeadline, MAX_TIMER)),
    );
    const turn = await pending;
    clearTimeout(this.#watchdog);
    this.#running = false;
    this.#clock.countSince(before);
    return turn;
  }

  async #reply(event: Turn['event']): Promise<Buffer> {
    const { limits, files } = { ...this.#options.request, ...this.#options.world };
    if (event.kind === 'function_call') this.#calls++;
    if (this.#calls > limits.maxHostCalls) {
      const message = `the code called host functions more than ${limits.maxHostCalls} times`;
      this.#interrupt ??= endedError('limit', 'RuntimeError', message);
    }
    this.#interrupt ??= this.#clock.passed();
    if (this.#interrupt !== null) return this.#abort();
    switch (event.kind) {
      case 'function_call':
        return this.#replyToCall(event);
      case 'os_call': {
        const { call, callId } = event;
        if (call.kind === 'sleep') return this.#sleep(event, call.seconds, call.isAsync);
        if (call.kind === 'import') {
          this.#interrupt = refusedImport(call.module, this.#options.request, files);
          return this.#interrupt === null
            ? this.#encodeAnswer(callId, { kind: 'not_handled' })
            : this.#abort();
        }
        const { answer, changed } = answerOsCall(call, this.#options.world);
        if (changed) this.fileChanges++;
        return this.#encodeAnswer(callId, answer);
      }
      case 'name_lookup': {
        if (!event.onObject && this.#isFunction(event.name)) return resumeNameLookupRequest(event.name);
        this.#interrupt = event.onObject ? null : refusedName(event.name);
        return this.#interrupt === null ? resumeNameLookupRequest(null) : this.#abort();
      }
      case 'resolve_futures':
        return this.#resolveFutures(event.pending);
      default:
        this.#interrupt = endedError('crash', 'WorkerError', 'the engine process answered out of order');
        return this.#abort();
    }
  }

  #suspendsOn({ name, onObject, tooDeep, largeIntegers }: FunctionCallEvent): boolean {
    return this.#options.suspendOn.has(name) && !onObject && !tooDeep && !largeIntegers;
  }

  #isFunction(name: string): boolean {
    return Object.hasOwn(this.#options.request.functions, name) || this.#options.suspendOn.has(name);
  }

  #isAwaited({ awaited, place }: FunctionCallEvent): boolean {
    return awaited || (place !== null && this.#options.isAwaitedCall(place));
  }

  async #replyToCall(event: FunctionCallEvent): Promise<Buffer> {
    const { name, callId } = event;
    const { functions, onHostCall } = this.#options.request;
    if (event.onObject || !this.#isFunction(name)) {
      this.#interrupt = event.onObject ? null : refusedName(name);
      return this.#interrupt === null
        ? this.#encodeAnswer(callId, { kind: 'not_found', name })
        : this.#abort();
    }
    if (event.tooDeep || event.largeIntegers) {
      const message = event.tooDeep ? TOO_DEEP : LARGE_INTEGERS;
      return this.#encodeAnswer(callId, { kind: 'raise', type: 'ValueError', message });
    }
    this.#interrupt = extentError(event, this.maxFrameBytes);
    if (this.#interrupt !== null) return this.#abort();
    this.hostCalls++;
    onHostCall?.({ name, processorSeconds: null });
    const result = callHostFunction(functions, name, event);
    if (event.awaited && !(result instanceof Promise)) return this.#encodeFutures([[callId, result]]);
    if (this.#isAwaited(event)) {
      this.answers.expect(callId, result);
      return this.#encodeAnswer(callId, { kind: 'future', id: callId });
    }
    if (!(result instanceof Promise)) return this.#encodeAnswer(callId, result);
    let answer: Answer | null = null;
    void result.then((settled) => {
      answer = settled;
      this.#wake?.();
    });
    await this.#waitFor(() => answer !== null, false);
    return answer === null || this.#interrupt !== null ? this.#abort() : this.#encodeAnswer(callId, answer);
  }

  /** Lets the code sleep: it pays with its own time. */
  async #sleep({ callId }: OsCallEvent, seconds: number, isAsync: boolean): Promise<Buffer> {
    this.answers.sleep(callId, Math.ceil(Math.max(0, seconds) * 1000));
    if (isAsync) return this.#encodeAnswer(callId, { kind: 'future', id: callId });
    await this.#waitFor(() => this.answers.has(callId), true);
    if (this.#interrupt !== null) return this.#abort();
    this.answers.take(callId);
    return this.#encodeAnswer(callId, given(null));
  }

  async #resolveFutures(pending: readonly number[]): Promise<Buffer> {
    if (pending.length === 0) {
      this.#interrupt = endedError(
        'runtime',
        'RuntimeError',
        'the code awaits a host call of an earlier run; await it in the run that makes it',
      );
      return this.#abort();
    }
    const before = performance.now();
    const sleeps = pending.every((id) => this.answers.isOwn(id));
    await this.#waitFor(() => pending.some((id) => this.answers.has(id)), sleeps);
    if (sleeps) this.#clock.countSince(before);
    if (this.#interrupt !== null) return this.#abort();
    const answers = pending.flatMap((id) => {
      const answer = this.answers.take(id);
      return answer === undefined ? [] : [[id, answer] as const];
    });
    return this.#encodeFutures(answers);
  }

  /**
   * Waits on the host until `done`, the deadline, or an abort, which leave {@link #interrupt} set.
   *
   * @param isOwnTime whether the code itself pays for the time, so that its time limit holds as well
   */
  async #waitFor(done: () => boolean, isOwnTime: boolean): Promise<void> {
    if (done()) return;
    const { limits } = this.#options.request;
    const { untilDeadline } = this.#clock;
    const untilTimeout = isOwnTime ? this.#clock.untilTimeout : Number.POSITIVE_INFINITY;
    const isTimeout = untilTimeout < untilDeadline;
    const timer = setTimeout(
      () =>
        isTimeout
          ? this.#stop('timeout', timeoutError(limits))
          : this.#stop('deadline', deadlineError(limits)),
      Math.max(1, Math.min(untilDeadline, untilTimeout, MAX_TIMER)),
    );
    this.#options.hostWait(1);
    while (!done() && this.#interrupt === null) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#wake = null;
    this.#options.hostWait(-1);
    clearTimeout(timer);
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

  #encodeFutures(answers: readonly (readonly [id: number, answer: Answer])[]): Buffer {
    return futuresFrame(new Map(answers), this.#options.request.limits.maxInputBytes);
  }

  #finish(end: RunEnd): RunEnd {
    clearTimeout(this.#watchdog);
    this.answers.close();
    this.#options.process.onPrint = () => {};
    if (this.#onAbort !== null) this.#options.request.signal?.removeEventListener('abort', this.#onAbort);
    return end;
  }
}
