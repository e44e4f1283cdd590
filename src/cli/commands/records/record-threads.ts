import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type ErrorCode, MettleError } from '../../../core/index.js';
import { errorMessage } from '../../../core/internal.js';
import type { HostLine } from '../../../filesystem/internal.js';
import type { SkippedLine, TrajectoryLine } from '../../../records/index.js';
import { type ReadableLine, readOneLine } from './read-one-line.js';
import type { WorkRecipe } from './record-work.js';

/** A line for a thread. */
export type LineJob = ReadableLine;

/** What a thread gives for it. */
export type LineAnswer<Result> =
  | { readonly kind: 'result'; readonly result: Result }
  | { readonly kind: 'skipped'; readonly reason: string }
  | { readonly kind: 'blank' }
  | { readonly kind: 'thrown'; readonly code: ErrorCode | null; readonly message: string };

/** What came of a line: a result, why it holds no record, or null for a blank one. */
export type WorkedLine<Result> =
  | SkippedLine
  | { readonly line: number; readonly result: Result }
  | { readonly line: number; readonly result: null };

/** What {@link openRecordThreads} needs. */
export interface RecordThreadsOptions<Result> {
  readonly count: number;
  readonly recipe: WorkRecipe;
  /** The result for a record that ended its thread. */
  readonly broken: (line: TrajectoryLine, reason: string) => Promise<Result>;
}

/** Threads that work on the records of a file. */
export interface RecordThreads<Result> extends AsyncDisposable {
  work(line: HostLine): Promise<WorkedLine<Result>>;
}

interface Waiting {
  readonly job: LineJob;
  readonly resolve: (
    answer: LineAnswer<unknown> | { readonly kind: 'died'; readonly reason: string },
  ) => void;
}

/** Megabytes of new objects before a thread looks for garbage: V8 would take three times as much memory for little more speed. */
const YOUNG_MEGABYTES = 16;
/** The stack of the main thread, so that what is nested too deep is the same in both. */
const STACK_MEGABYTES = 1;

/** Whether records can be worked on in threads: these run compiled code, also where this module is run from source. */
export function canWorkInThreads(): boolean {
  return existsSync(fileURLToPath(workerUrl()));
}

/** Starts threads that work on records. A thread that a record ends is started again for the next one. */
export function openRecordThreads<Result>({
  count,
  recipe,
  broken,
}: RecordThreadsOptions<Result>): RecordThreads<Result> {
  const threads = Array.from({ length: count }, () => new RecordThread(recipe));
  return {
    work: async ({ line, text, problem, isEnded }) => {
      if (text === null) return { line, reason: problem ?? '' };
      const [free] = [...threads].sort((one, other) => one.waiting - other.waiting);
      const answer = await (free as RecordThread).ask({ line, text, isEnded });
      switch (answer.kind) {
        case 'result':
          return { line, result: answer.result as Result };
        case 'skipped':
          return { line, reason: answer.reason };
        case 'blank':
          return { line, result: null };
        case 'died': {
          const read = await readOneLine({ line, text, isEnded });
          if (read === null || 'reason' in read) return { line, reason: answer.reason };
          return { line, result: await broken(read, answer.reason) };
        }
        default:
          throw answer.code === null
            ? new Error(answer.message)
            : new MettleError({ code: answer.code, message: answer.message });
      }
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

/** One thread, which answers in the order in which it was asked. */
class RecordThread {
  readonly #recipe: WorkRecipe;
  #waiting: Waiting[] = [];
  #worker: Worker | undefined;
  #ended: Promise<void> = Promise.resolve();

  constructor(recipe: WorkRecipe) {
    this.#recipe = recipe;
  }

  /** Lines that it has no answer for yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  ask(job: LineJob): Promise<Parameters<Waiting['resolve']>[0]> {
    return new Promise((resolve) => {
      this.#waiting.push({ job, resolve });
      this.#worker ??= this.#start();
      this.#worker.postMessage(job);
    });
  }

  async close(): Promise<void> {
    this.#worker?.postMessage('close');
    await this.#ended;
  }

  #start(): Worker {
    const worker = new Worker(workerUrl(), {
      execArgv: [],
      workerData: this.#recipe,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES, stackSizeMb: STACK_MEGABYTES },
    });
    let reason = 'the thread that worked on it ended';
    worker.on('message', (answer: LineAnswer<unknown>) => this.#waiting.shift()?.resolve(answer));
    worker.on('error', (error) => {
      reason = `the thread that worked on it ended: ${errorMessage(error)}`;
    });
    this.#ended = new Promise((resolve) => {
      worker.once('exit', () => {
        this.#worker = undefined;
        this.#waiting.shift()?.resolve({ kind: 'died', reason });
        if (this.#waiting.length > 0) this.#worker = this.#start();
        for (const { job } of this.#waiting) this.#worker?.postMessage(job);
        resolve();
      });
    });
    return worker;
  }
}

/** A thread runs compiled code, also where this module is run from source. */
function workerUrl(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(
    isSource ? '../../../../dist/cli/commands/records/record-worker.js' : './record-worker.js',
    import.meta.url,
  );
}
