import type {
  HostFunction,
  PythonValue,
  RunError,
  RunMeter,
  Sandbox,
  UsedTime,
} from '../../sandbox/index.js';
import { MAX_TIMEOUT_SECONDS, NO_TIME } from '../../sandbox/internal.js';
import { OwnTimeLimit } from '../execution/own-time-limit.js';
import type { PythonRunner } from '../execution/python-runner.js';
import { describeRunError } from '../python/python-execution-req.js';
import { type LiveSubject, MAX_MESSAGE_BYTES, type OpenSubjectOptions, openSubject } from './live-subject.js';
import { type ProgramName, programInputs, startSource } from './programs.js';

/** One piece of judging, as the judging process reports it. */
interface JudgedPart {
  readonly name: string;
  readonly details: readonly PythonValue[];
}

/** What {@link judgeFromOutside} takes. */
export interface JudgeFromOutsideOptions {
  /** Where the code is loaded. */
  readonly subject: Sandbox;
  /** Lends the sandbox where the judging program runs: code under judgement never does. */
  readonly python: PythonRunner;
  readonly code: OpenSubjectOptions;
  readonly program: Extract<ProgramName, 'tests' | 'pytest' | 'doctests'>;
  readonly entry: string;
  /** The arguments of the entry; told whether it is the first attempt. */
  readonly argumentsOf: (isFirst: boolean) => readonly PythonValue[];
  /** Bytes of a name, that is of a test, that are given to it before it starts. */
  readonly firstName: string;
}

/** What judging came to. */
export interface JudgedFromOutside {
  readonly parts: readonly JudgedPart[];
  /** Parts that were not judged to their end, each with what ended it. */
  readonly broken: readonly { readonly name: string; readonly error: RunError }[];
  /** Why the code could not be loaded, or the judging not be done. */
  readonly failed: RunError | null;
}

/**
 * Judges code in two processes. The one loads it, the other one runs the judging program and asks the first for values
 * and calls through the host. Where a part ends either process, that part is broken, and the others are judged by new
 * processes.
 */
export function judgeFromOutside(options: JudgeFromOutsideOptions): Promise<JudgedFromOutside> {
  const { plan, signal } = options.code;
  return options.python.use(plan, (judge) => judgeIn(judge, options), { signal, judges: true });
}

async function judgeIn(judge: Sandbox, options: JudgeFromOutsideOptions): Promise<JudgedFromOutside> {
  const parts: JudgedPart[] = [];
  const broken: { name: string; error: RunError }[] = [];
  for (let number = 0; ; number++) {
    const done = new Set([...parts, ...broken].map(({ name }) => name));
    // The judging program starts while the code is loaded, and waits for it before it does anything that counts.
    const opening = openSubject(options.subject, options.code);
    const attempt = new Attempt(options, judge, opening, done, parts);
    const running = attempt.run(number === 0);
    running.catch(() => undefined);
    try {
      const opened = await opening;
      if ('failed' in opened) return { parts, broken, failed: opened.failed };
      const end = await running;
      if (end === null) return { parts, broken, failed: null };
      if (end.name === null || done.has(end.name)) return { parts, broken, failed: end.error };
      broken.push({ name: end.name, error: end.error });
      if (end.name === options.firstName) return { parts, broken, failed: null };
      await attempt.end();
    } finally {
      // Neither sandbox does anything else before these runs are over, and the verdict needn't wait for that.
      void attempt.end();
    }
  }
}

/** One run of the judging program. */
class Attempt {
  readonly #options: JudgeFromOutsideOptions;
  readonly #judge: Sandbox;
  readonly #opening: ReturnType<typeof openSubject>;
  readonly #done: ReadonlySet<string>;
  readonly #parts: JudgedPart[];
  readonly #controller = new AbortController();
  /** The code, once it is loaded. */
  readonly #loaded: Promise<LiveSubject>;
  #subject: LiveSubject | null = null;
  #current: string | null;
  #ended: RunError | null = null;
  #isOver = false;
  /** The time of the part that is judged, in which both processes work for it. */
  #limit: OwnTimeLimit | null = null;
  #meter: RunMeter | null = null;
  /** What the judging process had used as it last came to wait. */
  #used: UsedTime | null = NO_TIME;

  constructor(
    options: JudgeFromOutsideOptions,
    judge: Sandbox,
    opening: ReturnType<typeof openSubject>,
    done: ReadonlySet<string>,
    parts: JudgedPart[],
  ) {
    this.#options = options;
    this.#judge = judge;
    this.#opening = opening;
    this.#done = done;
    this.#parts = parts;
    this.#current = options.firstName;
    this.#loaded = opening.then((opened) => {
      if ('failed' in opened) throw new Error(describeRunError(opened.failed));
      this.#subject = opened.subject;
      // The judging process has been starting meanwhile, which is none of the code's time.
      if (!this.#isOver) this.#startClock(this.#usedByJudge());
      return opened.subject;
    });
    this.#loaded.catch(() => undefined);
  }

  /** Null where it came to its end; else what ended it, in which part. */
  async run(isFirst: boolean): Promise<{ readonly name: string | null; readonly error: RunError } | null> {
    const { program, entry, argumentsOf, code } = this.#options;
    const inputs = await programInputs(program, this.#judge);
    code.signal.throwIfAborted();
    const onAbort = (): void => this.#controller.abort();
    code.signal.addEventListener('abort', onAbort, { once: true });
    try {
      const result = await this.#judge.run(startSource(entry), {
        inputs: { ...inputs, mettle_arguments: [...argumentsOf(isFirst)] },
        functions: {
          mettle_exchange: this.#exchange,
          mettle_report: this.#report,
        },
        limits: {
          ...code.plan.limits,
          timeoutSeconds: MAX_TIMEOUT_SECONDS,
          deadlineSeconds: 86_400,
          maxHostCalls: 10_000_000,
          maxValueBytes: MAX_MESSAGE_BYTES,
        },
        signal: this.#controller.signal,
        onStart: (meter) => {
          this.#meter = meter;
        },
        onHostCall: ({ processorSeconds, ownSeconds }) => {
          this.#used =
            processorSeconds === null || ownSeconds === null ? null : { processorSeconds, ownSeconds };
        },
      });
      code.signal.throwIfAborted();
      const error = this.#ended ?? result.error;
      return error === null ? null : { name: this.#current, error };
    } finally {
      this.#isOver = true;
      this.#limit?.stop();
      code.signal.removeEventListener('abort', onAbort);
    }
  }

  /** Ends both processes, where they have not ended; settled once that of the code has. */
  async end(): Promise<void> {
    this.#controller.abort();
    const opened = await this.#opening.catch(() => null);
    if (opened !== null && 'subject' in opened) await opened.subject.close();
  }

  readonly #exchange: HostFunction = async (asked) => {
    if (typeof asked !== 'string') throw new TypeError('a text is expected');
    const told = await (await this.#loaded).ask(asked);
    if ('text' in told) return told.text;
    this.#stop(told.error);
    throw new Error(describeRunError(told.error));
  };

  readonly #report: HostFunction = async (kind, name, ...details) => {
    await this.#loaded;
    const shown = String(name);
    if (kind === 'start') {
      if (this.#done.has(shown)) return false;
      this.#current = shown;
      this.#startClock(this.#used);
      return true;
    }
    this.#limit?.stop();
    this.#current = null;
    if (this.#ended === null) this.#parts.push({ name: shown, details });
    return null;
  };

  async #usedByJudge(): Promise<UsedTime | null> {
    if (this.#subject?.isMeasured !== true) return null;
    return (await this.#meter?.used()) ?? this.#used;
  }

  /** Times a part from now on. `before`: what the judging process has used by now. */
  #startClock(before: UsedTime | null | Promise<UsedTime | null>): void {
    const seconds = this.#options.code.plan.limits.timeoutSeconds ?? 5;
    this.#limit?.stop();
    this.#limit = new OwnTimeLimit({
      seconds,
      parts: [
        { before, used: () => this.#usedByJudge() },
        {
          before: this.#subject?.usedAtRest ?? null,
          used: () => this.#subject?.used() ?? Promise.resolve(null),
        },
      ],
      onOver: (starved) => {
        // Where the code is at work, it is asked for the line, which comes as the end of its call.
        if (this.#subject?.endForTime(starved) === true) return;
        const message = `it ran longer than its limit of ${seconds} s`;
        this.#stop(
          starved ?? { kind: 'timeout', type: 'TimeoutError', message, line: null, frames: [], hint: null },
        );
      },
    });
  }

  #stop(error: RunError): void {
    this.#ended ??= error;
    this.#controller.abort();
  }
}
