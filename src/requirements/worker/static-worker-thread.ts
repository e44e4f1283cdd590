import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { unreferenced, whilePending } from '../../core/internal.js';
import type { Job, JobAnswer } from './jobs.js';

/** Seconds that one job may take, the start of the thread included: no reply that means well takes a tenth of it. */
const MAX_JOB_SECONDS = 30;
/** Seconds without a job after which the thread ends. */
const IDLE_SECONDS = 10;

interface Waiting {
  readonly job: Job;
  readonly resolve: (answer: JobAnswer | 'too_slow') => void;
}

/**
 * One thread that answers jobs in their order. A job that takes too long, or more memory than it may, is answered
 * `too_slow`, and a new thread goes on with the others. The thread starts with the first job and ends when idle.
 */
export class StaticWorkerThread {
  readonly #maxJobSeconds: number;
  readonly #waiting: Waiting[] = [];
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(maxJobSeconds: number = MAX_JOB_SECONDS) {
    this.#maxJobSeconds = maxJobSeconds;
  }

  /** Whether there is a thread to start: its compiled code is there. */
  static get isAvailable(): boolean {
    return existsSync(fileURLToPath(workerUrl()));
  }

  /** Answers a job when those before it are done. */
  ask(job: Job): Promise<JobAnswer | 'too_slow'> {
    const answer = new Promise<JobAnswer | 'too_slow'>((resolve) => {
      this.#waiting.push({ job, resolve });
      if (this.#waiting.length === 1) this.#startNext();
    });
    return whilePending(answer);
  }

  #startNext(): void {
    const next = this.#waiting[0];
    clearTimeout(this.#timer);
    if (next === undefined) {
      this.#timer = setTimeout(() => this.#end(), IDLE_SECONDS * 1000).unref();
      return;
    }
    this.#worker ??= this.#start();
    this.#timer = setTimeout(() => this.#giveUp(), this.#maxJobSeconds * 1000);
    this.#worker.postMessage(next.job);
  }

  #start(): Worker {
    const worker = new Worker(workerUrl(), {
      execArgv: [],
      env: {},
      // The stack of the main thread, so that what is nested too deep is the same in both.
      resourceLimits: { maxOldGenerationSizeMb: 1024, stackSizeMb: 1 },
    });
    unreferenced(worker);
    worker.on('message', ({ id, answer }: { readonly id: number; readonly answer: JobAnswer }) => {
      if (this.#waiting[0]?.job.id !== id) return;
      this.#waiting.shift()?.resolve(answer);
      this.#startNext();
    });
    worker.on('error', () => {
      if (this.#worker === worker) this.#giveUp();
    });
    return worker;
  }

  #giveUp(): void {
    this.#end();
    this.#waiting.shift()?.resolve('too_slow');
    this.#startNext();
  }

  #end(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}

/** A thread runs compiled code, also where this module is run from source. */
function workerUrl(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(
    isSource ? '../../../dist/requirements/static-worker.js' : '../static-worker.js',
    import.meta.url,
  );
}
