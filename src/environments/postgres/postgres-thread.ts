import { Worker } from 'node:worker_threads';
import { timerMilliseconds, unreferenced, whilePending } from '../../core/internal.js';
import { environmentError } from '../error-codes.js';
import type { PostgresAnswer, PostgresJob } from './postgres-jobs.js';

/** Why a job has no answer: it took too long. */
export const TOO_SLOW = 'too_slow';

/** A thread with one database. Jobs are asked one after another; one that is not answered ends the thread. */
export class PostgresThread {
  readonly #worker: Worker;
  #ended: Promise<unknown> | undefined;

  constructor() {
    this.#worker = new Worker(workerUrl(), {
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    unreferenced(this.#worker);
    // Without a listener, an error between two jobs would end the process.
    this.#worker.on('error', () => undefined);
  }

  /** Whether the thread can be asked no more. */
  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /**
   * Asks for one job.
   * @returns the answer, or {@link TOO_SLOW} after `seconds`.
   * @throws the signal's reason; `environments/postgres_unavailable`; what ended the thread or the job.
   */
  async ask(
    job: PostgresJob,
    { seconds, signal }: { readonly seconds: number; readonly signal?: AbortSignal | undefined },
  ): Promise<PostgresAnswer | typeof TOO_SLOW> {
    signal?.throwIfAborted();
    const answering = new Promise<PostgresAnswer | typeof TOO_SLOW>((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      };
      const settle = (act: () => void): void => {
        stop();
        act();
      };
      const onAbort = (): void => settle(() => void this.end().then(() => reject(signal?.reason)));
      const onMessage = (message: PostgresAnswer): void => settle(() => resolve(message));
      const onError = (error: Error): void => settle(() => void this.end().then(() => reject(error)));
      const onExit = (): void => settle(() => reject(new Error('the thread of the database ended')));
      const timer = setTimeout(
        () => settle(() => void this.end().then(() => resolve(TOO_SLOW))),
        timerMilliseconds(seconds),
      );
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      this.#worker.postMessage(job);
    });
    const answer = await whilePending(answering);
    if (answer === TOO_SLOW) return answer;
    if (answer.kind === 'failed') throw new Error(answer.message);
    if (answer.kind === 'unavailable') {
      throw environmentError(
        'postgres_unavailable',
        `PostgreSQL does not start here (${answer.message}). Install it: npm install @electric-sql/pglite`,
      );
    }
    return answer;
  }

  /** Ends the thread, whatever it does. */
  async end(): Promise<void> {
    this.#ended ??= this.#worker.terminate();
    await this.#ended;
  }
}

/** A thread runs compiled code, also where this module is run from source. */
function workerUrl(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(
    isSource ? '../../../dist/environments/postgres/postgres-worker.js' : './postgres-worker.js',
    import.meta.url,
  );
}
