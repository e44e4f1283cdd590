import type { HostAnswer, RunError } from '../contract.js';
import { endedError, TOO_DEEP } from '../ended-errors.js';
import type { EngineRun } from '../engine.js';
import { answerFrame, futuresFrame } from './answer-frames.js';
import { AwaitedAnswers } from './awaited-answers.js';
import { callHostFunction, given } from './host-answers.js';
import { raiseNamed } from './host-errors.js';
import { answerOsCall, type OsWorld } from './os-calls.js';
import { extentError, LARGE_INTEGERS } from './run-end.js';
import type { RunWatch } from './run-watch.js';
import { refusedImport, refusedName } from './unsupported.js';
import type { Answer } from './wire/answer.js';
import type { Place, WorkerEvent } from './wire/events.js';
import { abortFeedRequest, resumeNameLookupRequest } from './wire/requests.js';
import type { Turn, WorkerProcess } from './worker-process.js';

/** What {@link RunReplies} work with. */
export interface RunRepliesOptions {
  readonly process: WorkerProcess;
  readonly request: Omit<EngineRun, 'inputs'>;
  readonly world: OsWorld;
  readonly suspendOn: ReadonlySet<string>;
  /** Whether the result of the call at a place is awaited. */
  readonly isAwaitedCall: (place: Place) => boolean;
  /** In a run that goes on from bytes: `answers.saved()` when they were written. */
  readonly answers?: ReadonlyMap<number, Answer> | undefined;
}

/** A call of a function that the code has from the host. */
export type FunctionCallEvent = Extract<WorkerEvent, { kind: 'function_call' }>;
type OsCallEvent = Extract<WorkerEvent, { kind: 'os_call' }>;

/** Answers what the worker asks in one run: calls of host functions, files, sleeps, names, and awaited answers. */
export class RunReplies {
  /** The answers to calls whose results the code awaits. */
  readonly answers: AwaitedAnswers;
  /** Calls of host functions so far. */
  hostCalls = 0;
  readonly #options: RunRepliesOptions & { readonly maxFrameBytes: number };
  readonly #watch: RunWatch;
  #calls = 0;
  #aborted = false;

  /** @param watch - waits for the host, and knows why the run has to end */
  constructor(options: RunRepliesOptions & { readonly maxFrameBytes: number }, watch: RunWatch) {
    this.#options = options;
    this.#watch = watch;
    this.answers = new AwaitedAnswers(options.answers, () => watch.wake());
  }

  /** The frame that answers an event; waits for the host where it has to. */
  async reply(event: Turn['event']): Promise<Buffer> {
    const { request, world } = this.#options;
    const { maxHostCalls } = request.limits;
    if (event.kind === 'function_call') this.#calls++;
    if (this.#calls > maxHostCalls) {
      const message = `the code called host functions more than ${maxHostCalls} times`;
      this.#watch.interrupt ??= endedError('limit', 'RuntimeError', message);
    }
    this.#watch.checkTime();
    if (this.#watch.interrupt !== null) return this.abort();
    switch (event.kind) {
      case 'function_call':
        return this.#replyToCall(event);
      case 'os_call': {
        const { call, callId } = event;
        if (call.kind === 'sleep') return this.#sleep(event, call.seconds, call.isAsync);
        if (call.kind === 'import') {
          const refused = refusedImport(call.module, request, world.files);
          if (refused !== null) return this.#end(refused);
          return this.#encodeAnswer(callId, { kind: 'not_handled' });
        }
        return this.#encodeAnswer(callId, answerOsCall(call, world));
      }
      case 'name_lookup': {
        if (!event.onObject && this.#isFunction(event.name)) return resumeNameLookupRequest(event.name);
        const refused = event.onObject ? null : refusedName(event.name);
        return refused === null ? resumeNameLookupRequest(null) : this.#end(refused);
      }
      case 'resolve_futures':
        return this.#resolveFutures(event.pending);
      default:
        return this.#end(endedError('crash', 'WorkerError', 'the engine process answered out of order'));
    }
  }

  /** Whether a call is one that the run is suspended on. */
  suspendsOn({ name, onObject, tooDeep, largeIntegers }: FunctionCallEvent): boolean {
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
      const refused = event.onObject ? null : refusedName(name);
      return refused === null ? this.#encodeAnswer(callId, { kind: 'not_found', name }) : this.#end(refused);
    }
    if (event.tooDeep || event.largeIntegers) {
      const message = event.tooDeep ? TOO_DEEP : LARGE_INTEGERS;
      return this.#encodeAnswer(callId, { kind: 'raise', type: 'ValueError', message });
    }
    const error = extentError(event, this.#options.maxFrameBytes);
    if (error !== null) return this.#end(error);
    this.hostCalls++;
    onHostCall?.({ name, processorSeconds: null, ownSeconds: null });
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
      this.#watch.wake();
    });
    await this.#watch.forHost(() => answer !== null, false);
    return answer === null || this.#watch.interrupt !== null
      ? this.abort()
      : this.#encodeAnswer(callId, answer);
  }

  /** Lets the code sleep: it pays with its own time. */
  async #sleep({ callId }: OsCallEvent, seconds: number, isAsync: boolean): Promise<Buffer> {
    this.answers.sleep(callId, Math.ceil(Math.max(0, seconds) * 1000));
    if (isAsync) return this.#encodeAnswer(callId, { kind: 'future', id: callId });
    await this.#watch.forHost(() => this.answers.has(callId), true);
    if (this.#watch.interrupt !== null) return this.abort();
    this.answers.take(callId);
    return this.#encodeAnswer(callId, given(null));
  }

  async #resolveFutures(pending: readonly number[]): Promise<Buffer> {
    if (pending.length === 0) {
      const message = 'the code awaits a host call of an earlier run; await it in the run that makes it';
      return this.#end(endedError('runtime', 'RuntimeError', message));
    }
    const before = performance.now();
    const sleeps = pending.every((id) => this.answers.isOwn(id));
    await this.#watch.forHost(() => pending.some((id) => this.answers.has(id)), sleeps);
    if (sleeps) this.#watch.countSince(before);
    if (this.#watch.interrupt !== null) return this.abort();
    const answers = pending.flatMap((id) => {
      const answer = this.answers.take(id);
      return answer === undefined ? [] : [[id, answer] as const];
    });
    return this.#encodeFutures(answers);
  }

  /** The frame that answers the call that the run was suspended on. */
  toSuspended(event: FunctionCallEvent | null, callId: number, answer: HostAnswer): Buffer {
    this.hostCalls++;
    const reply: Answer =
      'error' in answer ? raiseNamed(answer.error.type, answer.error.message) : given(answer.value);
    if (event?.awaited === true) return this.#encodeFutures([[callId, reply]]);
    if (event === null || !this.#isAwaited(event)) return this.#encodeAnswer(callId, reply);
    this.answers.set(callId, reply);
    return this.#encodeAnswer(callId, { kind: 'future', id: callId });
  }

  /** The frame that ends the run where it waits. A worker that goes on after that is not to be trusted. */
  abort(): Buffer {
    if (this.#aborted) this.#options.process.kill('frame');
    this.#aborted = true;
    return abortFeedRequest('KeyboardInterrupt', 'ended');
  }

  #end(error: RunError): Buffer {
    this.#watch.interrupt = error;
    return this.abort();
  }

  #encodeAnswer(callId: number, answer: Answer): Buffer {
    return answerFrame(callId, answer, this.#options.request.limits.maxInputBytes);
  }

  #encodeFutures(answers: readonly (readonly [id: number, answer: Answer])[]): Buffer {
    return futuresFrame(new Map(answers), this.#options.request.limits.maxInputBytes);
  }
}
