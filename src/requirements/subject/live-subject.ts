import { errorMessage, startOf } from '../../core/internal.js';
import type {
  HostFunction,
  PythonValue,
  RunError,
  RunMeter,
  RunResult,
  Sandbox,
  StackFrame,
  UsedTime,
} from '../../sandbox/index.js';
import { MAX_TIMEOUT_SECONDS, NO_TIME } from '../../sandbox/internal.js';
import type { ExecutionPlan } from '../execution/execution-plan.js';
import { OwnTimeLimit } from '../execution/own-time-limit.js';
import { ENDED_PROGRAM } from './ended-program.js';
import { type Packed, packValue, type ReturnedValue, readReturned } from './packed-values.js';
import { programInputs, START_FUNCTION, startSource } from './programs.js';

/** The name of the module that the code under judgement is loaded as. */
export const SUBJECT_MODULE = 'solution';

/** What a call came to: a value, or why there is none. */
export type CallOutcome =
  | { readonly returned: ReturnedValue; readonly seconds: number }
  | { readonly error: RunError };

/** What {@link openSubject} takes. */
export interface OpenSubjectOptions {
  readonly code: string;
  readonly plan: ExecutionPlan;
  readonly signal: AbortSignal;
  readonly moduleName?: string;
  /** Whether its surroundings are kept in step with those of tests. */
  readonly isFollowed?: boolean;
}

/**
 * Loads the code as a module in an empty sandbox, and keeps that process waiting for questions. `failed` says why the
 * code could not be loaded.
 */
export async function openSubject(
  sandbox: Sandbox,
  options: OpenSubjectOptions,
): Promise<{ readonly subject: LiveSubject } | { readonly failed: RunError }> {
  const subject = new LiveSubject(sandbox, options);
  const told = await subject.load();
  if ('error' in told) {
    await subject.close();
    return { failed: told.error };
  }
  const failed = readFailure(told.text);
  if (failed === null) return { subject };
  await subject.close();
  return { failed };
}

/** The process of the code under judgement, waiting. All that comes from it is data, and none of it is trusted. */
export class LiveSubject {
  readonly #sandbox: Sandbox;
  readonly #options: OpenSubjectOptions;
  readonly #controller = new AbortController();
  readonly #onAbort = (): void => this.#controller.abort();
  /** Answers the process, which waits for its next question. */
  #reply: ((text: string) => void) | null = null;
  /** Takes the next text of the process. */
  #take: ((text: string) => void) | null = null;
  #run: Promise<RunResult> | null = null;
  #timedOut = false;
  /** Why it was ended for this machine's failure. */
  #starved: RunError | null = null;
  /** Names of the classes that the process has told of, by their numbers. */
  readonly #classes = new Map<number, string>();
  #meter: RunMeter | null = null;
  #isMeasured = false;
  /** What the process had used as it last came to wait; null where its engine can't tell. */
  #used: UsedTime | null = NO_TIME;

  constructor(sandbox: Sandbox, options: OpenSubjectOptions) {
    this.#sandbox = sandbox;
    this.#options = options;
  }

  /** Whether the process has ended, or is lost. */
  get hasEnded(): boolean {
    return this.#reply === null;
  }

  /** Starts the process; the text with which it says that the code is loaded. */
  async load(): Promise<{ readonly text: string } | { readonly error: RunError }> {
    const { code, plan, signal, moduleName = SUBJECT_MODULE, isFollowed } = this.#options;
    const inputs = await programInputs(isFollowed === true ? 'followed' : 'subject', this.#sandbox);
    this.#isMeasured = MEASURED_ENGINES.has((await this.#sandbox.capabilities()).engine);
    signal.throwIfAborted();
    signal.addEventListener('abort', this.#onAbort, { once: true });
    return this.#next(() => {
      this.#run = this.#sandbox.run(startSource('main'), {
        inputs: { ...inputs, mettle_arguments: [code, moduleName, plan.allowedImports] },
        functions: { mettle_exchange: this.#exchange },
        limits: { ...plan.limits, ...PATIENT_LIMITS },
        signal: this.#controller.signal,
        onStart: (meter) => {
          this.#meter = meter;
        },
        onHostCall: ({ processorSeconds, ownSeconds }) => {
          this.#used =
            processorSeconds === null || ownSeconds === null ? null : { processorSeconds, ownSeconds };
        },
      });
      this.#run.catch(() => undefined);
    });
  }

  /** Asks one question, and gives back the text that comes next: an answer, or a question of the code's. */
  ask(text: string): Promise<{ readonly text: string } | { readonly error: RunError }> {
    const reply = this.#reply;
    this.#reply = null;
    if (reply === null) return Promise.resolve({ error: brokenProtocol('it waits for no question') });
    return this.#next(() => reply(text));
  }

  /** Calls a function of the code by its dotted name. With `isTimed`, the seconds are those of the call alone. */
  async call(
    name: string,
    positional: readonly PythonValue[],
    keywords: Readonly<Record<string, PythonValue>> = {},
    isTimed = false,
  ): Promise<CallOutcome> {
    const args = [name, packValue([...positional]), packValue(keywords)];
    if (!isTimed) return this.#question('do', args);
    const staged = await this.#question('stage', args);
    if ('error' in staged) return staged;
    const before = this.#used;
    const gone = await this.#question('go', []);
    if ('error' in gone) return gone;
    const result = await this.#question('result', []);
    if ('error' in result || before === null || this.#used === null) return result;
    return { ...result, seconds: this.#used.processorSeconds - before.processorSeconds };
  }

  /** What threads of the code raised during the last call, in words for a reason; nothing else is made of it. */
  async threadErrors(): Promise<string> {
    const told = await this.#question('threads', [0]);
    if ('error' in told || !Array.isArray(told.returned.value)) return '';
    return wordsOfThreads(told.returned.value.filter((words) => typeof words === 'string'));
  }

  /** What the process had used as it last came to wait; null where its engine can't tell. */
  get usedAtRest(): UsedTime | null {
    return this.#used;
  }

  /** Whether its engine can tell what it uses. Until the process has started, that is nothing. */
  get isMeasured(): boolean {
    return this.#isMeasured;
  }

  /** What the process has used by now; null where its engine can't tell. */
  async used(): Promise<UsedTime | null> {
    if (!this.#isMeasured) return null;
    // Of a process that is over just now, it doesn't matter any more.
    return (await this.#meter?.used()) ?? this.#used;
  }

  /**
   * Ends what the code is doing because its time is over; false where the code does nothing just now. `starved`: because
   * this machine gives it too little time.
   */
  endForTime(starved: RunError | null = null): boolean {
    if (this.#take === null) return false;
    this.#timedOut = true;
    this.#starved ??= starved;
    this.#controller.abort(new DOMException('The time of a call is over.', 'TimeoutError'));
    return true;
  }

  /** Ends the process. */
  async close(): Promise<void> {
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    this.#controller.abort();
    await this.#run?.catch(() => undefined);
  }

  readonly #exchange: HostFunction = async (told) => {
    if (typeof told !== 'string') throw new TypeError('a text is expected');
    return new Promise<string>((resolve) => {
      this.#reply = resolve;
      this.#take?.(told);
    });
  };

  /** Waits for the next text of the process, for as long as one call may take. */
  async #next(begin: () => void): Promise<{ readonly text: string } | { readonly error: RunError }> {
    const { plan } = this.#options;
    const seconds = plan.limits.timeoutSeconds ?? 5;
    const taken = new Promise<{ readonly text: string }>((resolve) => {
      this.#take = (text) => resolve({ text });
    });
    begin();
    const limit = new OwnTimeLimit({
      seconds,
      parts: [{ before: this.#used, used: () => this.used() }],
      onOver: (starved) => this.endForTime(starved),
    });
    try {
      const ended = (this.#run ?? Promise.reject(new Error('not started'))).then((result) => ({
        error: this.#endOf(result),
      }));
      return await Promise.race([taken, ended]);
    } finally {
      limit.stop();
      this.#take = null;
      this.#options.signal.throwIfAborted();
    }
  }

  #endOf({ error, stderr }: RunResult): RunError {
    if (this.#starved !== null) return this.#starved;
    if (this.#timedOut) {
      const message = `the code ran longer than its limit of ${this.#options.plan.limits.timeoutSeconds ?? 5} s${threadErrorsIn(stderr)}`;
      const frames = ownFrames(error?.frames ?? []);
      const line = frames.at(-1)?.line ?? null;
      return { kind: 'timeout', type: 'TimeoutError', message, line, frames, hint: null };
    }
    return error ?? brokenProtocol('it ended while it was needed');
  }

  async #question(op: string, parts: readonly Packed[]): Promise<CallOutcome> {
    let told = await this.ask(JSON.stringify([[], [op, 0, parts]]));
    try {
      for (;;) {
        if ('error' in told) return told;
        const [news, body] = JSON.parse(told.text) as readonly [readonly Packed[], readonly Packed[]];
        for (const one of news) if (Array.isArray(one)) this.#classes.set(Number(one[0]), String(one[1]));
        if (body[0] === '=') return outcomeOf(body, this.#classes);
        // The code asks for input, or for something that nobody has: there is none.
        told = await this.ask(JSON.stringify([NO_INPUT_CLASS, ['=', 'raise', NO_INPUT, '']]));
      }
    } catch (thrown) {
      this.#options.signal.throwIfAborted();
      this.#reply = null;
      return { error: brokenProtocol(errorMessage(thrown)) };
    }
  }
}

/** The last errors of threads that the process has written down in a line each: what it waited for may be one of those. */
function threadErrorsIn(stderr: string): string {
  return wordsOfThreads(stderr.split('\n').filter((line) => line.startsWith('a thread of the code raised ')));
}

function wordsOfThreads(errors: readonly string[]): string {
  return errors
    .slice(-3)
    .map((words) => ` (${startOf(words, 700).replaceAll(/\s+/g, ' ')})`)
    .join('');
}

/** The frames of the code, without those of the program around it, which bears the name of a run as well. */
function ownFrames(frames: readonly StackFrame[]): readonly StackFrame[] {
  return frames.slice(frames.findIndex((frame) => frame.function === START_FUNCTION) + 1);
}

/** Engines that tell what a run uses. */
const MEASURED_ENGINES: ReadonlySet<string> = new Set(['cpython', 'docker']);

/** Bytes of one message: what is read in one piece must not hold the event loop for long. */
export const MAX_MESSAGE_BYTES: number = 8 * 2 ** 20;

/** Limits of a run that waits for questions: each call is timed by itself. */
const PATIENT_LIMITS = {
  timeoutSeconds: MAX_TIMEOUT_SECONDS,
  deadlineSeconds: 86_400,
  maxHostCalls: 10_000_000,
  maxValueBytes: MAX_MESSAGE_BYTES,
} as const;

/** Characters kept of what the code says of its errors. */
const MAX_TEXT_CHARS = 20_000;
const MAX_NAME_CHARS = 200;
const MAX_FRAMES = 50;

/** The file of the code's frames. */
export const SUBJECT_FILE = '<run 1>';

const NO_INPUT_CLASS: readonly Packed[] = [[1, 'EOFError', 'EOFError', 'builtins', [], [], null, [], false]];
const NO_INPUT: Packed = ['e', 2, 1, ['EOF when reading a line'], 'EOF when reading a line', null, []];

function outcomeOf(body: readonly Packed[], names: ReadonlyMap<number, string>): CallOutcome {
  const [, kind, value] = body;
  if (kind === 'large' || kind === 'need') return { error: uncrossed(String(value)) };
  if (kind === 'return') return { returned: readReturned(value ?? null), seconds: 0 };
  if (kind !== 'raise' || !Array.isArray(value) || value[0] !== 'e') {
    throw new TypeError('an answer of an unknown kind');
  }
  const [, , number, , text, told] = value as readonly Packed[];
  const frames = readFrames(told);
  const type = startOf(names.get(Number(number)) ?? 'Exception', MAX_NAME_CHARS);
  if (type === 'SystemExit') return { error: ENDED_PROGRAM };
  return {
    error: {
      kind: type === 'MemoryError' ? 'memory' : 'runtime',
      type,
      message: typeof text === 'string' ? startOf(text, MAX_TEXT_CHARS) : '',
      line: frames.at(-1)?.line ?? null,
      frames,
      hint: null,
    },
  };
}

/** The name of that error. No class of the code has it together with the kind `limit`. */
export const CANNOT_CROSS = 'CannotCross';

/** The error for what can't cross between the processes. */
function uncrossed(message: string): RunError {
  return { kind: 'limit', type: CANNOT_CROSS, message, line: null, frames: [], hint: null };
}

/** Frames as a process tells them: a list of lines with the names of functions. */
function readFrames(told: unknown): readonly StackFrame[] {
  if (!Array.isArray(told)) return [];
  return told.slice(0, MAX_FRAMES).flatMap((frame: unknown) => {
    const [line, name]: readonly unknown[] = Array.isArray(frame) ? frame : [];
    if (!Number.isSafeInteger(line) || typeof name !== 'string') return [];
    return [{ file: SUBJECT_FILE, line: Number(line), function: startOf(name, MAX_NAME_CHARS) }];
  });
}

function brokenProtocol(what: string): RunError {
  const message = `the code wrote to the channel of its own process: ${what}`;
  return { kind: 'crash', type: 'ProtocolError', message, line: null, frames: [], hint: null };
}

/** Why the code could not be loaded, as its process says; null where it was. */
function readFailure(text: string): RunError | null {
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch (thrown) {
    return brokenProtocol(errorMessage(thrown));
  }
  const failed = (told as { readonly failed?: unknown } | null)?.failed;
  if (failed === null) return null;
  const { kind, type, message, frames: list } = (failed ?? {}) as Readonly<Record<string, unknown>>;
  const frames = readFrames(list);
  return {
    kind: kind === 'syntax' || kind === 'memory' ? kind : 'runtime',
    type: typeof type === 'string' ? startOf(type, MAX_NAME_CHARS) : 'Exception',
    message: typeof message === 'string' ? startOf(message, MAX_TEXT_CHARS) : '',
    line: frames.at(-1)?.line ?? null,
    frames,
    hint: null,
  };
}
