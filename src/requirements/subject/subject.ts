import { randomBytes } from 'node:crypto';
import {
  PythonFloat,
  PythonObject,
  type PythonValue,
  type RunError,
  type RunResult,
  type Sandbox,
} from '../../sandbox/index.js';
import { ENDED_PROGRAM } from './ended-program.js';
import { type CallOutcome, type LiveSubject, type OpenSubjectOptions, openSubject } from './live-subject.js';
import { type Packed, packValue } from './packed-values.js';

/** How a function is called, beside its name. */
interface SubjectCall {
  readonly arguments: readonly PythonValue[];
  readonly keywordArguments?: Readonly<Record<string, PythonValue>>;
  /** Whether the seconds of the call are wanted. */
  readonly isTimed?: boolean;
}

/** Code under judgement, loaded as a module in a process of its own: only calls go in, only data come out. */
export interface Subject {
  /** Calls a function by its dotted name. Where a call has ended the process, the next one loads the code again. */
  call(name: string, call: SubjectCall): Promise<CallOutcome>;
  /** What threads of the code raised during the last call, in words for a reason: "" where that is nothing. */
  threadErrors(): Promise<string>;
  /** Ends the process. */
  close(): Promise<void>;
}

/** Loads the code in an empty sandbox; `failed` says why it could not be. */
export async function loadSubject(
  sandbox: Sandbox,
  options: OpenSubjectOptions,
): Promise<{ readonly subject: Subject } | { readonly failed: RunError }> {
  if ((await sandbox.capabilities()).engine === 'monty') return loadInMonty(sandbox, options);
  const opened = await openSubject(sandbox, options);
  return 'failed' in opened ? opened : { subject: new ReopenedSubject(sandbox, options, opened.subject) };
}

/** A process that is replaced by a new one where a call has ended it. */
class ReopenedSubject implements Subject {
  readonly #sandbox: Sandbox;
  readonly #options: OpenSubjectOptions;
  #live: LiveSubject | null;

  constructor(sandbox: Sandbox, options: OpenSubjectOptions, live: LiveSubject) {
    this.#sandbox = sandbox;
    this.#options = options;
    this.#live = live;
  }

  async call(name: string, call: SubjectCall): Promise<CallOutcome> {
    if (this.#live === null) {
      const opened = await openSubject(this.#sandbox, this.#options);
      if ('failed' in opened) return { error: opened.failed };
      this.#live = opened.subject;
    }
    const live = this.#live;
    const outcome = await live.call(name, call.arguments, call.keywordArguments, call.isTimed);
    if (live.hasEnded) {
      this.#live = null;
      await live.close();
    }
    return outcome;
  }

  async threadErrors(): Promise<string> {
    return (await this.#live?.threadErrors()) ?? '';
  }

  async close(): Promise<void> {
    await this.#live?.close();
  }
}

/** What Monty returned, as far as it can be told: its engine gives the class of the whole, not of the parts. */
function packInMonty(value: PythonValue, type: string): Packed {
  if (typeof value === 'number' && type === 'float') return packValue(new PythonFloat(value));
  const packed = value instanceof PythonObject ? null : packValue(value);
  return type === 'tuple' && Array.isArray(packed) ? ['t', ...packed.slice(1)] : packed;
}

/**
 * In Monty each call is a run. Its interpreter cannot be reached from Python, so the process is the code's alone
 * already; what is asked for beside calls goes by names that the code cannot guess.
 */
async function loadInMonty(
  sandbox: Sandbox,
  { code, plan, signal }: OpenSubjectOptions,
): Promise<{ readonly subject: Subject } | { readonly failed: RunError }> {
  const secret = `mettle_${randomBytes(8).toString('hex')}`;
  const run = async (
    source: string,
    inputs: Readonly<Record<string, PythonValue>> = {},
    allowedImports: readonly string[] | null = null,
  ): Promise<RunResult> => {
    const result = await sandbox.run(source, { inputs, limits: plan.limits, signal, allowedImports });
    signal.throwIfAborted();
    return result;
  };
  const loaded = [await run(`${secret}_type = type`), await run(code, {}, plan.allowedImports)];
  const failed = loaded.find(({ error }) => error !== null)?.error ?? null;
  if (failed !== null) return { failed };
  const call = async (name: string, given: SubjectCall): Promise<CallOutcome> => {
    const keywords = given.keywordArguments ?? {};
    const hasKeywords = Object.keys(keywords).length > 0;
    const result = await run(
      `${secret}_result = [${name}(*mettle_arguments${hasKeywords ? ', **mettle_keywords' : ''})]\n${secret}_result`,
      { mettle_arguments: [...given.arguments], ...(hasKeywords ? { mettle_keywords: keywords } : {}) },
    );
    if (result.error !== null) return { error: result.error };
    if (!Array.isArray(result.value) || result.value.length !== 1) return { error: ENDED_PROGRAM };
    const { value: type } = await run(`${secret}_type(${secret}_result[0]).__name__`);
    const value = (result.value as readonly PythonValue[])[0] ?? null;
    return {
      returned: { value, type: String(type), library: 'builtins', packed: packInMonty(value, String(type)) },
      seconds: result.usage.executionSeconds,
    };
  };
  return { subject: { call, threadErrors: async () => '', close: async () => undefined } };
}
