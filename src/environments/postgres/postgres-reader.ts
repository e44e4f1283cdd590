import { OneAtATime } from '../../core/internal.js';
import type { PostgresAnswer, PostgresImage, PostgresJob } from './postgres-jobs.js';
import { PostgresThread, TOO_SLOW } from './postgres-thread.js';

/** Seconds that a database may take to start; a busy machine takes some. */
export const MAX_START_SECONDS = 120;

/**
 * The database that every world of an environment begins with, in one thread, for reading. Worlds that have written nothing
 * share it: most only read, and a thread takes a second and some 200 MB.
 */
export class PostgresReader {
  readonly image: PostgresImage;
  readonly #turns = new OneAtATime();
  #thread: PostgresThread | undefined;

  constructor(image: PostgresImage) {
    this.image = image;
  }

  /** Asks for one job, after those that were asked before; as {@link PostgresThread.ask}. */
  ask(
    job: Extract<PostgresJob, { kind: 'run' }>,
    options: { readonly seconds: number; readonly signal?: AbortSignal | undefined },
  ): Promise<PostgresAnswer | typeof TOO_SLOW> {
    return this.#turns.run(async () => {
      const thread = this.#thread === undefined || this.#thread.hasEnded ? await this.#open() : this.#thread;
      return thread.ask(job, options);
    }, options.signal);
  }

  async close(): Promise<void> {
    await this.#thread?.end();
  }

  async #open(): Promise<PostgresThread> {
    const thread = new PostgresThread();
    const opened = await thread.ask(
      { kind: 'open', image: this.image, writes: [] },
      { seconds: MAX_START_SECONDS },
    );
    if (opened === TOO_SLOW) throw new Error('the database does not start in time');
    this.#thread = thread;
    return thread;
  }
}
