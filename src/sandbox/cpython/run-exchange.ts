import { errorMessage, whilePending } from '../../core/internal.js';
import type { HostFunctions, RunError, SandboxLimits } from '../contract.js';
import { abortedError, endedError, outputError } from '../ended-errors.js';
import type { EngineRun } from '../engine.js';
import type { PythonValue } from '../python-value.js';
import { framesOfDump } from '../stack-dump.js';
import { answerCall, isTooLarge } from './call-answer.js';
import { FileIntake, NAMES_ROOM_BYTES } from './file-intake.js';
import type { FileMirror } from './file-mirror.js';
import { FrameQueue } from './frame-queue.js';
import type { Frame } from './frames.js';
import { decodeMarshal, decodeMarshalInTurns } from './marshal-decode.js';
import { encodeMarshal } from './marshal-encode.js';
import type { OutputCollector } from './output-collector.js';
import { RunClock, type Usage } from './run-clock.js';
import { type EndReport, protocolError, readEndReport } from './run-outcome.js';
import type { StandardInput } from './standard-input.js';
import type { SupervisorProcess } from './supervisor-process.js';

/** Milliseconds that a supervisor gets to end a run it was told to end, before it is ended itself. */
const KILL_GRACE_MILLISECONDS = 10_000;

/** Milliseconds within which a supervisor must say what its run has used. */
const ANSWER_MILLISECONDS = 30_000;

/** Room in a frame beside the value itself: an error with its frames. */
const FRAME_ROOM_BYTES = 1 << 20;

/** First byte of a frame that calls a host function. */
const CALL = 0x48;

/** First byte of a frame that asks for the content of a file. */
const FETCH = 0x50;

/** One request to a session process. */
export interface ExchangeOptions {
  readonly process: SupervisorProcess;
  readonly mirror: FileMirror;
  /** What the session process is asked, keys as its code reads them. */
  readonly request: Readonly<Record<string, PythonValue>>;
  readonly functions: HostFunctions;
  readonly limits: SandboxLimits;
  readonly output: OutputCollector;
  readonly signal: AbortSignal | null;
  /** Whether the request becomes a shell, and its process is given up afterwards. Default: no. */
  readonly isShell?: boolean;
  /** What the code reads from standard input. Default: nothing. */
  readonly stdin?: StandardInput;
  /** Told of each call of a host function, with what the run has used until then. */
  readonly onHostCall?: EngineRun['onHostCall'];
  /** Given what asks for what the run has used. */
  readonly onStart?: EngineRun['onStart'];
}

/** What came of a request. */
export interface ExchangeResult {
  /** The session process's own report, when it made one. */
  readonly report: PythonValue;
  /** Why the host ended it, if it did. */
  readonly stopped: RunError | null;
  /** The supervisor's report; null when the supervisor itself ended. */
  readonly end: EndReport | null;
  readonly hostCalls: number;
  /** Paths that could not be taken into the tree, with the reason. */
  readonly refusedFiles: readonly string[];
}

/**
 * Sends a request and serves it to its end: output, host calls, time limits, files on the way back. Rejects only when
 * the request cannot be encoded.
 */
export function exchange(options: ExchangeOptions): Promise<ExchangeResult> {
  return whilePending(new Promise((resolve) => new Exchange(options, resolve).begin()));
}

class Exchange {
  readonly #options: ExchangeOptions;
  readonly #resolve: (result: ExchangeResult) => void;
  #report: PythonValue = null;
  #stopped: RunError | null = null;
  #hostCalls = 0;
  readonly #files: FileIntake;
  /** Contents of files that the code may still ask for. */
  #fetches: number;
  /** Whether a host function is at work for the code, which then has to wait for it. */
  #isServing = false;
  #hasReported = false;
  #over = false;
  #isFinished = false;
  readonly #clock: RunClock;
  /** What the run had used at the last call, as the supervisor has read it. */
  #usage: Usage | null = null;
  /** Those who have asked what the run has used, and wait for the answer. */
  readonly #asking: ((usage: Usage | null) => void)[] = [];
  #killTimer: NodeJS.Timeout | undefined;
  readonly #onAbort = (): void => this.#stop(abortedError());

  constructor(options: ExchangeOptions, resolve: (result: ExchangeResult) => void) {
    this.#options = options;
    this.#resolve = resolve;
    this.#clock = new RunClock({
      limits: options.limits,
      measure: () => this.#measure(),
      onOver: (error) => this.#stop(error),
    });
    this.#files = new FileIntake(options.mirror, options.limits.maxFileBytes);
    this.#fetches = options.limits.maxHostCalls + options.mirror.absentFiles().length;
  }

  begin(): void {
    const { process, limits, request, signal } = this.#options;
    const encoded = encodeMarshal(request, limits.maxInputBytes + limits.maxSourceBytes);
    const frames = new FrameQueue(process, (frame) => this.#take(frame));
    process.attach(
      (frame) => frames.receive(frame),
      () => this.#finish(null),
      Math.max(limits.maxValueBytes + FRAME_ROOM_BYTES, limits.maxFileBytes) + NAMES_ROOM_BYTES,
    );
    if (process.ended !== null) return;
    const header = {
      reads: this.#options.stdin !== undefined,
      isTimed: this.#options.onHostCall !== undefined,
      isShell: this.#options.isShell === true,
      limits: {
        memory: Math.ceil(limits.memoryMegabytes * 2 ** 20),
        fileBytes: Math.ceil(limits.maxFileBytes),
        processes: limits.maxProcesses,
        cpuSeconds: Math.ceil(limits.timeoutSeconds) * limits.maxProcesses + 2,
        frameBytes: Math.min(limits.maxValueBytes + FRAME_ROOM_BYTES, 2 ** 29),
      },
    };
    process.send('R', [header, encoded]);
    this.#clock.start();
    this.#options.onStart?.({
      used: async () => {
        const usage = await this.#measure();
        return usage === null ? null : this.#clock.usedTime(usage);
      },
    });
    void this.#sendInput();
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (signal?.aborted === true) this.#onAbort();
  }

  /** Does what a frame asks for; a promise where that takes turns. */
  #take(frame: Frame): Promise<void> | null {
    if (this.#isFinished) return null;
    const fail = (thrown: unknown): void => this.#stop(errorOf(thrown));
    try {
      return this.#handle(frame)?.catch(fail) ?? null;
    } catch (thrown) {
      fail(thrown);
      return null;
    }
  }

  #handle(frame: Frame): Promise<void> | null {
    switch (frame.kind) {
      case 'o':
      case 'e':
        this.#takeOutput(frame);
        return null;
      case 'c':
        return this.#takeFromCode(frame.body);
      case 't':
        this.#takeUsage(decodeMarshal(frame.body));
        return null;
      case 'i':
        void this.#sendInput();
        return null;
      case 'w':
        return this.#takeFiles(frame.body);
      case 'x':
        this.#finish(readEndReport(decodeMarshal(frame.body)));
        return null;
      default:
        this.#distrust('a frame of an unknown kind');
        return null;
    }
  }

  /** Asks the supervisor, which counts what the processes of the run have used. */
  #measure(): Promise<Usage | null> {
    if (this.#isFinished) return Promise.resolve(null);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#stop(
          endedError(
            'infrastructure',
            'TimeoutError',
            'the supervisor of the Python process does not answer',
          ),
        );
      }, ANSWER_MILLISECONDS);
      this.#asking.push((usage) => {
        clearTimeout(timer);
        resolve(usage);
      });
      this.#options.process.sendBytes('Q', Buffer.alloc(0));
    });
  }

  #takeUsage(told: PythonValue): void {
    const [processorSeconds, delaySeconds] = Array.isArray(told) ? told : [];
    if (!isTime(processorSeconds) || !isTime(delaySeconds)) {
      this.#distrust('times that are none');
      return;
    }
    this.#usage = { processorSeconds, delaySeconds };
    for (const resolve of this.#asking.splice(0)) resolve(this.#usage);
  }

  /** Hands over the next part of standard input, which the supervisor asks for once the last one is in the code's pipe. */
  async #sendInput(): Promise<void> {
    const { stdin, process } = this.#options;
    try {
      const part = await stdin?.next();
      if (part !== undefined && !this.#isFinished) process.sendBytes('I', part);
    } catch (thrown) {
      this.#stop(endedError('infrastructure', 'OSError', `stdin cannot be read: ${errorMessage(thrown)}`));
    }
  }

  #takeOutput(frame: Frame): void {
    const { output, limits } = this.#options;
    if (output.take(frame.kind === 'o' ? 'stdout' : 'stderr', frame.body)) return;
    this.#stop(outputError(limits));
  }

  #takeFiles(body: Buffer): Promise<void> | null {
    if (this.#files.count(body.length)) return whenDecoded(body, (changes) => this.#files.absorb(changes));
    this.#distrust('more files than the code may write');
    return null;
  }

  #takeFromCode(body: Buffer): Promise<void> | null {
    if (this.#over) return null;
    const data = body.subarray(1);
    if (body[0] === FETCH) this.#fetch(data);
    else if (body[0] === CALL) this.#call(data);
    else return this.#takeReport(data);
    return null;
  }

  #takeReport(data: Buffer): Promise<void> | null {
    const { limits } = this.#options;
    this.#clock.pause();
    if (this.#hasReported) this.#distrust('a second result');
    else if (data.length > limits.maxValueBytes + FRAME_ROOM_BYTES) {
      const message = `a value takes more than ${limits.maxValueBytes} bytes encoded`;
      this.#stop(endedError('limit', 'ValueError', message));
    } else {
      this.#hasReported = true;
      return whenDecoded(data, (report) => {
        this.#report = report;
        return null;
      });
    }
    return null;
  }

  #fetch(data: Buffer): void {
    const { process, mirror } = this.#options;
    const path = decodeMarshal(data);
    if (typeof path !== 'string') throw new TypeError('a file name that is not text');
    this.#fetches -= 1;
    if (this.#isServing || this.#fetches < 0) this.#distrust('more questions than the code may ask');
    else process.send('F', [path, mirror.fetch(path)]);
  }

  #call(data: Buffer): void {
    const { limits } = this.#options;
    this.#hostCalls += 1;
    if (this.#isServing) this.#distrust('a call while another one is at work');
    else if (this.#hostCalls > limits.maxHostCalls) {
      const message = `the code called host functions more than ${limits.maxHostCalls} times`;
      this.#stop(endedError('limit', 'RuntimeError', message));
    } else void this.#serveCall(data);
  }

  async #serveCall(data: Buffer): Promise<void> {
    const { process, limits, functions, onHostCall } = this.#options;
    this.#isServing = true;
    this.#clock.pause();
    const used = this.#usage === null ? null : this.#clock.usedTime(this.#usage);
    try {
      const answer = await answerCall(data, functions, limits.maxInputBytes, (name) =>
        onHostCall?.({
          name,
          processorSeconds: used?.processorSeconds ?? null,
          ownSeconds: used?.ownSeconds ?? null,
        }),
      );
      this.#isServing = false;
      if (this.#over) return;
      process.sendBytes('A', answer);
      this.#clock.resume();
    } catch (thrown) {
      this.#stop(protocolError(errorMessage(thrown)));
    }
  }

  #stop(error: RunError): void {
    if (this.#over) return;
    this.#over = true;
    this.#stopped = error;
    const { process } = this.#options;
    process.sendBytes('K', Buffer.from(this.#isForTime(error) ? 'timeout' : 'killed'));
    this.#killTimer = setTimeout(() => {
      void process.close().then(() => this.#finish(null));
    }, KILL_GRACE_MILLISECONDS);
  }

  /** Whether a run ends because its time is over: by its own limits, or by the caller's. */
  #isForTime({ kind }: RunError): boolean {
    const reason: unknown = this.#options.signal?.reason;
    return (
      kind === 'timeout' || (kind === 'aborted' && reason instanceof Error && reason.name === 'TimeoutError')
    );
  }

  /** Ends a process that breaks the protocol in what only its trusted half sends: nothing of it is believed any more. */
  #distrust(what: string): void {
    if (!this.#over) this.#stopped = protocolError(what);
    this.#over = true;
    void this.#options.process.close().then(() => this.#finish(null));
  }

  #finish(end: EndReport | null): void {
    const { signal, output, process, stdin } = this.#options;
    if (this.#isFinished) return;
    this.#isFinished = true;
    stdin?.close();
    this.#over = true;
    process.detach();
    this.#clock.stop();
    clearTimeout(this.#killTimer);
    for (const resolve of this.#asking.splice(0)) resolve(null);
    signal?.removeEventListener('abort', this.#onAbort);
    output.finish();
    this.#resolve({
      report: this.#report,
      stopped: this.#stopped === null ? null : atItsPlace(this.#stopped, end, this.#options),
      end,
      hostCalls: this.#hostCalls,
      refusedFiles: this.#files.refused,
    });
  }
}

/** The error of code whose time was over, with the lines it was at where its process has told. */
function atItsPlace(
  stopped: RunError,
  end: EndReport | null,
  { process, request }: ExchangeOptions,
): RunError {
  const frames = framesOfDump(end?.place ?? '', process.plan.settings.workspace);
  if (frames.length === 0) return stopped;
  const line = frames.findLast(({ file }) => file === request.fileName)?.line ?? null;
  return { ...stopped, line, frames };
}

/** Decodes bytes and goes on with the value; a promise where that takes turns. */
function whenDecoded(data: Buffer, goOn: (value: PythonValue) => Promise<void> | null): Promise<void> | null {
  const value = decodeMarshalInTurns(data);
  return value instanceof Promise
    ? value.then(async (decoded) => (await goOn(decoded)) ?? undefined)
    : goOn(value);
}

/** The error of a run whose process sent what cannot be taken. */
function errorOf(thrown: unknown): RunError {
  return isTooLarge(thrown)
    ? endedError('limit', 'ValueError', thrown.message)
    : protocolError(errorMessage(thrown));
}

/** A time that is none would make a limit that is never over. */
function isTime(told: PythonValue | undefined): told is number {
  return typeof told === 'number' && Number.isFinite(told) && told >= 0;
}
