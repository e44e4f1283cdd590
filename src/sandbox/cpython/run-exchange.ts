import { errorMessage } from '../../core/index.js';
import type { HostFunctions, RunError, SandboxLimits } from '../contract.js';
import { abortedError, deadlineError, endedError, outputError, timeoutError } from '../ended-errors.js';
import { hostErrorOf } from '../host-error.js';
import type { PythonValue } from '../python-value.js';
import type { FileMirror } from './file-mirror.js';
import type { Frame } from './frames.js';
import { decodeMarshal } from './marshal-decode.js';
import { encodeMarshal } from './marshal-encode.js';
import type { OutputCollector } from './output-collector.js';
import { type EndReport, protocolError, readEndReport } from './run-outcome.js';
import type { SupervisorProcess } from './supervisor-process.js';

/** Milliseconds that a supervisor gets to end a run it was told to end, before it is ended itself. */
const KILL_GRACE_MILLISECONDS = 10_000;

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
  return new Promise((resolve) => new Exchange(options, resolve).begin());
}

class Exchange {
  readonly #options: ExchangeOptions;
  readonly #resolve: (result: ExchangeResult) => void;
  #report: PythonValue = null;
  #stopped: RunError | null = null;
  #hostCalls = 0;
  readonly #refusedFiles: string[] = [];
  /** Host calls are served one after another, however many were sent at once. */
  #calls: Promise<void> = Promise.resolve();
  #over = false;
  #codeMilliseconds: number;
  #codeSince = 0;
  #codeTimer: NodeJS.Timeout | undefined;
  #deadlineTimer: NodeJS.Timeout | undefined;
  #killTimer: NodeJS.Timeout | undefined;
  readonly #onAbort = (): void => this.#stop(abortedError());

  constructor(options: ExchangeOptions, resolve: (result: ExchangeResult) => void) {
    this.#options = options;
    this.#resolve = resolve;
    this.#codeMilliseconds = options.limits.timeoutSeconds * 1000;
  }

  begin(): void {
    const { process, limits, request, signal } = this.#options;
    const encoded = encodeMarshal(request, limits.maxInputBytes + limits.maxSourceBytes);
    process.attach(
      (frame) => this.#receive(frame),
      () => this.#finish(null),
    );
    if (process.ended !== null) return;
    const header = {
      limits: {
        memory: Math.ceil(limits.memoryMegabytes * 2 ** 20),
        fileBytes: Math.ceil(limits.maxFileBytes),
        processes: limits.maxProcesses,
        cpuSeconds: Math.ceil(limits.timeoutSeconds) * limits.maxProcesses + 2,
        frameBytes: Math.min(limits.maxValueBytes + FRAME_ROOM_BYTES, 2 ** 29),
      },
    };
    process.send('R', [header, encoded]);
    this.#resumeClock();
    this.#deadlineTimer = setTimeout(
      () => this.#stop(deadlineError(limits)),
      timerMilliseconds(limits.deadlineSeconds * 1000),
    );
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (signal?.aborted === true) this.#onAbort();
  }

  #receive(frame: Frame): void {
    try {
      switch (frame.kind) {
        case 'o':
        case 'e':
          this.#takeOutput(frame);
          break;
        case 'c':
          this.#takeFromCode(frame.body);
          break;
        case 'w':
          this.#takeFiles(decodeMarshal(frame.body));
          break;
        case 'x':
          this.#finish(readEndReport(decodeMarshal(frame.body)));
          break;
        default:
          break;
      }
    } catch (thrown) {
      this.#stop(protocolError(errorMessage(thrown)));
    }
  }

  #takeOutput(frame: Frame): void {
    const { output, limits } = this.#options;
    if (output.take(frame.kind === 'o' ? 'stdout' : 'stderr', frame.body)) return;
    this.#stop(outputError(limits));
  }

  #takeFiles(operations: PythonValue): void {
    const { refused } = this.#options.mirror.absorb(operations);
    this.#refusedFiles.push(...refused);
  }

  #takeFromCode(body: Buffer): void {
    if (this.#over) return;
    const { limits } = this.#options;
    const data = body.subarray(1);
    if (body[0] === FETCH) {
      const path = decodeMarshal(data);
      if (typeof path !== 'string') throw new TypeError('a file name that is no text');
      this.#options.process.send('F', [path, this.#options.mirror.fetch(path)]);
      return;
    }
    if (body[0] !== CALL) {
      this.#pauseClock();
      if (data.length > limits.maxValueBytes + FRAME_ROOM_BYTES) {
        const message = `a value takes more than ${limits.maxValueBytes} bytes encoded`;
        this.#stop(endedError('limit', 'ValueError', message));
      } else this.#report = decodeMarshal(data);
      return;
    }
    this.#hostCalls += 1;
    if (this.#hostCalls > limits.maxHostCalls) {
      const message = `the code called host functions more than ${limits.maxHostCalls} times`;
      this.#stop(endedError('limit', 'RuntimeError', message));
    } else this.#calls = this.#calls.then(() => this.#serveCall(data));
  }

  async #serveCall(data: Buffer): Promise<void> {
    if (this.#over) return;
    const { process, limits } = this.#options;
    this.#pauseClock();
    try {
      const answer = encodeAnswer(await this.#answer(data), limits.maxInputBytes);
      if (this.#over) return;
      process.sendBytes('A', answer);
      this.#resumeClock();
    } catch (thrown) {
      this.#stop(protocolError(errorMessage(thrown)));
    }
  }

  async #answer(data: Buffer): Promise<Answer> {
    const { functions } = this.#options;
    const [name, args, kwargs] = readCall(decodeMarshal(data));
    const called = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (called === undefined) return { error: ['NameError', `the host has no function ${name}`] };
    try {
      return { value: await called(...args, ...(kwargs === null ? [] : [kwargs])) };
    } catch (thrown) {
      const { type, message } = hostErrorOf(thrown);
      return { error: [type, message] };
    }
  }

  #resumeClock(): void {
    const { limits } = this.#options;
    this.#codeSince = performance.now();
    this.#codeTimer = setTimeout(
      () => this.#stop(timeoutError(limits)),
      timerMilliseconds(this.#codeMilliseconds),
    );
  }

  #pauseClock(): void {
    clearTimeout(this.#codeTimer);
    this.#codeTimer = undefined;
    this.#codeMilliseconds -= performance.now() - this.#codeSince;
  }

  #stop(error: RunError): void {
    if (this.#over) return;
    this.#over = true;
    this.#stopped = error;
    const { process } = this.#options;
    process.sendBytes('K', Buffer.from('killed'));
    this.#killTimer = setTimeout(() => {
      void process.close().then(() => this.#finish(null));
    }, KILL_GRACE_MILLISECONDS);
  }

  #finish(end: EndReport | null): void {
    const { signal, output } = this.#options;
    this.#over = true;
    clearTimeout(this.#codeTimer);
    clearTimeout(this.#deadlineTimer);
    clearTimeout(this.#killTimer);
    signal?.removeEventListener('abort', this.#onAbort);
    output.finish();
    this.#resolve({
      report: this.#report,
      stopped: this.#stopped,
      end,
      hostCalls: this.#hostCalls,
      refusedFiles: this.#refusedFiles,
    });
  }
}

type Answer = { readonly value: PythonValue } | { readonly error: readonly [type: string, message: string] };

function encodeAnswer(answer: Answer, maxBytes: number): Buffer {
  if ('error' in answer) return encodeMarshal([false, ...answer.error]);
  try {
    return encodeMarshal([true, answer.value], maxBytes);
  } catch (thrown) {
    return encodeMarshal([
      false,
      'ValueError',
      `the host's answer cannot be given to Python: ${hostErrorOf(thrown).message}`,
    ]);
  }
}

/** A call as foreign code sent it, checked. */
function readCall(
  value: PythonValue,
): readonly [string, readonly PythonValue[], Readonly<Record<string, PythonValue>> | null] {
  const [name, args, kwargs] = Array.isArray(value) ? value : [];
  if (typeof name !== 'string' || !Array.isArray(args))
    throw new TypeError('a call without a name or arguments');
  const named = kwargs instanceof Map || typeof kwargs !== 'object' || kwargs === null ? {} : kwargs;
  const record = named as Readonly<Record<string, PythonValue>>;
  return [name, args, Object.keys(record).length === 0 ? null : record];
}

/** Node's timers take at most 2^31-1 milliseconds. */
function timerMilliseconds(milliseconds: number): number {
  return Math.min(Math.max(0, Math.ceil(milliseconds)), 0x7fffffff);
}
