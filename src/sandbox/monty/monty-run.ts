import type { HostAnswer, RunError } from '../contract.js';
import { abortedError, closedError, outputError } from '../ended-errors.js';
import type { AwaitedAnswers } from './awaited-answers.js';
import { extentError, type RunEnd, tooLargeError } from './run-end.js';
import { RunOutput } from './run-output.js';
import { type FunctionCallEvent, RunReplies, type RunRepliesOptions } from './run-replies.js';
import { RunWatch, type RunWatchOptions } from './run-watch.js';
import { micros, type Turn } from './worker-process.js';

/** What a {@link MontyRun} works with. */
export interface MontyRunOptions extends RunRepliesOptions, RunWatchOptions {
  readonly request: RunRepliesOptions['request'];
}

/** Room for the frame around a value. */
const FRAME_OVERHEAD_BYTES = 65_536;
/** Characters that are dropped after too much output, to let the run end by itself, before the process is killed. */
const MAX_DROPPED_CHARS = 4_000_000;

/** Serves one run of the worker, from its first turn to its end. */
export class MontyRun {
  /** What the run has printed. */
  readonly output: RunOutput;
  /** The largest frame that this run may answer with. */
  readonly maxFrameBytes: number;
  readonly #options: MontyRunOptions;
  readonly #watch: RunWatch;
  readonly #replies: RunReplies;
  /** The call that the run is suspended on. */
  #suspendedOn: FunctionCallEvent | null = null;

  constructor(options: MontyRunOptions) {
    this.#options = options;
    const { limits, onOutput } = options.request;
    this.maxFrameBytes = limits.maxValueBytes + FRAME_OVERHEAD_BYTES;
    this.#watch = new RunWatch(options);
    this.#replies = new RunReplies({ ...options, maxFrameBytes: this.maxFrameBytes }, this.#watch);
    this.output = new RunOutput(limits.maxOutputChars, onOutput);
    options.process.onPrint = (segments) => {
      const dropped = this.output.take(segments);
      if (dropped > 0) this.#watch.interrupt ??= outputError(limits);
      if (dropped > MAX_DROPPED_CHARS) options.process.kill('output');
    };
  }

  /** The answers to calls whose results the code awaits. */
  get answers(): AwaitedAnswers {
    return this.#replies.answers;
  }

  /** Calls of host functions so far. */
  get hostCalls(): number {
    return this.#replies.hostCalls;
  }

  /** Serves the run from the turn that is under way to its end, or to a call of a function to suspend on. */
  async drive(first: Promise<Turn>): Promise<RunEnd> {
    let pending = first;
    const timeout = (): RunError => this.#watch.timeout();
    for (;;) {
      const turn = await this.#watch.forWorker(pending);
      const { event } = turn;
      const executionMicros = micros(turn);
      switch (event.kind) {
        case 'death':
          return this.#finish({ kind: 'death', death: event.death, timeout });
        case 'complete': {
          const error = this.#watch.interrupt ?? extentError(event, this.maxFrameBytes);
          if (error !== null) return this.#finish({ kind: 'ended', error, raised: null, executionMicros });
          return this.#finish({ kind: 'complete', value: event.value, executionMicros });
        }
        case 'error': {
          const { raised } = event;
          const error = this.#watch.interrupt;
          if (error !== null) return this.#finish({ kind: 'ended', error, raised, executionMicros });
          return this.#finish({ kind: 'raised', raised, executionMicros, timeout });
        }
        case 'oversized': {
          this.#watch.interrupt ??= tooLargeError(this.maxFrameBytes);
          if (!event.endsFeed) break;
          return this.#finish({ kind: 'ended', error: this.#watch.interrupt, raised: null, executionMicros });
        }
        case 'function_call':
          if (this.#watch.interrupt === null && this.#replies.suspendsOn(event)) {
            const { name, args, kwargs, callId } = event;
            this.#suspendedOn = event;
            return { kind: 'suspended', call: { name, args, kwargs }, callId };
          }
          break;
        default:
          break;
      }
      const before = performance.now();
      const reply = await this.#replies.reply(event);
      // Files and sleep are part of the code's own time, as they are in any Python; host functions are not.
      if (event.kind === 'os_call' || event.kind === 'name_lookup') this.#watch.countSince(before);
      pending = this.#send(reply);
    }
  }

  /** Answers the call that {@link drive} suspended on. */
  resume(callId: number, answer: HostAnswer): Promise<RunEnd> {
    return this.drive(this.#send(this.#replies.toSuspended(this.#suspendedOn, callId, answer)));
  }

  /** Ends a suspended run. */
  abandon(): Promise<RunEnd> {
    this.#watch.interrupt = abortedError();
    return this.drive(this.#send(this.#replies.abort()));
  }

  /** Ends the run, wherever it is, because its session is closed. */
  close(): void {
    this.#watch.stop('closed', closedError());
  }

  #send(frame: Buffer): Promise<Turn> {
    const { process } = this.#options;
    process.send(frame);
    return process.turn(this.maxFrameBytes);
  }

  #finish(end: RunEnd): RunEnd {
    this.#watch.close();
    this.answers.close();
    this.#options.process.onPrint = () => {};
    return end;
  }
}
